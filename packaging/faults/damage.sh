# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# Sourced by packaging/faults.sh. Damage is reported; one name means one record.

chat_line() {
    printf '{"id": "%s", "messages": [{"role": "user", "content": "%s"}, {"role": "assistant", "content": "b"}]%s}\n' "$1" "$2" "${3:-}"
}

# Prints the numbers of records and errors of a dataset: "2 0".
records_and_errors() {
    "$cli" info "$@" --no-cache --format json 2>/dev/null | python3 -c '
import json, sys
info = json.load(sys.stdin)
print(info["records"], info["problems"]["error"])'
}

flipped_gzip_is_told() {
    python3 - "$cli" <<'PY'
import gzip, json, subprocess, sys
text = b"".join(b'{"id": "%d", "messages": [{"role": "user", "content": "a%d"}]}\n' % (i, i * 7919) for i in range(40))
packed = gzip.compress(text, mtime=0)
def read(data):
    open("a.jsonl.gz", "wb").write(data)
    run = subprocess.run([sys.argv[1], "list", "a.jsonl.gz", "--no-cache", "--columns", "id,length", "--format", "csv"], capture_output=True)
    return run.stdout, run.stderr
good, silence = read(packed)
assert good.count(b"\n") == 41 and not silence, (good, silence)
for at in range(10, len(packed), 7):
    damaged = bytearray(packed)
    damaged[at] ^= 0x20
    out, err = read(bytes(damaged))
    assert err or out == good, at
PY
}
situation "A gz file with a flipped byte is never read as good in silence" flipped_gzip_is_told

damage_has_a_place() {
    for i in $(seq 20000); do chat_line "$i" "text $((i * 7919 % 100003))"; done | gzip -c >a.jsonl.gz
    python3 -c '
data = bytearray(open("a.jsonl.gz", "rb").read())
data[len(data) * 9 // 10] ^= 0x10
open("a.jsonl.gz", "wb").write(data)'
    "$cli" info a.jsonl.gz --no-cache --format json >out 2>err || true
    "$cli" validate a.jsonl.gz --no-cache | grep -q 'byte.* of the packed file'
    python3 -c 'import json; assert json.load(open("out"))["records"] > 1000'
}
situation "Records before the damage of a gz file stay, and the error says at which byte" damage_has_a_place

gzip_members_one_after_another() {
    chat_line 1 a | gzip -c >a.jsonl.gz
    chat_line 2 b | gzip -c >>a.jsonl.gz
    [ "$(records_and_errors a.jsonl.gz)" = "2 0" ]
    head -c 1000 /dev/zero >>a.jsonl.gz
    [ "$(records_and_errors a.jsonl.gz)" = "2 0" ]
    echo garbage >>a.jsonl.gz
    [ "$(records_and_errors a.jsonl.gz)" = "2 1" ]
}
situation "Members of a gz file and zeros behind them are read, something else there is told" gzip_members_one_after_another

one_element_of_a_list() {
    python3 - <<'PY'
good = ['{"id": "r%d", "messages": [{"role": "user", "content": "a"}]}' % i for i in range(1000)]
for name, bad in (("end", '{"a":[1'), ("quote", '{"a":"x"y"}'), ("open", '{"id":"x}')):
    open(name + ".json", "w").write("[" + ",".join(good[:500] + [bad] + good[500:]) + "]")
PY
    for name in end quote open; do
        [ "$(records_and_errors "$name.json")" = "1001 1" ]
    done
}
situation "One damaged element of a list costs one record" one_element_of_a_list

two_lists() {
    echo "[$(chat_line 1 a), $(chat_line 2 b)]" >a.json
    cat a.json a.json >b.json
    [ "$(records_and_errors b.json)" = "4 1" ]
}
situation "Two lists one after the other are both read, with one error" two_lists

cut_inside_a_character() {
    { chat_line 1 a; printf '{"id": "2", "messages": [{"role": "user", "content": "\xe6\x9d'; } >a.jsonl
    [ "$(records_and_errors a.jsonl)" = "2 1" ]
}
situation "A text that is cut inside a character costs one record" cut_inside_a_character
