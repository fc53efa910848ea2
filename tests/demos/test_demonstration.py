"""The widget of a demonstration: what it takes, tells and stores."""

import re
from ast import literal_eval

import numpy as np
import pytest

from labkit import demos
from labkit.demos import program
from labkit.demos.demonstration import KIND, opener


def ties_numbers(count: int = 3, share: float = 0.5) -> dict:
    if count < 0:
        raise ValueError(f"count must be at least 0, not {count}")
    return {"twice": 2 * count}


def write(found):
    return [f"twice: {found['twice']}", *(["and so on"] if found["reveal"] else [])]


show = opener(ties_numbers, write, "Show it.", {"seed": 1, "reveal": False})


def test_it_begins_with_what_it_is_given_and_defaults():
    demo = show(count=5)
    assert demo.settings == {"count": 5, "share": 0.5, "seed": 1, "reveal": False}
    assert repr(demo) == "Demonstration(ties, count=5, share=0.5, seed=1, reveal=False)"
    assert demo.numbers() == {"twice": 10} and demo.readout() == "twice: 10"
    assert show(reveal=True).readout() == "twice: 6\nand so on"


def test_its_data_are_those_of_the_settings_it_begins_with():
    assert show().data == {}
    counts = opener(ties_numbers, write, "Show it.", data=lambda settings: {"a": settings["count"]})
    assert counts(count=4).get_state()["data"] == {"a": 4}


def test_its_documentation_names_the_settings():
    assert show.__name__ == show.__qualname__ == "ties" and show.__module__ == __name__
    assert show.__doc__.startswith("Show it.\n\nParameters")
    assert "count=3, share=0.5, seed=1, reveal=False" in show.__doc__


CONTROL = re.compile(r"""(?:whole|part|choice|oneWord)\("(\w+)", "[^"]*", ("[^"]*"|[-\d.]+)""")


@pytest.mark.parametrize("name", sorted({*demos.__all__} - {"read_reviews"}))
def test_the_controls_of_a_page_begin_as_its_documentation_says(name):
    module, known = program.read(f"js/{name}.js"), getattr(demos, name).__doc__
    controls = CONTROL.findall(module) + re.findall(r"()drawControls\((\d+)", module)
    for control, value in controls:
        said = re.search(rf"\b{control or 'seed'}=([^,]+?)[,.]\s", known)[1]
        assert literal_eval(said) == literal_eval(value)
    assert len(controls) >= 2


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"count": -1}, ValueError, "count must be at least 0, not -1"),
        ({"table": 3}, TypeError, "ties has no setting 'table'; it has count, share, seed, reveal"),
        ({"seed": -1}, ValueError, "seed must be a whole number from 0 to 4,294,967,295, not -1"),
        ({"seed": 2**32}, ValueError, "seed must be a whole number from 0 to 4,294,967,295"),
        ({"reveal": 1}, TypeError, "reveal must be like False, not 1"),
    ],
)
def test_what_cannot_be_is_refused_at_once_and_changes_nothing(settings, error, message):
    with pytest.raises(error, match=message):
        show(**settings)
    demo = show()
    with pytest.raises(error, match=message):
        demo.settings = settings
    assert demo.settings == show().settings


def test_numpys_numbers_are_taken_as_the_page_wants_them():
    demo = show(count=np.int64(4), share=np.float64(0.25))
    assert [type(value) for value in demo.settings.values()] == [int, float, int, bool]


def test_it_follows_the_page():
    demo = show()
    demo.set_state({"settings": {"count": 7, "share": 0.1}})
    assert demo.settings["count"] == 7 and demo.readout() == "twice: 14"


def test_it_stores_its_readout_and_where_a_page_shows_it():
    output, _ = show(count=5)._repr_mimebundle_()
    assert output["text/plain"] == "twice: 10"
    assert output[KIND] == {"name": "ties", "settings": show(count=5).settings}
    assert "application/vnd.jupyter.widget-view+json" in output


def test_its_program_is_the_frame_and_its_own_module():
    sent = show().get_state()
    assert (sent["name"], sent["_esm"]) == ("ties", program.as_module("ties"))
    assert (sent["settings"], sent["_css"]) == (show().settings, program.style())
