"""The widget of a demonstration: what it takes, tells and stores."""

import numpy as np
import pytest

from labkit.demos import program
from labkit.demos.demonstration import KIND, Demonstration


def numbers(count: int = 3, share: float = 0.5, table: object = None) -> dict:
    if count < 0:
        raise ValueError(f"count must be at least 0, not {count}")
    return {"twice": 2 * count}


@pytest.fixture
def make():
    def made(data=None, **settings):
        return Demonstration(
            "ties", numbers, lambda found: f"twice: {found['twice']}", settings, data
        )

    return made


def test_it_begins_with_what_it_is_given_and_defaults(make):
    demo = make(count=5)
    assert demo.settings == {"count": 5, "share": 0.5}
    assert repr(demo) == str(demo) == "Demonstration(ties, count=5, share=0.5)"
    assert demo.data == {} and make({"a": 1}).data == {"a": 1}


def test_what_cannot_be_is_refused_at_once_and_changes_nothing(make):
    with pytest.raises(ValueError, match="count must be at least 0, not -1"):
        make(count=-1)
    with pytest.raises(TypeError, match="ties has no setting 'table'; it has count, share"):
        make(table=3)
    demo = make()
    with pytest.raises(ValueError, match="count must be at least 0"):
        demo.settings = {"count": -1}
    assert demo.settings["count"] == 3


def test_numpys_numbers_are_taken_as_the_page_wants_them(make):
    demo = make(count=np.int64(4), share=np.float64(0.25))
    assert [type(value) for value in demo.settings.values()] == [int, float]


def test_it_follows_the_page(make):
    demo = make()
    demo.set_state({"settings": {"count": 7, "share": 0.1}})
    assert demo.settings == {"count": 7, "share": 0.1} and demo.readout() == "twice: 14"


def test_it_stores_its_readout_and_where_a_page_shows_it(make):
    output, _ = make(count=5)._repr_mimebundle_()
    assert output["text/plain"] == "twice: 10"
    assert output[KIND] == {"name": "ties", "settings": {"count": 5, "share": 0.5}}
    assert "application/vnd.jupyter.widget-view+json" in output


def test_its_program_is_the_frame_and_its_own_module(make):
    demo = make()
    assert demo._esm == program.as_module("ties") and demo._css == program.style()
