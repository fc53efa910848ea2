"""The controls of the demonstrations, as their page moves them; without a browser."""

import pytest
from ipywidgets import FloatSlider, IntSlider
from traitlets import TraitError

from labkit import demos
from labkit.demos import controls


def sent(widget):
    """What a widget tells its page from now on."""
    messages = []
    widget._send = lambda message, buffers=None: messages.append(message)
    return messages


@pytest.mark.parametrize(
    ("typed", "used"),
    [("12", 12), ("1,000", 500), ("−4", 0), ("12.6", 13), ("0012", 12), ("twelve", 7), ("", 7)],
)
def test_a_field_shows_the_number_that_is_used(typed, used):
    field = controls.field("", 7, 0, 500, name="items")
    told = sent(field)
    field.set_state({"value": typed})
    assert field.value == used
    states = [message["state"] for message in told if message["method"] == "update"]
    assert states[-1]["value"] == str(used)


def test_a_field_is_one_for_text_with_a_name():
    field = controls.field("", 7, 0, 500, name="items")
    assert field.get_state(["_view_name", "value"]) == {"_view_name": "TextView", "value": "7"}
    assert controls.name_of("n", field) == "items"


@pytest.mark.parametrize(
    ("typed", "used"), [("0,03", 0.03), ("3 %", 0.03), ("0.05", 0.05), ("1", 0.05), ("x", 0.05)]
)
def test_any_level_can_be_typed(typed, used):
    level = controls.level("alpha", 0.05)
    controls.take(level, typed)
    assert level.value == used
    assert controls.reading(level) == f"{used:g}"
    assert list(level._options_values) == sorted({*controls.LEVELS, used})


def test_a_demonstration_begins_with_any_level_and_refuses_what_is_none():
    demo = demos.ties(alpha=0.02)
    assert demo.settings["alpha"] == 0.02 and "Significance level: 0.02" in demo.readout.value
    demo.controls["alpha"].value = 0.1
    demo.reset.click()
    assert demo.settings["alpha"] == 0.02
    for bad in (0, 1, 2.0, "0.05", True, None):
        with pytest.raises(ValueError, match="alpha must be between 0 and 1, not"):
            demos.ties(alpha=bad)
    with pytest.raises(TraitError):
        controls.level("alpha", 0.05).accept(float("nan"))


def test_sliders_take_what_is_typed_as_far_as_they_go():
    whole, share = IntSlider(3, 0, 2000), FloatSlider(0.5, min=0.01, max=0.99, step=0.01)
    for typed, used in (("1,500", 1500), ("9999", 2000), ("-1", 0), ("word", 0)):
        controls.take(whole, typed)
        assert whole.value == used
    for typed, used in (("0,253", 0.25), ("7", 0.99), ("word", 0.99)):
        controls.take(share, typed)
        assert share.value == used
    runs = controls.scale("a", ["One", "Two"], "One")
    controls.take(runs, " two ")
    assert runs.value == "Two"
    controls.take(runs, "three")
    assert runs.value == "Two"


def test_a_counter_counts_on_and_stops_at_the_most():
    made = controls.counter("shuffles", 1500)
    slider = made["shuffles"]
    for name, steps in (("one", 1), ("ten", 10), ("hundred", 100), ("thousand", 1000)):
        before = slider.value
        made[name].click()
        assert slider.value == before + steps and made[name].description == f"+{steps}"
    made["thousand"].click()
    assert slider.value == 1500


def test_play_begins_with_single_steps_and_comes_to_an_end():
    demo = demos.shuffling()
    demo._picture = str  # not to be looked at
    demo.controls["play"].click()
    assert demo.page.playing == "shuffles" and demo.controls["play"].description == "Pause"
    met = []
    while demo.page.playing and len(met) < 1000:
        demo.page._hear(None, {"kind": "step", "id": 1}, None)
        met.append(demo.settings["shuffles"])
    assert met[:21] == [*range(1, 21), 30] and met[-1] == 10_000 and len(met) < 100
    assert demo.controls["play"].description == "Play"
    demo.controls["play"].click()  # at the end it begins anew
    assert demo.settings["shuffles"] == 0 and demo.page.playing
    demo.controls["play"].click()
    demo.page._hear(None, {"kind": "step", "id": 1}, None)
    assert demo.settings["shuffles"] == 0 and not demo.page.playing


def test_reset_stops_what_plays():
    demo = demos.bootstrap()
    demo.controls["play"].click()
    demo.reset.click()
    assert not demo.page.playing and demo.controls["play"].description == "Play"


@pytest.mark.parametrize("name", [n for n in demos.__all__ if f"{n}_numbers" in demos.__all__])
def test_every_control_has_a_name_of_its_own(name):
    about = getattr(demos, name)().page.controls
    names = [each["name"] for each in about.values()]
    assert all(names) and "null" not in names and len(set(names)) == len(names)


def test_what_a_page_cannot_mean_changes_nothing():
    demo = demos.binomial_tails()
    told, before = sent(demo.page), demo.settings
    strange = [
        {"kind": "set", "name": "colour", "value": "1"},
        {"kind": "set", "name": "k", "value": "many"},
        {"kind": "set", "name": "k"},
        {"kind": "dance", "name": "k"},
        {"kind": "at", "name": "k", "x": 1, "y": 2},
        {"kind": "nudge", "name": "tails", "by": 1},
        {"kind": "step"},
        {},
    ]
    for number, message in enumerate(strange):
        demo.page._hear(None, {**message, "id": number}, None)
    assert demo.settings == before
    answers = [message["content"]["id"] for message in told if message["method"] == "custom"]
    assert answers == list(range(len(strange)))
    with pytest.raises(ValueError):  # even what is no number at all has its answer
        demo.page._hear(None, {"kind": "at", "name": "k", "x": "left", "y": 0, "id": 9}, None)
    assert told[-1]["content"]["id"] == 9


def test_a_click_in_the_picture_reaches_whoever_knows_its_places():
    demo = demos.binomial_tails()
    met = []
    demo._at = lambda numbers, x, y: met.append((numbers["k"], x, y)) or 7
    demo.page._hear(None, {"kind": "at", "name": "k", "x": 12.5, "y": 3, "id": 1}, None)
    assert met == [(5, 12.5, 3.0)] and demo.settings["k"] == 7
    assert "observed: 7" in demo.picture.value


def test_arrows_move_a_field_within_its_limits():
    demo = demos.shuffling(gold=999)
    for by, used in ((1, 1000), (1, 1000), (-1, 999), (5, 998)):
        demo.page._hear(None, {"kind": "nudge", "name": "gold", "by": by, "id": 1}, None)
        assert demo.settings["gold"] == used
