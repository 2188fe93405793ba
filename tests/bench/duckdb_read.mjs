// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody with DuckDB would ask of conversations in JSON: node duckdb_read.mjs PATH auto|schema
import { createRequire } from 'node:module';

const load = createRequire(process.env.DUCKDB_MODULES + '/');
const { DuckDBInstance } = load('@duckdb/node-api');

const [path, how] = process.argv.slice(2);
const columns = `, columns = {history: 'STRUCT(role VARCHAR, content VARCHAR, content_zh VARCHAR, intent VARCHAR,
    hallucination STRUCT(hallucination BOOLEAN))[]', rating: 'MAP(VARCHAR, DOUBLE)'}`;
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const result = await connection.runAndReadAll(
    `SELECT len(history) // 2 AS turns, count(*) AS n FROM read_json('${path.replaceAll("'", "''")}',
        maximum_object_size = 268435456${how === 'schema' ? columns : ''}) GROUP BY turns ORDER BY turns`);
console.log(result.getRowsJson());
