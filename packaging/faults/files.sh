# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# Sourced by packaging/faults.sh. Paths that are not regular files, links that lead out, deep folders, and tight
# system limits.

one_chat='{"messages": [{"role": "user", "content": "hello"}]}'

# Prints the number of records that `info` counts.
records() {
    "$cli" info "$@" --no-cache --format json 2>errors | python3 -c 'import json, sys; print(json.load(sys.stdin)["records"])'
}

pipes_and_devices_are_problems() {
    mkdir data
    echo "$one_chat" >data/a.jsonl
    mkfifo data/b.jsonl.gz data/c.json
    ln -s /dev/urandom data/d.jsonl.gz
    ln -s /dev/stdin data/e.zip
    ln -s /dev/ptmx data/f.tar
    sleep 15 | { "$cli" validate data --no-cache >out || [ $? -eq 1 ]; }
    [ "$(grep -c 'not a regular file' out)" -eq 5 ]
}
situation "Pipes, devices and links to them in a folder are problems, and the rest is read" pipes_and_devices_are_problems

a_named_pipe_is_refused() {
    mkfifo x.jsonl.gz
    "$cli" info x.jsonl.gz 2>errors && return 1
    grep -q 'not a regular file' errors
}
situation "A pipe that the user names is refused at once" a_named_pipe_is_refused

links_lead_out_only_with_follow() {
    mkdir data other
    echo "$one_chat" >data/a.jsonl
    echo "$one_chat" >other/b.jsonl
    ln -s ../other data/other
    ln -s a.jsonl data/inside.jsonl
    [ "$(records data)" -eq 2 ]
    "$cli" info data --no-cache | grep -q 'other/: the link leads out of the opened folder.*--follow'
    [ "$(records data --follow)" -eq 3 ]
    [ "$(records data/other)" -eq 1 ]
    [ "$(records data other)" -eq 4 ]
}
situation "A link out of the opened folder is named and not followed, unless --follow or its own name says so" links_lead_out_only_with_follow

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

few_files_may_be_open() {
    make_many_files
    local most
    for most in 32 20 12 10; do
        [ "$(ulimit -n "$most" && timeout 15 "$cli" info many --no-cache --format json --threads 8 | grep -m1 records)" = '  "records": 4001,' ]
    done
}
situation "All 4,001 files are read where 32, 20, 12 or 10 may be open" few_files_may_be_open

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

few_threads_can_be_started() {
    make_many_files
    local most
    for most in 1 2 3 5 8 12; do
        [ "$(with_threads "$most" "$cli" info many --no-cache --format json --threads 4 | grep -m1 records)" = '  "records": 4001,' ]
    done
}
situation_slow "All files are read where 1 to 12 threads can be started" few_threads_can_be_started

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

files_may_not_grow() {
    make_long_lines
    (ulimit -f 100 && "$cli" info lines.jsonl --format json >out)
    grep -q '"records": 30000' out
    local code=0
    (ulimit -f 100 && "$cli" info packed.jsonl.gz --no-cache >out 2>errors) || code=$?
    [ "$code" -eq 1 ] || [ "$code" -eq 3 ]
    grep -q 'there is not enough disk space to unpack it' errors
    (ulimit -f 1 && "$cli" list lines.jsonl --no-cache >out 2>errors) || code=$?
    [ "$code" -eq 3 ]
}
situation "Where files may not grow there is no index, and unpacking and output say so" files_may_not_grow

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

no_home_is_made() {
    make_long_lines
    env -u XDG_CACHE_HOME -u XDG_CONFIG_HOME HOME="$PWD/nowhere/home" "$cli" info lines.jsonl >out
    [ ! -e nowhere ]
}
situation "A home that is not there is not made" no_home_is_made

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
