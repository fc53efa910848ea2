"""A new tick: it passes what every tick must pass, and a wrong name leaves nothing behind."""

import re
import shutil
import subprocess
import sys

import nbformat
import pytest

from labkit.checks.questions import load_module, load_questions
from labkit.grading.authoring import new_tick as making
from labkit.grading.authoring.new_tick import new_tick
from labkit.grading.base.clearing import cleared
from labkit.grading.release.leaks import Leak, refuse_leaks, secrets
from tests.grading.release.test_pack import secret_lines
from tests.ticks import ROOT

#: What the tests of ticks need of the repository, and of its notebooks.
NEEDED = ("data", "labkit", "tests", "pyproject.toml")
LAST = "tick8-confidence-against-gain"
NOTEBOOKS = (
    *("start-here.ipynb", "checks.py", "new-tick", f"ticks/{LAST}"),
    *("lectures/significance-testing.ipynb", "lectures/confidence-against-gain.ipynb"),
)
#: What is asked of every tick; what of the others is meant has its name in it.
TESTS = (
    *(f"notebooks/test_{name}.py" for name in ("mutants", "generic", "prose", "imports")),
    *("checks/test_feedback.py", "grading/release/test_pack.py"),
)
#: What makes the whole pack, and takes long.
OF_THE_PACK = ("secret", "released", "shared", "pasted", "untouched")


def bare(folder):
    """A repository with two ticks and a lecture, all of them empty, and the templates."""
    for name in ("tick1-one", "tick3-three"):
        (folder / "notebooks" / "ticks" / name).mkdir(parents=True)
        (folder / "notebooks" / "ticks" / name / "checks.py").write_text("QUESTIONS = []\n")
        notebook = folder / "notebooks" / "ticks" / name / f"{name}.ipynb"
        nbformat.write(nbformat.v4.new_notebook(), notebook)
    (folder / "notebooks" / "lectures").mkdir()
    (folder / "notebooks" / "lectures" / "significance-testing.ipynb").touch()
    shutil.copytree(ROOT / "notebooks" / "new-tick", folder / "notebooks" / "new-tick")
    (folder / "tests" / "mutants").mkdir(parents=True)
    return folder


@pytest.fixture
def ran():
    """The notebooks that were run."""
    return []


@pytest.fixture
def lab(tmp_path, monkeypatch, ran):
    """A bare repository in which nothing is run."""
    monkeypatch.setattr(making, "_run", ran.append)
    return bare(tmp_path / "lab")


def files_of(lab):
    found = (path.relative_to(lab) for path in lab.rglob("*"))
    # What Python keeps of what it has imported is nobody's work.
    return sorted(str(path) for path in found if "__pycache__" not in path.parts)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("word-lengths", "tick4-word-lengths"),
        ("tick2-two", "tick2-two"),
        ("tick3b-x-2", "tick3b-x-2"),
        ("tick9-x", "tick9-x"),
    ],
)
def test_a_name_is_given_its_place(lab, ran, name, made):
    tick = new_tick(name, lab)
    assert tick.name == made
    assert ran == [tick.folder / f"{made}.ipynb", lab / "notebooks" / "start-here.ipynb"]
    questions = [path.stem for path in sorted(tick.samples.iterdir())]
    assert questions == sorted(load_questions(tick.folder, hidden=True))
    title = nbformat.read(tick.folder / f"{made}.ipynb", as_version=4).cells[0].source
    number, _, words = made.removeprefix("tick").partition("-")
    assert title.startswith(f"# Tick {number} · {words.replace('-', ' ').capitalize()}\n")
    assert load_module(tick.folder / "checks.py").LECTURE == "significance-testing"


def test_nothing_of_a_template_is_left_open(lab):
    tick = new_tick("tick9-x", lab, title="What {{ follows }}?")
    for path in tick.folder.iterdir():
        text = path.read_text(encoding="utf8")
        assert "{{" not in text.replace("What {{ follows }}?", "")
    assert "What {{ follows }}?" in text or "What {{ follows }}?" in (
        tick.folder / "tick9-x.ipynb"
    ).read_text(encoding="utf8")


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"name": "tick1-one"}, FileExistsError, "there is a tick1 already, tick1-one"),
        ({"name": "tick3-other"}, FileExistsError, "as in 'tick3b-other'"),
        ({"name": "tick10-x"}, ValueError, "a place is one digit"),
        ({"name": "tick0-x"}, ValueError, "name must be words in small letters"),
        ({"name": "tick9"}, ValueError, "not 'tick9'"),
        ({"name": "Word Lengths"}, ValueError, "not 'Word Lengths'"),
        ({"name": "../x"}, ValueError, "not '../x'"),
        ({"name": ""}, ValueError, "not ''"),
        ({"name": "tick9-ä"}, ValueError, "not 'tick9-ä'"),
        ({"name": "x" * 61}, ValueError, "at most 60 characters"),
        ({"name": "x", "title": "a\nb"}, ValueError, r"title must be a line .* not 'a\\nb'"),
        ({"name": "x", "title": " "}, ValueError, "title must be a line"),
        ({"name": "x", "title": "a | b"}, ValueError, "title must be a line"),
        ({"name": "x", "lecture": "none"}, ValueError, "lecture must be one of significance-tes"),
    ],
)
def test_what_will_not_do_is_refused_and_leaves_nothing(lab, arguments, error, said):
    before = files_of(lab)
    with pytest.raises(error, match=said):
        new_tick(arguments.pop("name"), lab, **arguments)
    assert files_of(lab) == before


def test_a_card_that_is_not_as_it_was_stored_is_named(lab):
    before, after = (new_tick(name, lab).stale for name in ("tick2-two", "tick9-x"))
    # Nothing has been stored there that could lead on.
    assert [path.stem for path in (*before, *after)] == ["tick1-one", "tick3-three"]


def test_behind_the_ninth_tick_a_place_must_be_said(lab):
    new_tick("tick9-last", lab)
    with pytest.raises(ValueError, match="as in 'tick9b-more'"):
        new_tick("more", lab)


def test_sample_answers_of_another_are_not_overwritten(lab):
    (lab / "tests" / "mutants" / "tick4-x").mkdir()
    with pytest.raises(FileExistsError, match=r"tick4-x is there already"):
        new_tick("x", lab)


@pytest.mark.parametrize("missing", ["notebooks/ticks", "notebooks/new-tick", "tests/mutants"])
def test_source_is_the_full_repository(lab, missing):
    shutil.rmtree(lab / missing)
    with pytest.raises(FileNotFoundError, match="source must be the lab's full repository"):
        new_tick("x", lab)


def test_what_does_not_run_leaves_nothing_behind(lab, monkeypatch):
    before = files_of(lab)

    def fails(path):
        raise KeyboardInterrupt

    monkeypatch.setattr(making, "_run", fails)
    with pytest.raises(KeyboardInterrupt):
        new_tick("x", lab)
    assert files_of(lab) == before


@pytest.mark.slow
def test_an_answer_that_fails_is_named(tmp_path):
    path = tmp_path / "x.ipynb"
    cell = nbformat.v4.new_code_cell("raise KeyError('where')")
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    with pytest.raises(ValueError, match=r"x.ipynb does not run .*: KeyError: 'where'"):
        making._run(path)


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """A copy of the repository with the last of its ticks only, and a new tick in it."""
    lab = tmp_path_factory.mktemp("grown")
    for name in (*NEEDED, *(f"notebooks/{each}" for each in NOTEBOOKS)):
        copy(ROOT / name, lab / name)
    return lab, new_tick("text-lengths", lab, title="How long is a review?")


def copy(path, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, target, ignore=shutil.ignore_patterns("__pycache__", "mutants"))
        if path.name == "tests":
            (target / "mutants" / LAST).mkdir(parents=True)
    else:
        shutil.copy2(path, target)


def pytest_in(lab, *arguments):
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=lab, capture_output=True, text=True)


@pytest.mark.slow
@pytest.mark.long
def test_a_new_tick_passes_what_every_tick_must_pass(grown):
    lab, tick = grown
    assert (tick.name, tick.stale) == ("tick9-text-lengths", ())
    meant = f"({tick.name} or start-here) and not ({' or '.join(OF_THE_PACK)})"
    # As stored, it runs again.
    stored = tick.folder / f"{tick.name}.ipynb"
    done = pytest_in(lab, *(f"tests/{name}" for name in TESTS), str(stored), "-k", meant)
    assert done.returncode == 0, done.stdout
    assert "skipped" not in done.stdout
    cells = sum(cell.cell_type == "code" for cell in nbformat.read(stored, as_version=4).cells)
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 50 + cells
    ruff = [sys.executable, "-m", "ruff"]
    for does in (["check"], ["format", "--check"]):
        subprocess.run([*ruff, *does, str(tick.folder)], cwd=lab, check=True)


@pytest.mark.slow
@pytest.mark.long
def test_the_tick_before_and_start_here_lead_to_it(grown):
    lab, tick = grown
    start = (lab / "notebooks" / "start-here.ipynb").read_text(encoding="utf8")
    assert f"[Tick 9 · How long is a review?](ticks/{tick.name}/{tick.name}.ipynb)" in start
    place = f"notebooks/ticks/{LAST}/{LAST}.ipynb"
    then, now = (nbformat.read(root / place, as_version=4) for root in (ROOT, lab))
    changed = [(a, b) for a, b in zip(then.cells, now.cells, strict=True) if a != b]
    ((old, new),) = changed
    assert f"next tick ({tick.name})" in new.outputs[0].data["text/plain"]
    assert (
        new.outputs[0].data["text/plain"].splitlines()[:3]
        == (old.outputs[0].data["text/plain"].splitlines()[:3])
    )
    assert f'href="../{tick.name}/{tick.name}.ipynb"' in new.outputs[0].data["text/html"]


@pytest.mark.slow
@pytest.mark.long
def test_what_students_get_of_it_gives_no_answer_away(grown, tmp_path):
    lab, tick = grown
    own = [secret for secret in secrets(lab) if tick.name in secret.origin]
    assert len(secret_lines(tick.folder)) > 30  # as test_pack has it
    for name in ("checks.py", "stuck.py"):
        shutil.copy2(tick.folder / name, tmp_path / name)
    notebook = nbformat.read(tick.folder / f"{tick.name}.ipynb", as_version=4)
    with pytest.raises(Leak):
        shutil.copytree(tick.folder, tmp_path / "whole")
        refuse_leaks(tmp_path, own)
    shutil.rmtree(tmp_path / "whole")
    nbformat.write(cleared(notebook), tmp_path / f"{tick.name}.ipynb")
    refuse_leaks(tmp_path, own)


@pytest.mark.slow
@pytest.mark.long
def test_the_course_s_versions_are_right(grown):
    _, tick = grown
    module = load_module(tick.folder / "stuck.py")
    for question in load_questions(tick.folder, hidden=True).values():
        for case in question.cases:
            assert case.judge(getattr(module, question.answer)(*case.inputs)) is None
