"""Dots as one path: where they are, how many there are, and what they are marked with."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from labkit.plots.demonstrations._dots import SHAPES, dots, on_the_page, ring, size_on_the_page


@pytest.fixture
def ax():
    return Figure(figsize=(5, 4)).add_axes((0, 0, 1, 1), xlim=(0, 10), ylim=(0, 8))


def test_places_are_in_points_from_the_left_and_the_top(ax):
    assert size_on_the_page(ax) == pytest.approx((360, 288))
    found = on_the_page(ax, np.array([0, 10, 5]), np.array([0, 8, 6]))
    assert found == pytest.approx(np.array([[0, 288], [360, 0], [180, 72]]))
    assert '<circle cx="180.0" cy="72.0" r="8"' in ring(ax, 5, 6, 8)


def test_moves_go_from_dot_to_dot_in_halves_of_a_point(ax):
    found = dots(ax, np.array([5.0, 0.0]), np.array([6.0, 8.0]), "round", "red", 3)
    assert 'd="m0 0h0m360 144h0"' in found and 'stroke="red"' in found
    assert "stroke-linecap: round" in found and 'stroke-width="6"' in found


def test_a_cross_ends_where_it_has_its_centre(ax):
    found = dots(ax, np.array([5.0, 5.0]), np.array([6.0, 4.0]), "plus", "red", 4)
    x, y, centres = 0, 0, []
    for right, down, stroke, length in re.findall(r"m(-?\d+) ?(-?\d+)(?:([hv])(\d+))?", found):
        x, y, length = x + int(right), y + int(down), int(length or 0)
        centres.append((x + length / 2 * (stroke == "h"), y + length / 2 * (stroke == "v")))
        x, y = x + length * (stroke == "h"), y + length * (stroke == "v")
    assert centres == [(360, 144)] * 4 + [(360, 288)] * 4


@pytest.mark.parametrize("shape", SHAPES)
def test_what_would_lie_on_another_dot_is_drawn_once(ax, shape):
    places = np.array([1.0, 1.0, 1.001, 2.0])
    (path,) = re.findall(r' d="([^"]*)"', dots(ax, places, places, shape, "red", 3))
    assert path.count("h") == 2
    assert dots(ax, places[:0], places[:0], shape, "red", 3) == ""
