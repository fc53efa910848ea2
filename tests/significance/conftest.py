"""Data that several tests of significance share."""

import numpy as np
import pytest


@pytest.fixture(scope="session")
def yeh():
    """The responses of Yeh (2000), section 3.3, as two (110, 2) matrices: correct, found."""
    kinds = [  # how many responses; (correct, found) for method I and for method II
        (19, (1, 1), (1, 1)),
        (28, (1, 1), (0, 0)),
        (6, (0, 0), (1, 1)),
        (5, (0, 1), (0, 1)),
        (43, (0, 1), (0, 0)),
        (9, (0, 0), (0, 1)),
    ]
    counts, one, two = zip(*kinds, strict=True)
    return np.repeat(one, counts, axis=0), np.repeat(two, counts, axis=0)


@pytest.fixture(scope="session")
def maize():
    """Darwin's maize: crossed minus self-fertilized heights of 15 pairs, in eighths of an inch."""
    return [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
