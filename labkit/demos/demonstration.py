"""A demonstration in a notebook: the module of its name, its settings, and its readout as text."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from anywidget import AnyWidget
from traitlets import Dict, Unicode, validate

from labkit.demos import program

#: What a demonstration shows: settings and results by name.
Numbers = dict[str, Any]

#: The output by which a lecture's page knows where a demonstration stands.
KIND = "application/vnd.labkit.demonstration+json"


class Demonstration(AnyWidget):
    """A demonstration, which follows its controls in the browser.

    `name` is that of its module in the folder ``js``. `numbers` takes the settings as keywords and
    gives what the readout says, or raises ValueError or TypeError; its arguments with a default
    that is a number, a string or a bool are settings. `readout` makes text of what it gives, with
    emphasis as ``**p = 0.04**``. `data` is what the module needs besides, as JSON.
    """

    _esm = Unicode().tag(sync=True)
    _css = Unicode().tag(sync=True)
    name = Unicode().tag(sync=True)
    settings = Dict().tag(sync=True)
    data = Dict().tag(sync=True)

    def __init__(
        self,
        name: str,
        numbers: Callable[..., Numbers],
        readout: Callable[[Numbers], str],
        settings: Mapping[str, object],
        data: dict[str, Any] | None = None,
    ) -> None:
        self._numbers, self._readout = numbers, readout
        self._defaults = {
            name: parameter.default
            for name, parameter in inspect.signature(numbers).parameters.items()
            if isinstance(parameter.default, int | float | str)
        }
        super().__init__(
            name=name,
            settings=dict(settings),
            data=data or {},
            _esm=program.as_module(name),
            _css=program.style(),
        )

    @validate("settings")
    def _check(self, proposal: Any) -> dict[str, Any]:
        given = proposal["value"]
        for name in given:
            if name not in self._defaults:
                known = ", ".join(self._defaults)
                raise TypeError(f"{self.name} has no setting {name!r}; it has {known}")
        plain = {k: v.item() if isinstance(v, np.generic) else v for k, v in given.items()}
        settings = {**self._defaults, **plain}
        if "settings" not in self._property_lock:  # the page has computed its own already
            self._numbers(**settings)
        return settings

    def __repr__(self) -> str:
        """Tell the name and the settings."""
        settings = (f"{name}={value!r}" for name, value in self.settings.items())
        return f"Demonstration({', '.join([self.name, *settings])})"

    def readout(self) -> str:
        """Return what the readout says, as plain text."""
        return self._readout(self._numbers(**self.settings)).replace("**", "")

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget, what a page needs to show it, and the readout for all other readers."""
        shown = super()._repr_mimebundle_(**kwargs)
        if shown is None:
            return None
        views, metadata = shown if isinstance(shown, tuple) else (shown, {})
        about = {"name": self.name, "settings": self.settings}
        return {**views, KIND: about, "text/plain": self.readout()}, metadata


def opener(
    numbers: Callable[..., Numbers],
    readout: Callable[[Numbers], str],
    summary: str,
    data: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
) -> Callable[..., Demonstration]:
    """Return the function ``<name>``, which shows what `numbers`, ``<name>_numbers``, computes.

    `data` returns what the module needs for the settings to begin with; `summary` opens the docstring.
    """
    name = numbers.__name__.removesuffix("_numbers")

    def show(**settings: object) -> Demonstration:
        shown = Demonstration(name, numbers, readout, settings)
        if data:
            shown.data = data(shown.settings)
        return shown

    show.__name__ = show.__qualname__ = name
    show.__module__ = numbers.__module__
    show.__doc__ = _DOCSTRING.format(summary=inspect.cleandoc(summary), name=name)
    return show


_DOCSTRING = """{summary}

Parameters
----------
**settings
    Settings to begin with: arguments of `{name}_numbers`.

Returns
-------
Demonstration
    It follows its controls.

See Also
--------
{name}_numbers : What its readout says.

Examples
--------
>>> {name}().name
'{name}'
"""
