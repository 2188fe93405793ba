// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes small Parquet files with programs of others: DuckDB, polars, arrow-rs (parquet-wasm), hyparquet-writer and
// parquetjs, in the codecs, encodings and types that each of them has.
import parquetjs from '@dsnp/parquetjs';
import * as arrow from 'apache-arrow';
import { parquetWriteFile } from 'hyparquet-writer';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import polars from 'nodejs-polars';
import { database } from './referee.mjs';

const wasm = createRequire(import.meta.url)('parquet-wasm/node');
const rows = 30;
const numbers = Array.from({ length: rows }, (_, i) => i);
const messagesOf = i => [
    { role: 'user', content: `Frage ${i}: wie geht's? 你好` },
    { role: 'assistant', content: i % 4 === 0 ? null : `Antwort ${i}\n"zitiert" \\ ${'gut '.repeat(i % 5)}` },
];

const duckTypes = `SELECT i AS id, INTERVAL (i) DAY + INTERVAL (i * 61) SECOND AS span, TIME '23:59:00' + to_seconds(i::INT) AS clock,
    TIMESTAMP_NS '2024-02-29 12:00:00.123456789' AS exact, (TIMESTAMP '1900-01-01' + to_days(i::INT))::TIMESTAMP_S AS old,
    (TIMESTAMP '2024-01-01' + to_milliseconds(i))::TIMESTAMP_MS AS milli, i::UTINYINT AS tiny, (i * 1000)::USMALLINT AS small,
    (4294967295 - i)::UINTEGER AS wide, (-9223372036854775807 + i)::BIGINT AS low, (i / 7)::DECIMAL(4, 1) AS short,
    (i * 1e15)::DECIMAL(38, 10) AS long, ('x' || (i % 3))::ENUM('x0', 'x1', 'x2') AS kind, DATE '9999-12-01' + i::INT AS far,
    NULL::INTEGER AS nothing FROM range(0, ${rows}) t(i)`;
const duckNested = `SELECT i AS id, CASE WHEN i % 5 = 0 THEN NULL ELSE list_transform(range(0, i % 4), x ->
    {role: CASE WHEN x % 2 = 0 THEN 'user' ELSE 'assistant' END, content: repeat('word ' || i, x::INT), parts: [{t: x, u: NULL::INT}]}) END AS messages,
    [[[i]], [], NULL] AS cubes, MAP {i: [i, NULL], -1: []} AS lists, {a: NULL::INT, b: {c: [i::VARCHAR, NULL]}} AS deep
    FROM range(0, ${rows}) t(i)`;
const duckBytes = `SELECT i AS id, '\\x89PNG\\x0D\\x0A\\x1A\\x0A'::BLOB || repeat('x', i::INT)::BLOB AS picture,
    {bytes: '\\xFF\\xD8\\xFF'::BLOB || i::VARCHAR::BLOB, path: 'p' || i || '.jpg'} AS image, 'plain text'::BLOB AS words,
    CASE WHEN i % 2 = 0 THEN '\\x00\\x01'::BLOB END AS other FROM range(0, 12) t(i)`;
const duckWide = `SELECT ${numbers.map(c => `i * ${c} AS c${c}, NULL::VARCHAR AS n${c}`).join(', ')} FROM range(0, 5) t(i)`;

// What Duologue writes in its own way: durations as ISO 8601 has them, bytes that are no text as a note.
const ownWay = {
    'duck-types': `* REPLACE ('P0M' || datepart('day', span) || 'DT' || printf('%.3f', (datepart('hour', span) * 3600 +
        datepart('minute', span) * 60 + datepart('second', span))::DOUBLE) || 'S' AS span)`,
    'duck-bytes': `* REPLACE ('image/png, ' || octet_length(picture) || ' bytes' AS picture, {bytes: 'image/jpeg, ' ||
        octet_length(image.bytes) || ' bytes', path: image.path} AS image, 'binary, ' || octet_length(other) || ' bytes' AS other)`,
    // The older name for a moment means one in UTC, which DuckDB does not say.
    'js-': "* REPLACE (moment AT TIME ZONE 'UTC' AS moment)",
    'hy-': "* REPLACE (moment AT TIME ZONE 'UTC' AS moment)",
};

/// The columns that DuckDB is to compare of a file, as SQL.
export const columnsOf = name => Object.entries(ownWay).find(([file]) => name.startsWith(file))?.[1] ?? '*';

const duckFiles = {
    'duck-types.parquet': [duckTypes, "CODEC 'zstd'"],
    'duck-types-v2.parquet': [duckTypes, "CODEC 'gzip', PARQUET_VERSION V2"],
    'duck-nested.parquet': [duckNested, "CODEC 'snappy'"],
    'duck-nested-v2.parquet': [duckNested, "CODEC 'lz4_raw', PARQUET_VERSION V2, DICTIONARY_SIZE_LIMIT 1"],
    'duck-bytes.parquet': [duckBytes, "CODEC 'zstd'"],
    'duck-wide.parquet': [duckWide, "CODEC 'zstd'"],
    'duck-empty.parquet': ['SELECT 1 AS id, [1] AS list WHERE false', "CODEC 'zstd'"],
    'duck-groups.parquet': ['SELECT (i % 10)::TINYINT AS i FROM range(0, 2100) t(i)', "CODEC 'zstd', ROW_GROUP_SIZE 2048"],
    'duck-nested-brotli.parquet': [duckNested, "CODEC 'brotli', PARQUET_VERSION V2"],
};

function arrowTable() {
    const message = new arrow.Struct([
        new arrow.Field('role', new arrow.Utf8(), true), new arrow.Field('content', new arrow.Utf8(), true)]);
    return new arrow.Table({
        id: arrow.vectorFromArray(numbers, new arrow.Int32()),
        wide: arrow.vectorFromArray(numbers.map(i => i % 6 === 0 ? null : BigInt(i) * -99999999999n), new arrow.Int64()),
        real: arrow.vectorFromArray(numbers.map(i => i % 7 === 0 ? null : i / 3), new arrow.Float64()),
        flag: arrow.vectorFromArray(numbers.map(i => i % 3 === 0 ? null : i % 2 === 0), new arrow.Bool()),
        text: arrow.vectorFromArray(numbers.map(i => i % 5 === 0 ? null : `common prefix ${i % 8} ${i}`), new arrow.Utf8()),
        messages: arrow.vectorFromArray(numbers.map(i => i % 6 === 0 ? null : i % 6 === 1 ? [] : messagesOf(i)),
            new arrow.List(new arrow.Field('item', message, true))),
    });
}

const E = wasm.Encoding, C = wasm.Compression;
const encoded = columns => builder => Object.entries(columns).reduce(
    (made, [column, encoding]) => made.setColumnEncoding(column, encoding), builder.setDictionaryEnabled(false));
const rustFiles = {
    'rust-snappy.parquet': b => b.setCompression(C.SNAPPY),
    'rust-gzip.parquet': b => b.setCompression(C.GZIP),
    'rust-brotli.parquet': b => b.setCompression(C.BROTLI),
    'rust-lz4.parquet': b => b.setCompression(C.LZ4_RAW),
    'rust-v2.parquet': b => b.setCompression(C.ZSTD).setWriterVersion(wasm.WriterVersion.V2),
    'rust-v2-small.parquet': b => b.setCompression(C.SNAPPY).setWriterVersion(wasm.WriterVersion.V2).setMaxRowGroupSize(7)
        .setDataPageSizeLimit(32).setDictionaryPageSizeLimit(32).setWriteBatchSize(2),
    'rust-plain.parquet': encoded({}),
    'rust-delta.parquet': b => encoded({ id: E.DELTA_BINARY_PACKED, wide: E.DELTA_BINARY_PACKED, text: E.DELTA_BYTE_ARRAY,
        flag: E.RLE, real: E.BYTE_STREAM_SPLIT })(b.setWriterVersion(wasm.WriterVersion.V2)),
    'rust-delta-length.parquet': encoded({ text: E.DELTA_LENGTH_BYTE_ARRAY, id: E.DELTA_BINARY_PACKED }),
};

const frame = () => polars.readJSON(Buffer.from(numbers.map(i => JSON.stringify({
    id: i,
    wide: i * 1234567890123,
    real: i % 4 === 0 ? null : i / 9,
    flag: i % 3 === 0 ? null : i % 2 === 0,
    text: i % 5 === 0 ? null : 'text ' + 'é'.repeat(i),
    numbers: i % 6 === 1 ? [] : i % 6 === 2 ? null : [i, i + 1],
    messages: messagesOf(i),
    deep: { a: { b: i % 2 === 0 ? null : [i] } },
})).join('\n')), { format: 'lines' });
const polarsCodecs = ['uncompressed', 'snappy', 'gzip', 'brotli', 'zstd', 'lz4'];

const hyColumns = [
    { name: 'id', data: numbers, type: 'INT32' },
    { name: 'wide', data: numbers.map(i => BigInt(i) * -5n), type: 'INT64' },
    { name: 'real', data: numbers.map(i => i / 11), type: 'DOUBLE' },
    { name: 'single', data: numbers.map(i => i / 4), type: 'FLOAT' },
    { name: 'half', data: numbers.map(i => i / 2), type: 'FLOAT16' },
    { name: 'flag', data: numbers.map(i => i % 2 === 0), type: 'BOOLEAN' },
    { name: 'text', data: numbers.map(i => i % 5 === 0 ? null : 'hy ' + i), type: 'STRING' },
    { name: 'moment', data: numbers.map(i => new Date(1e12 + i)), type: 'TIMESTAMP' },
];
const hyFiles = { 'hy-snappy.parquet': { codec: 'SNAPPY' }, 'hy-plain.parquet': { codec: 'UNCOMPRESSED' },
    'hy-groups.parquet': { rowGroupSize: 8 } };

const jsCodecs = ['UNCOMPRESSED', 'GZIP', 'SNAPPY', 'BROTLI'];

async function byParquetJs(path, codec, useDataPageV2) {
    const schema = new parquetjs.ParquetSchema({
        id: { type: 'INT64', compression: codec },
        real: { type: 'DOUBLE', optional: true, compression: codec },
        flag: { type: 'BOOLEAN', compression: codec },
        text: { type: 'UTF8', optional: true, compression: codec },
        moment: { type: 'TIMESTAMP_MILLIS', compression: codec },
        words: { type: 'UTF8', repeated: true, compression: codec },
        messages: { repeated: true, fields: {
            role: { type: 'UTF8', compression: codec }, content: { type: 'UTF8', optional: true, compression: codec } } },
    });
    const writer = await parquetjs.ParquetWriter.openFile(schema, path, { useDataPageV2, rowGroupSize: 12 });
    for (const i of numbers)
        await writer.appendRow({ id: i, real: i % 3 === 0 ? undefined : i / 8, flag: i % 2 === 0,
            text: i % 4 === 0 ? undefined : 'js ' + i, moment: new Date(1.5e12 + i), words: Array.from({ length: i % 3 }, (_, j) => `w${j}`),
            messages: i % 5 === 0 ? [] : messagesOf(i).map(({ role, content }) => content === null ? { role } : { role, content }) });
    await writer.close();
}

/// Writes all files and returns their names.
export async function writeAll(folder) {
    const path = name => join(folder, name);
    const names = [];
    for (const [name, [query, options]] of Object.entries(duckFiles)) {
        await database.run(`COPY (${query}) TO '${path(name)}' (FORMAT PARQUET, ${options})`);
        names.push(name);
    }
    for (const [name, change] of Object.entries(rustFiles)) {
        const table = wasm.Table.fromIPCStream(arrow.tableToIPC(arrowTable(), 'stream'));
        writeFileSync(path(name), wasm.writeParquet(table, change(new wasm.WriterPropertiesBuilder()).build()));
        names.push(name);
    }
    for (const codec of polarsCodecs) {
        const name = `polars-${codec}.parquet`;
        frame().writeParquet(path(name), { compression: codec });
        names.push(name);
    }
    for (const [name, options] of Object.entries(hyFiles)) {
        parquetWriteFile({ filename: path(name), columnData: hyColumns, ...options });
        names.push(name);
    }
    for (const codec of jsCodecs) {
        for (const isV2 of [false, true]) {
            const name = `js-${codec.toLowerCase()}${isV2 ? '-v2' : ''}.parquet`;
            await byParquetJs(path(name), codec, isV2);
            names.push(name);
        }
    }
    return names;
}
