"""labkit: the helper module of a teaching lab on sentiment and significance.

    from labkit import load_reviews, NaiveBayes, sign_test, check

The rooms, from left to right: ``corpora`` (reviews and lexicon), ``classifiers`` and ``tuning``,
``laws`` (Zipf and Heaps), ``agreement`` (Fleiss' kappa), ``metrics``, ``significance``, ``power``,
``experiments`` (many systems: test sizes, domains, calibration), ``trecvid`` (the comparison of
search runs), ``report`` and ``plots``, ``comparison`` (many systems on one page), ``demos`` (widgets),
``checks`` (of the ticks) and ``cli``; in the full repository, ``instructor``. After ``import labkit``
each room is there when it is first asked for: ``labkit.metrics``.
"""

from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import lazy_loader

#: What pip calls labkit: on PyPI, its own name is somebody else's.
DISTRIBUTION = "labkit-nlp"

# Each name, as `__init__.pyi` lists them, is fetched when it is first asked for: scikit-learn alone
# takes most of a second, which a check or a command need not wait for.
_fetch, __dir__, _offered = lazy_loader.attach_stub(__name__, __file__)

#: ``from labkit import *`` gives these; the rooms would take seconds.
__all__ = sorted({*_offered} - {room.name for room in iter_modules(__path__)})


def __getattr__(name: str) -> Any:
    return _version() if name == "__version__" else _fetch(name)


def _version() -> str:
    """Return the version, in a clone of the repository with the commit: 0.2.0+1f2e3d4."""
    import subprocess  # a tenth of a second, with the other
    from importlib.metadata import version

    folder, found = Path(__file__).parents[1], version(DISTRIBUTION)
    if not (folder / ".git").exists():
        return found
    try:
        git = ["git", "-C", folder, "describe", "--always", "--dirty=.changed", "--exclude=*"]
        commit = subprocess.run(git, capture_output=True, text=True).stdout.strip()
    except OSError:  # there is no git
        commit = ""
    return f"{found}+{commit}".removesuffix("+")
