# SPDX-License-Identifier: GPL-3.0-or-later
"""Times Duologue against the least a program can do and against what people would use instead.

Whole processes, page cache warm, the contenders of a job one after another in every round, so that a busy moment
of the machine meets them all. Prints medians and ratios as a Markdown table. packaging/bench.sh calls it.
"""
import argparse
import collections
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MIB = 1 << 20
# size: files of the folder, bytes of lines, bytes of the escaped file and of the array
SIZES = {"tiny": (20, MIB, MIB // 2), "small": (1000, 64 * MIB, 32 * MIB), "full": (3980, 1024 * MIB, 300 * MIB)}
# Records that tables in memory, and the window, are asked with.
COLUMNS = {"tiny": 5000, "small": 100_000, "full": 1_000_000}
# Records with five marks each.
MARKED = {"tiny": 200, "small": 2000, "full": 20_000}
# Messages of the long conversation, bytes of the long message.
TRANSCRIPT = {"tiny": (100, 100_000), "small": (2000, 1_000_000), "full": (10_000, 5_000_000)}

# Of DuckDB: the columns that are asked for, by hand.
SCHEMA = """{history: 'STRUCT(role VARCHAR, content VARCHAR, content_zh VARCHAR, intent VARCHAR,
    hallucination STRUCT(hallucination BOOLEAN))[]', rating: 'MAP(VARCHAR, DOUBLE)'}"""

# What exports write, beside the data; removed in the end.
EXPORTED = "exported"

FILTERS = ["diversity:>=1", "turns:3", "NOT intent:Planning", "diversity:2 turns:4 intent:Search", "", "sort:id",
           "sort:turns"]

# says: it writes a line when what is timed is there; what it takes to end does not count.
Contender = collections.namedtuple("Contender", "title command says", defaults=[False])
Run = collections.namedtuple("Run", "seconds memory")


class Job:
    """A question that several programs answer; the first is Duologue, the second what it is measured against."""

    def __init__(self, key, title, data, contenders):
        self.key, self.title, self.data, self.contenders = key, title, data, contenders
        self.runs = {contender.title: [] for contender in contenders}

    def median(self, title):
        return statistics.median(run.seconds for run in self.runs[title])

    def memory(self, title):
        return max(run.memory for run in self.runs[title])


def run(contender):
    """Seconds and peak memory in MiB of one process; its output is thrown away."""
    begin = time.perf_counter()
    output = subprocess.PIPE if contender.says else subprocess.DEVNULL
    process = subprocess.Popen(contender.command, stdout=output, stderr=subprocess.DEVNULL)
    if contender.says:
        said = process.stdout.readline()
        seconds = time.perf_counter() - begin
        process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    if not contender.says:
        seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    # 1: a search without a hit.
    if process.returncode not in (0, 1) or (contender.says and not said):
        sys.exit(f"failed with {process.returncode}: {' '.join(contender.command)}")
    return Run(seconds, usage.ru_maxrss / 1024)


def warm(path):
    """Reads everything once: an idle gigabyte does not stay in the cache."""
    paths = [path] if os.path.isfile(path) else [
        os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
    for each in paths:
        with open(each, "rb", buffering=0) as file:
            while file.read(4 * MIB):
                pass


def generated(options, kind, size):
    path = os.path.join(options.data, f"{kind}-{size}" + {"folder": "", "array": ".json"}.get(kind, ".jsonl"))
    if not os.path.exists(path):
        part = path + ".part"
        if os.path.isdir(part):
            shutil.rmtree(part)
        subprocess.run([os.path.join(options.programs, "bench_generate"), kind, str(size), part], check=True)
        os.rename(part, path)
    return path


def as_parquet(options, lines):
    """The records of a file of lines as one Parquet file, written by DuckDB."""
    path = os.path.splitext(lines)[0] + ".parquet"
    if not os.path.exists(path):
        subprocess.run(["node", os.path.join(HERE, "duckdb_read.mjs"), "parquet", lines, path + ".part"], check=True)
        os.rename(path + ".part", path)
    return path


def parquet_jobs(options, lines):
    """Parquet is measured against the same records as JSON Lines, and against DuckDB."""
    parquet = as_parquet(options, lines)
    cli = lambda command, path, *more: [options.cli, command, path, *more, "--no-cache", "--quiet"]
    return [
        Job("parquet", "Parquet of the same records, everything indexed", parquet, [
            Contender("duologue-cli info", cli("info", parquet)),
            Contender("the same, JSON Lines", cli("info", lines)),
            Contender("DuckDB, into a table",
                      ["node", os.path.join(HERE, "duckdb_read.mjs"), "parquet-turns", parquet])]),
        Job("parquet-search", "search in Parquet: a rare word", parquet, [
            Contender("duologue-cli search", cli("search", parquet, "serendipity", "--count")),
            Contender("the same, JSON Lines", cli("search", lines, "serendipity", "--count"))]),
        Job("parquet-row", "one row of Parquet again", parquet, [
            Contender("duologue-cli show, from its index", [options.cli, "show", parquet, "--record", "55555", "--quiet"]),
            Contender("the same, JSON Lines", [options.cli, "show", lines, "--record", "55555", "--quiet"])]),
    ]


def export_jobs(options, lines):
    """Exports write a file, as people do, and are measured against copying it, or reading the dataset."""
    target = os.path.join(options.data, EXPORTED)
    export = lambda to: [options.cli, "export", lines, "--to", to, "-o", target, "--force", "--no-cache", "--quiet"]
    info = Contender("duologue-cli info", [options.cli, "info", lines, "--no-cache", "--quiet"])
    copy = Contender("cat into a file", ["sh", "-c", 'cat "$1" >"$2"', "sh", lines, target + ".copy"])
    return [Job("export-raw", "export: records as they are", lines, [Contender("duologue-cli export", export("raw")), copy]),
            *[Job(f"export-{to}", f"export: {to}", lines, [Contender("duologue-cli export", export(to)), info])
              for to in ("jsonl", "openai")]]


def installed(*contenders):
    return [contender for contender in contenders if shutil.which(contender.command[0])]


def reading_jobs(options, folder, lines, escaped, array):
    cli = lambda command, path, *more: [options.cli, command, path, "--no-cache", "--quiet", *more]
    limit = lambda name, path: [os.path.join(options.programs, f"limit_{name}"), path]
    python = lambda path, *more: [sys.executable, os.path.join(HERE, "load_json.py"), path, *more]
    jq = lambda path: ["jq", "-c", "[(.history|length), .rating, [.history[]|.intent, .hallucination.hallucination]]", path]
    means = ["--by", "turns", "--mean", "Preference Alignment", "--mean", "Role-Playing Completeness"]
    jobs = [
        Job("folder", "folder of conversations, turn table", folder, [
            Contender("duologue-cli stats", cli("stats", folder, *means)),
            Contender("limit, DOM", limit("folder", folder)),
            Contender("find, cat", ["sh", "-c", 'find "$1" -type f -print0 | xargs -0 cat', "sh", folder]),
            Contender("Python json", python(folder))]),
        Job("lines", "JSON Lines, everything indexed", lines, [
            Contender("duologue-cli info", cli("info", lines)),
            Contender("limit, DOM", limit("lines", lines)),
            Contender("Python json", python(lines, "--all")),
            *installed(Contender("jq", jq(lines)))]),
        Job("again", "the same file, a second open", lines, [
            Contender("duologue-cli info, from its index", [options.cli, "info", lines, "--quiet"]),
            Contender("limit, DOM", limit("lines", lines))]),
        Job("escaped", "the same, \\u-escaped", escaped, [
            Contender("duologue-cli info", cli("info", escaped)),
            Contender("limit, DOM", limit("lines", escaped)),
            Contender("Python json", python(escaped, "--all"))]),
        Job("array", "one array", array, [
            Contender("duologue-cli info", cli("info", array)),
            Contender("limit, splitter and DOM", limit("array", array)),
            Contender("Python json", python(array, "--all"))]),
    ]
    search = lambda path, *more: [options.cli, "search", path, *more, "--count", "--no-cache", "--quiet"]
    grep = lambda path, *more: ["rg", "--no-mmap", "-c", *more, path]
    for key, title, data, words, expression in [
            ("rare", "search: a rare word", lines, ["serendipity"], ["-i", "serendipity"]),
            ("common", "search: a common word", lines, ["hotel"], ["-i", "hotel"]),
            ("chinese", "search: a Chinese word", lines, ["杭州"], ["杭州"]),
            ("regex", "search: a regular expression", lines, ["[0-9]{4}年[0-9]{1,2}月", "--regex"],
             ["[0-9]{4}年[0-9]{1,2}月"]),
            ("chinese-escaped", "search: a Chinese word, \\u-escaped", escaped, ["杭州"], ["-i", r"\\u676d\\u5dde"])]:
        contenders = [Contender("duologue-cli search", search(data, *words)),
                      *installed(Contender("rg --no-mmap", grep(data, *expression)))]
        if len(contenders) > 1:
            jobs.append(Job(key, title, data, contenders))
    if not shutil.which("rg"):
        print("searches are left out: ripgrep is not installed", file=sys.stderr)
    jobs += export_jobs(options, lines)
    window = os.path.join(options.programs, "bench_window")
    if os.path.exists(window):
        jobs.append(Job("window", "window, from its start to the painted table", folder, [
            Contender("Duologue's window", [window, "start", folder], True),
            Contender("an empty Qt window", [window, "empty"], True),
            Contender("limit, DOM", limit("folder", folder))]))
        jobs.append(Job("first-window", "window without a dataset, from its start to the painted start page", folder, [
            Contender("Duologue's window", [window, "first"], True),
            Contender("an empty Qt window", [window, "empty"], True)]))
    if options.peers:
        duckdb = lambda *words: ["node", os.path.join(HERE, "duckdb_read.mjs"), *words]
        jobs[0].contenders.append(
            Contender("DuckDB, automatic", duckdb("turns", os.path.join(folder, "**/*.json"))))
        jobs[1].contenders += [Contender("DuckDB, schema by hand", duckdb("all", lines, SCHEMA)),
                               Contender("DuckDB, automatic", duckdb("all", lines)),
                               Contender("DuckDB, automatic, into a table", duckdb("table", lines))]
        for job in jobs[:2]:
            job.runs = {contender.title: [] for contender in job.contenders}
        jobs += parquet_jobs(options, lines)
    return jobs


def print_head(options):
    print(f"Medians of {options.runs} interleaved runs, warm cache, {os.cpu_count()} cores; memory is the most of any run\n")
    print("| job | program | median | against ours | memory |\n| --- | --- | ---: | ---: | ---: |", flush=True)


def print_job(job):
    ours = job.median(job.contenders[0].title)
    for number, contender in enumerate(job.contenders):
        median = job.median(contender.title)
        print(f"| {job.title if number == 0 else ''} | {contender.title} | {median * 1000:.1f} ms "
              f"| {median / ours:.2f} | {job.memory(contender.title):.0f} MiB |", flush=True)


def key_ratios(jobs):
    """How much longer Duologue takes than what it is measured against."""
    return {job.key: round(job.median(job.contenders[0].title) / job.median(job.contenders[1].title), 3) for job in jobs}


def worse_than_baseline(ratios, path):
    """Keys whose ratio has grown by more than a quarter, which is beyond the noise of these figures."""
    with open(path, encoding="utf-8") as file:
        baseline = json.load(file)
    return [f"{key}: {ratios[key]} (baseline {known})" for key, known in baseline.items()
            if key in ratios and ratios[key] > known * 1.25]


def print_columns(options):
    """Sorts, filters and counts over tables in memory: bench_columns measures itself."""
    subprocess.run([os.path.join(options.programs, "bench_columns"), str(COLUMNS[options.size]), str(options.runs)],
                   check=True)


def print_marks(options):
    """Marks until they are fields: bench_marks measures itself."""
    folder = os.path.join(options.data, f"marks-{options.size}")
    subprocess.run([os.path.join(options.programs, "bench_marks"), folder, str(MARKED[options.size])], check=True)


def print_transcript(options):
    """Shows long conversations and scrolls through them: bench_transcript measures itself."""
    program = os.path.join(options.programs, "bench_transcript")
    if os.path.exists(program):
        subprocess.run([program, *map(str, TRANSCRIPT[options.size])], check=True)


def print_filters(options):
    """Filters in the window, with the charts and facets that are open at first: from the question to the screen."""
    program = os.path.join(options.programs, "bench_window")
    if os.path.exists(program):
        print("| filter in the window | rows | rows painted after | all painted after | work of the window's thread |\n"
              "| --- | ---: | ---: | ---: | ---: |", flush=True)
        subprocess.run([program, "filter", generated(options, "short", COLUMNS[options.size]), *FILTERS], check=True)


# By the keys of --only.
MEASURE_THEMSELVES = {"columns": print_columns, "marks": print_marks, "transcript": print_transcript,
                      "filters": print_filters}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", required=True, help="folder of bench_generate and the limit programs")
    parser.add_argument("--cli", required=True, help="duologue-cli")
    parser.add_argument("--data", help="where generated data is kept; a temporary folder by default")
    parser.add_argument("--folder", help="a folder of conversations to measure instead of a generated one")
    parser.add_argument("--size", choices=SIZES, default="small")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", help="keys of jobs, columns, marks, transcript or filters, separated by commas")
    parser.add_argument("--peers", action="store_true", help="DuckDB too; needs @duckdb/node-api")
    parser.add_argument("--baseline", help="compare the key ratios with those of a file, fail where they are worse")
    parser.add_argument("--save-baseline", help="write the key ratios to a file")
    options = parser.parse_args()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache
        options.data = options.data or made
        os.makedirs(options.data, exist_ok=True)
        if options.only in MEASURE_THEMSELVES:
            MEASURE_THEMSELVES[options.only](options)
            return
        files, lines, part = SIZES[options.size]
        jobs = reading_jobs(options, options.folder or generated(options, "folder", files), generated(options, "lines", lines),
                            generated(options, "escaped", part), generated(options, "array", part))
        wanted = options.only.split(",") if options.only else [job.key for job in jobs]
        jobs = [job for job in jobs if job.key in wanted]
        print_head(options)
        for job in jobs:
            for number in range(options.runs + 1):
                warm(job.data)
                for contender in job.contenders:
                    result = run(contender)
                    # The first round loads the programs themselves.
                    if number > 0:
                        job.runs[contender.title].append(result)
            print_job(job)
        for left in (EXPORTED, EXPORTED + ".copy"):
            if os.path.exists(os.path.join(options.data, left)):
                os.remove(os.path.join(options.data, left))
        for key, measure in MEASURE_THEMSELVES.items():
            if not options.only or key in wanted:
                print(flush=True)
                measure(options)
    ratios = key_ratios(jobs)
    if options.save_baseline:
        with open(options.save_baseline, "w", encoding="utf-8") as file:
            json.dump(ratios, file, indent=2)
            file.write("\n")
    comparable = options.baseline and options.size == "full" and not options.folder
    if comparable and (worse := worse_than_baseline(ratios, options.baseline)):
        sys.exit("slower than the baseline: " + "; ".join(worse))


main()
