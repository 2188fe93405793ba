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

nameless() {
    printf '{"messages": [{"role": "user", "content": "%s"}, {"role": "assistant", "content": "x"}]}\n' "$@"
}

ids_stay() {
    mkdir data else
    nameless alpha >data/a.jsonl
    nameless beta gamma >data/b.jsonl
    nameless other >else/c.jsonl
    "$cli" list data --columns id --format csv >alone
    "$cli" list data else --columns id --format csv >together
    [ "$(cat alone; echo c#1)" = "$(cat together)" ]
    for word in beta gamma; do
        id=$("$cli" search data "$word" --format jsonl | python3 -c 'import json, sys; print(json.load(sys.stdin)["id"])')
        grep -qxF "$id" alone
        "$cli" show data --id "$id" | grep -q "$word"
    done
}
situation "The id that list and search print is the one that show takes, whatever else is open" ids_stay

records_are_named_alike() {
    nameless alpha beta >a.jsonl
    nameless gamma delta >b.jsonl
    "$cli" search . gamma --format jsonl | grep -q '"record":1'
    "$cli" show . --record b.jsonl:1 | grep -q gamma
    "$cli" show b.jsonl --record 1 | grep -q gamma
    code=0
    "$cli" show . --record 1 >out 2>err || code=$?
    [ "$code" = 2 ] && [ ! -s out ] && grep -q "b.jsonl:1" err
}
situation "show --record is the number that list and search print, with the file where there are several" records_are_named_alike

id_twice() {
    chat_line a1 alpha >a.jsonl
    chat_line a1 delta >b.jsonl
    code=0
    "$cli" show . --id a1 >out 2>err || code=$?
    [ "$code" = 2 ] && [ ! -s out ] && grep -q "a.jsonl:1" err && grep -q "b.jsonl:1" err
}
situation "An id that two records have asks which" id_twice

keys_that_fall_together() {
    chat_line x1 q ', "fine-grained_score": 1, "fine_grained_score": 2, "A": 1, "a": 2, "b.c": 1, "b": {"c": 2}' >a.jsonl
    "$cli" list a.jsonl --columns 'fine-grained_score,fine_grained_score,A,a,b.c,b.c_2' --format csv | tail -n 1 | grep -qx '1,2,1,2,1,2'
    "$cli" show a.jsonl --record 1 | grep -c 'b\.c: ' | grep -qx 2
}
situation "Keys that fall together keep two columns and both values" keys_that_fall_together

numbers_as_text() {
    { chat_line 1 q ', "kind": "x", "score": "4"'; chat_line 2 q ', "kind": "x", "score": "10"'
      chat_line 3 q ', "kind": "y", "score": "2"'; chat_line 4 q ', "kind": "y", "score": "N/A"'; } >a.jsonl
    [ "$("$cli" stats a.jsonl --by kind --mean score --format csv | tail -n 2 | tr '\n' ' ')" = "x,2,7.0000 y,2,2.0000 " ]
    code=0
    "$cli" stats a.jsonl --by kind --mean kind 2>err || code=$?
    [ "$code" = 2 ] && grep -q 'its values are "x", "y"' err
}
situation "Numbers that are written as texts have means, and words say what they are" numbers_as_text

languages() {
    nameless 'Спланируйте поездку' '京都で旅行を計画してください' '이틀 여행을 계획해 주세요' 'خطط لرحلة' >a.jsonl
    [ "$("$cli" list a.jsonl --columns language --format csv | tr '\n' ' ')" = "language en+ru en+ja en+ko en+ar " ]
}
situation "Russian, Japanese, Korean and Arabic are not English" languages

late_fields() {
    python3 - <<'PY'
import json
messages = [{"role": "user", "content": "q"}]
with open("a.jsonl", "w") as out:
    for i in range(300):
        print(json.dumps({"messages": messages, "rewards": {"k%d" % (i * 4 + k): 0.5 for k in range(4)}}), file=out)
with open("b.jsonl", "w") as out:
    print(json.dumps({"id": "late", "messages": messages, "verdict": "good"}), file=out)
PY
    [ "$("$cli" list . --where verdict:good --columns id --format csv 2>/dev/null | tail -n 1)" = late ]
}
situation "Members that are named by data leave room for the fields that come after" late_fields
