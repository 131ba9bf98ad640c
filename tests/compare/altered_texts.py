#!/usr/bin/env python3
"""How many altered reprints of a text are said to be of its origin?

    tests/compare/altered_texts.py make FILE OUT [N]
    tocsin replay -q --db DB OUT
    tests/compare/altered_texts.py score OUT DB
    tests/compare/altered_texts.py links FILE DB     # of a replay of FILE itself

Not part of the build and of no test. FILE is NDJSON (or .gz) of full texts. OUT
is FILE with N (600) altered texts more: 100 of its texts, each printed in every
way of `WAYS` by another site, within six hours, under a headline of the site's
own that shares no word with it, so that nothing but the text can tell. A draw
takes texts of 80 words or more of which no other text has the beginning. The
words put in are drawn from all of FILE, so that frequent ones come often.

`score` prints for each way the share of reprints whose origin is the text's.
`links` lists the pairs that the stream itself has (origin by another's text,
exact copies left out) with the share of the shorter text's 5-word shingles
(Broder 1997; all words, nothing hashed) that the other has. Below LOW the pair
is called wrong, and printed to be read.
"""
import gzip
import json
import random
import re
import sqlite3
import sys

LEAST, LOW, SHINGLE = 80, 0.2, 5
END = re.compile(r"(?<=[.!?])\s+(?=[\"A-Z])")


def read(path):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def change(words, at, pool, rng):
    for i in at:
        words[i] = rng.choice(pool)
    return " ".join(words)


def half(words, sentences, pool, rng, foreign):
    return " ".join(words[:len(words) // 2])


def third(words, sentences, pool, rng, foreign):
    start = len(words) // 3
    return " ".join(words[start:2 * start])


def added(words, sentences, pool, rng, foreign):
    return " ".join(words + foreign[:len(words) * 3 // 10])


def every_third(words, sentences, pool, rng, foreign):
    out = []
    for i, sentence in enumerate(sentences):
        own = sentence.split()
        if i % 3 == 0 and own:
            own[rng.randrange(len(own))] = rng.choice(pool)
        out.append(" ".join(own))
    return " ".join(out)


def five(words, sentences, pool, rng, foreign):
    words = list(words)
    n = max(1, round(len(words) * 0.05))
    return change(words, rng.sample(range(len(words)), n), pool, rng)


def mixed(words, sentences, pool, rng, foreign):
    return half(five(words, sentences, pool, rng, foreign).split(), None, pool,
                rng, foreign)


WAYS = {"half": half, "third": third, "30 % added": added,
        "a word in every third sentence": every_third,
        "5 % of words": five, "half, 5 % of words": mixed}


def make(path, out, n=600):
    rng = random.Random(1)
    items = [i for i in read(path) if i["title"] or i["text"]]
    pool = [w for i in rng.sample(items, 1000) for w in i["text"].split()]
    begins = {}
    for i in items:
        begins.setdefault(" ".join(i["text"].split()[:8]), []).append(i)
    fit = [i for i in items if len(i["text"].split()) >= LEAST
           and len(begins[" ".join(i["text"].split()[:8])]) == 1]
    more = []
    for item in rng.sample(fit, n // len(WAYS)):
        foreign = rng.choice(fit)["text"].split()
        text = " ".join(item["text"].split())
        for k, (name, way) in enumerate(WAYS.items()):
            title = " ".join("".join(rng.choice("bcdfghklmnprstvw") +
                                     rng.choice("aeiou") for _ in range(4))
                             for _ in range(6))
            more.append(dict(
                id=f"{item['id']}+{name}", source=f"site {k}", title=title,
                ts=item["ts"] + rng.uniform(600, 6 * 3600), lang=item.get("lang"),
                text=way(text.split(), END.split(text), pool, rng, foreign)))
    with open(out, "w") as to:
        for item in sorted(items + more, key=lambda i: i["ts"]):
            to.write(json.dumps(item) + "\n")


def origins(db):
    rows = sqlite3.connect(db).execute(
        "select id, seq, article, excerpt_of, source_text from items").fetchall()
    by_seq = {row[1]: row for row in rows}

    def text(row):
        return row[4] or row[2] if row[4] is not None else row[2]
    return {row[0]: (by_seq[text(row)][0] if text(row) in by_seq else row[0],
                     row) for row in rows}, by_seq


def score(path, db):
    of, _ = origins(db)
    right, all_of = {}, {}
    for id in of:
        if "+" not in id:
            continue
        original, way = id.split("+")
        all_of[way] = all_of.get(way, 0) + 1
        right[way] = right.get(way, 0) + (of[id][0] == of[original][0])
    for way in WAYS:
        print(f"| {way} | {right.get(way, 0) / all_of[way]:.2f} |")


def shingles(text):
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {tuple(words[i:i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)}


def links(path, db):
    texts = {i["id"]: i for i in read(path)}
    of, by_seq = origins(db)
    n = low = 0
    for id, (origin, row) in of.items():
        if not row[3]:
            continue
        other = by_seq[row[3]][0]
        a, b = shingles(texts[id]["text"]), shingles(texts[other]["text"])
        share = len(a & b) / max(1, min(len(a), len(b)))
        n += 1
        if share < LOW:
            low += 1
            print(f"{share:.2f}", id, other)
            for text in (texts[id], texts[other]):
                print("   ", text["title"], "|", " ".join(text["text"].split())[:300])
    print(f"{n} links, {low} wrong, {1000 * low / len(texts):.2f} in 1,000 texts")


if __name__ == "__main__":
    {"make": make, "score": score, "links": links}[sys.argv[1]](*sys.argv[2:])
