#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times questions to a table in two ClickHouse servers on this machine, which it starts, fills and ends.

  tests/bench/tables.py CLI CONVERSATIONS...      e.g. build/lto/app/cli/duologue-cli 1000000 10000000

CLI: a built duologue-cli. Prints a table in Markdown: seconds (the median of five) and peak memory of the command
line for each number of conversations. Needs Debian's clickhouse-server and clickhouse-client.
"""
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

USERS = """<?xml version="1.0"?><yandex>
<profiles><default><max_memory_usage>8000000000</max_memory_usage></default></profiles>
<users><default><password></password><networks><ip>::/0</ip></networks><profile>default</profile>
<quota>default</quota></default></users><quotas><default></default></quotas></yandex>"""

WORDS = (
    "the ferry leaves at nine from pier and tickets are sold on board please bring a coat because evenings can be "
    "cold my budget for hotel is small could you suggest another one near station thank that helps 杭州 上海 酒店 "
    "推荐 谢谢 预算 两天 行程 签证 地铁"
).split()

QUESTIONS = [
    ("the first ten rows", ["list", "--limit", "10", "--columns", "id"]),
    ("`stats --by turns --mean score`", ["stats", "--by", "turns", "--mean", "score"]),
    ("`stats --by model --where 'score:>=4'`", ["stats", "--by", "model", "--where", "score:>=4"]),
    ("`stats --report distribution --by tokens` (bins)", ["stats", "--report", "distribution", "--by", "tokens"]),
    ("ten rows with a rare word in a user's text", ["list", "--where", "text.user:needle", "--limit", "10", "--columns", "id"]),
    ("`search needle --count`: all texts", ["search", "needle", "--count"]),
    ("the first 10,000 by their ids", ["list", "--in-order", "--rows", "10000", "--limit", "10", "--columns", "id"]),
]
RUNS = 5


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Nodes:
    """Two servers that know each other as the cluster "both"."""

    def __init__(self, folder):
        self.ports = [{name: free_port() for name in ("http", "tcp", "between")} for _ in range(2)]
        shards = "".join(
            f"<shard><replica><host>127.0.0.1</host><port>{each['tcp']}</port></replica></shard>" for each in self.ports
        )
        self.processes = []
        for number, ports in enumerate(self.ports):
            home = pathlib.Path(folder) / f"node{number}"
            home.mkdir()
            (home / "users.xml").write_text(USERS)
            (home / "config.xml").write_text(
                f"""<?xml version="1.0"?><yandex><logger><level>error</level><log>{home}/log</log>
                <errorlog>{home}/errors</errorlog></logger><listen_host>127.0.0.1</listen_host>
                <http_port>{ports['http']}</http_port><tcp_port>{ports['tcp']}</tcp_port>
                <interserver_http_port>{ports['between']}</interserver_http_port><path>{home}/data/</path>
                <tmp_path>{home}/tmp/</tmp_path><mark_cache_size>268435456</mark_cache_size>
                <users_config>users.xml</users_config><default_profile>default</default_profile>
                <default_database>default</default_database><remote_servers><both>{shards}</both></remote_servers>
                </yandex>"""
            )
            self.processes.append(
                subprocess.Popen(
                    ["clickhouse-server", f"--config-file={home}/config.xml"],
                    cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                )
            )
        for node in range(2):
            for _ in range(200):
                if self.run(node, "SELECT 1", check=False).returncode == 0:
                    break
                time.sleep(0.1)

    def run(self, node, sql, check=True):
        return subprocess.run(
            ["clickhouse-client", "--host", "127.0.0.1", "--port", str(self.ports[node]["tcp"]), "--query", sql],
            check=check, capture_output=True, text=True,
        )

    def both(self, sql):
        for node in range(2):
            self.run(node, sql)

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()


def fill(nodes, conversations):
    """About five messages of 35 characters each; one conversation in 4,000 says "needle"."""
    words = "[" + ", ".join(f"'{word}'" for word in WORDS) + "]"
    nodes.both("CREATE DATABASE IF NOT EXISTS logs")
    nodes.both("DROP TABLE IF EXISTS logs.chats_local")
    nodes.both("DROP TABLE IF EXISTS logs.chats")
    nodes.both(
        "CREATE TABLE logs.chats_local (id String, model String, score Nullable(Float64), tokens UInt32, day Date, "
        "messages Nested(role String, content String)) ENGINE = MergeTree ORDER BY id"
    )
    nodes.both(
        "CREATE TABLE logs.chats AS logs.chats_local ENGINE = Distributed(both, logs, chats_local, rand())"
    )
    step = 250_000
    for node in range(2):
        for begin in range(node * conversations // 2, (node + 1) * conversations // 2, step):
            count = min(step, (node + 1) * conversations // 2 - begin)
            nodes.run(
                node,
                f"INSERT INTO logs.chats_local WITH {words} AS words SELECT concat('c', substring(toString(1000000000 + n), 2)), "
                "concat('model-', toString(n % 7)), if(n % 5 = 0, NULL, toFloat64(n % 6)), n * 7919 % 3000, "
                "toDate('2026-01-01') + n % 300, arrayMap(x -> if(x % 2 = 0, 'user', 'assistant'), range(k)), "
                "arrayMap(x -> concat(if(n % 4000 = 17 AND x = 0, 'needle ', ''), arrayStringConcat(arrayMap(y -> "
                "words[sipHash64(n, x, y) % length(words) + 1], range(4 + sipHash64(n, x) % 5)), ' ')), range(k)) FROM "
                f"(SELECT number + {begin} AS n, 2 * (1 + n % 4) AS k FROM system.numbers LIMIT {count})",
            )


def measured(cli, address, arguments):
    """Seconds, the median, and peak memory in MiB."""
    times = []
    memory = 0
    for _ in range(RUNS):
        begin = time.perf_counter()
        process = subprocess.Popen(
            [cli, arguments[0], address, *arguments[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        said = process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        times.append(time.perf_counter() - begin)
        if os.waitstatus_to_exitcode(status) > 1:
            raise SystemExit(f"{arguments}: {said}")
        memory = max(memory, usage.ru_maxrss / 1024)
    return statistics.median(times), memory


def main():
    cli = os.path.abspath(sys.argv[1])
    sizes = [int(size) for size in sys.argv[2:]]
    columns = []
    most = 0
    with tempfile.TemporaryDirectory() as folder:
        nodes = Nodes(folder)
        try:
            for size in sizes:
                fill(nodes, size)
                address = f"clickhouse://127.0.0.1:{nodes.ports[0]['http']}/logs.chats"
                column = []
                for _, arguments in QUESTIONS:
                    seconds, memory = measured(cli, address, arguments)
                    column.append(seconds)
                    most = max(most, memory)
                columns.append(column)
        finally:
            nodes.end()
    print("| seconds | " + " | ".join(f"{size:,}" for size in sizes) + " |")
    print("| --- |" + " ---: |" * len(sizes))
    for row, (title, _) in enumerate(QUESTIONS):
        print(f"| {title} | " + " | ".join(f"{column[row]:.2f}" for column in columns) + " |")
    print(f"\nPeak memory of the command line: {most:.0f} MiB")


if __name__ == "__main__":
    main()
