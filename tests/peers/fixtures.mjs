// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the fixtures of tests/data/columnar/peers: files of five writers, and beside them what DuckDB finds in them. Files of
// one writer with the same rows share what is expected.
//
//   npm install && node fixtures.mjs FOLDER
import { readFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { duckLines, rowsDiffer } from './referee.mjs';
import { columnsOf, writeAll } from './write.mjs';

const folder = process.argv[2];
// Duologue writes moments as ISO 8601 says.
const moments = /"(-?\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d[.\d]*)(\+00)?"/g;
const shared = /^(duck-[a-z]+|rust|polars|hy|js)/;

for (const name of await writeAll(folder)) {
    const lines = (await duckLines(join(folder, name), columnsOf(name)))
        .map(line => line.replace(moments, (_, day, time, utc) => `"${day}T${time}${utc ? 'Z' : ''}"`));
    const expected = join(folder, shared.exec(name)[1] + '.jsonl');
    if (!existsSync(expected))
        writeFileSync(expected, lines.map(line => line + '\n').join(''));
    const known = readFileSync(expected, 'utf8').split('\n').filter(line => line !== '');
    const differ = rowsDiffer(lines.map(line => JSON.parse(line)), known.map(line => JSON.parse(line)));
    if (differ)
        throw new Error(`${name}: ${differ}`);
}
