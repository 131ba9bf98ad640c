#!/usr/bin/env python3
"""Vectors of a real stream, to hold stories of vectors against those of words.

    pip install numpy scikit-learn
    tests/compare/vectors_stories.py FILE OUT [N] [lsa|projection]
    tocsin replay --assignments A OUT; tocsin replay --assignments B FILE

Not part of the build and of no test. FILE is NDJSON with titles; of its first N
items (100000) OUT has all but title and text, and a vector of 384 numbers in
their place, as an aggregator would send them that keeps its texts to itself.

`lsa` is latent semantic analysis: the 384 first singular vectors of the TF-IDF
matrix of the first third of the titles, to which all are projected; the later
two thirds are of words that the model may not have seen, as with any model.
`projection` has no model at all: TF-IDF weights of hashed words and pairs of
words, projected at random to 384 numbers (Johnson and Lindenstrauss). Both are
far simpler than a sentence encoder: what they find, such a one should find.

Numbers are whole, the largest of a vector 999: cosines do not depend on the
scale, and a file of floats is twice as long. A title without a word that the
model knows gets no vector.
"""
import gzip
import itertools
import json
import sys

import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import (ENGLISH_STOP_WORDS,
                                             HashingVectorizer,
                                             TfidfTransformer,
                                             TfidfVectorizer)
from sklearn.random_projection import SparseRandomProjection

LENGTH, MOST, BATCH = 384, 999, 10000
STOPS = list(ENGLISH_STOP_WORDS)


def read(path, n):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt") as lines:
        for line in itertools.islice(lines, n):
            yield json.loads(line)


def by_lsa(titles):
    known = titles
    words = TfidfVectorizer(sublinear_tf=True, min_df=2, stop_words=STOPS)
    svd = TruncatedSVD(LENGTH, n_iter=4, random_state=1)
    svd.fit(words.fit_transform(known))
    return lambda batch: svd.transform(words.transform(batch))


def by_projection(titles):
    words = HashingVectorizer(n_features=2**18, ngram_range=(1, 2),
                              alternate_sign=False, stop_words=STOPS)
    weights = TfidfTransformer(sublinear_tf=True)
    weights.fit(words.transform(titles[:len(titles) // 3]))
    project = SparseRandomProjection(LENGTH, random_state=1)
    project.fit(words.transform(titles[:2]))
    return lambda batch: project.transform(
        weights.transform(words.transform(batch))).toarray()


def whole(rows):
    """Rows of whole numbers, the largest of each MOST."""
    most = np.abs(rows).max(axis=1, keepdims=True)
    return np.rint(rows / np.where(most > 0, most, 1) * MOST).astype(int)


def main():
    path, out = sys.argv[1:3]
    n = int(sys.argv[3]) if len(sys.argv) > 3 else 100000
    kind = sys.argv[4] if len(sys.argv) > 4 else "lsa"
    items = list(read(path, n))
    titles = [item.pop("title") or "" for item in items]
    make = {"lsa": by_lsa, "projection": by_projection}[kind](titles)
    with open(out, "w") as file:
        for at in range(0, len(items), BATCH):
            rows = whole(make(titles[at:at + BATCH]))
            for item, row in zip(items[at:at + BATCH], rows.tolist()):
                item.pop("text", None)
                if any(row):
                    item["vector"] = row
                file.write(json.dumps(item, separators=(",", ":")) + "\n")


main()
