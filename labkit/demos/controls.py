"""The controls of the demonstrations.

None is a list that drops down: a notebook takes the keys that would choose from it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ipywidgets import (
    BoundedIntText,
    Button,
    FloatSlider,
    IntSlider,
    Layout,
    SelectionSlider,
    ToggleButtons,
)

#: Significance levels to choose from.
LEVELS = 0.001, 0.01, 0.05, 0.1

WIDE = Layout(width="auto")
CELL = Layout(width="70px", min_width="0")
BUTTON = Layout(width="auto", flex="0 0 auto")


def whole(label: str, value: int, low: int, high: int) -> IntSlider:
    """Make a slider of whole numbers."""
    return IntSlider(value, low, high, description=label, layout=WIDE)


def fraction(
    label: str, value: float, low: float = 0.0, high: float = 1.0, step: float = 0.01
) -> FloatSlider:
    """Make a slider of numbers with two decimals."""
    return FloatSlider(
        value, min=low, max=high, step=step, readout_format=".2f", description=label, layout=WIDE
    )


def field(label: str, value: int, low: int, high: int) -> BoundedIntText:
    """Make a field for a whole number; narrow, without a label, for a row of them."""
    layout = WIDE if label else CELL
    return BoundedIntText(value, low, high, description=label, layout=layout)


def choice(name: str, options: Iterable[str]) -> ToggleButtons:
    """Make buttons side by side, one of them pressed; at first the first one."""
    options = list(options)
    return ToggleButtons(
        options=options,
        tooltips=[f"{name}: {option}" for option in options],
        style={"button_width": "auto"},
        layout=WIDE,
    )


def scale(label: str, options: Sequence[Any], value: object) -> SelectionSlider:
    """Make a slider through options, each a value or a pair of its name and value."""
    slider = SelectionSlider(options=list(options), value=value, description=label, layout=WIDE)
    if len(label) == 1:  # leave the room to the names
        slider.add_class("labkit-long")
    return slider


def counter(things: str, most: int) -> dict[str, IntSlider | Button]:
    """Make a slider that counts, and two buttons that count on: by one, and by a thousand."""
    slider = whole(things, 0, 0, most)

    def button(steps: int, words: str) -> Button:
        button = Button(description=words, tooltip=f"{steps:,} more {things}", layout=BUTTON)
        button.on_click(lambda _: setattr(slider, "value", slider.value + steps))
        return button

    more = {"one": button(1, "One more"), "thousand": button(1000, "A thousand")}
    return {things: slider, **more}
