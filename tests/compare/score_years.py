#!/usr/bin/env python3
"""How good are the alerts of two years of a wire, and of labelled streams?

    tests/compare/score_years.py [-t TOCSIN] [--years] DATA [key=value ...]

Not part of the build and of no test. DATA is a folder; what it has not is
passed over. Of each year Y it holds wire-Y.ndjson.zst, the stream;
wire-Y-known.csv, events that a person remembers (tocsin-score(1)); and
wire-Y-stories.csv, stories judged by eye: first_item, real (1 or 0). A year is
one row:

  known     events detected, of all and of those that cross (more than 15
            matching headlines inside 4 h)
  a day     alerts; early: share of them that fire with fewer items than 16
  late      minutes from the crossing to the alert: the median, and how many of
            those that cross are detected within five
  real      share of alerts on judged stories that are real, and of how many
  repeats   alerts that name an event that was detected before

Each labelled stream (uci-headlines-dev, crisislex-t26) is a row of F1,
B-cubed F1 and precision, as tocsin-score(1) defines them; reuters-21578 has no
labels, and its alerts are counted. Settings are given to every replay.
"""
import argparse
import collections
import csv
import json
import os
import statistics
import subprocess
import tempfile

YEARS = (2008, 2012)


def replay(args, stream, *options):
    """Alerts, the story of each item, and the summary."""
    with tempfile.TemporaryDirectory() as scratch:
        files = {o: os.path.join(scratch, o)
                 for o in ("alerts", "assignments", "summary")}
        command = [args.tocsin, "replay", "-q", "-j", "1", *options]
        for setting in args.settings:
            command += ["--set", setting]
        for option, path in files.items():
            command += ["--" + option, path]
        subprocess.run(command + [stream], check=True,
                       stdout=subprocess.DEVNULL)
        with open(files["alerts"]) as f:
            alerts = [json.loads(line) for line in f]
        with open(files["assignments"]) as f:
            rows = map(json.loads, f)
            story = {r["id"]: r["story"] for r in rows}
        with open(files["summary"]) as f:
            return alerts, story, json.load(f)


def judged(path, story):
    """Story -> whether it is real."""
    with open(path) as f:
        rows = csv.DictReader(line for line in f if line[0] != "#")
        return {story.get(r["first_item"]): r["real"] in ("1", "yes", "true")
                for r in rows}


def real_of(alert, story, real):
    """Whether it is real, or None: nobody judged its story."""
    counts = collections.Counter(story.get(i) for i in alert["items"])
    return real.get(counts.most_common(1)[0][0])


def year(args, y):
    base = os.path.join(args.data, f"wire-{y}")
    stream = base + ".ndjson.zst"
    alerts, story, summary = replay(args, stream, "--known",
                                    base + "-known.csv")
    known = summary["known_events"]["events"]
    found = [e for e in known if e["detected"]]
    late = [e["min_after_crossing"] for e in found
            if e["crossed_at"] is not None]
    crossed = sum(e["crossed_at"] is not None for e in known)
    real = judged(base + "-stories.csv", story)
    looks = [r for r in (real_of(a, story, real) for a in alerts)
             if r is not None]
    days = (summary["last_ts"] - summary["first_ts"]) / 86400
    early = sum(len(a["items"]) < 16 for a in alerts)
    print(f"{y}: known {len(found)} of {len(known)}, {len(late)} of {crossed}"
          f" that cross; {len(alerts)} alerts, {len(alerts) / days:.3f} a day,"
          f" early {early / max(1, len(alerts)):.2f}; late"
          f" {statistics.median(late):.0f} min, within five"
          f" {sum(m <= 5 for m in late)}; real"
          f" {statistics.mean(looks):.3f} of {len(looks)}; repeats"
          f" {sum(e['repeats'] for e in known)}", flush=True)


def labelled(args, name):
    stream = os.path.join(args.data, name + ".ndjson.gz")
    warmup = "14d" if name.startswith("uci") else "7d"
    alerts, _, summary = replay(args, stream, "--labels", "story", "--set",
                                f"score.warmup={warmup}")
    s = summary["score"]
    print(f"{name}: {len(alerts)} alerts", end="")
    if s["true_events"]:
        print(f", F1 {s['f1']:.4f} ({s['recall']:.3f} {s['precision']:.3f}),"
              f" B-cubed {s['b3_f1']:.4f} ({s['b3_precision']:.4f}), late"
              f" {s['delay_min_median']} min", end="")
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-t", "--tocsin", default="./tocsin")
    parser.add_argument("--years", action="store_true", help="only these")
    parser.add_argument("data")
    parser.add_argument("settings", nargs="*")
    args = parser.parse_args()
    for y in YEARS:
        if os.path.exists(os.path.join(args.data, f"wire-{y}.ndjson.zst")):
            year(args, y)
    for name in ("uci-headlines-dev", "crisislex-t26", "reuters-21578"):
        path = os.path.join(args.data, name + ".ndjson.gz")
        if os.path.exists(path) and not args.years:
            labelled(args, name)


main()
