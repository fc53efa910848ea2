"""What `make lab` and continuous integration would run, as far as that can be told quickly."""

import os
import re
import shlex
import shutil
import subprocess

import pytest

from tests.ticks import ROOT

pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")


def make(*words, folder=ROOT, programs=None):
    """Run make, which finds the stand-ins of a folder first."""
    # What a `make test PYTHON=...` around this one was told is not for this make.
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    environment.pop("PYTHON", None)
    if programs:
        environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
    return subprocess.run(["make", *words], cwd=folder, env=environment, capture_output=True, text=True)  # fmt: skip


def planned(*words, **options):
    """Say what make would run."""
    return make("--dry-run", *words, **options).stdout


@pytest.fixture
def folder(tmp_path):
    """A clean clone, as far as make looks."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


@pytest.fixture
def developers(folder):
    """A clone with the targets of those who work on the lab."""
    (folder / "tests").mkdir()
    shutil.copy(ROOT / "tests/targets.mk", folder / "tests")
    return folder


def set_up(folder, place="."):
    """Pretend that a set-up for a place was completed in a folder."""
    (folder / ".venv").mkdir()
    (folder / ".venv/installed").write_text(f"{folder.resolve() / place}\n")


def program(path, code):
    """Write a shell script that stands in for a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{code}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("user", "words", "options"),
    [
        (0, [], ["--port", "8888", "--allow-root"]),
        (1000, ["PORT=8899", "OPEN=no"], ["--port", "8899", "--no-browser"]),
    ],
)
def test_make_lab_opens_start_here(tmp_path, user, words, options):
    program(tmp_path / "id", f"echo {user}")
    command = shlex.split(planned("lab", *words, programs=tmp_path).splitlines()[-1])
    # By its address, too, so that the link which the terminal shows opens it.
    opened = ["--LabApp.default_url=/lab/tree/start-here.ipynb", "notebooks/start-here.ipynb"]
    assert command[command.index(".venv/bin/jupyter") + 1 :] == ["lab", *options, *opened]


@pytest.mark.parametrize(("name", "said"), [((), "Which lecture"), (("NAME=zeh",), "called zeh")])
def test_without_a_lecture_s_name_it_is_said_which_there_are(name, said):
    tried = make("lecture", *name)
    assert tried.returncode and said in tried.stdout and "make lecture NAME=" in tried.stdout
    lectures = (ROOT / "notebooks/lectures").glob("*.ipynb")
    assert {path.stem for path in lectures} <= {*tried.stdout.split()}


@pytest.mark.parametrize("options", [[], ["OPEN=no"]])
def test_a_lecture_is_written_as_slides_and_opened(options):
    shown = planned("lecture", "NAME=yeh", *options)
    assert "labkit handouts slides --slides --lecture yeh\n" in shown
    assert ('slides/yeh.html"' in shown) == (not options)


@pytest.mark.parametrize(
    ("said", "place"), [("/srv/my lab", "/srv/my lab"), ("~/it's a lab", "/home/ada/it's a lab")]
)
def test_a_hub_may_have_its_course_in_any_folder(said, place):
    words = shlex.split(planned("hub", f"COURSE={said}", "HOME=/home/ada"))
    assert words.count("--course") == words.count(place) == 2
    assert f"{place}/course.toml" in words


def test_a_folder_that_students_could_read_is_closed_by_what_is_said(developers):
    lab = shutil.copytree(developers, developers / "my lab")
    lab.chmod(0o755)
    programs = program(lab / "programs" / "id", "echo 0").parent
    refused = make("closed", folder=lab, programs=programs)
    (line,) = re.findall("(?m)^ {4}(chmod .*)$", refused.stdout)
    subprocess.run(line, shell=True, check=True)
    assert refused.returncode and make("closed", folder=lab, programs=programs).returncode == 0


def test_a_hub_begins_with_the_list_of_the_class_that_is_given():
    words = shlex.split(planned("hub", "INSTRUCTOR=ada", "ROSTER=my class.csv"))
    assert words[words.index("--roster") + 1] == "my class.csv"
    assert "--roster" not in planned("hub", "INSTRUCTOR=ada")


def test_the_labs_own_commands_are_on_the_path_of_jupyterlab(folder):
    set_up(folder)
    program(folder / ".venv/bin/labkit", "echo this is labkit")
    program(folder / ".venv/bin/jupyter", "labkit")
    assert "this is labkit" in make("lab", folder=folder).stdout


@pytest.mark.parametrize(
    ("place", "new_versions", "installs", "afresh"),
    [
        (".", False, False, False),
        (".", True, True, False),
        ("/somewhere/else", False, True, True),
        (None, False, True, True),
    ],
    ids=["complete", "with new versions", "moved", "interrupted"],
)
def test_a_set_up_is_repeated_when_it_has_to_be(folder, place, new_versions, installs, afresh):
    if place:
        set_up(folder, place)
    if new_versions:
        os.utime(folder / ".venv/installed", (0, 0))
    shown = planned("lab", folder=folder)
    assert ("pip" in shown, "--clear" in shown) == (installs, afresh)


@pytest.mark.parametrize(("asked", "afresh"), [("3.13.0", True), ("3.11.7", False), (None, False)])
def test_another_python_that_is_asked_for_sets_up_anew(folder, asked, afresh):
    set_up(folder)
    program(folder / ".venv/bin/python", "echo Python 3.11.7")
    words = [f"PYTHON={program(folder / 'python', f'echo Python {asked}')}"] if asked else []
    shown = planned("lab", *words, folder=folder)
    assert ("pip" in shown, "--clear" in shown) == (afresh, afresh)


def test_a_first_set_up_begins_without_an_error(folder):
    assert make("--dry-run", "lab", folder=folder).stderr == ""


def test_new_versions_leave_the_python_of_the_set_up(folder):
    set_up(folder)
    os.utime(folder / ".venv/installed", (0, 0))
    program(folder / ".venv/bin/python", 'echo "$@" >> installs')
    programs = program(folder / "programs/python3", 'echo "$@" >> others').parent
    assert make(".venv/installed", folder=folder, programs=programs).returncode == 0
    assert "-m pip install" in (folder / "installs").read_text()
    assert "-m venv" not in (folder / "others").read_text()


def test_the_head_of_the_students_makefile_names_what_it_makes(folder):
    head = (folder / "Makefile").read_text(encoding="utf8").partition("\n\n")[0]
    named = re.findall(r"^# make (\S+)", head, re.MULTILINE)
    assert "lab" in named
    assert [one for one in named if make("--dry-run", one, folder=folder).returncode] == []


def test_each_installs_what_the_folder_is_for(folder):
    student = planned("lab", folder=folder)
    assert "--no-compile --constraint constraints.txt --editable '.[lab]'" in student


def test_a_server_installs_no_tools_and_a_developer_does(developers):
    server = planned("hub", folder=developers)
    assert "--editable '.[lab,instructor,hub]'" in server and "[test,dev,docs]" not in server
    assert "--no-compile" not in server
    developer = planned("test", folder=developers)
    assert developer.index("[lab,instructor,hub]") < developer.index(".[test,dev,docs]")
    set_up(developers)
    (developers / ".venv/tools").touch()
    assert "pip" not in planned("test", folder=developers)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (None, "there is no"),
        ('[ "$1" = --version ] && echo Python 3.9.9; exit 1', "is Python 3.9.9"),
        (
            '[ "$1" = --version ] && echo Python 3.15.1; case "$*" in *"< (3, 11)"*) exit 0;; esac; exit 1',
            "Python 3.15.1 not all of its",
        ),
        ('case "$*" in *sys.exit*) exit 0;; esac; exit 1', "pip"),
    ],
    ids=["no Python", "an old Python", "a Python that is too new", "no pip"],
)
def test_what_is_missing_is_named(folder, code, said):
    python = program(folder / "python", code) if code else folder / "python"
    tried = make("lab", f"PYTHON={python}", folder=folder)
    assert tried.returncode and "The lab needs" in tried.stdout and said in tried.stdout
    assert not (folder / ".venv").exists()


def test_a_failed_installation_is_not_taken_for_complete(folder):
    # This Python makes an environment in which nothing can be installed.
    broken = "printf '#!/bin/sh\\nexit 1\\n' > .venv/bin/python; chmod +x .venv/bin/python"
    makes = f'case "$*" in *"-m venv"*) mkdir -p .venv/bin; {broken};; esac'
    tried = make("lab", f"PYTHON={program(folder / 'python', makes)}", folder=folder)
    assert tried.returncode and "The same command tries again" in tried.stdout
    assert not (folder / ".venv/installed").exists()


@pytest.mark.parametrize("target", ["hub", "js-tools"])
def test_npm_says_why_it_has_installed_nothing(developers, target):
    set_up(developers)
    quiet = 'case "$*" in *--silent*) ;; *) echo no network >&2;; esac'
    programs = program(developers / "programs/npm", f"{quiet}; exit 1").parent
    tried = make(target, folder=developers, programs=programs)
    assert tried.returncode and "no network" in tried.stderr
    assert ("npm says why above this line" in tried.stdout) == (target == "hub")


def test_ci_skips_nothing_and_runs_everything():
    script = (ROOT / ".ci/run").read_text(encoding="utf8")
    texts = [path.read_text(encoding="utf8") for path in (ROOT / "tests").rglob("*.py")]
    required = set().union(*(re.findall(r"\bLABKIT_REQUIRE_[A-Z]+", text) for text in texts))
    assert required == {*re.findall(r"^export (\w+)=1$", script, re.M)}


@pytest.mark.parametrize(
    ("required", "status", "said"),
    [
        ("", 0, "skipped, there is none here."),
        ("1", 1, "missing, and LABKIT_REQUIRE_PYTHON is set."),
    ],
)
def test_a_python_that_is_not_here_is_skipped_or_a_failure(required, status, said):
    environment = {**os.environ, "PYENV_ROOT": "/none", "LABKIT_REQUIRE_PYTHON": required}
    command = [ROOT / ".ci/test-python", "3.99"]
    tried = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (tried.returncode, tried.stdout) == (status, f"Python 3.99: {said}\n")
    assert not (ROOT / ".venv-3.99").exists()
