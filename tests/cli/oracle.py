# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what some 600 runs of the command line print with what they printed before.

    oracle.py --cli PROGRAM [--save] [--real FOLDER] [--only TEXT]

The inputs are the sample, the fixtures of tests, 30 generated datasets and 40 damaged files; both generators have a
fixed seed. What is expected is in tests/data/oracle.txt. For each run it holds the command, the exit code and both
outputs: short ones as text, long ones as a hash. Codes, keys and column heads have lines of their own, and sentences
in JSON are hashed apart from values, so that other wording does not hide other values. --real adds the hashes of runs
over the published datasets in FOLDER (tests/data/oracle-real.txt). Who changes a line says why in the commit.
"""
import argparse
import concurrent.futures
import csv
import datetime
import difflib
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXPECTED = os.path.join(ROOT, "tests", "data", "oracle.txt")
EXPECTED_REAL = os.path.join(ROOT, "tests", "data", "oracle-real.txt")
LARGEST_EXPECTED = 2 << 20
SHORT_BYTES, SHORT_LINES = 480, 8
GENERATED, DAMAGED = 30, 40
# Values of these keys are sentences for people.
SENTENCES = {"message", "reason", "rule", "title", "summary", "why", "text", "description", "fullDescription"}
TARGETS = ["raw", "jsonl", "json", "csv", "tsv", "markdown", "html", "openai", "sharegpt", "alpaca", "turbo-chat",
           "turbo-pair", "turbo-sampling", "turbo-classification", "turbo-kto", "trl-preference", "trl-kto", "prefeval"]
REPORTS = ["rating-by-turns", "distribution", "mean-by-field", "cross-table", "rating-by-rating", "intent-by-turn",
           "intent-transitions", "hallucination-by-turn", "hallucination-by-intent", "satisfaction-by-turn",
           "length-by-role"]


class Random:
    """The same numbers in every version of Python."""

    def __init__(self, seed):
        self.state = seed * 2654435761 + 1

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & (2 ** 64 - 1)
        return (self.state >> 33) % limit

    def of(self, values):
        return values[self.below(len(values))]

    def one_in(self, count):
        return self.below(count) == 0


WORDS = ["river", "museum", "tea", "walk", "the", "quiet", "budget", "two days", "plan", "noodles", "e\u0301t\u00e9",
         "na\u00efve", "line\nbreak", "tab\there", "\"quoted\"", "a,b", "=1+1", "\U0001f600", "zero\u200bwidth", "100 %"]
WORDS_ZH = ["\u535a\u7269\u9986", "\u6cb3\u8fb9", "\u63a8\u8350", "\u9884\u7b97", "\uff0c", "\u3002", "\u4e24\u5929",
            "\u8336"]


def words(random, count, chinese=False):
    return (" " if not chinese else "").join(random.of(WORDS_ZH if chinese else WORDS) for _ in range(count))


def generated_value(random):
    """A value of a field: each kind that data hold, and those that programs get wrong."""
    return random.of([
        lambda: random.below(5), lambda: random.below(1000) / 8, lambda: bool(random.below(2)), lambda: None,
        lambda: words(random, 1 + random.below(3)), lambda: words(random, 60), lambda: words(random, 4, True),
        lambda: [words(random, 1) for _ in range(random.below(4))], lambda: {"a": random.below(9), "b": words(random, 2)},
        lambda: "2026-03-%02dT10:%02d:00Z" % (1 + random.below(28), random.below(60)), lambda: 9007199254740993,
        lambda: -0.0, lambda: 1e300, lambda: "", lambda: [], lambda: {}])()


def generated_messages(random, style):
    messages = []
    if random.one_in(3):
        messages.append(("system", words(random, 5)))
    for _ in range(random.below(5)):
        messages.append(("user", words(random, 1 + random.below(12), random.one_in(4))))
        if not random.one_in(6):
            messages.append(("assistant", words(random, 1 + random.below(30))))
        if random.one_in(8):
            messages.append(("tool", words(random, 6)))
    role, text, names = [("role", "content", {}), ("from", "value", {"user": "human", "assistant": "gpt"}),
                         ("role", "content", {"assistant": "bot"})][style]
    made = []
    for who, said in messages:
        message = {role: names.get(who, who), text: said}
        if style == 0 and who == "assistant" and random.one_in(3):
            message["tool_calls"] = [{"id": "c%d" % len(made), "type": "function", "function": {
                "name": random.of(["f", "g"]), "arguments": json.dumps({"x": random.below(9)})}}]
        if who == "tool":
            message["tool_call_id"] = "c%d" % max(0, len(made) - 1)
        made.append(message)
    return made


def generated_set(folder, seed):
    """One dataset: one to three files of a family, JSON Lines, a list or CSV."""
    random = Random(seed)
    os.makedirs(folder)
    family = seed % 6
    keys = [random.of(["score", "note", "tags", "meta", "created_at", "flag", "ref", "Label", "\u6807\u7b7e"])
            for _ in range(random.below(5))]
    for part in range(1 + random.below(3)):
        records = []
        for number in range(1 + random.below(30)):
            record = {"id": "%d-%d" % (part, number)} if seed % 4 else {}
            if family == 3:
                record.update({"prompt": words(random, 6), "chosen": words(random, 8), "rejected": words(random, 8)})
            elif family == 4:
                record.update({"instruction": words(random, 6), "input": words(random, random.below(4)),
                               "output": words(random, 20)})
            elif family == 5:
                record.update({"question": words(random, 6), "answer": words(random, 12)})
            else:
                record["conversations" if family == 1 else "messages"] = generated_messages(random, family)
            for key in keys:
                if not random.one_in(5):
                    record[key] = generated_value(random)
            records.append(record)
        path = os.path.join(folder, "part%d" % part)
        if family == 5 and seed % 2:
            heads = list(dict.fromkeys(key for record in records for key in record))
            with open(path + ".csv", "w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow(heads)
                for record in records:
                    writer.writerow([value if isinstance(value := record.get(key, ""), str) else
                                     json.dumps(value, ensure_ascii=False) for key in heads])
        elif random.one_in(3):
            with open(path + ".json", "w", encoding="utf-8") as file:
                json.dump(records, file, ensure_ascii=random.one_in(2), indent=random.of([None, 2]))
        else:
            with open(path + ".jsonl", "w", encoding="utf-8") as file:
                for record in records:
                    file.write(json.dumps(record, ensure_ascii=random.one_in(2)) + "\n")


def damaged(content, random):
    """The bytes with one thing wrong, as transfers, editors and programs that died leave them."""
    at, length = random.below(len(content)), 1 + random.below(12)
    lines = content.split(b"\n")
    return random.of([
        lambda: content[:at], lambda: content[:at] + content[at + length:], lambda: content[:at] + b"\0" * length,
        lambda: content[:at] + random.of([b'"', b"{", b"}", b"[", b"]", b",", b"\\", b"\xff", b"\xef\xbb\xbf"]) + content[at:],
        lambda: b"\n".join(lines[:1] + lines), lambda: content.replace(b"\n", b"", 1), lambda: content + content[:at],
        lambda: content.replace(b",", b",,", 1), lambda: content.replace(b"\n", b"\r\n"),
        lambda: content[at:]])()


class Run:
    """One command; `reads` is a file that it writes, whose records are read back."""

    def __init__(self, *arguments, reads=None):
        self.arguments, self.reads = list(arguments), reads


def laid_out(folder):
    """Copies and makes all inputs below `folder`, which is the current one of all runs; returns the runs."""
    data = os.path.join(ROOT, "tests", "data")
    shutil.copytree(os.path.join(ROOT, "resources", "sample"), os.path.join(folder, "sample"))
    shutil.copytree(os.path.join(data, "formats"), os.path.join(folder, "formats"))
    shutil.copytree(os.path.join(data, "cases"), os.path.join(folder, "cases"), symlinks=True)
    runs = [Run("info", "sample"), Run("formats"), Run("queries"), Run("info", "missing"), Run("list", "sample", "--where", "("),
            Run("list", "sample", "--where", "nonsense:1"), Run("stats", "sample", "--by", "nonsense"),
            Run("export", "sample", "--to", "nothing", "-o", "-")]

    def look(path):
        runs.extend([Run("info", path, "--format", "json"), Run("list", path, "--format", "csv"),
                     Run("validate", path, "--format", "json")])

    look("sample")
    for form in ["table", "json", "jsonl", "markdown", "latex", "tsv"]:
        runs.append(Run("list", "sample", "--format", form, "--limit", "5"))
        runs.append(Run("stats", "sample", "--by", "turns", "--mean", "length", "--format", form))
    for target in TARGETS:
        runs.append(Run("export", "sample", "--to", target, "-o", "-"))
    for report in REPORTS:
        for form in ["csv", "json"]:
            runs.append(Run("stats", "sample", "--report", report, "--format", form))
    for form in ["text", "markdown", "json"]:
        runs.append(Run("show", "sample", "--record", "1", "--format", form))
    for form in ["text", "json", "jsonl", "csv", "sarif", "markdown"]:
        runs.append(Run("check", "sample", "--format", form))
    for query in ["turns:>2", "message(hallucination:yes)", "text.user:budget", "-task:travel", "has:rating.diversity",
                  "checks:>0", "hallucination:no", "/tea|\u8336/"]:
        runs.append(Run("list", "sample", "--where", query, "--columns", "id,turns,messages", "--format", "csv"))
        runs.append(Run("search", "sample", "the", "--where", query, "--count"))
    runs += [Run("card", "sample", "-o", "-"), Run("card", "sample", "--where", "turns:>2", "-o", "-"),
             Run("search", "sample", "tea", "--format", "csv"), Run("search", "sample", "nowhere to be found"),
             Run("stats", "sample", "--by", "task", "--by", "turns", "--format", "csv"),
             Run("stats", "sample", "--by", "intent", "--format", "csv"), Run("stats", "sample", "--by", "turns", "--partial"),
             Run("stats", "sample", "--report", "cohorts", "--cohort", "turns:<3", "--cohort", "turns:>=3"),
             Run("export", "sample", "--to", "jsonl", "-o", "-", "--sample", "5", "--seed", "7"),
             Run("export", "sample", "--to", "jsonl", "-o", "-", "--dedup", "prompt"),
             Run("export", "sample", "--to", "csv", "-o", "-", "--columns", "id,turns,length", "--sort", "turns:desc"),
             Run("export", "sample", "--to", "jsonl", "-o", "sample.jsonl.gz", reads="sample.jsonl.gz"),
             Run("export", "sample", "--to", "parquet", "-o", "sample.parquet", reads="sample.parquet")]

    for name in sorted(os.listdir(os.path.join(folder, "formats"))):
        path = "formats/" + name
        for entry in sorted(os.listdir(os.path.join(folder, path))):
            if entry.startswith(("good.", "bad.")):
                look(path + "/" + entry)
                if entry.startswith("good."):
                    good = path + "/" + entry
        runs += [Run("formats", good), Run("stats", good, "--by", "turns", "--format", "csv"),
                 Run("check", good, "--format", "json"), Run("export", good, "--to", "openai", "-o", "-"),
                 Run("export", good, "--to", "jsonl", "-o", "-"), Run("search", good, "a", "--count")]
    for name in sorted(os.listdir(os.path.join(folder, "cases"))):
        path = "cases/" + name
        look(path)
        runs += [Run("check", path, "--format", "json"), Run("export", path, "--to", "openai", "-o", "-")]
    for number in range(GENERATED):
        path = "made/%02d" % number
        generated_set(os.path.join(folder, path), number)
        look(path)
        runs += [Run("export", path, "--to", Random(number).of(TARGETS), "-o", "-"),
                 Run("export", path, "--to", "jsonl", "-o", "-"),
                 Run("export", path, "--to", "parquet", "-o", "made/%02d.parquet" % number,
                     reads="made/%02d.parquet" % number),
                 Run("stats", path, "--report", "distribution", "--by", "length", "--format", "csv")]
    sources = sorted(os.path.relpath(os.path.join(parent, name), folder)
                     for parent, _, names in os.walk(os.path.join(folder, "formats")) for name in names
                     if name.startswith("good."))
    os.makedirs(os.path.join(folder, "damaged"))
    for number in range(DAMAGED):
        random = Random(1000 + number)
        source = random.of(sources)
        with open(os.path.join(folder, source), "rb") as file:
            content = damaged(file.read(), random)
        path = "damaged/%02d%s" % (number, os.path.splitext(source)[1])
        with open(os.path.join(folder, path), "wb") as file:
            file.write(content)
        look(path)
    return runs


def masked(text, folder):
    text = text.replace(folder, "FOLDER").replace(datetime.date.today().isoformat(), "TODAY")
    text = re.sub(r"(uologue(?:-cli)?[ /]|\"version\": ?\")\d+\.\d+\.\d+", r"\1VERSION", text)
    return re.sub(r"\b\d+(\.\d+)? s\b", "N s", text)


def digest(text):
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def shape_of(value, path, shapes, sentences, codes):
    """Notes the paths of keys, and takes sentences and codes out; returns what is left."""
    if isinstance(value, dict):
        kept = {}
        for key, member in value.items():
            if key in SENTENCES and isinstance(member, str):
                sentences.append(member)
            elif key in ("code", "ruleId", "check") and isinstance(member, str):
                codes[member] = codes.get(member, 0) + 1
            kept[key] = shape_of(member, path + "." + key, shapes, sentences, codes)
        return {key: member for key, member in kept.items() if not (key in SENTENCES and isinstance(member, str))}
    if isinstance(value, list):
        return [shape_of(each, path + "[]", shapes, sentences, codes) for each in value]
    shapes.add(path)
    return value


def described(text, prefix):
    """The lines of the file for one output."""
    lines = text.splitlines()
    if len(text.encode("utf-8", "surrogateescape")) <= SHORT_BYTES and len(lines) <= SHORT_LINES:
        return [prefix + " " + line.encode("unicode_escape").decode() for line in lines]
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if isinstance(value, (dict, list)):
        shapes, sentences, codes = set(), [], {}
        kept = shape_of(value, "", shapes, sentences, codes)
        found = [prefix + " keys " + " ".join(sorted(shapes))[:2000]]
        if codes:
            found.append(prefix + " codes " + " ".join("%s=%d" % each for each in sorted(codes.items())))
        return found + ["%s values %s" % (prefix, digest(json.dumps(kept, ensure_ascii=False))),
                        "%s sentences %s" % (prefix, digest("\n".join(sentences)))]
    return [prefix + " begins " + lines[0][:300].encode("unicode_escape").decode(),
            "%s %d lines %s" % (prefix, len(lines), digest(text))]


def described_run(cli, run, folder):
    arguments = run.arguments
    if arguments[0] != "queries" and arguments != ["formats"]:
        arguments = arguments + ["--threads", "2", "--no-cache"]
    done = execute(cli, arguments, folder)
    found = ["$ " + " ".join(run.arguments), "exit %d" % done.returncode]
    found += described(masked(done.stdout, folder), "out") + described(masked(done.stderr, folder), "err")
    if run.reads:
        back = execute(cli, ["export", run.reads, "--to", "jsonl", "-o", "-", "--threads", "2", "--no-cache"], folder)
        found.append("back %s" % digest(masked(back.stdout, folder)))
    return "\n".join(found) + "\n"


def execute(cli, arguments, folder):
    environment = {"PATH": os.environ["PATH"], "HOME": folder + "/.home", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    environment.update({name: os.environ[name] for name in ("ASAN_OPTIONS", "LSAN_OPTIONS") if name in os.environ})
    return subprocess.run([cli] + arguments, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                          encoding="utf-8", errors="surrogateescape", timeout=120, check=False)


def real_runs(folder):
    runs = []
    for name in sorted(os.listdir(folder)):
        if os.path.isdir(os.path.join(folder, name)):
            runs += [Run("info", name, "--format", "json"), Run("list", name, "--format", "csv"),
                     Run("validate", name, "--format", "json"), Run("check", name, "--format", "json", "--summary"),
                     Run("export", name, "--to", "jsonl", "-o", "-"), Run("export", name, "--to", "openai", "-o", "-")]
            runs += [Run("stats", name, "--report", report, "--format", "csv") for report in REPORTS]
    return runs


def compare(path, runs, cli, folder, save, only):
    """Returns whether all runs print what the file says."""
    runs = [run for run in runs if only in " ".join(run.arguments)]
    # Runs that read back what they wrote only read their own files.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        texts = list(workers.map(lambda run: described_run(cli, run, folder), runs))
    now = "\n".join(texts)
    if save:
        if len(now) > LARGEST_EXPECTED:
            sys.exit("%s would be larger than 2 MiB" % path)
        with open(path, "w", encoding="utf-8") as file:
            file.write(now)
        print("%d runs saved" % len(texts))
        return True
    with open(path, encoding="utf-8") as file:
        before = {text.split("\n", 1)[0]: text.rstrip("\n") for text in file.read().split("\n\n")}
    differs = [text for text in texts if before.get(text.split("\n", 1)[0]) != text.rstrip("\n")]
    for text in differs:
        old = before.get(text.split("\n", 1)[0], "")
        print("\n".join(difflib.unified_diff(old.split("\n"), text.rstrip("\n").split("\n"), "before", "now", lineterm="", n=2)))
    gone = [] if only else [key for key in before if key not in {text.split("\n", 1)[0] for text in texts}]
    for key in gone:
        print("no longer run: " + key)
    print("%d passed, %d failed" % (len(texts) - len(differs), len(differs) + len(gone)))
    return not differs and not gone


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--real")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    cli = os.path.abspath(options.cli)
    above = os.path.realpath(tempfile.mkdtemp())
    # A folder's name becomes the group of the records in it.
    folder = os.path.join(above, "data")
    os.mkdir(folder)
    try:
        held = compare(EXPECTED, laid_out(folder), cli, folder, options.save, options.only)
    finally:
        shutil.rmtree(above)
    if options.real and os.path.isdir(options.real):
        real = os.path.realpath(options.real)
        held = compare(EXPECTED_REAL, real_runs(real), cli, real, options.save, options.only) and held
    else:
        print("SKIPPED: runs over published datasets; DUOLOGUE_DATA names no folder that holds them")
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
