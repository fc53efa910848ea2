"""The frame of the demonstrations, and what all of them have in common; without a browser."""

import gc
import re
from functools import cache
from threading import Event, Thread
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from ipywidgets import HTML, Button, VBox
from matplotlib.figure import Figure

from labkit import demos

# Of each demonstration: a control and two values of it that show different things.
MOVES = {
    "binomial_tails": ("k", 3, 9),
    "ties": ("ties", 88, 20),
    "report_check": ("text", "Add-one Bayes is best.", "It is better."),
    "smoothing": ("omega", 0.0, 1.0),
    "confidence_vs_gain": ("point", 5, 500),
    "error_types": ("n", 50, 20),
    "correlation": ("both", 30, 20),
    "shuffling": ("shuffles", 5, 1000),
    "sign_flips": ("shuffles", 5, 1000),
    "bootstrap": ("resamples", 5, 1000),
}


def make(name, **initial):
    return getattr(demos, name)(**initial)


@cache
def shown(name):
    """A demonstration as it first appears, to look at only: to make one takes a while."""
    return make(name)


@pytest.mark.parametrize("name", MOVES)
def test_the_parts_are_where_browsers_and_notebooks_look_for_them(name):
    demo = shown(name)
    assert isinstance(demo, VBox)
    assert {"labkit-demo", f"labkit-demo-{name}"} <= set(demo._dom_classes)
    assert "labkit-readout" in demo.readout._dom_classes
    assert "labkit-picture" in demo.picture._dom_classes
    assert isinstance(demo.readout, HTML) and isinstance(demo.caption, HTML)
    assert isinstance(demo.reset, Button) and demo.reset.description == "Reset"
    assert demo.readout.value and "alert" not in demo.readout.value and demo.picture.value
    assert "What to notice" in demo.caption.value and "Source:" in demo.caption.value


@pytest.mark.parametrize("name", MOVES)
def test_the_settings_alone_decide_what_is_shown_and_reset_restores_it(name):
    setting, one, other = MOVES[name]
    demo = make(name, **{setting: one})
    before = demo.settings, demo.readout.value, shape(demo.picture.value)
    demo.controls[setting].value = other
    after = demo.settings, demo.readout.value, shape(demo.picture.value)
    assert after[0] == {**before[0], setting: other}
    assert after[1] != before[1] and after[2] != before[2]
    again = make(name, **{setting: other})
    assert (again.settings, again.readout.value, shape(again.picture.value)) == after
    demo.reset.click()
    assert (demo.settings, demo.readout.value, shape(demo.picture.value)) == before


# All but the report check, whose picture is a paragraph and a table.
DRAWN = [name for name in MOVES if name != "report_check"]


@pytest.mark.parametrize("name", DRAWN)
def test_every_drawing_says_what_it_shows(name):
    (svg,) = drawings(shown(name).picture.value)
    assert svg.get("role") == "img" and len(svg.get("aria-label")) > 40


@pytest.mark.parametrize("name", DRAWN)
def test_type_can_be_read_from_the_back_row(name):
    (svg,) = drawings(shown(name).picture.value)
    width = float(svg.get("viewBox").split()[2])
    found = re.findall(r"font(?:-size)?: (?:\w+ )*([\d.]+)px", as_text(svg))
    sizes = [float(size) for size in found]
    assert sizes and min(sizes) * 720 / width >= 16


def test_the_report_check_shows_words_and_a_table():
    picture = shown("report_check").picture.value
    assert not drawings(picture)
    page = ElementTree.fromstring(f"<div>{picture}</div>")
    assert [part.tag for part in page] == ["p", "ol", "table"]
    assert all("".join(part.itertext()).strip() for part in page)
    # Its type is as large as the style sheet makes it.
    (size,) = re.findall(r"labkit-picture \.widget-html-content \{ font-size: ([\d.]+)em", style())
    assert float(size) >= 1


def test_lengths_follow_the_size_of_type():
    # A lecture's page sets --labkit-size; what moves with the picture's own units may be in px.
    (size,) = re.findall(r"var\(--labkit-size, (\d+)px\)", style().replace("--labkit-em", "", 1))[
        :1
    ]
    assert int(size) >= 18
    rules = re.sub(r"/\*.*?\*/", "", style(), flags=re.DOTALL)
    fixed = [rule for rule in rules.split("}") if "px" in rule and "labkit-point" not in rule]
    assert [re.findall(r"[\d.]+px", rule) for rule in fixed] in ([], [["18px"]], [["18px", "18px"]])
    for name in MOVES:
        for widget in every_widget(shown(name)):
            lengths = [
                widget.layout.trait_values()[key] for key in ("width", "min_width", "height")
            ]
            assert not any("px" in str(length) for length in lengths), (name, widget)


def every_widget(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from every_widget(child)


def style():
    return shown("report_check").children[0].value


@pytest.mark.parametrize("name", MOVES)
def test_an_unknown_setting_and_a_bad_value_are_refused(name):
    with pytest.raises(
        ValueError, match=f"every setting must be one of .*'{MOVES[name][0]}'.*, not 'colour'"
    ):
        make(name, colour="red")
    with pytest.raises(ValueError, match=f"{MOVES[name][0]} must be"):
        make(name, **{MOVES[name][0]: object()})


@pytest.mark.parametrize("name", MOVES)
def test_an_error_is_shown_and_does_not_outlive_its_cause(name):
    setting, one, other = MOVES[name]
    demo = make(name, **{setting: one})
    shown, numbers = demo.readout.value, demo._numbers
    demo._numbers, demo._picture = broken, lambda numbers: "drawn"
    demo.controls[setting].value = other
    assert 'role="alert"' in demo.readout.value
    assert "KeyError: &#39;&lt;nothing&gt;&#39;" in demo.readout.value
    assert demo.picture.value == ""
    demo._numbers = numbers
    demo.reset.click()
    assert (demo.readout.value, demo.picture.value) == (shown, "drawn")


def test_the_repr_is_short_and_tells_the_settings():
    assert repr(make("binomial_tails", k=2)).startswith("Demonstration(n=20, k=2, ")


ODD = [None, pd.NA, float("nan"), np.True_, "three", {}, [3], np.array([3, 4]), pd.Series([3])]


@pytest.mark.parametrize("value", ODD, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("setting", ["n", "q", "tails", "alpha"])
def test_a_value_of_another_kind_is_refused_by_the_setting_s_name(setting, value):
    with pytest.raises(ValueError, match=f"^{setting} must be .*, not "):
        make("binomial_tails", **{setting: value})


@pytest.mark.parametrize("value", [3, 3.0, np.int64(3), np.float64(3)])
def test_a_number_of_any_type_is_taken(value):
    assert make("binomial_tails", k=value).settings["k"] == 3
    numbers = demos.shuffling_numbers(correct_1=value, spurious_1=value, shuffles=value)
    assert numbers["correct_1"] == 3 and len(numbers["differences"]) == 3


def test_an_unknown_setting_is_not_set():
    demo = make("ties")
    with pytest.raises(ValueError, match="every setting must be one of .*'plus'.*, not 'colour'"):
        demo.set(plus=3, colour="red")
    assert demo.settings["plus"] == 1


@pytest.mark.parametrize(
    "name, setting",
    [
        ("binomial_tails", "n"),
        ("bootstrap", "n"),
        ("correlation", "n"),
        ("shuffling", "spurious_1"),
    ],
)
def test_more_than_memory_holds_is_refused(name, setting):
    with pytest.raises(ValueError, match=f"{setting} must be a whole number from . to 1"):
        getattr(demos, f"{name}_numbers")(**{setting: 10**30})


def test_limits_follow_the_controls_they_depend_on():
    demo = make("binomial_tails", n=100, k=90)
    demo.controls["n"].value = 10
    assert demo.settings["k"] == 10
    demo.reset.click()
    assert (demo.settings["n"], demo.settings["k"]) == (100, 90)
    with pytest.raises(ValueError, match="k must be a number from 0 to 10, not 11"):
        make("binomial_tails", n=10, k=11)


def broken(*controls, **settings):
    raise KeyError("<nothing>")


def drawings(picture):
    return [ElementTree.fromstring(svg) for svg in re.findall("<svg.*?</svg>", picture, re.DOTALL)]


def as_text(svg):
    return ElementTree.tostring(svg, encoding="unicode")


def shape(picture):
    """A picture without the names of its parts, which are drawn by lot."""
    return re.sub(r'id="[^"]*"|#\w+|url\([^)]*\)', "", picture)


def test_a_drawing_leaves_no_figure_and_the_collector_as_it_was():
    before = figures()  # of other tests in this process
    make("binomial_tails")
    assert gc.isenabled()
    assert {id(figure) for figure in figures()} <= {id(figure) for figure in before}


def figures():
    return [thing for thing in gc.get_objects() if isinstance(thing, Figure)]


def test_an_error_of_limits_is_shown_too():
    demo = make("binomial_tails")
    demo._limit = broken
    demo.controls["k"].value = 3
    assert 'role="alert"' in demo.readout.value


def test_of_two_threads_the_latest_settings_are_shown_last(monkeypatch):
    demo, wanted = make("ties", ties=30), make("ties", ties=40)
    numbers, busy, other_is_done = demo._numbers, Event(), Event()

    def slow_at_first(**settings):
        if settings["ties"] == 20:
            busy.set()
            other_is_done.wait(0.5)  # in turn, it is not
        return numbers(**settings)

    monkeypatch.setattr(demo, "_numbers", slow_at_first)
    first = Thread(target=demo.set, kwargs={"ties": 20})
    first.start()
    assert busy.wait(10)
    demo.controls["ties"].value = 40
    other_is_done.set()
    first.join()
    assert demo.readout.value == wanted.readout.value
    assert shape(demo.picture.value) == shape(wanted.picture.value)


def test_a_step_that_is_played_does_not_follow_a_reset(monkeypatch):
    demo, busy, reset = make("shuffling", shuffles=5), Event(), Event()
    first = demo.settings
    demo.play("shuffles")
    (player,) = demo._players()

    def slow(so_far):
        busy.set()
        reset.wait(0.5)  # in turn, it comes afterwards
        return 10

    monkeypatch.setattr(player, "steps", slow)
    stepping = Thread(target=demo._hear, args=({"kind": "step"},))
    stepping.start()
    assert busy.wait(10)
    demo.reset.click()
    reset.set()
    stepping.join()
    assert demo.settings == first and not demo.page.playing
