"""What a demonstration's page tells its kernel: the other half of `page.js` and `kernel.js`."""

from collections.abc import Callable
from typing import Any

from anywidget import AnyWidget
from ipywidgets import Layout
from traitlets import Dict, Int, List, Unicode

from labkit.demos.words import read

#: Milliseconds without an answer after which the page says that the kernel is silent.
PATIENCE = 5000


class Page(AnyWidget):
    """A widget that shows nothing, unless the kernel is silent, and listens to its demonstration.

    Parameters
    ----------
    title : str
        What the demonstration is called to those who cannot see it.
    controls : dict
        Setting -> its name, the unit of its value, whether its readout takes typed values, and
        whether it is a field for a number.
    told : callable
        Takes what the page tells, a dict with the keys `kind` and, as far as they apply, `name`
        (of a setting), `value`, `text` and `by`; gives what to answer.
    """

    _esm = read("kernel.js") + read("page.js")

    title = Unicode().tag(sync=True)
    controls = Dict().tag(sync=True)
    comms = List(Unicode()).tag(sync=True)  # of all that tells the kernel something
    playing = Unicode().tag(sync=True)  # the setting that plays, if one does
    patience = Int(PATIENCE).tag(sync=True)
    silence = Unicode(read("templates/silence.html")).tag(sync=True)

    def __init__(
        self, title: str, controls: dict[str, Any], told: Callable[[dict[str, Any]], dict[str, Any]]
    ) -> None:
        super().__init__(title=title, controls=controls, layout=Layout(width="auto", margin="0"))
        self.add_class("labkit-page")
        self._told = told
        self.on_msg(self._hear)

    def _hear(self, page: object, message: dict[str, Any], buffers: object) -> None:
        answer: dict[str, Any] = {}
        try:
            answer = self._told(message)
        finally:  # an error of ours is not to look like a kernel that has stopped
            self.send({"id": message.get("id"), **answer})
