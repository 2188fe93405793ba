# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
#
# Sourced by packaging/faults.sh. Faults of the window.

# Writes a dataset of $2 MiB to file $1.
make_records() {
    python3 - "$1" "$2" <<'P'
import json, sys
line = json.dumps({"messages": [{"role": "user", "content": "hello " * 40}, {"role": "assistant", "content": "fine"}]}) + "\n"
with open(sys.argv[1], "w") as out:
    for _ in range((int(sys.argv[2]) << 20) // len(line)):
        out.write(line)
P
}

# Starts a separate display and sets DISPLAY and display_pid; fails if the tools are missing.
start_display() {
    command -v Xvfb > /dev/null && command -v xdotool > /dev/null || return 1
    Xvfb -displayfd 3 -nolisten tcp -noreset -screen 0 1440x900x24 3> display 2> /dev/null &
    display_pid=$!
    # Each function runs in its own shell, so a failing one leaves nothing running.
    trap 'kill "$display_pid" ${pid:-} 2> /dev/null || true' EXIT
    for _ in $(seq 100); do [ -s display ] && break; sleep 0.05; done
    DISPLAY=:$(cat display)
    export DISPLAY QT_QPA_PLATFORM=xcb
}

# Waits until the program's window is open.
wait_for_window() { timeout 15 xdotool search --sync --onlyvisible --class duologue > window 2> /dev/null; }

# Presses a key in the window, which gets the focus first: there is no window manager.
press() {
    xdotool windowfocus --sync "$(head -1 window)" 2> /dev/null
    xdotool key "$1" 2> /dev/null
}

# Whether process $1 ends within $2 seconds.
ends_within() {
    for _ in $(seq $(($2 * 20))); do kill -0 "$1" 2> /dev/null || return 0; sleep 0.05; done
    kill -9 "$1"
    return 1
}

help_without_display() {
    unset DISPLAY WAYLAND_DISPLAY QT_QPA_PLATFORM
    "$program" --help | grep -q -- --where
    "$program" --version | grep -q duologue
}
situation "The window's program says its options and its version without a display" help_without_display

note_on_its_line() {
    printf '{"messages":[{"role":"user","content":"a"}]}\n{"messages":[{"role":"user","content":"b"}],}\n' > a.jsonl
    "$cli" validate a.jsonl --no-cache > said || true
    grep -q '^a.jsonl:2:44: note: .*extra commas' said
}
situation "The note about a trailing comma stands on the line of the comma" note_on_its_line

# Each damaged file is in its own folder; the program must still run when the time is over.
damaged_settings() {
    export QT_QPA_PLATFORM=offscreen
    python3 - <<'P'
import os, random
random.seed(7)
good = b'[recent]\npaths=/data/a, /data/b\n\n[window]\nappearance=dark\ngeometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\x3\\xe7\\0\\0\\x2\\xbb\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\x3\\xe7\\0\\0\\x2\\xbb\\0\\0\\0\\0\\0\\0\\0\\0\\x5\\xa0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\x3\\xe7\\0\\0\\x2\\xbb)\n\n[queries]\nhistory=turns:>3\n'
kinds = [b'', b'\0' * 4096, b'[window]\nlayout=@ByteArray(' + b'\\xff' * 400 + b')\n',
         b'[window]\nstate=@ByteArray(\\0\\0\\0\\xff\\0\\0\\0\\0\\xfd\\0\\0\\0\\x3\\xff\\xff\\xff\\xff)\n',
         b'[recent]\npaths=@Variant(\\0\\0\\0\\t\\xff\\xff\\xff\\xfe)\n',
         b'[recent]\npaths=' + b', '.join(b'/data/%d' % i for i in range(100000)) + b'\n',
         b'[queries]\nhistory=' + b'x' * (1 << 20) + b'\n', b'[queries]\nsaved\\size=2000000000\n']
while len(kinds) < 32:
    damaged = bytearray(good)
    at = random.randrange(len(good))
    if len(kinds) % 2:
        damaged[at] ^= 1 << random.randrange(8)
    else:
        del damaged[at:]
    kinds.append(bytes(damaged))
for i, kind in enumerate(kinds):
    os.makedirs(f'{i}/Duologue')
    open(f'{i}/Duologue/duologue.conf', 'wb').write(kind)
P
    for i in $(seq 0 31); do
        (code=0; XDG_CONFIG_HOME=$PWD/$i timeout -s KILL 3 "$program" > /dev/null 2>&1 || code=$?; echo $code > "$i/code") &
        [ $((i % 8)) -ne 7 ] || wait
    done
    [ "$(cat ./*/code | sort -u)" = 137 ]
    cmp -s 1/Duologue/duologue.conf.damaged <(head -c 4096 /dev/zero)
}
situation_slow "The window starts with a settings file that is damaged anyhow, and keeps the old file" damaged_settings

quits_while_a_file_hangs() {
    start_display || return 0
    mkdir d
    printf '{"messages":[{"role":"user","content":"a"}]}\n' > d/a.jsonl
    mkfifo d/x.jsonl.gz d/y.jsonl
    make_records d/b.jsonl 200
    "$program" d > said 2>&1 & pid=$!
    wait_for_window
    press ctrl+w
    press ctrl+q
    ends_within $pid 2 && kill "$display_pid"
}
situation_slow "Ctrl+Q ends the process at once, whatever is being read" quits_while_a_file_hangs

display_goes() {
    start_display || return 0
    make_records a.jsonl 300
    "$program" a.jsonl > said 2>&1 & pid=$!
    wait_for_window
    kill -9 "$display_pid"
    ends_within $pid 3
    code=0; wait $pid || code=$?
    [ "$code" -eq 1 ] && ! grep -q "pure virtual\|terminate" said
}
situation_slow "The program ends cleanly when its display goes while a dataset loads" display_goes

memory_goes_back() {
    start_display || return 0
    python3 - <<'P'
import json
with open("a.jsonl", "w") as out:
    for i in range(300000):
        out.write(json.dumps({"id": f"{i:08d}", "messages": [{"role": "user", "content": "a"}] * 4, "note": f"text {i * 7919}"}) + "\n")
P
    "$program" > said 2>&1 & pid=$!
    wait_for_window
    sleep 1
    before=$(awk '/VmRSS/ {print $2}' /proc/$pid/status)
    kill $pid; wait $pid || true
    "$program" a.jsonl > said 2>&1 & pid=$!
    wait_for_window
    sleep 5
    open=$(awk '/VmRSS/ {print $2}' /proc/$pid/status)
    press ctrl+w
    sleep 2
    after=$(awk '/VmRSS/ {print $2}' /proc/$pid/status)
    kill $pid "$display_pid"
    echo "$before KiB before, $open KiB open, $after KiB after"
    # At least half of what the dataset used.
    [ $((after - before)) -lt $(((open - before) / 2)) ]
}
situation_slow "Memory goes back to the system when a large dataset is closed" memory_goes_back

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
