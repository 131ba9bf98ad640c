#!/usr/bin/env python3
"""Draws readings of streams, to be judged by eye, or compares with judgements.

    tests/compare/sample_readings.py [-n N] [--seed S] [--slots a,b] STREAM...
    tests/compare/sample_readings.py --judged FILE STREAM...

Not part of the build and of no test. `make list_readings` builds the program
that reads (engine/facts/reading.h); -p says where it is. A stream is NDJSON,
plain, .gz or .zst. Titles and texts are read; an article without language is
English. Readings of one slot and value in one wording count once.

Prints number, article, slot, value and sentence, of N readings that the seed
draws. FILE holds such rows as somebody judged them, of any number of draws:
article, slot, value, right (1 or 0); sentences stay with their streams. It is
told how many of those that were right are still read, and how many wrong ones.
"""
import argparse
import csv
import gzip
import io
import json
import random
import re
import subprocess
import tempfile
import time


def lines(path):
    if path.endswith(".zst"):
        process = subprocess.Popen(["zstdcat", path], stdout=subprocess.PIPE)
        return io.TextIOWrapper(process.stdout, encoding="utf-8")
    if path.endswith(".gz"):
        return gzip.open(path, "rt", encoding="utf-8")
    return open(path, encoding="utf-8")


def texts(path):
    """Article, language, year and text; a title is a text of its own."""
    for line in lines(path):
        item = json.loads(line)
        lang = (item.get("lang") or "en").split("/")[-1]
        year = time.gmtime(item["ts"]).tm_year
        for text in (item.get("title"), item.get("text")):
            text = re.sub(r"\s+", " ", text or "").strip()
            if text:
                yield f"{item['id']}\t{lang}\t{year}\t{text}\n"


def readings(args):
    """Article, slot, value and sentence of each, in the order of streams."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        for path in args.streams:
            file.writelines(texts(path))
        file.seek(0)
        process = subprocess.Popen([args.program], stdin=file,
                                   stdout=subprocess.PIPE)
        for line in io.TextIOWrapper(process.stdout, encoding="utf-8",
                                     errors="replace", newline="\n"):
            yield line.rstrip("\n").split("\t", 3)


def draw(args):
    seen, rows = set(), []
    slots = set(args.slots.split(",")) if args.slots else None
    for row in readings(args):
        words = re.sub(r"\W+", " ", row[3].lower())
        key = (row[1], row[2], words)
        if (not slots or row[1] in slots) and key not in seen:
            seen.add(key)
            rows.append(row)
    drawn = random.Random(args.seed).sample(rows, min(args.n, len(rows)))
    for i, row in enumerate(drawn):
        print(i + 1, *row, sep="\t")
    print(f"# {len(drawn)} of {len(rows)} readings that differ")


def compare(args):
    with open(args.judged) as file:
        rows = csv.DictReader(line for line in file if line[0] != "#")
        judged = {(r["article"], r["slot"], r["value"]): r["right"] == "1"
                  for r in rows}
    read = {tuple(row[:3]) for row in readings(args)}
    for right, word in ((True, "right"), (False, "wrong")):
        rows = [key for key, was in judged.items() if was == right]
        print(f"{word}: {sum(key in read for key in rows)} of {len(rows)}"
              " are read")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-p", "--program", default="build/list_readings")
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slots", help="only these, apart by commas")
    parser.add_argument("--judged", help="a file of judged readings")
    parser.add_argument("streams", nargs="+")
    args = parser.parse_args()
    if args.judged:
        compare(args)
    else:
        draw(args)


main()
