# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# Sourced by packaging/faults.sh. Arguments, patterns and exit codes.

# Prints one conversation for each line of standard input, with that line as its question.
conversations() {
    python3 -c '
import json, sys
for text in sys.stdin.read().split("\0")[:-1]:
    print(json.dumps({"messages": [{"role": "user", "content": text}, {"role": "assistant", "content": "-"}]}))'
}

texts_in_brackets() {
    printf '%s\0' 'see [0-9] there' 'a 5' 'b' '{}' '++' '-text' '-- a' 'say "q"' 'a,b' >data.jsonl.texts
    conversations <data.jsonl.texts >data.jsonl
    [ "$("$cli" search data.jsonl '[0-9]' --count)" = '1 of 9' ]
    [ "$("$cli" search data.jsonl '[0-9]' --regex --count)" = '2 of 9' ]
    [ "$("$cli" search data.jsonl '[.]' --regex --count || true)" = '0 of 9' ]
    [ "$("$cli" search data.jsonl '{}' --count)" = '1 of 9' ]
    [ "$("$cli" search data.jsonl '++' --count)" = '1 of 9' ]
    [ "$("$cli" search data.jsonl --count -- -text)" = '1 of 9' ]
    [ "$("$cli" search data.jsonl --count -- '-- a')" = '1 of 9' ]
    [ "$("$cli" search data.jsonl '"q"' --count)" = '1 of 9' ]
    [ "$("$cli" search data.jsonl - --where='"[0-9]"' --count)" = '1 of 1' ]
}
situation "Texts with brackets, braces, dashes and quotes are looked for as they are typed" texts_in_brackets

paths_in_brackets() {
    mkdir '[x]' x '[data2,other]' '++'
    for folder in '[x]' '[data2,other]' '++'; do
        printf 'hello\0' | conversations >"$folder/a.jsonl"
        [ "$("$cli" info "$folder" --format csv | tail -1)" = 'openai-messages,1,1' ]
    done
}
situation "Folders with brackets in their names are opened by these names" paths_in_brackets

list_of_columns_before_the_path() {
    printf 'hello\0' | conversations >a.jsonl
    [ "$("$cli" list --columns turns a.jsonl --where turns:1 --format csv)" = $'turns\n1' ]
}
situation "--columns takes one argument and leaves the PATH alone" list_of_columns_before_the_path

long_repetitions() {
    python3 -c '
for n in (100, 1000, 5000, 20000, 50000, 100000, 200000):
    print("<think>" + "step by\nstep " * (n // 13) + "</think>", end="\0")' | conversations >thoughts.jsonl
    local pattern
    for pattern in '<think>(.|\n)*</think>' '<think>(.|\n)*?</think>' '<think>(\w+\s?)+</think>' \
        '(step by\sstep )+</think>'; do
        [ "$("$cli" search thoughts.jsonl "$pattern" --regex --count)" = '7 of 7' ]
    done
    python3 -c '
for text in ("b" * 100000 + " needle", "y\n" * 50000 + "END", "y " * 50000 + "END"):
    print(text, end="\0")' | conversations >long.jsonl
    [ "$("$cli" search long.jsonl '(b|c)+ needle' --regex --count)" = '1 of 3' ]
    [ "$("$cli" search long.jsonl '(b)\1+ needle' --regex --count)" = '1 of 3' ]
    [ "$("$cli" search long.jsonl '(.|\n)*END' --regex --count)" = '2 of 3' ]
    [ "$("$cli" search long.jsonl '(?:y\n)+END' --regex --count)" = '1 of 3' ]
    [ "$("$cli" search long.jsonl '([a-z]\s)+END' --regex --count)" = '2 of 3' ]
}
situation "Groups that repeat over 200 KB of a text match like over one line" long_repetitions

# gives_up PATTERN COMMAND…: expects exit code 2 and a line that names the pattern and a record.
gives_up() {
    local pattern=$1 code=0
    shift
    timeout 15 "$@" >out 2>err || code=$?
    [ "$code" = 2 ]
    grep -F "$pattern" err | grep -q 'the first: [^ ]*data.jsonl:[0-9]'
}

catastrophic_patterns() {
    python3 -c '
for i in range(10000):
    print("a" * (30 + i % 17) + "!", end="\0")' | conversations >data.jsonl
    gives_up '(a+)+$' "$cli" search data.jsonl '(a+)+$' --regex --count
    gives_up '(a+)+$' "$cli" list data.jsonl --where 'message(role:user /(a+)+$/)' --pattern-time 0.1
    gives_up '(a+)+$' "$cli" stats data.jsonl --by turns --where '-/(a+)+$/' --pattern-time 0.1
}
situation_slow "A pattern that would run for years ends in seconds, as an error that names it and a record" \
    catastrophic_patterns

full_disk() {
    [ -e /dev/full ] || return 0
    local arguments code
    for arguments in --help --version 'info --help' 'list --help' 'queries'; do
        code=0
        # shellcheck disable=SC2086
        "$cli" $arguments >/dev/full 2>err || code=$?
        [ "$code" = 3 ]
        grep -q 'the output could not be written' err
    done
}
situation "--help and --version notice a full disk" full_disk

unreadable_files() {
    mkdir data
    printf 'hello\0' | conversations >data/a.jsonl
    mkfifo data/b.jsonl
    local command code
    for command in 'info data' 'list data' 'stats data --by turns' 'search data hello'; do
        code=0
        # shellcheck disable=SC2086
        "$cli" $command >/dev/null 2>err || code=$?
        [ "$code" = 1 ]
        grep -q '1 file or folder could not be read' err
    done
    code=0
    "$cli" search data/a.jsonl nothing >/dev/null || code=$?
    [ "$code" = 1 ]
    printf '{"broken" 1}\n' >>data/a.jsonl
    rm data/b.jsonl
    "$cli" info data >/dev/null 2>&1
}
situation "A file that cannot be read gives exit code 1 and a line that counts, a broken record does not" unreadable_files

too_little_memory() {
    python3 -c '
print("{\"messages\": [{\"role\": \"user\", \"content\": \"" + "long " * 12000000 + "\"}]}")' >data.jsonl
    local command code
    for command in 'info' 'list' 'stats --by turns' 'show --record 1' 'search hello' 'validate'; do
        code=0
        # shellcheck disable=SC2086
        (ulimit -v 200000 && exec "$cli" ${command%% *} data.jsonl --no-cache ${command#* }) >out 2>err || code=$?
        [ "$code" = 3 ]
        grep -q '^duologue-cli: ' err
    done
}
situation "Every command ends with exit code 3 and a line where there is too little memory" too_little_memory
