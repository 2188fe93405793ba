// SPDX-License-Identifier: GPL-3.0-or-later
//
// Answers HTTP as a ClickHouse server does, with the engine of today as a library (npm install chdb), so that the
// tests of tables can be run against it:
//
//   node chdb_front.mjs PORT &
//   DUOLOGUE_CLICKHOUSE=PORT remote_tests table_queries
import { createServer } from "node:http";
import { Session } from "chdb";

const session = new Session();
// The settings that a server takes for one query stay here; none of them changes between queries.
const refused = new Set(["readonly", "max_execution_time", "cancel_http_readonly_queries_on_client_close"]);
const set = new Map();

function apply(url) {
    for (const [name, value] of new URL(url, "http://localhost").searchParams) {
        if (refused.has(name) || set.get(name) === value)
            continue;
        session.query(`SET ${name} = '${value}'`);
        set.set(name, value);
    }
}

createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
        try {
            apply(request.url);
            response.end(session.query(Buffer.concat(parts).toString("utf8"), "TabSeparated"));
        } catch (error) {
            response.statusCode = 500;
            response.end(String(error.message ?? error));
        }
    });
}).listen(Number(process.argv[2]), "127.0.0.1");
