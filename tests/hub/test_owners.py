import os

import pytest

from labkit.hub.owners import own_folder, own_tree
from tests.hub.live import as_root

OLD, NEW = 61_001, 61_002


def test_a_link_is_not_taken_for_a_folder(tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o755)
    (tmp_path / "home").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PermissionError, match="not a link"):
        own_folder(tmp_path / "home", os.geteuid(), os.getegid(), 0o700)
    assert (tmp_path / "elsewhere").stat().st_mode & 0o777 == 0o755


@pytest.fixture
def home(tmp_path):
    """A folder of a user with a file, a folder, and links to what is another's."""
    place = tmp_path / "home"
    (place / "deep" / "er").mkdir(parents=True)
    (place / "deep" / "er" / "work.ipynb").write_text("{}")
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "secret").write_text("x")
    (place / "to-folder").symlink_to(tmp_path / "others")
    (place / "to-file").symlink_to(tmp_path / "others" / "secret")
    os.link(tmp_path / "others" / "secret", place / "hard")
    for path in (place, place / "deep", place / "deep" / "er", place / "deep/er/work.ipynb"):
        os.chown(path, OLD, OLD)
    return place


@as_root
def test_a_tree_is_given_and_nothing_beyond_it(home, tmp_path):
    own_tree(home, NEW, NEW)
    assert {p.lstat().st_uid for p in (home, *home.rglob("*")) if p.name != "hard"} == {NEW}
    others = tmp_path / "others"
    assert {p.stat().st_uid for p in (others, others / "secret", home / "hard")} == {0}


@as_root
def test_of_a_tree_only_what_was_one_users_is_given(home):
    os.chown(home / "deep" / "er", 61_003, 61_003)
    own_tree(home, NEW, NEW, before=OLD)
    assert home.stat().st_uid == (home / "deep" / "er" / "work.ipynb").stat().st_uid == NEW
    assert (home / "deep" / "er").stat().st_uid == 61_003
    assert (home / "to-file").lstat().st_uid == 0
