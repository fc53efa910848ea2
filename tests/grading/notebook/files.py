"""Files that a student hands in beside a notebook."""

import os

from labkit.grading.notebook.files import plain_files


def write_files(folder):
    """Write data, modules, and what is not to be copied; give the folder."""
    (folder / "data.txt").write_text("three\nlines\nof data\n")
    (folder / "mine.py").write_text("value = 17\n")
    (folder / "random.py").write_text("raise SystemExit('not the real one')\n")
    (folder / "hidden.py").write_text("CASES = {}\n")
    (folder / "other.ipynb").write_text("{}")
    (folder / ".ipython").write_text("no folder, as it should be")
    (folder / "link.txt").symlink_to("/etc/passwd")
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    return folder


def copied(folder):
    """What a kernel gets of a folder."""
    return list(plain_files(folder, 10**6))
