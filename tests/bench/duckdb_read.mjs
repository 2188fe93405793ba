// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody with DuckDB would ask of conversations in JSON, the same as the other programs are asked:
//   node duckdb_read.mjs turns PATH            how many have how many turns, and the means of two ratings
//   node duckdb_read.mjs all PATH [COLUMNS]    besides, intents and marks of messages, in one statement that keeps
//                                              nothing else; COLUMNS is a schema, without which DuckDB finds one
//   node duckdb_read.mjs table PATH            the same of a table of all there is in the file, which can be asked
//                                              more without reading it again
//   node duckdb_read.mjs parquet PATH TARGET   writes the same as a Parquet file packed by zstd
//   node duckdb_read.mjs parquet-turns PATH    "turns" of such a file
import { createRequire } from 'node:module';

const load = createRequire(process.env.DUCKDB_MODULES + '/');
const { DuckDBInstance } = load('@duckdb/node-api');

const [what, path, columns] = process.argv.slice(2);
const file = `read_json('${path.replaceAll("'", "''")}', maximum_object_size = 268435456
    ${columns ? `, columns = ${columns}` : ''})`;
const connection = await (await DuckDBInstance.create(':memory:')).connect();

const means = `avg(rating['Preference Alignment']), avg(rating['Role-Playing Completeness'])`;
const turns = `len(history) // 2 AS turns`;

async function print(sql) {
    const result = await connection.runAndReadAll(sql);
    console.log(result.getRowsJson());
}

if (what === 'parquet') {
    await connection.run(`COPY (SELECT * FROM read_json('${path}', maximum_object_size = 268435456))
        TO '${columns}' (FORMAT PARQUET, CODEC 'zstd', ROW_GROUP_SIZE 10240)`);
} else if (what === 'parquet-turns') {
    await print(`SELECT ${turns}, count(*), ${means} FROM read_parquet('${path}') GROUP BY turns ORDER BY turns`);
} else if (what === 'turns') {
    await print(`SELECT ${turns}, count(*), ${means} FROM ${file} GROUP BY turns ORDER BY turns`);
} else {
    if (what === 'table')
        await connection.run(`CREATE TABLE conversations AS SELECT * FROM ${file}`);
    await print(`WITH asked AS MATERIALIZED (
            SELECT ${turns}, rating, list_transform(history, m -> m.intent) AS intents,
                list_transform(history, m -> m.hallucination.hallucination) AS marks
            FROM ${what === 'table' ? 'conversations' : file})
        SELECT 'turns', turns::VARCHAR, count(*), ${means}, avg(rating['Diversity']) FROM asked GROUP BY turns
        UNION ALL
        SELECT 'intent', value, count(*), NULL, NULL, NULL FROM (SELECT unnest(intents) AS value FROM asked)
        GROUP BY value
        UNION ALL
        SELECT 'mark', value::VARCHAR, count(*), NULL, NULL, NULL FROM (SELECT unnest(marks) AS value FROM asked)
        GROUP BY value`);
}
