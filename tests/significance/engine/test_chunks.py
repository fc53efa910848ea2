"""Draws in chunks: as many as asked for, and the same whoever draws them."""

import numpy as np
import pytest

from labkit.significance.engine.chunks import NUMBERS_IN_CHUNK, over_chunks
from labkit.significance.engine.resampling import Drawing


def drawn(seed, n_jobs=1, n=1000, numbers=NUMBERS_IN_CHUNK // 300, progress=None):
    work = Drawing(n, np.random.default_rng(seed), n_jobs, progress)
    return np.concatenate(list(over_chunks(lambda size, rng: rng.random(size), numbers, work)))


def test_the_same_seed_gives_the_same_draws_whatever_the_number_of_jobs():
    alone = drawn(1)
    assert len(alone) == 1000 and len(np.unique(alone)) == 1000  # no chunk twice
    assert np.array_equal(alone, drawn(1, n_jobs=2))
    assert not np.array_equal(alone, drawn(2))


@pytest.mark.parametrize(("n", "numbers"), [(1, 1), (5, 2**40), (7, 0)])
def test_chunks_add_up_however_large_a_draw_is(n, numbers):
    assert len(drawn(1, n=n, numbers=numbers)) == n


def test_progress_is_shown_when_asked_for(capsys):
    drawn(1, progress=False)
    assert capsys.readouterr().err == ""
    drawn(1, progress=True)
    assert "shuffling" in capsys.readouterr().err
