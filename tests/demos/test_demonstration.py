"""The widget of a demonstration: what it sends to its page, and what is stored of it."""

import numpy as np
import pytest

from labkit import demos
from labkit.demos import program
from labkit.demos.demonstration import KIND


def test_its_text_is_the_call_that_shows_it():
    assert repr(demos.ties()) == "demos.ties()"
    assert repr(demos.binomial_tails(k=3, tails="one tail")) == "demos.binomial_tails(k=3, tails='one tail')"  # fmt: skip


def test_its_program_is_the_frame_and_its_own_module():
    sent = demos.ties(plus=3).get_state()
    assert (sent["name"], sent["_esm"]) == ("ties", program.as_module("ties"))
    assert (sent["settings"], sent["data"], sent["_css"]) == ({"plus": 3}, {}, program.style())


def test_it_follows_the_page():
    demo = demos.ties(plus=3)
    demo.set_state({"settings": {"plus": 7, "alpha": 0.1}})
    assert demo.settings == {"plus": 7, "alpha": 0.1}
    assert repr(demo) == "demos.ties(plus=7, alpha=0.1)"


def test_it_stores_where_a_page_shows_it():
    output, _ = demos.ties(plus=np.int64(3))._repr_mimebundle_()
    assert output["text/plain"] == "demos.ties(plus=np.int64(3))"
    assert output[KIND] == {"name": "ties", "settings": {"plus": 3}}
    assert "application/vnd.jupyter.widget-view+json" in output


@pytest.mark.parametrize("name", program.NAMES)
def test_each_module_is_a_function_that_tells_its_settings_and_its_source(name):
    show = getattr(demos, name)
    assert show.__name__ == name and name in demos.__all__ and name in dir(demos)
    assert show(any_setting=1).name == name  # the page refuses it, and says which there are
    for words in ("Settings: ", "Source: "):
        assert show.__doc__.count(words) == 1
