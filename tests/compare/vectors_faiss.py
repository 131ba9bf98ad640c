#!/usr/bin/env python3
"""FAISS beside the ring of vectors, on the same vectors, in one run.

    pip install faiss-cpu
    tocsin bench vectors --items N --input vectors.f32
    tests/compare/vectors_faiss.py vectors.f32 N [flat] [hnsw]

Not part of the build and of no test. Reads what `tocsin bench vectors --input`
has written: N vectors that fill a window, N / 4 that slide it on, 20 questions
of which every second one (the first, the third ...) is near to a member. Prints
for each index, on one thread: microseconds of adding one vector, of removing one
that is too old, milliseconds of a question for the ten nearest, recall against
the flat index, and bytes a vector.
"""
import sys
import time

import faiss
import numpy as np

LENGTH, QUESTIONS, NEAREST = 384, 20, 10


def rss():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * 4096


def ask(index, questions, first):
    """The nearest of each question, those from the item `first` on."""
    start = time.process_time()
    found = [index.search(q[None, :], 2 * NEAREST)[1][0] for q in questions]
    each = (time.process_time() - start) / len(questions)
    return [[i for i in f if i >= first][:NEAREST] for f in found], each


def run(name, make, vectors, n, questions, truth):
    index, before = make(), rss()
    ids = np.arange(len(vectors))
    start = time.process_time()
    for at in range(0, n, 1000):
        block = np.array(vectors[at:at + 1000])
        faiss.normalize_L2(block)
        if name == "flat":
            index.add_with_ids(block, ids[at:at + 1000])
        else:
            index.add(block)
    added = (time.process_time() - start) / n
    size = (rss() - before) / n
    rest = np.array(vectors[n:])
    faiss.normalize_L2(rest)
    removed = None
    if name == "flat":
        index.add_with_ids(rest, ids[n:])
        start = time.process_time()
        for at in range(0, len(rest), 1000):  # in steps, as time goes on
            index.remove_ids(faiss.IDSelectorRange(at, min(at + 1000,
                                                           len(rest))))
        removed = (time.process_time() - start) / len(rest)
    else:  # it cannot remove: what is old stays in, and is passed over
        index.add(rest)
    found, each = ask(index, questions, len(vectors) - n)
    if truth is None:
        truth = found
    same = sum(len(set(a) & set(b)) for a, b in zip(found, truth))
    recall = same / (NEAREST * len(questions))
    print(f"{name:6} add {added * 1e6:8.1f} us  remove "
          f"{'cannot' if removed is None else f'{removed * 1e6:.1f} us':>9}"
          f"  question {each * 1e3:8.2f} ms  recall {recall:.3f}"
          f"  {size:.0f} B/vector", flush=True)
    return truth


def main():
    path, n, kinds = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    faiss.omp_set_num_threads(1)
    data = np.memmap(path, np.float32, "r").reshape(-1, LENGTH)
    vectors, questions = data[:-QUESTIONS], np.array(data[-QUESTIONS::2])
    faiss.normalize_L2(questions)
    truth = None
    makers = {
        "flat": lambda: faiss.IndexIDMap2(faiss.IndexFlatIP(LENGTH)),
        "hnsw": lambda: faiss.IndexHNSWFlat(LENGTH, 32,
                                            faiss.METRIC_INNER_PRODUCT),
    }
    for name in kinds or makers:
        truth = run(name, makers[name], vectors, n, questions, truth)


main()
