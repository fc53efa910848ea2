"""How long a demonstration takes to answer: every control is moved, and each answer timed.

Run from the top of the repository: ``python -m tests.benchmarks.demos``; some
minutes. Measured is the kernel's work, from the new value of a control to the new
readout and picture, and in brackets its processor time, which other work on the
machine does not lengthen.
"""

import os
import statistics
import sys
import time

from ipywidgets import Checkbox, Combobox, Textarea, ToggleButton

from labkit import demos
from labkit.demos._confidence_vs_gain import prepare
from labkit.demos.own_data import PREDICTIONS, SCORES

GOAL = 0.2
NAMES = [name.removesuffix("_numbers") for name in demos.__all__ if name.endswith("_numbers")]


def values(widget):
    """Some values of a control, from one end to the other."""
    if isinstance(widget, Textarea) and widget.value in (PREDICTIONS, SCORES):
        lines = widget.value.splitlines()
        return ["\n".join(lines * times) for times in (1, 5, 20)]
    if isinstance(widget, Textarea):
        return ["Naive Bayes is better than the lexicon. " * times for times in (1, 3, 10)]
    if isinstance(widget, Combobox):
        return widget.options
    if isinstance(widget, Checkbox | ToggleButton):
        return [True, False]
    if widget.has_trait("options"):
        options = [option[1] if isinstance(option, tuple) else option for option in widget.options]
        return options[:: max(1, len(options) // 8)]
    steps = (widget.min + (widget.max - widget.min) * step / 7 for step in range(8))
    return [type(widget.value)(value) for value in steps]


def answers(demo):
    """(seconds, processor seconds, size of the picture) of each answer, one control after the other.

    Where data of one's own can be shown, of all of them.
    """
    source = demo.controls.get("data")
    for data in source.options if source else [None]:
        for widget in demo.controls.values():
            away = "labkit-away" in widget._dom_classes or getattr(widget, "disabled", False)
            if not widget.has_trait("value") or away:
                continue
            for value in values(widget):
                if value != widget.value:
                    start, work = time.perf_counter(), time.process_time()
                    widget.value = value
                    times = time.perf_counter() - start, time.process_time() - work
                    yield *times, len(demo.picture.value)
            demo.reset.click()
            if source:
                source.value = data


def main():
    print("| demonstration | made in | answers | median | slowest | largest picture |")
    print("| --- | --- | --- | --- | --- | --- |")
    slow = []
    prepare()  # what JupyterLab and Voila do while a lecture is being opened
    for name in NAMES:
        start = time.perf_counter()
        demo = getattr(demos, name)()
        made = time.perf_counter() - start
        seconds, work, sizes = zip(*answers(demo), strict=True)
        row = [name, f"{made:.1f} s", str(len(work))]
        for which in (statistics.median, max):
            row.append(f"{1000 * which(seconds):.0f} ms ({1000 * which(work):.0f} ms)")
        print(f"| {' | '.join(row)} | {max(sizes) / 1000:.0f} kB |", flush=True)
        slow += [name] if max(work) > GOAL else []
    verdict = f"missed by {', '.join(slow)}" if slow else "reached by all"
    print(f"\nGoal, under {1000 * GOAL:.0f} ms of processor time for every answer: {verdict}.")
    print(f"Meanwhile {os.getloadavg()[0]:.1f} jobs were at work on {os.cpu_count()} processors.")
    return bool(slow)


if __name__ == "__main__":
    sys.exit(main())
