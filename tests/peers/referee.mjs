// SPDX-License-Identifier: GPL-3.0-or-later
//
// What DuckDB finds in a file, and how rows of two readers are compared.
import { DuckDBInstance } from '@duckdb/node-api';

export const database = await (await DuckDBInstance.create(':memory:')).connect();
await database.run("SET TimeZone = 'UTC'");

const quoted = text => `'${text.replaceAll("'", "''")}'`;

/// Each row as a line of JSON. Throws if DuckDB refuses the file. `columns`: what to select, as SQL.
export async function duckLines(path, columns = '*') {
    const found = await database.runAndReadAll(
        `SELECT to_json(t)::VARCHAR FROM (SELECT ${columns} FROM read_parquet(${quoted(path)})) t`);
    return found.getRows().map(row => row[0].replace(/([[:,])(-?)(nan|inf|NaN|Infinity)(?=[,\]}])/g, '$1null'));
}

/// Each row as an object.
export async function duckRows(path, columns) {
    return (await duckLines(path, columns)).map(line => JSON.parse(line));
}

const moment = /^(-?\d{4,}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?(Z|\+00(:00)?)?$/;
const clock = /^(\d\d:\d\d:\d\d)(\.\d+)?(Z|\+00(:00)?)?$/;
const digits = fraction => (fraction ?? '').replace(/\.?0+$/, '');

/// Writes moments in one way, and leaves out what is null.
export function plain(value) {
    if (Array.isArray(value))
        return value.map(plain);
    if (value !== null && typeof value === 'object')
        return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)
            .map(([key, member]) => [key, plain(member)]));
    if (typeof value !== 'string')
        return value;
    const day = moment.exec(value);
    if (day)
        return `${day[1]} ${day[2]}${digits(day[3])}`;
    const time = clock.exec(value);
    return time ? time[1] + digits(time[2]) : value;
}

/// Where two values differ; null if they do not. Floats may differ in their last digits.
export function difference(left, right, at = '') {
    if (typeof left === 'number' && typeof right === 'number')
        return Math.abs(left - right) <= 1e-7 * Math.max(Math.abs(left), Math.abs(right)) ? null : at || '/';
    if (typeof left !== typeof right || left === null || right === null || typeof left !== 'object')
        return left === right ? null : at || '/';
    if (Array.isArray(left) !== Array.isArray(right))
        return at || '/';
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
        const inside = `${at}/${key}`;
        if (!(key in left) || !(key in right))
            return inside;
        const found = difference(left[key], right[key], inside);
        if (found)
            return found;
    }
    return null;
}

/// The first difference between two lists of rows, in words; null if there is none.
export function rowsDiffer(ours, theirs) {
    if (ours.length !== theirs.length)
        return `${ours.length} rows, not ${theirs.length}`;
    for (const [i, row] of ours.entries()) {
        const at = difference(plain(row), plain(theirs[i]));
        if (at)
            return `row ${i + 1} at ${at}: ${JSON.stringify(row).slice(0, 300)}, not ${JSON.stringify(theirs[i]).slice(0, 300)}`;
    }
    return null;
}
