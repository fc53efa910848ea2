"""What the figures of words show: the data in the drawing, not its pixels."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from labkit import plots
from labkit.laws import PowerLaw
from tests.plots.reading import legend


def test_word_evidence_draws_a_bar_for_each_word_from_the_top():
    ax = plots.word_evidence(["superb", "the", "waste"], [2.1, 0.0, -2.6])
    assert [bar.get_width() for bar in ax.patches] == [2.1, 0.0, -2.6]
    heights = [bar.get_y() + bar.get_height() / 2 for bar in ax.patches]
    assert heights == pytest.approx(ax.get_yticks())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["superb", "the", "waste"]
    assert ax.yaxis_inverted()
    superb, _, waste = (to_hex(bar.get_facecolor()) for bar in ax.patches)
    assert superb != waste
    assert "POS" in ax.get_xlabel() and "NEG" in ax.get_xlabel()


def test_zipf_draws_the_frequencies_against_their_ranks():
    ax = plots.zipf([40, 22, 13, 10])
    (observed,) = ax.lines
    assert observed.get_xydata().tolist() == [[1, 40], [2, 22], [3, 13], [4, 10]]
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert "rank" in ax.get_xlabel() and "occurrences" in ax.get_ylabel()


def test_zipf_draws_the_law_and_names_its_parameters():
    ax = plots.zipf([1400, 700, 400, 300], PowerLaw(k=1234.4, exponent=-1.25))
    law = ax.lines[1].get_xydata()
    assert law[:, 0].tolist() == [1, 2, 3, 4]
    assert law[:, 1] == pytest.approx([1234.4 / rank**1.25 for rank in (1, 2, 3, 4)])
    assert legend(ax) == ["observed", "1,234 / rank^1.25"]


def test_zipf_marks_words_at_their_points_and_names_them_in_the_order_of_ranks():
    ax = plots.zipf([40, 22, 13, 10], marked={"film": 4, "zest": 1})
    points = [line.get_xydata().tolist() for line in ax.lines[1:]]
    assert points == [[[1, 40]], [[4, 10]]]
    names = [(text.get_text(), text.xy) for text in ax.texts]
    assert names == [("zest", (1, 40)), ("film", (4, 10))]
    heights = [text.xyann[1] for text in ax.texts]
    assert heights == sorted(heights, reverse=True)
    assert legend(ax) == ["observed"]


def test_heaps_draws_the_counts_and_the_law():
    growth = pd.DataFrame({"tokens": [1, 4, 9], "types": [1, 3, 5]}, index=[5, 6, 7])
    ax = plots.heaps(growth, PowerLaw(k=2.0, exponent=0.5))
    observed, law = ax.lines
    assert observed.get_xydata().tolist() == [[1, 1], [4, 3], [9, 5]]
    assert law.get_xydata() == pytest.approx(np.array([[1, 2], [4, 4], [9, 6]]))
    assert observed.get_linestyle() == "None"  # measured points are not joined
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert "tokens" in ax.get_xlabel() and "types" in ax.get_ylabel()
    assert legend(ax) == ["observed", "2.0 · words^0.50"]
    assert len(plots.heaps(growth).lines) == 1


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="words and evidence must be of equal length, not 1 and 0"):
        plots.word_evidence(["good"], [])
    for rank in (0, 3):
        with pytest.raises(
            ValueError, match=f"'zest' in marked must be .* from 1 to 2, not {rank}"
        ):
            plots.zipf([2, 1], marked={"zest": rank})
