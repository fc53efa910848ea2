import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from labkit.instructor.hub import student_server as student


def told(course, name):
    spawner = SimpleNamespace(instructs=name in course.instructors)
    variables = student.environment(course).items()
    return {key: value(spawner) if callable(value) else value for key, value in variables}


@pytest.fixture
def begin(course, tmp_path):
    """Begin a student's server, up to where JupyterHub's own program would take over."""
    student._write_settings(course)
    beginning = course.student / "beginning"
    for name in ("lectures", "ticks"):
        (beginning / name).mkdir(parents=True)
    for name in ("start-here.ipynb", "lectures/yeh.ipynb"):
        (beginning / name).write_text("{}")
    home = tmp_path / "home"
    home.mkdir()
    text, become, _ = course.program.read_text().partition("# In this process")
    assert become and 'Path("/tmp")' in text
    text = text.replace('Path("/tmp")', f"Path({str(tmp_path)!r})")
    text += "os._exit(7 * (sys.argv[1:] == ['--some-option']))\n"
    (tmp_path / "start.py").write_text(text)

    def run(*before):
        command = [*before, sys.executable, "-I", tmp_path / "start.py", "--some-option"]
        env = {**told(course, "ada"), "HOME": str(home)}
        done = subprocess.run(command, env=env, capture_output=True, text=True)
        # The last thing that it does is to become the server: here, a program that ends with 7.
        assert done.returncode == 7, done.stderr
        log = home / ".labkit-server.log"
        return log.read_text() if log.is_file() else done.stderr

    return SimpleNamespace(run=run, home=home)


def test_a_home_begins_with_start_here_and_what_a_student_has_changed_stays(begin):
    begin.run()
    notebooks = begin.home / "notebooks"
    files = {str(path.relative_to(notebooks)) for path in notebooks.rglob("*")}
    assert files == {"lectures", "lectures/yeh.ipynb", "start-here.ipynb", "ticks"}
    assert (begin.home / "data").is_symlink()
    changed = notebooks / "start-here.ipynb"
    assert changed.stat().st_mode & 0o077 == 0
    changed.write_text("mine")
    (notebooks / "lectures" / "yeh.ipynb").unlink()
    begin.run()
    assert changed.read_text() == "mine"
    assert (notebooks / "lectures" / "yeh.ipynb").read_text() == "{}"


def test_each_start_has_a_folder_of_sockets_of_its_own_and_removes_no_other(begin, tmp_path):
    link, theirs = begin.home / ".labkit-kernels", tmp_path / "mine"
    theirs.mkdir()
    link.symlink_to(theirs)
    begin.run()
    first = link.readlink()
    assert first.parent == tmp_path and first.stat().st_mode & 0o777 == 0o700
    assert theirs.is_dir()
    begin.run()
    assert not first.exists() and link.readlink().is_dir()


@pytest.mark.parametrize("made", ["file", "folder", "link", "loop", "pipe"])
@pytest.mark.parametrize("name", ["notebooks", ".labkit-server.log"])
def test_whatever_a_home_has_become_the_server_starts(begin, name, made, tmp_path):
    place, elsewhere = begin.home / name, tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    make = {"file": Path.touch, "folder": Path.mkdir, "pipe": os.mkfifo}
    if made in make:
        make[made](place)
    else:
        place.symlink_to(place if made == "loop" else elsewhere)
    is_wrong = (made == "folder") == (name != "notebooks")
    assert (str(place) in begin.run()) == is_wrong and elsewhere.read_text() == "mine"


def test_a_full_disk_is_no_reason_not_to_start(begin):
    # What cannot be written is said, and nothing half is left.
    (begin.home / "notebooks" / "ticks").mkdir(parents=True)
    begin.run("prlimit", "--fsize=1", "--")
    assert not (begin.home / "notebooks" / "start-here.ipynb").exists()


def test_students_run_the_pack_and_instructors_the_lab(course):
    ada, ines = told(course, "ada"), told(course, "ines")
    assert ada["PYTHONPATH"].split(":")[0] == str(course.pack)
    assert (ines["PYTHONPATH"], ada["LABKIT_HUB_UMASK"]) == (str(student.LAB), "077")
    assert "marks" not in ada["LABKIT_HUB_LINKS"] and str(course.marks) in ines["LABKIT_HUB_LINKS"]


@pytest.mark.parametrize("who", ["student", "instructor"])
def test_each_has_the_parts_of_nbgrader_that_are_of_use_and_none_writes_them(course, who):
    """Students have none: its list of assignments would offer feedback that it does not have."""
    old = os.umask(0o077)
    student._write_settings(course)
    os.umask(old)
    folder = course.student / "etc" / who
    for path in folder.rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path
    server = json.loads((folder / "jupyter_server_config.json").read_text())
    page = json.loads((folder / "labconfig" / "page_config.json").read_text())
    parts = ("assignment_list", "formgrader", "validate_assignment", "course_list")
    wanted = [False, who == "instructor", False, False]
    extensions, hidden = server["ServerApp"]["jpserver_extensions"], page["disabledExtensions"]
    assert [extensions[f"nbgrader.server_extensions.{part}"] for part in parts] == wanted
    names = [f"@jupyter/nbgrader:{part.replace('_', '-')}" for part in parts]
    assert [not hidden[name] for name in names] == wanted
    assert hidden["@jupyter/nbgrader:menu"] == (who == "student")


def test_a_python_that_others_can_run_is_found_or_asked_for(monkeypatch):
    assert os.access(student.python_for_others(), os.X_OK)
    oldest = 'requires-python = ">={}.{}"'.format(*student.OLDEST)
    assert oldest in (student.LAB / "pyproject.toml").read_text()
    with monkeypatch.context() as old, pytest.raises(ValueError, match="of version 4.0 or later"):
        old.setattr(student, "OLDEST", (4, 0))
        student.python_for_others()
    monkeypatch.setattr(student.accounts, "runs_for_others", lambda _: False)
    with pytest.raises(ValueError, match="python must be .* apt install python3-venv"):
        student.python_for_others()


def test_an_environment_is_made_anew_when_what_it_needs_has_changed(tmp_path, monkeypatch):
    assert not student.is_made(tmp_path)
    (tmp_path / student._MADE_FROM).write_text(student._made_from())
    assert student.is_made(tmp_path)
    # The system's Python, of the same name.
    monkeypatch.setattr(student, "_version", lambda python: (4, 0))
    assert not student.is_made(tmp_path)


#: Builds a package by the standard library alone, without a network.
BUILD = """
import zipfile

def build_wheel(folder, *_):
    name = "labkit-1-py3-none-any.whl"
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        about = "Metadata-Version: 2.1\\nName: labkit\\nVersion: 1\\nProvides-Extra: instructor\\nProvides-Extra: hub\\n"
        wheel.writestr("labkit-1.dist-info/METADATA", about + "Requires-Dist: labkit-needs==2; extra == 'hub'\\n" * NEEDS)
        wheel.writestr("labkit-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("labkit-1.dist-info/RECORD", "")
    return name
"""


def test_packages_are_copied_with_their_programs_for_all_to_read(tmp_path, monkeypatch):
    own, env, packages = tmp_path / "own", tmp_path / "env", Path("lib/python3/site-packages")
    monkeypatch.setattr(sys, "prefix", str(own))
    here = {f"{packages}/one.py": "1\n", "share/a": "2\n", "etc/b": "3\n", "bin/activate": "4\n"}
    here["bin/tool"] = f"#!{own}/bin/python\n"
    for name, text in here.items():
        (place := own / name).parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        place.chmod(0o700 if name == "bin/tool" else 0o600)  # root's umask may be 077
    (env / "bin").mkdir(parents=True)
    (env / "bin" / "activate").write_text("its own\n")
    student._copy_packages(env, packages)
    here |= {"bin/tool": f"#!{env}/bin/python\n", "bin/activate": "its own\n"}
    assert {name: (env / name).read_text() for name in here} == here
    for path in env.rglob("*"):
        wanted = 0o555 if path.is_dir() or path.name == "tool" else 0o444
        assert path.stat().st_mode & 0o555 == wanted, path


@pytest.mark.slow
def test_an_upgrade_that_fails_leaves_what_runs_and_going_back_installs_nothing(
    course, tmp_path, monkeypatch
):
    lab, said = tmp_path / "lab", []
    lab.mkdir()
    monkeypatch.setattr(student, "LAB", lab)
    monkeypatch.setattr(student, "python_for_others", lambda: Path(sys.executable))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setattr(sys, "base_prefix", sys.prefix)  # nothing to copy

    def bring(version, needs=False):
        project = f'[project]\nname = "labkit"\nversion = "1"\ndescription = "{version}"\n'
        build = '[build-system]\nrequires = []\nbuild-backend = "build"\nbackend-path = ["."]\n'
        for folder in (lab, course.pack):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "pyproject.toml").write_text(project + build)
            (folder / "constraints.txt").write_text("")
            (folder / "build.py").write_text(f"NEEDS = {needs}\n{BUILD}")
        student._bring_env(course, said.append)
        subprocess.run([course.env / "bin" / "pip", "show", "labkit"], check=True)
        return course.env.resolve()

    with pytest.raises(OSError, match="labkit-needs"):
        bring("first", needs=True)
    assert not course.env.exists()
    first = bring("first")
    with pytest.raises(OSError, match="labkit-needs"):
        bring("second", needs=True)
    assert course.env.resolve() == first and len(said) == 3
    second = bring("second")
    assert second != first and first.is_dir() and len(said) == 4
    assert bring("first") == first and second.is_dir() and len(said) == 4


@pytest.mark.slow
def test_the_pack_is_made_once_and_again_after_a_change(course):
    said = []
    course.student.mkdir()
    for note, times in (("", 1), ("", 1), ("of another day", 2)):
        if note:
            (course.student / "pack.json").write_text(note)
        student._bring_pack(course, said.append)
        assert len(said) == times
    assert not (course.pack / "labkit" / "instructor").exists()
    assert not any((course.student / "beginning" / "ticks").iterdir())
    assert (course.student / "beginning" / ".course" / "checks.py").is_file()
