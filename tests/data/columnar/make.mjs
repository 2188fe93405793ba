// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the invented Parquet and Arrow files of this folder, and beside each what an independent reader finds in files of that kind.
// The writers are DuckDB, parquet-wasm (Rust) and Apache Arrow for JavaScript; the reader of the Parquet files is DuckDB.
//
//   npm install @duckdb/node-api@1.5.6-r.1 parquet-wasm@0.8.0 apache-arrow@21 && node make.mjs FOLDER
import { DuckDBInstance } from '@duckdb/node-api';
import * as arrow from 'apache-arrow';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = process.argv[2];
const wasm = createRequire(import.meta.url)('parquet-wasm/node');
const database = await (await DuckDBInstance.create(':memory:')).connect();
await database.run("SET TimeZone = 'UTC'");

const rows = 40;
const everyType = `SELECT i AS id,
    CASE WHEN i % 7 = 0 THEN NULL ELSE i * 1.5 END::DOUBLE AS score, i::FLOAT / 3 AS ratio, i % 3 = 0 AS flag,
    i * 1000003 AS wide, (-i)::SMALLINT AS small, (i * 5)::UTINYINT AS tiny, (18446744073709551615 - i)::UBIGINT AS huge,
    'line "' || i || E'\\n\\\\ 你好' AS text, CASE WHEN i % 5 = 0 THEN NULL ELSE repeat('ab', i::INT) END AS maybe,
    DATE '1969-12-20' + i::INT AS day, TIMESTAMP '1969-12-31 23:59:50.000004' + to_microseconds(i * 1234567) AS moment,
    TIMESTAMPTZ '2020-01-01 00:00:00Z' + to_milliseconds(i) AS utc, TIME '00:00:01' + to_seconds(i::INT) AS clock,
    (i * 1.01)::DECIMAL(9, 2) AS price, (i * -1.0001)::DECIMAL(18, 4) AS fine, (i * 12345.678901)::DECIMAL(38, 6) AS vast,
    md5(i::VARCHAR)::UUID AS uid, CASE WHEN i % 2 = 0 THEN 'red' ELSE 'blue' END AS colour,
    ('{"x": [' || i || ', null]}')::JSON AS cell
    FROM range(0, ${rows}) t(i)`;
const nested = `SELECT i AS id,
    CASE WHEN i % 4 = 0 THEN NULL WHEN i % 4 = 1 THEN [] ELSE [i, NULL, i + 1] END AS numbers,
    CASE WHEN i % 6 = 0 THEN NULL ELSE [
        {role: 'user', content: 'question ' || i, tokens: NULL::INT},
        {role: 'assistant', content: CASE WHEN i % 9 = 0 THEN NULL ELSE 'answer ' || i END, tokens: i}] END AS messages,
    MAP {'k' || (i % 3): i, 'z': NULL} AS counts, [[i], [], NULL, [i, i]] AS tables,
    {a: {b: CASE WHEN i % 2 = 0 THEN NULL ELSE {c: i} END}} AS deep
    FROM range(0, ${rows}) t(i)`;

const path = name => join(folder, name);

// Duologue writes moments as ISO 8601 says.
const moments = /"(-?\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d[.\d]*)(\+00)?"/g;

async function expect(name, expected) {
    const found = await database.runAndReadAll(`SELECT to_json(t)::VARCHAR FROM read_parquet('${path(name)}') t`);
    const lines = found.getRows().map(row => row[0] + '\n').join('');
    writeFileSync(path(expected + '.jsonl'), lines.replace(moments, (_, day, time, utc) =>
        `"${day}T${time}${utc ? 'Z' : ''}"`));
}

async function byDuck(name, expected, query, options) {
    await database.run(`COPY (${query}) TO '${path(name)}' (FORMAT PARQUET, ${options})`);
    await expect(name, expected);
}

for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4', 'lz4_raw'])
    await byDuck(`nested-${codec}.parquet`, 'nested', nested, `CODEC '${codec}', ROW_GROUP_SIZE 2048`);
await byDuck('types-v1.parquet', 'types', everyType, "CODEC 'zstd'");
await byDuck('types-v2.parquet', 'types', everyType, "CODEC 'zstd', PARQUET_VERSION V2, DICTIONARY_SIZE_LIMIT 1");
await byDuck('nested-v2.parquet', 'nested', nested, "CODEC 'snappy', PARQUET_VERSION V2");

// The same columns through another writer, in each of its encodings.
function plainTable() {
    const numbers = Array.from({ length: rows }, (_, i) => i);
    return arrow.tableFromArrays({
        id: Int32Array.from(numbers, i => i * 3 - 20),
        wide: BigInt64Array.from(numbers, i => BigInt(i) * -1000003n),
        real: Float64Array.from(numbers, i => i / 7),
        single: Float32Array.from(numbers, i => i / 3),
        text: numbers.map(i => (i % 5 == 0 ? null : 'shared beginning ' + i)),
        flag: numbers.map(i => (i % 4 == 0 ? null : i % 2 == 0)),
    });
}

function nestedTable() {
    const message = new arrow.Struct([
        new arrow.Field('role', new arrow.Utf8(), true), new arrow.Field('content', new arrow.Utf8(), true)]);
    const type = new arrow.List(new arrow.Field('item', message, true));
    const values = Array.from({ length: rows }, (_, i) => i % 6 == 0 ? null : i % 6 == 1 ? [] : [
        { role: 'user', content: 'question ' + i }, { role: 'assistant', content: i % 4 == 0 ? null : 'answer ' + i }]);
    return new arrow.Table({
        id: arrow.vectorFromArray(values.map((_, i) => i), new arrow.Int32()),
        messages: arrow.vectorFromArray(values, type),
    });
}

async function byRust(name, expected, table, change) {
    const E = wasm.Encoding;
    const properties = change(new wasm.WriterPropertiesBuilder(), E).build();
    const bytes = wasm.writeParquet(wasm.Table.fromIPCStream(arrow.tableToIPC(table, 'stream')), properties);
    writeFileSync(path(name), bytes);
    await expect(name, expected);
}

const inOneEncoding = (builder, columns) =>
    Object.entries(columns).reduce((b, [column, encoding]) => b.setColumnEncoding(column, encoding), builder
        .setDictionaryEnabled(false).setCompression(wasm.Compression.UNCOMPRESSED));
await byRust('delta.parquet', 'plain', plainTable(), (b, E) => inOneEncoding(b.setWriterVersion(wasm.WriterVersion.V2), {
    id: E.DELTA_BINARY_PACKED, wide: E.DELTA_BINARY_PACKED, text: E.DELTA_BYTE_ARRAY, flag: E.RLE }));
await byRust('delta-length.parquet', 'plain', plainTable(), (b, E) => inOneEncoding(b, { text: E.DELTA_LENGTH_BYTE_ARRAY }));
await byRust('split-streams.parquet', 'plain', plainTable(), (b, E) => inOneEncoding(b, {
    real: E.BYTE_STREAM_SPLIT, single: E.BYTE_STREAM_SPLIT }));
await byRust('small-pages.parquet', 'messages', nestedTable(), b => b.setMaxRowGroupSize(25).setDataPageSizeLimit(64)
    .setDictionaryPageSizeLimit(64).setWriteBatchSize(4).setCompression(wasm.Compression.ZSTD));

// Arrow: a stream of the Rust writer, made of a Parquet file, and a file and a stream of the JavaScript writer.
for (const [name, parquet] of [['nested', 'nested-zstd.parquet'], ['messages', 'small-pages.parquet']]) {
    const stream = wasm.readParquet(readFileSync(path(parquet))).intoIPCStream();
    writeFileSync(path(`${name}-rust.arrow`), stream);
    writeFileSync(path(`${name}-file.arrow`), arrow.tableToIPC(arrow.tableFromIPC(stream), 'file'));
}
writeFileSync(path('plain-dictionary.arrow'), arrow.tableToIPC(plainTable(), 'stream'));

// Columns of labels, described as the datasets library of Hugging Face does it.
const label = names => ({ names, _type: 'ClassLabel' });
const features = JSON.stringify({ info: { features: {
    text: { dtype: 'string', _type: 'Value' }, label: label(['neg', 'pos']), tags: { feature: label(['a', 'b', 'c']), _type: 'Sequence' },
    parts: [{ kind: label(['ask', 'say']), n: { dtype: 'int64', _type: 'Value' } }] } } });
const labelled = `SELECT 'text ' || i AS text, (i % 3 - 1)::BIGINT AS label, [i % 3, 2]::BIGINT[] AS tags,
    [{kind: (i % 2)::BIGINT, n: (i % 2)::BIGINT}] AS parts FROM range(0, 6) t(i)`;
await database.run(`COPY (${labelled}) TO '${path('labels.parquet')}' (FORMAT PARQUET, KV_METADATA {huggingface: '${features}'})`);
const stream = arrow.tableFromIPC(wasm.readParquet(readFileSync(path('labels.parquet'))).intoIPCStream());
stream.schema.metadata.set('huggingface', features);
writeFileSync(path('labels.arrow'), arrow.tableToIPC(stream, 'stream'));
