#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes record splitting, recovery, layout, repair, unpacking, every format's read, inference, descriptions of
# formats, reading whole files, an index, files of columns, their pages, files of cells, the answers of servers and marks, for
# SECONDS altogether (default 60; 9000 gives each of the fifteen ten minutes). Uses the asan build. Stops with exit code 1 at the first crash and keeps its input
# in build/fuzz/crashes.
set -euo pipefail
seconds=${1:-60}
top=$(cd "$(dirname "$0")/.." && pwd)
build="$top/build/fuzz"
targets=(split recover layout repair archive format inference description file index columns pages cells server marks)

cd "$top"
cmake --preset asan >/dev/null
cmake --build --preset asan --target "${targets[@]/#/fuzz_}"

# Whole files for the splitter, single lines and records for targets that read one record.
seeds="$build/seeds"
rm -rf "$seeds" && mkdir -p "$seeds" "$build/crashes"
number=0
while IFS= read -r -d '' file; do
    cp "$file" "$seeds/$((++number))"
    case $file in
        *.jsonl)
            while IFS= read -r line; do
                number=$((number + 1))
                printf '%s' "$line" >"$seeds/$number"
            done <"$file"
            ;;
        *.json)
            python3 - "$file" "$seeds/$number" <<'PYTHON' 2>/dev/null || true
import json, sys
for i, record in enumerate(json.load(open(sys.argv[1], encoding="utf-8"))):
    json.dump(record, open(f"{sys.argv[2]}-{i}", "w", encoding="utf-8"), ensure_ascii=False)
PYTHON
            ;;
    esac
done < <(find "$top/tests/data/formats" -name 'good.json*' -print0 -o -name 'bad.json*' -print0)
gzip -c "$seeds/1" >"$seeds/packed"
for file in "$top"/tests/data/columnar/*.{parquet,arrow}; do
    cp "$file" "$seeds/$((++number)).columns"
done
# Cells that are quoted, JSON, cut off, and of other widths than the header.
printf 'id,text,n\na,"b ""c""\r\nd",1\ne,"f "g" h",\ni,j,k,l\nm\n"open' >"$seeds/cells.csv"
printf 'id;data;ok\na;"{""k"": [1, null]}";true\nb;[];FALSE\nc;;\n' >"$seeds/json.csv"
# Marks: events, CSV, and the export of Label Studio; the first byte says which.
event='{"v":1,"id":"01J","at":"2026-11-27T10:02:11Z","by":"anna","kind":"human","scheme":"e@3","on":{"record":"a.jsonl#17","id":"x","hash":"xxh3:0","message":4,"side":"zh","span":{"start":1,"end":2,"exact":"b"}},"set":{"verdict":"fail","code":["a"],"n":4.5},"ms":8}'
printf '\0%s\n%s\n<<<<<<< a\n' "$event" '{"v":1,"id":"2","at":"2026-11-27","by":"b","undo":"01J"}' >"$seeds/marks.events"
printf '\1by,kind,record,id,message,question,answer,at\nanna,human,a#1,x,2,code,"[""a""]",2026-11-27\n' >"$seeds/marks.csv"
printf '\2[{"data":{"record":"a#1"},"annotations":[{"completed_by":1,"result":[{"from_name":"v","value":{"choices":["a"]}}]}],"predictions":[]}]' >"$seeds/marks.tasks"
# The formats that come with the program, each with records of its own.
for file in "$top"/resources/formats/*.json; do
    name=$(basename "$file" .json)
    while IFS= read -r line; do
        { cat "$file" && printf '\0%s' "$line"; } >"$seeds/$name-$((++number))"
    done < <(cat "$top/tests/data/formats/$name"/good.* | python3 -c '
import json, sys
text = sys.stdin.read()
records = json.loads(text) if text.startswith("[") else map(json.loads, text.splitlines())
for record in records:
    print(json.dumps(record))')
done

share=$((seconds / ${#targets[@]} > 0 ? seconds / ${#targets[@]} : 1))
for target in "${targets[@]}"; do
    corpus="$build/corpus/$target"
    mkdir -p "$corpus"
    echo "fuzz_$target: ${share} s"
    # What announces sizes is held to a tighter limit.
    case $target in columns | pages | cells) memory=512 ;; *) memory=2048 ;; esac
    if ! "build/asan/tests/fuzz/fuzz_$target" -max_total_time="$share" -max_len=65536 -timeout=10 -rss_limit_mb="$memory" \
        -artifact_prefix="$build/crashes/$target-" -print_final_stats=1 "$corpus" "$seeds" >"$build/$target.log" 2>&1; then
        tail -n 40 "$build/$target.log"
        exit 1
    fi
    grep -E 'stat::number_of_executed_units' "$build/$target.log"
done
