"""Measure labkit and its peers, check that they agree, and write the tables of docs/benchmarks.md.

Run from the top of the repository: ``python -m tests.benchmarks``. Most of the time is the
peers'. Medians; a peer that needs more than a few seconds runs once. A machine that is
at work already would be measured as well: then nothing is measured, and a sentence says so.
"""

import argparse
import datetime
import os
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.heavy import (
    compare_f1,
    compare_real_scores,
    growth,
    measured,
    own_systems,
    real_scores,
)
from tests.benchmarks.rows import COMPARED, Row, rows
from tests.benchmarks.tables import as_markdown, duration, judged

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
START = "<!-- benchmark tables: start (written by make bench) -->"
END = "<!-- benchmark tables: end -->"

#: Jobs at work for each processor at the start, on average of a minute: with more nothing is measured.
QUIET = 0.5
#: Seconds: peers slower than this run once.
PATIENCE = 3.0


def measure(work, repeats: int):
    """Median seconds, median processor seconds and the last answer; one warm-up, unless it takes long."""
    times = []
    while len(times) <= repeats and not (times and times[0][0] > PATIENCE):
        start, start_of_work = time.perf_counter(), time.process_time()
        answer = work()
        times.append((time.perf_counter() - start, time.process_time() - start_of_work))
    seconds, work_seconds = map(statistics.median, zip(*(times[1:] or times), strict=True))
    return seconds, work_seconds, answer


def compared(row: Row) -> list[str]:
    """The cells of one row."""
    ours, ours_of_work, answer = measure(row.labkit, row.repeats)
    if row.warm_up:
        row.warm_up()
    theirs, _, other = measure(row.theirs, 3)
    ratio = row.scale * theirs / ours
    reached = ours <= row.goal_seconds and ratio >= row.goal_ratio
    goal = [f"at least {row.goal_ratio:,} x"] * (row.goal_ratio > 0)
    goal += [f"under {duration(row.goal_seconds)}"] * (row.goal_seconds < float("inf"))
    their_time = f"{row.peer} {duration(row.scale * theirs)}"
    their_time += f" (extrapolated from {COMPARED} pairs)" * (row.scale > 1)
    our_time = f"{duration(ours)} ({duration(ours_of_work)})"
    verdict = judged(" and ".join(goal), reached)
    agree = "yes" if row.agree(answer, other) else "NO"
    return [row.work, our_time, their_time, f"{ratio:,.0f} x", verdict, agree]


def heavy() -> Iterator[list[str]]:
    """Yield the cells of what has no peer, with their peak memory."""
    for work, options, job, seconds, gigabytes in [
        (compare_f1, {}, "all 11,175 pairs of 150 systems, n = 2,034, F1 from three counts, b = 10^6", 30, 1.5),
        (real_scores, {"test": "bootstrap"}, "bootstrap of 10^6 real scores, computed", 10, 1),
        (real_scores, {"test": "sign flips"}, "sign flips of 10^6 real scores, computed", 5, 1),
        (compare_real_scores, {}, "labkit compare, 20 systems x 100,000 real scores, to its page", 60, 1),
    ]:  # fmt: skip
        took, of_work, memory = measured(work, **options)
        time = f"{duration(took)} ({duration(of_work)}), {memory:.2g} GB"
        reached = judged(
            f"under {seconds} s and {gigabytes:g} GB", took < seconds and memory < gigabytes
        )
        yield [job, time, "none", "", reached, ""]


def at_scale() -> Iterator[list[str]]:
    """Yield time and memory of the lab's own systems on 24,000 reviews."""
    drawn = dict(method="monte-carlo", n_resamples=10**5, n_jobs=2, rng=16)
    for text, options in {
        "accuracy, b = infinity": dict(method="exact"),
        "F1 from three counts, b = 10^5, two processors": dict(metric="f1", positive=1, **drawn),
    }.items():
        seconds, _, memory = measured(own_systems, **options)
        yield [text, duration(seconds), f"{memory:.2g} GB"]


def shown(cells: list[str]) -> list[str]:
    """Print a row as soon as it is measured."""
    print(" | ".join(cells), flush=True)
    return cells


def too_busy() -> str | None:
    """Say why this machine is not quiet enough to measure on; None if it is."""
    load, processors = os.getloadavg()[0], os.cpu_count() or 1
    if load <= QUIET * processors:
        return None
    return (
        f"This machine is not quiet: {load:.1f} jobs at work on average of the last minute, and at "
        f"most {QUIET * processors:g} may be with {processors} processors. Nothing was measured; end "
        "what else is running, wait two minutes, and try again."
    )


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the tables and write them, unless the machine has other work."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--row", metavar="WORDS", help="only the rows with these words, as a trial")
    options = parser.parse_args(arguments)
    if busy := too_busy():
        print(busy, file=sys.stderr)
        return 1

    found, missing = rows()
    body = [shown(compared(row)) for row in found if not options.row or options.row in row.work]
    disagree = any(cells[-1] == "NO" for cells in body)
    if options.row:
        return disagree
    body += [shown(cells) for cells in heavy()]

    heads = ["work", "labkit (of which processor time)", "peer", "ratio", "goal", "answers agree"]
    doubled = [[text, duration(seconds), f"{times:.2g}"] for text, seconds, times in growth()]
    large = [shown(cells) for cells in at_scale()]
    day = f"{datetime.date.today():%d %B %Y}".lstrip("0")
    jobs = f"{os.cpu_count()} processors, {os.getloadavg()[1]:.1f} jobs at work on average"
    parts = [f"Measured on {day}, on {jobs} (this one too).", as_markdown(heads, body)]
    parts.append("How the cost grows:")
    parts.append(as_markdown(["F1 of all pairs", "processor time", "times the first"], doubled))
    parts.append("At scale, on the lab's own systems, with loading them:")
    parts.append(as_markdown(["150 systems x 24,000 reviews, all pairs", "time", "memory"], large))
    parts += [f"Not installed, and so not measured: {name}." for name in missing]
    print("\n" + (text := "\n\n".join(parts) + "\n"))
    PAGE.write_text(with_tables(PAGE.read_text("utf-8"), text), "utf-8")
    return disagree


def with_tables(page: str, tables: str) -> str:
    """Return the page with other tables between its two marks."""
    before, rest = page.split(START)
    return f"{before}{START}\n{tables}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    sys.exit(main())
