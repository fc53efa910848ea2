"""The kinds of systems, and their outputs on some of the items."""

import numpy as np
import pytest

from labkit.experiments import system_kinds, take_items


def test_kinds_need_the_pattern_in_every_name():
    assert system_kinds(["a/b/run"]) == {"a/b/run": "a/b"}
    for pattern in ("[a-z]", r"([a-z])(\d)"):
        assert system_kinds(["a1", "b2"], pattern) == {"a1": "a", "b2": "b"}
    with pytest.raises(ValueError, match="pattern must occur in each name, not .* for 'run'"):
        system_kinds(["a/run", "run"])


WRONG = [0, 4, [3], [-1], [], [[1]], slice(5, 9), [True, False, True], ["0"], [0.5], True]


@pytest.mark.parametrize("items", WRONG)
def test_items_that_are_not_there_are_refused(items):
    with pytest.raises(ValueError, match="items must be .* from (0 to 2|1 to 3), not"):
        take_items({"a": np.arange(3)}, items)


def test_items_are_taken_of_every_system():
    outputs = {"a": np.arange(4), "b": np.arange(8).reshape(4, 2)}
    taken = take_items(outputs, [3, 0, 3])
    assert taken["a"].tolist() == [3, 0, 3] and taken["b"].tolist() == [[6, 7], [0, 1], [6, 7]]
    assert take_items(outputs, 1)["a"].tolist() == [0] and len(take_items(outputs, 4)["a"]) == 4
    for some in (slice(1, 3), range(1, 3), -2 + np.arange(3, 5)):
        assert take_items(outputs, some)["a"].tolist() == [1, 2]
