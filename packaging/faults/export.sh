# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# Sourced by packaging/faults.sh. Exported files are there whole or not at all, and other programs read them as they
# were meant.

# Writes chats.jsonl with $1 records whose ids, names and texts are Chinese, or look like formulas or markup.
make_chats() {
    python3 - "$1" <<'P'
import json, sys
texts = ['=1+1', '+86 10 1234', '-2', '@SUM(A1)', '我们去杭州住两天。', '<script>document.title="run"</script>',
         '<img src=x onerror="document.title=\'run\'">', 'a "quoted", text\nin two lines', '\t=1+1']
with open('chats.jsonl', 'w') as out:
    for i in range(int(sys.argv[1])):
        text = texts[i % len(texts)]
        out.write(json.dumps({'id': f'{text} {i}', 'topic': text, 'n': -i,
                              'messages': [{'role': 'user', 'content': text}, {'role': 'assistant', 'content': '好的。' * 40}]},
                             ensure_ascii=False) + '\n')
P
}

# The disk is full in the middle: the old file stays, nothing else is left, and the program says so.
full_small_disk() {
    make_chats 40000
    unshare --user --map-root-user --mount true 2>/dev/null || {
        echo "This system mounts nothing without root."
        return 1
    }
    # shellcheck disable=SC2016
    unshare --user --map-root-user --mount bash -c '
        set -e
        mkdir disk
        mount -t tmpfs -o size=1m none disk
        echo old >disk/out.jsonl
        code=0
        "$cli" export chats.jsonl --to jsonl -o disk/out.jsonl --force 2>err || code=$?
        [ "$code" = 3 ]
        grep -q "No space left" err
        [ "$(cat disk/out.jsonl)" = old ]
        [ "$(ls -A disk)" = out.jsonl ]'
}

# Killed at some moment while it writes.
killed_export() {
    make_chats 60000
    mkdir out
    echo old >out/a.jsonl
    local delay
    for delay in 0.05 0.1 0.2 0.3; do
        "$cli" export chats.jsonl --to jsonl -o out/a.jsonl --force 2>/dev/null &
        local export=$!
        sleep "$delay"
        kill -KILL $export 2>/dev/null || true
        wait $export 2>/dev/null || true
        [ "$(ls -A out)" = a.jsonl ]
        [ "$(cat out/a.jsonl)" = old ] || [ "$(wc -l <out/a.jsonl)" = 60000 ]
    done
}

# A spreadsheet shows the texts as they are, and computes none of them.
csv_in_spreadsheet() {
    make_chats 9
    "$cli" export chats.jsonl --to csv --columns id,topic,n -o chats.csv
    # LibreOffice writes what its cells show.
    soffice --headless -env:UserInstallation="file://$PWD/profile" --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false' \
        --infilter='CSV:44,34,76,1,,0,false,true,false' --outdir shown chats.csv >/dev/null 2>&1
    python3 - <<'P'
import csv, json
shown = list(csv.reader(open('shown/chats.csv', encoding='utf-8-sig')))
records = [json.loads(line) for line in open('chats.jsonl')]
assert shown[0] == ['id', 'topic', 'n'], shown[0]
assert len(shown) == len(records) + 1, len(shown)
for cells, record in zip(shown[1:], records):
    # A number is none: it computes nothing.
    guarded = [("'" if value[0] in '=+-@\t' and value != '-2' else '') + value for value in (record['id'], record['topic'])]
    assert cells[:2] == guarded, (cells, guarded)
    assert int(cells[2]) == record['n'], cells
P
}

# A browser runs nothing and loads nothing, and shows every text.
page_in_browser() {
    make_chats "$1"
    "$cli" export chats.jsonl --to html -o page.html
    chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$PWD/profile" --enable-logging=stderr --v=0 \
        --dump-dom "file://$PWD/page.html" >dom.html 2>log
    grep -q '<title>Conversations</title>' dom.html
    [ "$(grep -c '<article>' dom.html)" = "$1" ]
    grep -q '好的。好的。' dom.html
    if grep -qE '<(script|img|iframe|link)' dom.html; then
        return 1
    fi
}
small_page() { page_in_browser 2; }
large_page() { page_in_browser 500; }

situation "An export killed while it writes leaves no half file" killed_export
situation_slow "A full disk leaves the old file and says so" full_small_disk
if command -v soffice >/dev/null; then
    situation_slow "A CSV file in LibreOffice: Chinese, and no cell runs as a formula" csv_in_spreadsheet
else
    echo "left out: CSV in LibreOffice, which is not installed"
fi
if command -v chromium >/dev/null; then
    situation_slow "A page of two conversations in Chromium" small_page
    situation_slow "A page of 500 conversations in Chromium: nothing runs, nothing is loaded" large_page
else
    echo "left out: web pages in Chromium, which is not installed"
fi
