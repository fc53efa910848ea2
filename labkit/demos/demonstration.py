"""A demonstration in a notebook: the module of its name, its settings, and its readout as text."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from anywidget import AnyWidget
from traitlets import Dict, Unicode, validate

from labkit.arguments import as_count
from labkit.demos import program

#: What a demonstration shows: settings and results by name.
Numbers = dict[str, Any]

#: The output by which a lecture's page knows where a demonstration stands.
KIND = "application/vnd.labkit.demonstration+json"

#: Settings of what the browser draws at random, besides how many so far and the seed.
DRAWING = {"look": 0, "exact": False}

#: The largest of those settings that are numbers: a seed takes 32 bits.
MOST = {
    "seed": 2**32 - 1,
    "experiments": 2000,
    "resamples": 10_000,
    "shuffles": 10_000,
    "look": 10_000,
}


class Demonstration(AnyWidget):
    """A demonstration, which follows its controls in the browser.

    `name` is that of its module in the folder ``js``. `compute` takes settings as keywords and
    returns numbers, or raises ValueError or TypeError; `write` makes lines of settings and numbers.
    `others` are the settings that change no number.
    """

    _esm = Unicode().tag(sync=True)
    _css = Unicode().tag(sync=True)
    name = Unicode().tag(sync=True)
    settings = Dict().tag(sync=True)
    data = Dict().tag(sync=True)

    def __init__(
        self,
        name: str,
        compute: Callable[..., Numbers],
        write: Callable[[Numbers], list[str]],
        others: Numbers,
        settings: Numbers,
    ) -> None:
        self._compute, self._write, self._others = compute, write, others
        super().__init__(
            name=name, settings=settings, _esm=program.as_module(name), _css=program.style()
        )

    @validate("settings")
    def _check(self, proposal: Any) -> Numbers:
        settings = defaults(self._compute) | self._others
        for name, value in proposal["value"].items():
            if name not in settings:
                raise TypeError(
                    f"{self.name} has no setting {name!r}; it has {', '.join(settings)}"
                )
            settings[name] = value.item() if isinstance(value, np.generic) else value
        if "settings" not in self._property_lock:  # the page has checked its own already
            self._numbers(settings)
            for name, default in self._others.items():
                if type(default) is int:
                    as_count(settings[name], name, most=MOST[name])
                elif type(settings[name]) is not type(default):
                    raise TypeError(f"{name} must be like {default!r}, not {settings[name]!r}")
        return settings

    def _numbers(self, settings: Numbers) -> Numbers:
        return self._compute(**{k: v for k, v in settings.items() if k not in self._others})

    def __repr__(self) -> str:
        """Tell the name and the settings."""
        settings = (f"{name}={value!r}" for name, value in self.settings.items())
        return f"Demonstration({', '.join([self.name, *settings])})"

    def numbers(self) -> Numbers:
        """Return what can be told of the settings without drawing at random."""
        return self._numbers(self.settings)

    def readout(self) -> str:
        """Return what the readout says of these numbers, as plain text."""
        return "\n".join(self._write({**self.settings, **self.numbers()}))

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[Numbers, Numbers]:
        """Return the widget, what a page needs to show it, and the readout for all other readers."""
        views, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        about = {"name": self.name, "settings": self.settings}
        return {**views, KIND: about, "text/plain": self.readout()}, metadata


def defaults(compute: Callable[..., Numbers]) -> Numbers:
    """Return the settings of a function, as they are by default."""
    return {name: each.default for name, each in inspect.signature(compute).parameters.items()}


def opener(
    compute: Callable[..., Numbers],
    write: Callable[[Numbers], list[str]],
    summary: str,
    others: Numbers | None = None,
    data: Callable[[Numbers], Numbers] | None = None,
    answer: Callable[..., Numbers] | None = None,
) -> Callable[..., Demonstration]:
    """Return the function ``<name>``, which shows what `compute`, ``<name>_numbers``, computes.

    `data` returns what the module needs for the settings to begin with, and `answer` what it needs
    where it asks for more; `summary` opens the docstring.
    """
    name, others = compute.__name__.removesuffix("_numbers"), others or {}

    def show(**settings: Any) -> Demonstration:
        shown = Demonstration(name, compute, write, others, settings)
        if data:
            shown.data = data(shown.settings)
        if answer:
            shown.on_msg(lambda _, asked, __: shown.send({"data": {"own": answer(**asked)}}))
        return shown

    show.__name__ = show.__qualname__ = name
    show.__module__ = compute.__module__
    known = [f"{each}={value!r}" for each, value in (defaults(compute) | others).items()]
    show.__doc__ = _DOCSTRING.format(
        summary=inspect.cleandoc(summary), known=", ".join(known), name=name
    )
    return show


_DOCSTRING = """{summary}

Parameters
----------
**settings
    Settings to begin with, of: {known}.

Returns
-------
Demonstration
    It follows its controls.

See Also
--------
labkit.demos : All demonstrations.

Examples
--------
>>> {name}().name
'{name}'
"""
