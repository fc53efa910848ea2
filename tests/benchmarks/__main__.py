"""Measure labkit and its peers, check that they agree, and write the table into the README.

Run from the top of the repository: ``python -m tests.benchmarks``. It takes a
few minutes, most of them the peers'. Medians; a peer that needs more than a few
seconds runs once.
"""

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

from tests.benchmarks import scale
from tests.benchmarks.heavy import compare_f1, measured
from tests.benchmarks.many_systems import growth
from tests.benchmarks.rows import COMPARED, Row, rows

README = Path(__file__).parents[2] / "README.md"
START, END = (
    "<!-- benchmark table: start (written by make bench) -->",
    "<!-- benchmark table: end -->",
)

#: Peers slower than this run once.
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


def line(row: Row) -> list[str]:
    """The cells of one row."""
    ours, ours_of_work, answer = measure(row.labkit, row.repeats)
    if row.warm_up is not None:
        row.warm_up()
    theirs, _, other = measure(row.theirs, 3)
    ratio = row.scale * theirs / ours
    reached = ours <= row.goal_seconds and ratio >= row.goal_ratio
    goal = [f"at least {row.goal_ratio:,} x"] * (row.goal_ratio > 0)
    goal += [f"under {duration(row.goal_seconds)}"] * (row.goal_seconds < float("inf"))
    their_time = duration(row.scale * theirs) + f" (extrapolated from {COMPARED} pairs)" * (
        row.scale > 1
    )
    agree = "yes" if row.agree(answer, other) else "NO"
    our_time = f"{duration(ours)} ({duration(ours_of_work)})"
    return [
        row.work,
        our_time,
        f"{row.peer} {their_time}",
        f"{ratio:,.0f} x",
        judged(goal, reached),
        agree,
    ]


def judged(goal: list[str], reached: bool) -> str:
    return " and ".join(goal) + (": reached" if reached else ": missed") if goal else "none"


def duration(seconds: float) -> str:
    """Seconds in a unit that leaves one to three digits before the point."""
    for unit, size in [("h", 3600), ("min", 60), ("s", 1), ("ms", 1e-3)]:
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def many_systems() -> list[list[str]]:
    """All pairs of many systems by F1, drawn."""
    seconds, of_work, memory = measured(compare_f1)
    time = f"{duration(seconds)} ({duration(of_work)} on two processors), {memory:.2g} GB"
    reached = judged(["under 30 s and 1.5 GB"], seconds < 30 and memory < 1.5)
    row = ["all 11,175 pairs of 150 systems, n = 2,034, F1 from three counts, b = 10^6"]
    row += [time, "none", "", reached, ""]
    print(" | ".join(row), flush=True)
    return [row]


def at_scale() -> list[list[str]]:
    """Time and memory of the lab's own systems on 24,000 reviews."""
    table = []
    for work, text in [
        (scale.accuracy, "accuracy, b = infinity"),
        (scale.f1, "F1 from three counts, b = 10^5, two processors"),
    ]:
        seconds, _, memory = measured(work)
        table.append([text, duration(seconds), f"{memory:.2g} GB"])
        print(" | ".join(table[-1]), flush=True)
    return table


def as_markdown(header: list[str], body: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *body]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--no-readme", action="store_true", help="print the tables and leave the README alone"
    )
    options = parser.parse_args()

    found, missing = rows()
    body = []
    for row in found:
        body.append(line(row))
        print(" | ".join(body[-1]), flush=True)
    body += many_systems()

    table = as_markdown(
        ["work", "labkit (of which processor time)", "peer", "ratio", "goal", "answers agree"], body
    )
    doubled = [[text, duration(seconds), f"{times:.2g}"] for text, seconds, times in growth()]
    growing = as_markdown(["F1 of all pairs", "processor time", "times the first"], doubled)
    large = as_markdown(["150 systems x 24,000 reviews, all pairs", "time", "memory"], at_scale())
    skipped = "".join(f"\n\nNot installed, and so not measured: {name}." for name in missing)
    busy = f"Measured on {os.cpu_count()} processors, {os.getloadavg()[2]:.1f} jobs at work on average (this one too)."
    text = f"{busy}\n\n{table}\n\nHow the cost grows:\n\n{growing}\n\nAt scale, on the lab's own systems, with loading them:\n\n{large}{skipped}\n"
    print("\n" + text)
    if not options.no_readme:
        write(text)
    return any(cells[-1] == "NO" for cells in body)


def write(text: str) -> None:
    """Put the tables between the two markers of the README; add the section if there is none."""
    readme = README.read_text(encoding="utf-8")
    if START not in readme:
        readme = f"{readme.rstrip()}\n\n## Performance\n\nMedians, from `make bench`.\n\n{START}\n{END}\n"
    before, rest = readme.split(START)
    after = rest.split(END)[1]
    README.write_text(f"{before}{START}\n{text}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
