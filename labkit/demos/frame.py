"""The frame of a demonstration: controls, a readout, a picture, and a caption.

Whatever the demonstration, its state is the values of its controls and nothing
else: the same settings give the same readout and the same picture, so that a
lecture can be repeated, and "Reset" only has to set the controls back.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import RLock
from typing import Any

import numpy as np
from ipywidgets import HTML, Button, HBox, Label, Layout, ToggleButton, VBox, Widget
from traitlets import TraitError

from labkit.arguments import as_option, shown
from labkit.demos.controls import BUTTON, CELL, Level, Player, about, reading, take
from labkit.demos.page import Page
from labkit.demos.still import bundle
from labkit.demos.words import read, render

Controls = dict[str, Any]  # setting -> widget
Numbers = dict[str, Any]  # what a demonstration's readout and picture show

_LABEL = Layout(width="4.9em")
_IN_LINES = Layout(flex_flow="row wrap")

# A kernel may answer several widgets of a page at once, in threads. Shown one after the other, the
# latest settings are shown last.
_IN_TURN = RLock()


class Demonstration(VBox):
    """A widget that shows one idea, and follows its controls.

    Its readout, filled in with the numbers, and its caption are templates of its name.

    Parameters
    ----------
    name : str
        Of the function that makes it.
    controls : dict
        Setting -> widget. Those with a value are the settings.
    initial : dict
        Settings to begin with, in place of the controls' own.
    numbers, picture : callable
        One takes the settings as keyword arguments and gives a dict of what to
        show; the other takes that dict and gives the picture, as SVG or HTML.
    limit : callable, optional
        Takes the controls; sets the limits that depend on controls before them.
    at : callable, optional
        Takes the numbers that are shown, and x and y in the picture's own units; gives the value
        of a setting, or None. A click on what has the attribute ``data-at="<setting>"`` sets it.
    rows : dict, optional
        Label -> what stands beside each other: names of controls, or words.

    Examples
    --------
    >>> from labkit.demos import ties
    >>> demo = ties(ties=20)
    >>> demo.set(plus=3, alpha=0.01)
    >>> demo.settings
    {'plus': 3, 'minus': 11, 'ties': 20, 'alpha': 0.01}
    """

    def __init__(
        self,
        name: str,
        controls: Controls,
        initial: Mapping[str, object],
        numbers: Callable[..., Numbers],
        picture: Callable[[Numbers], str],
        *,
        limit: Callable[[Controls], None] | None = None,
        at: Callable[[Numbers, float, float], object] | None = None,
        rows: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.controls = controls
        self._name, self._numbers, self._picture = name, numbers, picture
        self._limit = limit or (lambda controls: None)
        self._at = at or (lambda numbers, x, y: None)
        self._shown: Numbers = {}
        self._quiet = False
        self.readout, self.picture = _html("labkit-readout"), _html("labkit-picture")
        self.caption = _html("labkit-caption", render(f"captions/{name}.html"))
        self.reset = Button(description="Reset", tooltip="Set all controls back", layout=BUTTON)
        self.reset.on_click(lambda button: self._start_anew())
        self._begin(initial)
        told = {setting: about(setting, w) for setting, w in self._settable().items()}
        self.page = Page(f"Demonstration: {name.replace('_', ' ')}", told, self._hear)
        self.page.comms = [w.model_id for w in (self.page, self.reset, *controls.values())]
        panel = VBox([*self._arranged(rows or {}), self.readout])
        panel.add_class("labkit-panel")
        shown = VBox([self.picture, self.caption])
        shown.add_class("labkit-shown")
        row = HBox([panel, shown])
        row.add_class("labkit-row")
        style = HTML(f"<style>\n{read('demo.css')}</style>", layout=Layout(display="contents"))
        super().__init__([style, self.page, row])
        self.add_class("labkit-demo")
        self.add_class(f"labkit-demo-{name}")
        self._show()

    def __repr__(self) -> str:
        """Tell the settings; a widget's own repr spells out its children, with the whole picture."""
        settings = ", ".join(f"{name}={value!r}" for name, value in self._in_use().items())
        return f"Demonstration({settings})"

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, Any] | None:
        """Give the widget and, for readers without a kernel, what it shows now."""
        widget = super()._repr_mimebundle_(**kwargs)
        shown = self.picture.value, self.readout.value, self.caption.value
        still = bundle(*shown, self._in_use())
        return {**widget, **still} if widget else widget

    @property
    def settings(self) -> dict[str, Any]:
        """The values of the controls."""
        return {name: widget.value for name, widget in self._settable().items()}

    def _in_use(self) -> dict[str, Any]:
        """Give the settings but for those whose controls are not shown."""
        away = {name for name, w in self.controls.items() if "labkit-away" in w._dom_classes}
        return {name: value for name, value in self.settings.items() if name not in away}

    def set(self, **settings: object) -> None:
        """Set several controls, and show the result once."""
        self._check_names(settings)
        with self._silence():
            for name, value in settings.items():
                _assign(self.controls[name], value)
                self._limit(self.controls)
        self._show()

    def play(self, setting: str | None) -> None:
        """Let one control go on step by step, or with None stop the one that does."""
        self.page.playing = setting or ""
        for button in self._players():
            button.show(button.setting == setting)

    def _start_anew(self) -> None:
        with _IN_TURN:  # with a step that is being played
            self.play(None)
            self.set(**self._initial)

    def _arranged(self, rows: Mapping[str, Sequence[str]]) -> Iterator[Widget]:
        """Put the controls below each other, but for `rows`, and the buttons in a row of their own."""
        grouped = {name for names in rows.values() for name in names}
        for name, widget in self._settable().items():
            if name not in grouped and not isinstance(widget, ToggleButton):
                yield widget
        for label, names in rows.items():
            cells = (self.controls.get(name) or Label(name, layout=CELL) for name in names)
            yield HBox([Label(label, layout=_LABEL), *cells])
        buttons = [
            widget
            for name, widget in self.controls.items()
            if isinstance(widget, Button | ToggleButton) and name not in grouped
        ]
        yield HBox([*buttons, self.reset], layout=_IN_LINES)

    def _settable(self) -> Controls:
        return {name: w for name, w in self.controls.items() if w.has_trait("value")}

    def _check_names(self, settings: Mapping[str, object]) -> None:
        for name in settings:
            as_option(name, "every setting", list(self._settable()))

    def _begin(self, initial: Mapping[str, object]) -> None:
        settable = self._settable()
        self._check_names(initial)
        for name, widget in settable.items():
            self._limit(self.controls)
            if name in initial:
                _set_first(name, widget, initial[name])
        self._limit(self.controls)
        self._initial = self.settings
        for widget in settable.values():
            widget.observe(self._changed, "value")
        for name, widget in self.controls.items():
            widget.add_class(f"labkit-control-{name}")
        for button in self._players():
            button.on_click(self._play_or_pause)

    def _players(self) -> list[Player]:
        return [widget for widget in self.controls.values() if isinstance(widget, Player)]

    def _play_or_pause(self, button: Player) -> None:
        control = self.controls[button.setting]
        if self.page.playing == button.setting:
            self.play(None)
        else:
            if control.value >= control.max:  # it has been played to its end
                control.value = control.min
            self.play(button.setting)

    def _step(self) -> None:
        for button in self._players():
            control = self.controls[button.setting]
            if button.setting == self.page.playing:
                control.value = min(control.max, control.value + button.steps(control.value))
                if control.value >= control.max:
                    self.play(None)

    def _hear(self, told: dict[str, Any]) -> dict[str, Any]:
        """Do what the page asks for, and give the answer; what it cannot mean changes nothing."""
        kind, widget = told.get("kind"), self._settable().get(str(told.get("name")))
        if kind == "step":
            with _IN_TURN:
                self._step()
        if widget is None:
            return {}
        with _IN_TURN:
            before = widget.value
            with self._silence():  # and show once what has changed, if anything has
                if kind in ("set", "type"):
                    take(widget, str(told.get("value", told.get("text"))))
                elif kind == "at" and self._shown:
                    value = self._at(self._shown, float(told["x"]), float(told["y"]))
                    widget.value = before if value is None else value
                elif kind == "nudge" and widget.has_trait("max"):
                    by = 1 if told.get("by") == 1 else -1
                    widget.value = min(max(widget.value + by, widget.min), widget.max)
            if widget.value != before:
                self._changed({"owner": widget})
        return {"text": reading(widget)}

    @contextmanager
    def _silence(self) -> Iterator[None]:
        with _IN_TURN:
            self._quiet = True
            try:
                yield
            finally:
                self._quiet = False

    def _changed(self, change: object) -> None:
        with _IN_TURN:
            if not self._quiet:
                self._show()

    def _show(self) -> None:
        # An error in here would end in a log that nobody reads during a lecture.
        with _IN_TURN:
            try:
                with self._silence():
                    self._limit(self.controls)
                self._shown = numbers = self._numbers(**self.settings)
                readout = render(f"readouts/{self._name}.html", **numbers)
                picture = self._picture(numbers)
            except Exception as error:  # of whatever kind
                kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
                readout, picture = render("error.html", message=f"{kind}{error}"), ""
            self.readout.value = readout
            self.picture.value = picture


def _html(name: str, value: str = "") -> HTML:
    widget = HTML(value)
    widget.add_class(name)
    return widget


def _assign(widget: Any, value: object) -> None:
    if isinstance(widget, Level):
        widget.accept(value)
    else:
        widget.value = value


def _set_first(name: str, widget: Any, value: object) -> None:
    """Set a control to what the caller wants, or say what it takes."""
    taken = False
    with suppress(TraitError, TypeError, ValueError):  # tables and the like cannot be compared
        _assign(widget, value)
        is_bool = isinstance(value, bool | np.bool_)
        taken = (
            value is not None
            and widget.value == value
            and is_bool == isinstance(widget.value, bool)
        )
    if not taken:
        raise ValueError(f"{name} must be {_range(widget)}, not {shown(value)}")


def _range(widget: Any) -> str:
    if isinstance(widget, Level):
        return "between 0 and 1"
    if widget.has_trait("options"):
        options = (option[1] if isinstance(option, tuple) else option for option in widget.options)
        return "one of " + ", ".join(map(repr, options))
    if widget.has_trait("max"):
        return f"a number from {widget.min:g} to {widget.max:g}"
    return f"a value such as {widget.value!r}"
