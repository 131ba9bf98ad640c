#!/usr/bin/env python3
"""river's naive Bayes beside the categories of tocsin, on the same articles.

    pip install river
    tocsin bench categories --input stream.ndjson
    tests/compare/categories_river.py stream.ndjson

Not part of the build and of no test. Reads articles with "title" and "category"
(plain or gzip) and prints how many are guessed and learnt a second, on one
thread, and how often the guess is right: of each article by those before it, and
of the last 30 % of the time by the first 70 %. Words are river's, lower case and
without stemming; each counts once an article, as in window/category/category.h.
"""
import gzip
import json
import re
import sys
import time

from river import naive_bayes

WORD = re.compile(r"\w+")
FIRST_SHARE = .7


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as lines:
        for line in lines:
            article = json.loads(line)
            if article.get("category"):
                words = set(WORD.findall(article.get("title", "").lower()))
                yield article["ts"], dict.fromkeys(words, 1), article["category"]


def macro_f1(pairs):
    names = {name for pair in pairs for name in pair if name}
    both = {name: [0, 0] for name in names}  # right, sent or guessed
    for sent, guess in pairs:
        both[sent][0] += sent == guess
        both[sent][1] += 1
        if guess:
            both[guess][1] += 1
    return sum(2 * right / n for right, n in both.values()) / len(names)


def run(name, articles, until):
    """Guesses every article, learns those that came by `until`; prints."""
    model, pairs = naive_bayes.MultinomialNB(alpha=1), []
    start = time.process_time()
    for ts, words, category in articles:
        learn = until is None or ts <= until
        if until is None or not learn:
            pairs.append((category, model.predict_one(words)))
        if learn:
            model.learn_one(words, category)
    took = time.process_time() - start
    right = sum(sent == guess for sent, guess in pairs)
    print(f"{name:<36} {len(pairs):>8} {right / len(pairs):.3f} right, "
          f"macro F1 {macro_f1(pairs):.3f}, {len(articles) / took:.0f}/s")


def main():
    articles = list(read(sys.argv[1]))
    first, last = articles[0][0], articles[-1][0]
    run("each, by those before it", articles, None)
    run("last 30 % of time, by the first 70", articles,
        first + FIRST_SHARE * (last - first))


main()
