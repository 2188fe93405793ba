// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares Duologue with other programs: what it reads in files that they have written, and what they read in files that it
// has written. Prints a line for each file; fails at the first that is not equal.
//
//   node compare.mjs DUOLOGUE-CLI FOLDER [FOLDER-OF-PARQUET-FILES]
import { tableFromIPC } from 'apache-arrow';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { duckRows, plain, rowsDiffer } from './referee.mjs';
import { columnsOf, writeAll } from './write.mjs';

const wasm = createRequire(import.meta.url)('parquet-wasm/node');
const [cli, folder, others] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let unequal = 0;

function tell(what, differ) {
    console.log(`${what}: ${differ ?? 'equal'}`);
    unequal += differ ? 1 : 0;
}

const run = options => execFileSync(cli, options, { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
const ourRows = path => run(['export', path, '--to', 'raw', '-o', '-', '--no-cache']).split('\n')
    .filter(line => line !== '').map(line => JSON.parse(line));

for (const name of await writeAll(folder)) {
    const theirs = await duckRows(join(folder, name), columnsOf(name));
    tell(name, theirs.length === 0 ? null : rowsDiffer(ourRows(join(folder, name)), theirs));
}

// Whatever else there is: files that DuckDB refuses are only to be survived.
for (const name of others ? readdirSync(others, { recursive: true }).filter(each => each.endsWith('.parquet')) : []) {
    const path = join(others, name);
    try {
        tell(name, rowsDiffer(ourRows(path), await duckRows(path)));
    } catch (error) {
        console.log(`${name}: refused, ${String(error.message).slice(0, 120)}`);
    }
}

// More than one row group, texts of all kinds, values that are missing.
const talks = Array.from({ length: 12_345 }, (_, i) => ({
    id: `talk ${i}`, turn: i % 3 === 0 ? null : i, share: i / 7, good: i % 5 === 0 ? null : i % 2 === 0,
    tags: i % 4 === 0 ? null : [`a${i % 3}`, 'b"\\'], model: ['x', 'y'][i % 2],
    messages: i % 100 === 7 ? [] : [{ role: 'user', content: `Q${i} "你好"\n` }, { role: 'assistant', content: 'A'.repeat(i % 50) }],
}));
const source = join(folder, 'talks.jsonl');
const written = join(folder, 'talks-by-us.parquet');
writeFileSync(source, talks.map(talk => JSON.stringify(talk) + '\n').join(''));
run(['export', source, '--to', 'parquet', '-o', written, '--no-cache']);
const wanted = talks.map(talk => ({ ...talk }));
tell('our export, read by DuckDB', rowsDiffer((await duckRows(written)), wanted));
const table = tableFromIPC(wasm.readParquet(readFileSync(written)).intoIPCStream());
const objects = value => value === null || typeof value !== 'object' ? (typeof value === 'bigint' ? Number(value) : value)
    : typeof value.toJSON === 'function' && !Array.isArray(value) ? objects(value.toJSON())
        : Array.isArray(value) ? value.map(objects)
            : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, objects(member)]));
tell('our export, read by arrow-rs', rowsDiffer(table.toArray().map(row => plain(objects(row.toJSON()))), wanted));
tell('our export, read by us', rowsDiffer(ourRows(written), wanted));
process.exit(unequal > 0 ? 1 : 0);
