"""The pictures of demonstrations with their controls at the ends, as Chromium sets their type.

Neither of one control nor of two together may an end leave a message or a blank, print one
label over another, or cut one off at the edge.
"""

from itertools import combinations, product

import pytest

from labkit import demos

pytestmark = [pytest.mark.slow, pytest.mark.long]

#: Where a demonstration has more pairs of ends than can be waited for: the controls to try.
TRIED = {
    "confidence_vs_gain": ("test_set", "size", "pairs", "model", "point"),
    "error_types": ("test", "n", "effect", "correlation", "alpha", "experiments"),
}
NAMES = "correlation", "smoothing", "error_types", "confidence_vs_gain"

# Names of labels that lie on each other, or beyond the picture's edge.
FAULTS = """svg => {
  const page = svg.getBoundingClientRect();
  const labels = [...svg.querySelectorAll('text')].map(it => [it.textContent.trim(), it.getBoundingClientRect()])
    .filter(([words]) => words);
  const cut = labels.filter(([, box]) => box.left < page.left - 1 || box.right > page.right + 1
    || box.top < page.top - 1 || box.bottom > page.bottom + 1).map(([words]) => words + ' is cut');
  const over = labels.flatMap(([words, a], place) => labels.slice(place + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4).map(([others]) => words + ' on ' + others));
  return [...cut, ...over]; }"""


@pytest.fixture(scope="module")
def empty(context):
    page = context.new_page()
    page.set_viewport_size({"width": 800, "height": 600})
    page.set_content("<!doctype html><body style='margin: 0'><div style='width: 760px'></div>")
    yield page
    page.close()


def ends(widget):
    """The first and the last value of a control; of a text, the only ones that are tried."""
    if widget.has_trait("options"):
        options = [option[1] if isinstance(option, tuple) else option for option in widget.options]
        return options[0], options[-1]
    if widget.has_trait("max"):
        return widget.min, widget.max
    return "gandhi", "Antidisestablishmentarianism"


@pytest.mark.parametrize("name", NAMES)
def test_every_pair_of_ends_is_shown_without_a_fault(empty, name):
    demo = getattr(demos, name)()
    draw = demo._picture
    tried = TRIED.get(name, tuple(demo.settings))
    assert set(tried) <= set(demo.settings)
    for pair in combinations(tried, 2):
        for at in product((0, 1), repeat=2):
            demo._picture = lambda numbers: ""  # of what is on the way
            demo.set(**demo._initial)
            for setting, end in zip(pair, at, strict=True):  # the second may move the first's end
                demo.controls[setting].value = ends(demo.controls[setting])[end]
                assert 'role="alert"' not in demo.readout.value, demo.settings
            demo._picture = draw
            demo._show()
            assert 'role="alert"' not in demo.readout.value, demo.settings
            assert not {"nan", "inf"} & set(demo.readout.value.split()), demo.settings
            empty.evaluate(
                "picture => { document.querySelector('div').innerHTML = picture; }",
                demo.picture.value,
            )
            assert empty.locator("svg").evaluate(FAULTS) == [], demo.settings
