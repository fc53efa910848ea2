"""``labkit release``: what it says of the pack."""

from pathlib import Path

from nbformat.v4 import new_markdown_cell, new_notebook

from labkit.cli import main
from labkit.instructor.grading.release import pack
from tests.instructor.grading.tiny import write


def test_release_says_where_the_pack_is_and_what_is_in_it(said, tmp_path, capsys):
    tick = "notebooks/ticks/tick1-a"
    leans = new_notebook(cells=[new_markdown_cell("As in tick 1.\n\nFine. As in tick 2. Fine.")])
    for path in ("1.ipynb", "2.ipynb"):
        write(tmp_path / "pack" / tick / path, leans if path == "1.ipynb" else new_notebook())
    write(tmp_path / "pack" / "README.md", "Tick 1 begins.")
    (tmp_path / "pack.zip").write_bytes(bytes(2_600))
    calls = said(pack, "release", (tmp_path / "pack", tmp_path / "pack.zip"))
    assert main(["release", "out"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'pack'}: 2 notebooks; no line of a solution or of a hidden case was found",
        "stuck.py of a tick is in it on purpose: answers that call the library, for no points",
        f"{tmp_path / 'pack.zip'}: 3 kB, the same to hand out",
        "What still names a tick that is not in notebooks/ticks.toml:",
        f"    {tick}/1.ipynb: As in tick 2.",
    ]
    assert (
        main(["release", "out", "--source", "lab", "--replace", "--with-lectures", "--no-pdf"]) == 0
    )
    assert calls == [
        ((Path("out"), Path()), {"replace": False, "lectures": False, "pdf": True}),
        ((Path("out"), Path("lab")), {"replace": True, "lectures": True, "pdf": False}),
    ]
