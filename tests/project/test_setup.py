"""What `make lab` and continuous integration would run, as far as that can be told quickly."""

import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest
import yaml

from tests.project.makefile import ROOT, make, needs_make


def lab_command(*arguments, **options):
    shown = make("--dry-run", "lab", *arguments, **options)
    words = shlex.split(shown.stdout.splitlines()[-1])
    return words[words.index(".venv/bin/jupyter") :]


@pytest.fixture
def folder(tmp_path):
    """A clean clone, as far as make looks."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def set_up(folder, place):
    """Pretend that a set-up for a place was completed in a folder."""
    (folder / ".venv").mkdir()
    (folder / ".venv" / "installed").write_text(f"{place}\n")


def program(folder, name, code):
    """Write a shell script that stands in for a program."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{code}\n")
    path.chmod(0o755)
    return path


@needs_make
def test_make_lab_opens_start_here():
    command = lab_command()
    assert command[1] == "lab"
    assert command[-1] == "notebooks/start-here.ipynb"
    # So that the link which the terminal shows opens it, too.
    assert "--LabApp.default_url=/lab/tree/start-here.ipynb" in command
    assert command[2:4] == ["--port", "8888"]
    assert "--no-browser" not in command


@needs_make
def test_make_lab_takes_another_port_and_leaves_the_browser():
    command = lab_command("PORT=8899", "OPEN=no")
    assert command[2:4] == ["--port", "8899"]
    assert "--no-browser" in command


@needs_make
@pytest.mark.parametrize(("name", "said"), [((), "Which lecture"), (("NAME=zeh",), "called zeh")])
def test_without_a_lecture_s_name_it_is_said_which_there_are(name, said):
    tried = make("lecture", *name)
    assert tried.returncode != 0 and said in tried.stdout
    for path in (ROOT / "notebooks" / "lectures").glob("*.ipynb"):
        assert path.stem in tried.stdout.split()
    assert "make lecture NAME=" in tried.stdout


@needs_make
@pytest.mark.parametrize("opened", [True, False])
def test_a_lecture_is_written_as_slides_and_opened(opened):
    options = [] if opened else ["OPEN=no"]
    shown = make("--dry-run", "lecture", "NAME=yeh", *options).stdout
    assert "labkit handouts slides --slides --lecture yeh\n" in shown
    assert ('slides/yeh.html"' in shown) == opened


@needs_make
@pytest.mark.parametrize(
    ("said", "place"), [("/srv/my lab", "/srv/my lab"), ("~/it's a lab", "/home/ada/it's a lab")]
)
def test_a_hub_may_have_its_course_in_any_folder(said, place):
    shown = make("--dry-run", "hub", f"COURSE={said}", "HOME=/home/ada")
    words = shlex.split(shown.stdout)
    assert words.count("--course") == words.count(place) == 2
    assert f"{place}/course.toml" in words


@needs_make
@pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
def test_make_lab_tells_jupyter_when_the_user_is_root(tmp_path, user, allowed):
    program(tmp_path, "id", f"echo {user}")
    command = lab_command(path=f"{tmp_path}:{os.environ['PATH']}")
    assert ("--allow-root" in command) == allowed


@needs_make
def test_the_labs_own_commands_are_on_the_path_of_jupyterlab(folder):
    set_up(folder, folder.resolve())
    (folder / ".venv" / "bin").mkdir()
    program(folder / ".venv" / "bin", "labkit", "echo this is labkit")
    program(folder / ".venv" / "bin", "jupyter", "labkit")
    assert "this is labkit" in make("lab", folder=folder).stdout


@needs_make
def test_a_complete_set_up_is_not_repeated(folder):
    set_up(folder, folder.resolve())
    assert "pip" not in make("--dry-run", "lab", folder=folder).stdout


@needs_make
def test_new_versions_are_installed_into_the_set_up(folder):
    set_up(folder, folder.resolve())
    os.utime(folder / ".venv" / "installed", (0, 0))
    planned = make("--dry-run", "lab", folder=folder).stdout
    assert "pip install" in planned
    assert "--clear" not in planned


@needs_make
def test_an_interrupted_set_up_starts_afresh(folder):
    (folder / ".venv" / "bin").mkdir(parents=True)
    assert "--clear" in make("--dry-run", "lab", folder=folder).stdout


@needs_make
def test_a_moved_lab_is_set_up_afresh(folder):
    set_up(folder, "/somewhere/else")
    assert "--clear" in make("--dry-run", "lab", folder=folder).stdout


@needs_make
def test_each_installs_what_the_folder_is_for(folder):
    student = make("--dry-run", "lab", folder=folder).stdout
    assert "--no-compile --constraint constraints.txt --editable '.'" in student
    (folder / "labkit" / "grading").mkdir(parents=True)
    instructor = make("--dry-run", "lab", folder=folder).stdout
    assert "--editable '.[instructor]'" in instructor
    # Compiled at once: inside the sandbox nothing can be kept for the next start.
    assert "--no-compile" not in instructor
    (folder / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "targets.mk", folder / "tests")
    server = make("--dry-run", "hub", folder=folder).stdout
    assert "--editable '.[instructor,hub]'" in server
    assert "--no-compile" not in server and "[test,dev,docs]" not in server
    for target in ("lint", "test", "test-hub", "test-all"):
        developer = make("--dry-run", target, folder=folder).stdout
        assert developer.index("[instructor,hub]") < developer.index(".[test,dev,docs]")
    set_up(folder, folder.resolve())
    (folder / ".venv" / "tools").touch()
    assert "pip" not in make("--dry-run", "test", folder=folder).stdout


@needs_make
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
    python = program(folder, "python", code) if code else folder / "python"
    tried = make("lab", f"PYTHON={python}", folder=folder)
    assert tried.returncode != 0
    assert "The lab needs" in tried.stdout and said in tried.stdout
    assert not (folder / ".venv").exists()


@needs_make
def test_a_failed_installation_is_not_taken_for_complete(folder):
    # This Python makes an environment in which nothing can be installed.
    python = program(
        folder,
        "python",
        'case "$*" in *"-m venv"*) mkdir -p .venv/bin; '
        "printf '#!/bin/sh\\nexit 1\\n' > .venv/bin/python; chmod +x .venv/bin/python;; esac",
    )
    tried = make("lab", f"PYTHON={python}", folder=folder)
    assert tried.returncode != 0
    assert "The same command tries again" in tried.stdout
    assert not (folder / ".venv" / "installed").exists()


@needs_make
def test_npm_says_why_it_has_installed_nothing(folder):
    set_up(folder, folder.resolve())
    (folder / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "targets.mk", folder / "tests")
    (folder / "programs").mkdir()
    quiet = 'case "$*" in *--silent*) ;; *) echo no network >&2;; esac'
    program(folder / "programs", "npm", f"{quiet}; exit 1")
    path = f"{folder / 'programs'}{os.pathsep}{os.environ['PATH']}"
    for target in ("hub-tools", "js-tools"):
        tried = make(target, folder=folder, path=path)
        assert tried.returncode != 0 and "no network" in tried.stderr
    tried = make("hub", folder=folder, path=path)
    assert "npm says why above this line" in tried.stdout


@pytest.mark.skipif(os.name != "posix", reason="CI runs on Linux")
@pytest.mark.parametrize("name", ["run", "test-python"])
def test_ci_scripts_can_run(name):
    script = ROOT / ".ci" / name
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)


def test_ci_skips_nothing_and_runs_everything():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf8")
    for what in ("BROWSER", "HUB", "PYTHON", "ROOT", "SANDBOX"):
        assert f"export LABKIT_REQUIRE_{what}=1\n" in script
    assert script.splitlines()[-3:] == ["make lint", "make test", "make test-all"]


def test_a_fork_s_workflow_calls_it_as_root_and_has_the_pythons_that_it_wants():
    text = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf8")
    read = yaml.safe_load(text)
    *steps, last = read["jobs"]["ci"]["steps"]
    assert last["run"].startswith("sudo ") and last["run"].endswith(" .ci/run")
    assert read["permissions"] == {"contents": "read"}
    (pythons,) = (s["with"]["python-version"] for s in steps if "setup-python" in s.get("uses", ""))
    targets = (ROOT / "tests/targets.mk").read_text(encoding="utf8")
    wanted = re.search("^PYTHONS := (.*)$", targets, re.MULTILINE)[1]
    assert sorted(pythons.split()) == wanted.split()


@needs_make
def test_all_that_takes_longer_is_planned():
    planned = make("--dry-run", "test-all").stdout
    assert '-m "slow and not long"' in planned and ".ci/test-python" in planned
    assert "HYPOTHESIS_PROFILE=nightly" in make("--dry-run", "test-long").stdout


@pytest.mark.skipif(os.name != "posix", reason="CI runs on Linux")
@pytest.mark.parametrize(
    ("required", "status", "said"),
    [
        ("", 0, "Python 3.99: skipped, there is none here.\n"),
        ("1", 1, "Python 3.99: missing, and LABKIT_REQUIRE_PYTHON is set.\n"),
    ],
)
def test_a_python_that_is_not_here_is_skipped_or_a_failure(required, status, said):
    environment = {**os.environ, "PYENV_ROOT": "/none", "LABKIT_REQUIRE_PYTHON": required}
    tried = subprocess.run(
        [ROOT / ".ci" / "test-python", "3.99"], env=environment, capture_output=True, text=True
    )
    assert (tried.returncode, tried.stdout + tried.stderr) == (status, said)
    assert not (ROOT / ".venv-3.99").exists()


@pytest.mark.skipif(os.name != "posix", reason="CI runs on Linux")
@pytest.mark.parametrize(("required", "status"), [("", 0), ("1", 1)])
def test_without_root_its_tests_are_skipped_or_a_failure(required, status):
    code = (
        "import os, shutil, pytest\n"
        f"text = open({str(ROOT / 'tests' / 'superuser.py')!r}).read()\n"
        "os.geteuid() == 0 and os.setuid(65534)\n"
        "exec(text)\n"
        "assert not is_root and needs_root.args == (True,)\n"
    )
    tried = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "LABKIT_REQUIRE_ROOT": required}, capture_output=True, text=True,
    )  # fmt: skip
    assert tried.returncode == status, tried.stderr
    assert ("LABKIT_REQUIRE_ROOT is set" in tried.stderr) == bool(required)
