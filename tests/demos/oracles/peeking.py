"""Tests after every so many fair coins, until one rejects: counted in whole numbers, and the page's experiments."""

from fractions import Fraction
from itertools import accumulate

import numpy as np

from labkit.significance.sign import pvalue_of_outcomes
from labkit.text import write_share
from tests.demos.chance import random_tosses
from tests.demos.words import p_equation

END = "at the end"


def numbers(experiments=0, every=10, events=1000, alpha=0.05, look=0, seed=1112, exact=False):
    """How often looking at p so often raises a false alarm, and how often one test at the end does."""
    step = events if every == END else every
    looks = np.array([*range(step, events, step), events])
    fewest, alarms, once = law(looks.tolist(), alpha)
    won = random_tosses(seed, experiments, events).cumsum(axis=1)[:, looks - 1]
    alarm = np.minimum(won, looks - won) < fewest
    found = {
        "exact_alarms": float(alarms[-1]),
        "exact_once": float(once),
        "shown": look or experiments,
        **dict.fromkeys(("alarms", "once", "stopped", "p")),
    }
    if experiments:
        here = found["shown"] - 1
        stops = bool(alarm[here].any())
        last = int(alarm[here].argmax()) if stops else len(looks) - 1
        wins, n = int(won[here, last]), int(looks[last])
        found |= {
            "alarms": int(alarm.any(axis=1).sum()),
            "once": int(alarm[:, -1].sum()),
            "stopped": n if stops else None,
            "p": float(pvalue_of_outcomes(wins, n - wins, 0, "split", "two-sided")),
        }
    return found


def law(looks, alpha):
    """Below how many wins each look raises an alarm, and the shares of all rows of coins: those with
    an alarm by then, and those with one if the last look is the only one.
    """
    every = going = np.ones(1, dtype=object)  # rows of coins by their wins: all, and without alarm
    fewest, alarms, once = [], [], 0
    for n in range(1, looks[-1] + 1):
        every, going = (np.append(rows, 0) + np.append(0, rows) for rows in (every, going))
        if n in looks:
            most = int(Fraction(alpha) * 2**n)
            below = accumulate(every)
            least = next(k for k, rows in enumerate(below) if 2 * rows > most)
            going[:least] = going[n - least + 1 :] = 0
            fewest.append(least)
            alarms.append(1 - Fraction(int(going.sum()), 2**n))
            once = 2 * Fraction(int(every[:least].sum()), 2**n)
    return np.array(fewest), alarms, once


def readout(found):
    lines = ["Nothing tested so far"]
    if experiments := found["experiments"]:
        ends = f"no alarm in {found['events']:,} events, at the end "
        if found["stopped"] is not None:
            ends = f"a false alarm after {found['stopped']:,} events, "
        alarms, once = found["alarms"], found["once"]
        lines = [
            f"Experiment {found['shown']:,}: {ends}{p_equation(found['p'])}",
            f"{write_share(alarms / experiments, 1)} false alarms: {alarms:,} of {experiments:,}",
            f"One test, at the end: {write_share(once / experiments, 1)}",
        ]
    exactly, once = (write_share(found[name], 1) for name in ("exact_alarms", "exact_once"))
    return lines + [f"Exactly: {exactly}; one test: {once}"] * found["exact"]
