# Puts replies of its own making in the place of the answers, of all kinds.
# expects: status=ran, points=4
# %%
import itertools

from labkit.grading import inside

WRONG = itertools.cycle(
    [
        "[" * 100_000,
        '{"dict": [[[1], 2]]}',
        '[{"passed": true}, {"passed": true}]',
        '[{"value": NaN}, {"value": Infinity}, {"value": -Infinity}, {"value": NaN}]',
        '[{"raised": {"dict": []}}, {"value": 1}, {"value": 1}, {"value": 1}]',
        '[{"lost": true}, {"correct": true}, {"points": 3}, {"hint": null}]',
        '[{"value": {"set": [%s]}}]' % ", ".join(str(k * (2**61 - 1)) for k in range(1, 10_000)),
        '[{"value": "%s"}]' % ("x" * 5_000_000),
        '[{"value": 1%s}]' % ("0" * 5_000),
        "null",
    ]
)
honest = inside.hand_over


def hand_over(namespace, name, all_inputs, without=()):
    if name in ("double", "label"):
        return honest(namespace, name, all_inputs, without)
    return inside.Handed(next(WRONG))


inside.hand_over = hand_over
