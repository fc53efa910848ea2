"""A demonstration in a notebook: the module of its name, and the settings that it shows."""

from collections.abc import Callable
from typing import Any

from anywidget import AnyWidget
from traitlets import Dict, Unicode

from labkit.demos import program
from labkit.demos.data import data_for

#: The output by which a lecture's page knows which demonstration stands there. When a notebook is
#: stored, the output's metadata get what the browser reads out, under the same name.
KIND = "application/vnd.labkit.demonstration+json"


class Demonstration(AnyWidget):
    """A demonstration, whose `settings` follow its controls in the browser, and move them."""

    _esm = Unicode().tag(sync=True)
    _css = Unicode().tag(sync=True)
    name = Unicode().tag(sync=True)
    settings = Dict().tag(sync=True)
    data = Dict().tag(sync=True)

    def __init__(self, name: str, settings: dict[str, Any]) -> None:
        super().__init__(
            name=name,
            settings=settings,
            data=data_for(name, settings),
            _esm=program.as_module(name),
            _css=program.style(),
        )

    def __repr__(self) -> str:
        """Write the call that shows it."""
        settings = (f"{name}={value!r}" for name, value in self.settings.items())
        return f"demos.{self.name}({', '.join(settings)})"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget, and what a page needs to show it."""
        views, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        about = {"name": self.name, "settings": self.settings}
        return {**views, KIND: about, "text/plain": repr(self)}, metadata


def opener(name: str) -> Callable[..., Demonstration]:
    """Return the function that shows a demonstration; the head of its module is the docstring."""

    def show(**settings: Any) -> Demonstration:
        return Demonstration(name, settings)

    show.__name__ = show.__qualname__ = name
    show.__module__ = "labkit.demos"
    show.__doc__ = _DOCSTRING.format(summary=program.head(name), name=name)
    return show


_DOCSTRING = """{summary}

Parameters
----------
**settings
    The values that its controls begin with.

Returns
-------
Demonstration
    It follows its controls.

See Also
--------
labkit.demos : All demonstrations.

Examples
--------
>>> {name}()
demos.{name}()
"""
