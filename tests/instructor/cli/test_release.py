"""``labkit release``: what it says of the pack."""

from pathlib import Path

from labkit.cli import main
from labkit.instructor.grading.release import pack


def test_release_says_where_the_pack_is_and_what_is_in_it(said, tmp_path, capsys):
    for path in ("pack/a/1.ipynb", "pack/2.ipynb", "pack/a/README.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    (tmp_path / "pack.zip").write_bytes(bytes(2_600))
    calls = said(pack, "release", (tmp_path / "pack", tmp_path / "pack.zip"))
    assert main(["release", "out"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'pack'}: 2 notebooks; no line of a solution or of a hidden case was found",
        "stuck.py of a tick is in it on purpose: answers that call the library, for no points",
        f"{tmp_path / 'pack.zip'}: 3 kB, the same to hand out",
    ]
    assert (
        main(["release", "out", "--source", "lab", "--replace", "--with-lectures", "--no-pdf"]) == 0
    )
    assert calls == [
        ((Path("out"), Path()), {"replace": False, "lectures": False, "pdf": True}),
        ((Path("out"), Path("lab")), {"replace": True, "lectures": True, "pdf": False}),
    ]
