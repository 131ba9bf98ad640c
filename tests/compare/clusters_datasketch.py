#!/usr/bin/env python3
"""datasketch beside the MinHash clusters, on the same headlines, in one run.

    pip install datasketch
    tests/compare/clusters_datasketch.py build/tocsin FILE [N]

Not part of the build and of no test. FILE is NDJSON, its first N titles (10000)
are taken, those of two different words or more. Both make signatures of 120
values in 40 bands of 3, look each headline up among those before it, and join
what has three equal bands and a likeness of .5. Prints processor seconds of one
thread for signatures, for the index, and for all of it, and how many pairs of
headlines are in one cluster by both, and by one alone: the hash functions
differ, so what lies near the thresholds does.
"""
import gzip
import json
import re
import subprocess
import sys
import tempfile
import time

from datasketch import MinHash, MinHashLSH

BANDS, ROWS, LEAST_BANDS, JACCARD = 40, 3, 3, .5


def read(path, n):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt") as lines:
        for line, _ in zip(lines, range(n)):
            yield json.loads(line)


def words_of(tocsin, path):
    """The words as tocsin takes them: stems, without function words."""
    out = subprocess.run([tocsin, "fingerprint", "--scheme", "minhash", path],
                         stdout=subprocess.PIPE, check=True).stdout
    return [{str(n) for n in json.loads(line)["numbers"]}
            for line in out.splitlines()]


def pairs(groups):
    sizes = (len(g) for g in groups)
    return sum(n * (n - 1) // 2 for n in sizes)


def both(a, b):
    at = {i: k for k, g in enumerate(a) for i in g}
    split = {}
    for k, g in enumerate(b):
        for i in g:
            split.setdefault((at.get(i), k), []).append(i)
    return pairs(g for (k, _), g in split.items() if k is not None)


def by_datasketch(items):
    start = time.process_time()
    signatures = []
    for words in items:
        m = MinHash(num_perm=BANDS * ROWS)
        m.update_batch([w.encode() for w in words])
        signatures.append(m)
    signed = time.process_time()
    lsh = MinHashLSH(num_perm=BANDS * ROWS, params=(BANDS, ROWS))
    parent = list(range(len(items)))

    def root(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, m in enumerate(signatures):
        if len(items[i]) < 2:
            continue
        for k in lsh.query(m):
            other = signatures[k]
            equal = sum((m.hashvalues[b:b + ROWS] ==
                         other.hashvalues[b:b + ROWS]).all()
                        for b in range(0, BANDS * ROWS, ROWS))
            if equal >= LEAST_BANDS and m.jaccard(other) >= JACCARD:
                parent[root(i)] = root(k)
        lsh.insert(i, m)
    done = time.process_time()
    groups = {}
    for i in range(len(items)):
        groups.setdefault(root(i), []).append(i)
    return signed - start, done - signed, list(groups.values())


def main():
    tocsin, path = sys.argv[1], sys.argv[2]
    n = int(sys.argv[3]) if len(sys.argv) > 3 else 10000
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as titles:
        for i, article in enumerate(read(path, n)):
            titles.write(json.dumps({"id": str(i), "ts": i,
                                     "title": article["title"]}) + "\n")
        titles.flush()
        items = words_of(tocsin, titles.name)
        signing, index, theirs = by_datasketch(items)
        figures = json.loads(subprocess.run(
            [tocsin, "bench", "minhash", "--json", "--items", str(n),
             "--input", titles.name],
            stdout=subprocess.PIPE, check=True).stdout.splitlines()[-1])
        out = subprocess.run(
            [tocsin, "cluster", "-q", "--json", "--set", "lsh.horizon=400d",
             "--set", f"lsh.least_bands={LEAST_BANDS}",
             "--set", f"lsh.jaccard={JACCARD}", titles.name], stdout=subprocess.PIPE, check=True).stdout
    ours = [[int(i) for i in json.loads(line)["ids"]]
            for line in out.splitlines()]
    shared = both(ours, theirs)
    print(f"{len(items)} headlines")
    print(f"datasketch  signatures {signing:8.3f} s  index {index:8.3f} s  "
          f"all {signing + index:8.3f} s")
    sign, all_ms = figures["sign_ms"], figures["total_ms"]
    print(f"tocsin      signatures {sign / 1e3:8.3f} s  index "
          f"{(all_ms - sign) / 1e3:8.3f} s  all {all_ms / 1e3:8.3f} s")
    print(f"pairs of one cluster: {shared} by both, {pairs(ours) - shared} by "
          f"tocsin alone, {pairs(theirs) - shared} by datasketch alone")


main()
