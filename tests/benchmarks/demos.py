"""How long a demonstration takes to answer: every control is moved, and each answer timed.

Run from the top of the repository: ``python -m tests.benchmarks.demos``. A
minute. Measured is the kernel's work, from the new value of a control to the
new readout and picture; the browser adds what it takes to show them.
"""

import statistics
import sys
import time

from labkit import demos

GOAL = 0.2
NAMES = [name.removesuffix("_numbers") for name in demos.__all__ if name.endswith("_numbers")]


def values(widget, at_most=8):
    """Some values of a control, from one end to the other."""
    if widget.has_trait("options"):
        return [option[1] if isinstance(option, tuple) else option for option in widget.options]
    if widget.has_trait("max"):
        steps = range(at_most)
        found = [widget.min + (widget.max - widget.min) * step / (at_most - 1) for step in steps]
        return [type(widget.value)(value) for value in found]
    if isinstance(widget.value, bool):
        return [not widget.value, widget.value]
    words = widget.options or ["A is better than B. " * 20] if hasattr(widget, "options") else None
    return list(words or ["Naive Bayes is better than the lexicon. " * 10, "It is not."])


def answers(demo):
    """Seconds of each answer when one control after the other is moved through its values."""
    for name, widget in demo.controls.items():
        if not widget.has_trait("value"):
            continue
        for value in values(widget):
            if value == widget.value:
                continue
            start = time.perf_counter()
            widget.value = value
            yield time.perf_counter() - start
            assert "alert" not in demo.readout.value or name.startswith("run_"), demo.readout.value
        demo.reset.click()


def main():
    print("| demonstration | made in | answers | median | slowest | largest picture |")
    print("| --- | --- | --- | --- | --- | --- |")
    slow = []
    for name in NAMES:
        start = time.perf_counter()
        demo = getattr(demos, name)()
        made = time.perf_counter() - start
        found, sizes = [], []
        for seconds in answers(demo):
            found.append(seconds)
            sizes.append(len(demo.picture.value))
        median, slowest = statistics.median(found), max(found)
        print(
            f"| {name} | {made:.1f} s | {len(found)} | {1000 * median:.0f} ms "
            f"| {1000 * slowest:.0f} ms | {max(sizes) / 1000:.0f} kB |",
            flush=True,
        )
        slow += [name] if slowest > GOAL else []
    verdict = f"missed by {', '.join(slow)}" if slow else "reached by all"
    print(f"\nGoal, under {1000 * GOAL:.0f} ms for every answer: {verdict}.")
    return bool(slow)


if __name__ == "__main__":
    sys.exit(main())
