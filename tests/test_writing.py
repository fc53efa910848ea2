"""What LaTeX is given: texts that are set as they are, tables that fit a page."""

import re
import shutil
import subprocess

import numpy as np
import pytest

from labkit.comparison import compare_systems, render
from labkit.writing import escaped, latex_table, names_in_latex

NAMES = [
    *("a_b%c", "x & y # z", "t~u^v", "back\\slash{br}", "$cash$ <lt> |", "[opt] *star*", "--lr ?` ,,"),
    *("quo\"te 'q' ``b``", "naïve – “x” … Älß€", "½×±→ α λ=0.1 ≤−≈", "a\u202eb\nc", "ﬁ\u2011Δ"),
    *("out/2024-05-17/bert-large-uncased-whole-word-masking/seed_42/predictions", "x" * 150),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("``a'' --x ?`", r"\textquoteleft{}\textquoteleft{}a'{}' -{}-x ?{}\textquoteleft{}"),
        ('"α→µ"', r"\symbol{34}$\alpha$$\rightarrow$$\mu$\symbol{34}"),
        ("a\u0308\u2011⟨", r"ä-$\langle$"),
        ("a" * 31, rf"{'a' * 30}\allowbreak{{}}a"),
        ("some/where/" * 3, r"some/\allowbreak{}where/" + r"\allowbreak{}some/\allowbreak{}where/" * 2),
    ],
)  # fmt: skip
def test_signs_that_no_font_or_another_would_show(text, written):
    assert escaped(text) == written


def test_many_rows_go_on_in_the_next_table_of_the_same_number():
    made = latex_table("All.", "lr", ["a", "b"], [[str(i), "1"] for i in range(61)])
    assert made.count(r"\begin{table}") == 3 and made.count(r"\addtocounter{table}{-1}") == 2
    assert made.count(r"\caption{All.}") == 1 and made.count(r"\caption{All (continued)}") == 2
    assert re.findall(r"(?m)^(\d+) & 1 \\\\$", made) == [str(i) for i in range(61)]
    assert latex_table("None.", "l", ["a"], []).count(r"\\") == 1


def test_long_names_take_lines_and_so_fewer_rows():
    column, cells = names_in_latex(["short", "x" * 100], 20, 0.2)
    assert column == r"p{0.2\linewidth}" and cells[0] == r"\raggedright short"
    assert cells[1].count(r"\allowbreak{}") == 8
    assert latex_table("", column, [""], [[cells[1]]] * 9).count(r"\begin{table}") == 3


def documents():
    """Everything in LaTeX that the library writes, of names and sizes that are not usual."""
    rng = np.random.default_rng(1)
    some = {name: rng.random(200) < 0.4 + i / 25 for i, name in enumerate(NAMES)}
    some = {name: right.astype(int) for name, right in some.items()}
    quick = {"higher_is_better": True, "n_resamples": 1000, "n_interval": 100, "progress": False}
    many = {f"s{i}": (rng.random(300) < 0.2 + i / 60).astype(int) for i in range(40)}
    tiny = {"a": [1] * 2000 + [0], "b": [0] * 2001}
    for outputs, how in ((some, {"baseline": NAMES[0]}), (many, {}), (tiny, {})):
        yield render(compare_systems(outputs, **quick, **how), "latex")
    errors = {"a": rng.gamma(2, size=50) * 1e-9, "b": rng.gamma(2, size=50) * 1e200}
    yield render(compare_systems(errors, **{**quick, "higher_is_better": False}), "latex")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex here")
def test_latex_sets_it_without_an_error_and_within_the_page(tmp_path):
    body = "\n\\clearpage\n".join(documents())
    # Without T1 fonts, which have more signs.
    usual = r"\documentclass{article}\usepackage{booktabs}\begin{document}"
    (tmp_path / "all.tex").write_text(f"{usual}\n{body}\n\\end{{document}}\n", "utf8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120)
    said = done.stdout.decode("utf8", "replace")
    assert done.returncode == 0, [line for line in said.split("\n") if line.startswith("!")]
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", said)]
    assert not [points for points in wide if points > 10] and "Float too large" not in said
