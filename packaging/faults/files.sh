# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# Sourced by packaging/faults.sh. Paths that are not regular files, links that lead out, deep folders, and tight
# system limits.

proc_ends() {
    "$cli" info /proc/self --no-cache >out 2>errors || [ $? -eq 3 ]
    "$cli" info /proc/self/task --no-cache >out 2>errors || [ $? -eq 3 ]
}
situation "/proc/self ends by itself" proc_ends

deep_folders_are_read() {
    python3 - <<'P'
import os
os.mkdir('data')
folder = os.open('data', os.O_RDONLY)
for i in range(2000):
    os.mkdir('folder', dir_fd=folder)
    folder, above = os.open('folder', os.O_RDONLY, dir_fd=folder), folder
    os.close(above)
with os.fdopen(os.open('a.jsonl', os.O_CREAT | os.O_WRONLY, dir_fd=folder), 'w') as file:
    file.write('{"messages": [{"role": "user", "content": "hello"}]}\n')
P
    [ "$(ulimit -n 64 && timeout 5 "$cli" info data --no-cache --format json | grep -c '"records": 1,')" -ge 1 ]
    rm -rf data
}
situation "A file 2,000 folders deep, by a path longer than the system takes, is read in seconds" deep_folders_are_read

# Creates `many` with 4,000 files in 200 folders, and an archive.
make_many_files() {
    python3 - <<'P'
import gzip, os
chat = '{"messages": [{"role": "user", "content": "hello"}]}'
for i in range(200):
    os.makedirs(f'many/d{i}')
for i in range(4000):
    with open(f'many/d{i % 200}/{i}.json', 'w') as file:
        file.write(chat)
with gzip.open('many/packed.jsonl.gz', 'wt') as file:
    file.write(chat + '\n')
P
}

# Runs the program as another user who may have $1 threads, because the limit does not apply to root.
with_threads() {
    local most=$1
    shift
    if [ "$(id -u)" -eq 0 ]; then
        chmod -R a+rX .
        setpriv --reuid=65534 --regid=65534 --clear-groups prlimit --nproc="$most" "$@"
    else
        prlimit --nproc="$most" "$@"
    fi
}

cold_files_and_few_threads() {
    make_many_files
    sync
    echo 3 >/proc/sys/vm/drop_caches
    [ "$(with_threads 8 "$cli" info many --no-cache --format json | grep -m1 records)" = '  "records": 4001,' ]
}
situation_slow "Files that are not in memory are all read where the threads that fetch them can't be started" cold_files_and_few_threads

make_long_lines() {
    python3 - <<'P'
import gzip
with open('lines.jsonl', 'w') as file:
    for i in range(30000):
        file.write('{"id": "%d", "messages": [{"role": "user", "content": "%s"}]}\n' % (i, 'x' * 300))
with open('lines.jsonl', 'rb') as file, gzip.open('packed.jsonl.gz', 'wb', 1) as packed:
    packed.write(file.read())
P
}

many_keys_stay_in_memory() {
    python3 - <<'P'
with open('keys.jsonl', 'w') as file:
    record = '{"messages": [{"role": "user", "content": "q"}], ' + ', '.join(f'"{i:x}": 1' for i in range(4800000)) + '}\n'
    for i in range(6):
        file.write(record)
P
    ulimit -v 6000000
    "$cli" info keys.jsonl --no-cache --format json --threads 4 | grep -q '"records": 6'
}
situation_slow "Six records of 60 MB with 4.8 million keys each are read in bounded memory" many_keys_stay_in_memory

temporary_files_lie_in_tmpdir() {
    make_long_lines
    TMPDIR=$PWD/nowhere "$cli" info packed.jsonl.gz --no-cache 2>errors && return 1
    grep -q "temporary files cannot be created in $PWD/nowhere" errors
    mkdir here
    TMPDIR=$PWD/here "$cli" info packed.jsonl.gz --no-cache --format json | grep -q '"records": 30000'
    [ -z "$(ls -A here)" ]
}
situation "What is unpacked lies in the folder that TMPDIR names, and leaves nothing there" temporary_files_lie_in_tmpdir

long_lists_of_formats() {
    python3 - <<'P'
import json, os
os.mkdir('data')
with open('data/dataset_info.json', 'w') as file:
    json.dump({f'd{i}': {'file_name': 'a', 'columns': {'prompt': 'q'}} for i in range(70000)}, file, separators=(',', ':'))
with open('data/a.jsonl', 'w') as file:
    file.write('{"messages": [{"role": "user", "content": "hello"}]}\n')
P
    timeout 10 "$cli" validate data --no-cache >out || [ $? -eq 1 ]
    grep -q 'more than 254 formats' out
}
situation "70,000 described formats are read in a moment, and those that are left out are told" long_lists_of_formats

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
