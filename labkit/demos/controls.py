"""The controls of the demonstrations.

None is a list that drops down: a notebook takes the keys that would choose from it. Each has a
name for people who do not see where it stands: its tooltip, or else its description.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from ipywidgets import (
    BoundedIntText,
    Button,
    FloatSlider,
    IntSlider,
    Layout,
    SelectionSlider,
    Text,
    Textarea,
    ToggleButton,
    ToggleButtons,
)
from traitlets import CInt, TraitError, Unicode

from labkit.demos.typed import read_number

#: Significance levels to choose from.
LEVELS = 0.001, 0.01, 0.05, 0.1

#: The largest seed that can be typed.
MOST_SEED = 2**32 - 1

WIDE = Layout(width="auto")
CELL = Layout(width="3.9em", min_width="0")
BUTTON = Layout(width="auto", flex="0 0 auto")


class NumberField(BoundedIntText):
    """A field for a whole number, which may be typed as 1,000 or 1.000 as well.

    On the page it is a field for text: a browser's own field for numbers takes them only as
    its own country writes them. Then it shows the number that is used.
    """

    _model_name = Unicode("TextModel").tag(sync=True)
    _view_name = Unicode("TextView").tag(sync=True)
    placeholder = Unicode("").tag(sync=True)

    value = CInt(0).tag(
        sync=True,
        to_json=lambda value, field: str(value),
        from_json=lambda text, field: _as_typed(str(text), field),
    )

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what the page says, and answer with the number that is used."""
        super().set_state(sync_data)
        if "value" in sync_data:
            self.send_state("value")


class Level(SelectionSlider):
    """A slider through significance levels, to which any other can be added."""

    def accept(self, level: object) -> None:
        """Choose a level, one of the options or not."""
        if not isinstance(level, float) or not 0 < level < 1:
            raise TraitError(f"a level must be between 0 and 1, not {level!r}")
        with self.hold_sync():  # a page that met the new options alone would choose one of them
            if level not in self._options_values:
                self.options = _named_levels({*self._options_values, level})
            self.value = level


class Player(Button):
    """A button that plays a control: it moves it on step by step, until it is pressed again."""

    def __init__(self, setting: str, steps: Callable[[int], int]) -> None:
        super().__init__(layout=BUTTON)
        self.setting, self.steps = setting, steps
        self.show(False)

    def show(self, playing: bool) -> None:
        """Say what pressing it does next."""
        self.description = "Pause" if playing else "Play"
        self.tooltip = f"{self.description}: {self.setting}"


def whole(label: str, value: int, low: int, high: int, *, unit: str = "") -> IntSlider:
    """Make a slider of whole numbers; `unit` follows its value where it is read aloud."""
    slider = IntSlider(value, low, high, description=label, readout_format=",d", layout=WIDE)
    slider.unit = unit
    return slider


def fraction(
    label: str, value: float, low: float = 0.0, high: float = 1.0, step: float = 0.01
) -> FloatSlider:
    """Make a slider of numbers with two decimals."""
    return FloatSlider(
        value, min=low, max=high, step=step, readout_format=".2f", description=label, layout=WIDE
    )


def field(label: str, value: int, low: int, high: int, *, name: str = "") -> NumberField:
    """Make a field for a whole number; narrow, without a label but with a name, for a row of them."""
    layout = WIDE if label else CELL
    return NumberField(
        value, low, high, description=label, tooltip=name or label or "number", layout=layout
    )


def seed_field(value: int) -> NumberField:
    """Make a field for the seed of random numbers, for a row."""
    return field("", value, 0, MOST_SEED, name="seed")


def choice(name: str, options: Iterable[str]) -> ToggleButtons:
    """Make buttons side by side, one of them pressed; at first the first one."""
    options = list(options)
    buttons = ToggleButtons(
        options=options,
        tooltips=[f"{name}: {option}" for option in options],
        style={"button_width": "auto"},
        layout=WIDE,
    )
    buttons.name = name
    return buttons


def reveal(label: str) -> ToggleButton:
    """Make a button that shows something while it is pressed."""
    return ToggleButton(False, description=label, tooltip=label, layout=BUTTON)


def scale(label: str, options: Sequence[Any], value: object, *, unit: str = "") -> SelectionSlider:
    """Make a slider through options, each a value or a pair of its name and value."""
    slider = SelectionSlider(options=list(options), value=value, description=label, layout=WIDE)
    slider.unit = unit
    if len(label) == 1:  # leave the room to the names
        slider.add_class("labkit-long")
    return slider


def level(label: str, value: float) -> Level:
    """Make a slider through significance levels; any other may be typed beside it."""
    return Level(options=_named_levels(LEVELS), value=value, description=label, layout=WIDE)


def player(setting: str, steps: int | Callable[[int], int] = 1) -> Player:
    """Make a button that plays another control of whole numbers.

    `steps` is how far it goes each time, or a function from where it is.
    """
    return Player(setting, steps if callable(steps) else lambda value: steps)


def counter(things: str, most: int) -> dict[str, IntSlider | Button]:
    """Make a slider that counts, and buttons that count on, by 1 to 1000 or as long as they play."""
    slider = whole(things, 0, 0, most)

    def button(steps: int) -> Button:
        button = Button(description=f"+{steps}", tooltip=f"{steps:,} more {things}", layout=BUTTON)
        button.on_click(lambda _: setattr(slider, "value", slider.value + steps))
        return button

    steps = {"one": 1, "ten": 10, "hundred": 100, "thousand": 1000}
    buttons = {name: button(number) for name, number in steps.items()}
    return {things: slider, **buttons, "play": player(things, _leap)}


def _leap(so_far: int) -> int:
    """Say how many come at once: single ones to begin with, a tenth of all there are at last."""
    return 1 if so_far < 20 else 10 ** (len(str(so_far // 2)) - 1)


def _as_typed(text: str, widget: Any) -> int:
    """Read a whole number within a control's limits; where there is none, give the one it has."""
    number = read_number(text, whole=True)
    return widget.value if number is None else round(min(max(number, widget.min), widget.max))


def name_of(setting: str, widget: Any) -> str:
    """Give the name of a control."""
    named = getattr(widget, "name", None) or widget.tooltip or widget.description
    return str(named or setting.replace("_", " "))


def about(setting: str, widget: Any) -> dict[str, Any]:
    """Say what a page needs to know of a control."""
    return {
        "name": name_of(setting, widget),
        "unit": getattr(widget, "unit", ""),
        "typed": isinstance(widget, Level),
        "number": isinstance(widget, NumberField),
    }


def take(widget: Any, text: str) -> None:
    """Set a control to what was typed, as near as it can; leave it where that is no value of it."""
    if isinstance(widget, Level):
        number = read_number(text)
        with suppress(TraitError):
            widget.accept(number)
    elif isinstance(widget, Text | Textarea):
        widget.value = text
    elif widget.has_trait("options"):
        labels = [label.casefold() for label in widget._options_labels]
        if text.strip().casefold() in labels:
            widget.index = labels.index(text.strip().casefold())
    elif isinstance(widget.value, int):
        widget.value = _as_typed(text, widget)
    elif (number := read_number(text)) is not None:
        widget.value = _on_the_scale(widget, min(max(number, widget.min), widget.max))


def reading(widget: Any) -> str:
    """Give a control's value as its page shows it."""
    if widget.has_trait("index"):
        # The first label of a slider of choices is empty until it has been moved.
        return str(widget._options_labels[widget.index])
    return format(widget.value, getattr(widget, "readout_format", ""))


def _on_the_scale(slider: FloatSlider, value: float) -> float:
    steps = round((value - slider.min) / slider.step)
    digits = max(0, -math.floor(math.log10(slider.step)))
    return float(round(slider.min + steps * slider.step, digits))


def _named_levels(levels: Iterable[float]) -> list[tuple[str, float]]:
    return [(f"{level:g}", level) for level in sorted(levels)]
