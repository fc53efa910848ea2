# Answers with what cannot be written down: itself, no end, no number, code, a very large number.
# expects: status=ran, points=4
# beside: answers
# %%
import itertools
import sys

calls = itertools.count()


def target(numbers):
    itself = []
    itself.append(itself)
    deep = []
    for _ in range(100_000):
        deep = [deep]
    answers = [itself, itertools.count(), 10**5000, float("nan"), deep, sys, target, b"6", {1: itself}]
    return answers[next(calls) % len(answers)]
