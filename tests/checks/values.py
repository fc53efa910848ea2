"""Strategies for plain values of every kind, as students' answers give them."""

import math

from hypothesis import strategies as st

ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
VALUES = st.sampled_from(
    ["POS", "NEG", 0.5, 1, 10**400, -(10**400), math.nan, math.inf]
) | st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.sets(ATOMS, max_size=3)
        | st.dictionaries(st.sampled_from(["POS", "NEG", 1, 4]) | ATOMS, inner, max_size=4)
    ),
    max_leaves=8,
)
