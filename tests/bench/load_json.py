# SPDX-License-Identifier: GPL-3.0-or-later
"""What somebody without Duologue writes first: load every file, group by turns, print two means. With --all, a third mean
as well, and intents and marks of messages."""
import collections
import json
import os
import sys

RATINGS = ("Preference Alignment", "Role-Playing Completeness")


def records(path):
    with open(path, encoding="utf-8") as file:
        if path.endswith(".json"):
            data = json.load(file)
            yield from data if isinstance(data, list) else [data]
        else:
            for line in file:
                if line.strip():
                    yield json.loads(line)


def files(path):
    if os.path.isfile(path):
        yield path
    for folder, _, names in os.walk(path):
        yield from (os.path.join(folder, name) for name in names if name.endswith((".json", ".jsonl")))


wants_all = "--all" in sys.argv
groups = collections.defaultdict(list)
intents = collections.Counter()
marks = 0
for path in files(sys.argv[1]):
    for record in records(path):
        if not isinstance(record, dict):
            continue
        messages = record.get("history") or record.get("messages") or ()
        groups[len(messages) // 2].append(record.get("rating") or {})
        for message in messages if wants_all else ():
            if "intent" in message:
                intents[message["intent"]] += 1
            mark = message.get("hallucination")
            marks += isinstance(mark, dict) and mark.get("hallucination") is True

names = RATINGS + (("Diversity",) if wants_all else ())
for turns, ratings in sorted(groups.items()):
    row = [turns, len(ratings)]
    for name in names:
        values = [rating[name] for rating in ratings if isinstance(rating, dict) and name in rating]
        row.append(f"{sum(values) / len(values):.4f}" if values else "")
    print(*row, sep=",")
if wants_all:
    print(marks, dict(intents))
