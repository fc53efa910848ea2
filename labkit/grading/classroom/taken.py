"""What earlier runs have read in, so that a file which has not changed is not read in again."""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from labkit.grading.base.atomic import AnyPath, write_whole
from labkit.grading.submission.grade import code_digest
from labkit.grading.submission.reading import read
from labkit.grading.submission.restore import tick_of
from labkit.grading.submission.tick import Tick

#: The folder in that of the class, and how many notebooks are kept there.
FOLDER = ".taken-in"
MOST_KEPT = 5_000


class Taken:
    """Notebooks as they were read in, by their files' contents.

    Parameters
    ----------
    ticks : dict
        Name -> Tick.
    out : path, optional
        The folder of the class; without one nothing is kept.
    """

    def __init__(self, ticks: Mapping[str, Tick], out: AnyPath | None = None) -> None:
        self._ticks = ticks
        self._folder = Path(out, FOLDER) if out is not None else None
        self._known = {p.stem for p in self._folder.glob("*.json")} if self._folder else set()
        parts = [code_digest(), *(f"{name} {tick.digest}" for name, tick in sorted(ticks.items()))]
        self._digest = hashlib.sha256("\n".join(parts).encode()).digest()

    def read(self, data: bytes, named: str) -> tuple[str, str]:
        """Read a notebook in, or find what it was read in as.

        Parameters
        ----------
        data : bytes
            The file.
        named : str
            The tick that its path names; "" if none.

        Returns
        -------
        str
            The notebook as JSON, without outputs.
        str
            The tick whose cells it has; "" if none.

        Raises
        ------
        ValueError
            If it is no notebook; this is not kept.
        """
        key = hashlib.sha256(self._digest + named.encode() + b"\n" + data).hexdigest()
        if self._folder and key in self._known:
            with suppress(OSError, ValueError, TypeError, KeyError):  # then it is read anew
                kept = json.loads((self._folder / f"{key}.json").read_text(encoding="utf8"))
                return str(kept["notebook"]), str(kept["tick"])
        notebook = read(data)
        tick = tick_of(notebook, self._ticks, named)
        if self._folder and len(self._known) < MOST_KEPT:
            content = json.dumps({"notebook": notebook, "tick": tick})
            write_whole(self._folder / f"{key}.json", content)
            self._known.add(key)
        return notebook, tick

    def is_as_given(self, notebook: str, tick: str) -> bool:
        """Tell whether a notebook that was read in says nothing that was not given out with its tick."""
        given = {cell.source.strip() for cell in self._ticks[tick].notebook().cells}
        return all(cell["source"].strip() in given for cell in json.loads(notebook)["cells"])

    def forget_others(self) -> None:
        """Remove what another version of labkit or of a tick has kept, when it is too much."""
        if self._folder and len(self._known) >= MOST_KEPT:
            for path in self._folder.glob("*.json"):
                path.unlink(missing_ok=True)
            self._known.clear()
