# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# Sourced by packaging/faults.sh. The index of a dataset never shows what its files no longer contain.

# Prints a line of JSON Lines: json_line ID TEXT [MEMBERS]
json_line() { printf '{"id": "%s", "messages": [{"role": "user", "content": "%s"}]%s}\n' "$1" "$2" "${3:+, $3}"; }

# Creates a dataset large enough for an index: 30,000 records, each with score 1.
make_scores() {
    python3 - "$1" <<'PYTHON'
import json, sys
with open(sys.argv[1], "w") as out:
    for i in range(30000):
        out.write(json.dumps({"id": f"{i:06d}", "messages": [{"role": "user", "content": "hello there"},
            {"role": "assistant", "content": "fine and you " * 20}], "score": 1}) + "\n")
PYTHON
}

# Changes scores in the middle of a file from 1 to 5, without changing its length.
correct_middle() {
    python3 - "$1" <<'PYTHON'
import sys
with open(sys.argv[1], "r+b") as file:
    text = file.read()
    file.seek(0)
    file.write(text[:8192] + text[8192:-8192].replace(b'"score": 1', b'"score": 5') + text[-8192:])
PYTHON
}

# The index gives the same answer as the files.
same_as_without_index() {
    "$cli" stats "$1" --by score --format csv >with 2>/dev/null
    "$cli" stats "$1" --by score --format csv --no-cache >without 2>/dev/null
    cmp with without
}

index_middle_time_restored() {
    mkdir d && make_scores d/r.jsonl && cp -p d/r.jsonl keep && "$cli" info d
    ls "$XDG_CACHE_HOME/duologue/index/"*.index
    correct_middle d/r.jsonl && touch -r keep d/r.jsonl
    same_as_without_index d
    grep -q '^5,' with
}
situation "A file corrected in the middle, with its time restored, is read anew" index_middle_time_restored

index_replaced() {
    mkdir d && make_scores d/r.jsonl && "$cli" info d
    cp -p d/r.jsonl other && correct_middle other && touch -r d/r.jsonl other && mv other d/r.jsonl
    same_as_without_index d
    grep -q '^5,' with
}
situation "A file replaced by another of the same size and time is read anew" index_replaced

index_middle_and_appended() {
    mkdir d && make_scores d/r.jsonl && "$cli" info d
    correct_middle d/r.jsonl && json_line new more '"score": 7' >>d/r.jsonl
    same_as_without_index d
    grep -q '^5,' with && grep -q '^7,' with
    same_as_without_index d
}
situation "A file corrected in the middle and appended to is read anew" index_middle_and_appended

index_grown() {
    mkdir d && make_scores d/r.jsonl && "$cli" info d
    json_line new more '"score": 7' >>d/r.jsonl
    same_as_without_index d
    grep -q '^7,1' with
}
situation "A file that has grown is read from its old end" index_grown

index_borders_moved() {
    mkdir d && make_scores d/r.jsonl && cp -p d/r.jsonl keep && "$cli" info d
    python3 - <<'PYTHON'
text = open("d/r.jsonl", "rb").read()
open("d/r.jsonl", "wb").write(text[:9000].replace(b"hello there", b"hello") + text[9000:-9000] +
                              b" " * 6 * text[:9000].count(b"hello there") + text[-9000:])
PYTHON
    touch -r keep d/r.jsonl
    same_as_without_index d
    [ "$("$cli" show d/r.jsonl --record 20000 2>&1)" = "$("$cli" show d/r.jsonl --record 20000 --no-cache 2>&1)" ]
}
situation "A file whose records have moved shows whole records" index_borders_moved

index_half_written() {
    mkdir d && make_scores d/r.jsonl && "$cli" info d
    echo half >"$XDG_CACHE_HOME/duologue/index/.duologue-writing-abcdef"
    "$cli" info d
    [ ! -e "$XDG_CACHE_HOME/duologue/index/.duologue-writing-abcdef" ]
}
situation "An index that a killed program left half written is removed at the next start" index_half_written

index_open_to_others() {
    mkdir d && make_scores d/r.jsonl
    mkdir -p "$XDG_CACHE_HOME/duologue/index" && chmod 777 "$XDG_CACHE_HOME/duologue/index"
    "$cli" info d
    [ -z "$(ls -A "$XDG_CACHE_HOME/duologue/index")" ]
}
situation "No index is written into a folder that is open to others" index_open_to_others
