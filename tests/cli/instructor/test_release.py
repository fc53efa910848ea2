"""``labkit release``: what it says of the pack."""

import zipfile

import nbformat
import pytest

from labkit.cli import main
from tests.ticks import ROOT


@pytest.mark.long
def test_release_says_where_the_pack_is(tmp_path, capsys):
    arguments = ["release", str(tmp_path), "--source", str(ROOT)]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert f"{tmp_path / 'labkit-lab'}: 14 notebooks; no line of a solution or of a hidden" in out
    # Where a solution is in the pack, it says so.
    assert len(list(tmp_path.glob("labkit-lab/notebooks/ticks/.course/*/stuck.py"))) == 8
    assert "stuck.py of a tick is in it on purpose: answers that call the library" in out
    assert main(arguments) == 2
    assert "labkit release: " in capsys.readouterr().err
    assert not (tmp_path / "labkit-lab" / "handouts").exists()
    # With handouts: searched for answers as all of it, and in the zip file, too.
    assert main([*arguments, "--replace", "--with-lectures", "--no-pdf"]) == 0
    packed = zipfile.ZipFile(tmp_path / "labkit-lab.zip").namelist()
    for name in ("yeh.html", "significance-testing.html"):
        assert f"labkit-lab/handouts/{name}" in packed
    lecture = nbformat.read(tmp_path / "labkit-lab/notebooks/lectures/yeh.ipynb", as_version=4)
    assert not any(cell.get("outputs") for cell in lecture.cells)
