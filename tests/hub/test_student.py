import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from labkit.hub import student


@pytest.fixture
def begin(course, tmp_path):
    """Begin a student's server, up to where JupyterHub's own program would take over."""
    student._write_settings(course)
    beginning = course.student / "beginning"
    (beginning / "lectures").mkdir(parents=True)
    (beginning / "start-here.ipynb").write_text("{}")
    (beginning / "lectures" / "yeh.ipynb").write_text("{}")
    (course.student / "nothing").mkdir()
    home = tmp_path / "home"
    home.mkdir()
    text, become, _ = student.program(course).read_text().partition("# In this process")
    assert become and 'Path("/tmp")' in text
    text = text.replace('Path("/tmp")', f"Path({str(tmp_path)!r})")
    text += "os._exit(7 * (sys.argv[1:] == ['--some-option']))\n"
    (tmp_path / "start.py").write_text(text)

    def run(**more):
        told = {
            name: value(SimpleNamespace(user=SimpleNamespace(name="ada")))
            if callable(value)
            else value
            for name, value in student.environment(course).items()
        }
        done = subprocess.run(
            [sys.executable, "-I", tmp_path / "start.py", "--some-option"],
            env={**told, "HOME": str(home), **more},
            capture_output=True,
            text=True,
        )
        # The last thing that it does is to become the server: here, a program that ends with 7.
        assert done.returncode == 7, done.stderr
        log = home / ".labkit-server.log"
        return log.read_text() if log.is_file() else done.stderr

    return SimpleNamespace(run=run, home=home)


def files(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*"))


def test_a_home_begins_with_start_here_and_a_place_for_ticks(begin):
    begin.run()
    notebooks = begin.home / "notebooks"
    assert files(notebooks) == ["lectures", "lectures/yeh.ipynb", "start-here.ipynb", "ticks"]
    assert (begin.home / "data").is_symlink()
    assert (notebooks / "start-here.ipynb").stat().st_mode & 0o077 == 0


def test_what_a_student_has_changed_stays_as_it_is(begin):
    begin.run()
    changed = begin.home / "notebooks" / "start-here.ipynb"
    changed.write_text("mine")
    (begin.home / "notebooks" / "lectures" / "yeh.ipynb").unlink()
    begin.run()
    assert changed.read_text() == "mine"
    assert (begin.home / "notebooks" / "lectures" / "yeh.ipynb").read_text() == "{}"


def test_each_start_has_a_folder_of_sockets_of_its_own_and_removes_no_other(begin, tmp_path):
    link, theirs = begin.home / ".labkit-kernels", tmp_path / "mine"
    theirs.mkdir()
    link.symlink_to(theirs)
    begin.run()
    first = Path(os.readlink(link))
    assert first.parent == tmp_path and first.stat().st_mode & 0o777 == 0o700
    assert theirs.is_dir()
    begin.run()
    assert not first.exists() and Path(os.readlink(link)).is_dir()


@pytest.mark.parametrize("made", ["file", "link", "loop", "pipe"])
def test_whatever_a_home_has_become_the_server_starts(begin, made, tmp_path):
    place = begin.home / "notebooks"
    if made == "file":
        place.write_text("mine")
    elif made == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to(place if made == "loop" else tmp_path / "nowhere")
    assert str(place) in begin.run()


@pytest.mark.parametrize("made", ["folder", "link", "pipe"])
def test_a_log_that_cannot_be_is_none_and_leads_nowhere(begin, made, tmp_path):
    log, elsewhere = begin.home / ".labkit-server.log", tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    if made == "folder":
        log.mkdir()
        assert str(log) in begin.run()
    elif made == "pipe":
        os.mkfifo(log)
        begin.run()
        assert log.is_file()
    else:
        log.symlink_to(elsewhere)
        begin.run()
    assert elsewhere.read_text() == "mine"


def test_a_full_disk_is_no_reason_not_to_start(begin, monkeypatch):
    # What cannot be written is said, and nothing half is left.
    (begin.home / "notebooks").mkdir()
    (begin.home / "notebooks" / "ticks").mkdir()
    limited = ["prlimit", "--fsize=1", "--"]
    plain = subprocess.run

    def full(command, **options):
        return plain([*limited, *command], **options)

    monkeypatch.setattr(subprocess, "run", full)
    begin.run()
    assert not (begin.home / "notebooks" / "start-here.ipynb").exists()


def told(course, name):
    spawner = SimpleNamespace(user=SimpleNamespace(name=name))
    return {
        key: value(spawner) if callable(value) else value
        for key, value in student.environment(course).items()
    }


def test_students_run_the_pack_and_instructors_the_lab(course):
    assert told(course, "ada")["PYTHONPATH"] == str(course.pack)
    assert told(course, "ines")["PYTHONPATH"] == str(student.LAB)
    assert told(course, "ada")["LABKIT_HUB_UMASK"] == "077"
    assert "marks" not in told(course, "ada")["LABKIT_HUB_LINKS"]
    assert str(course.marks) in told(course, "ines")["LABKIT_HUB_LINKS"]


def settings(course, who):
    student._write_settings(course)
    folder = course.student / "etc" / who
    server = json.loads((folder / "jupyter_server_config.json").read_text())
    page = json.loads((folder / "labconfig" / "page_config.json").read_text())
    return server["ServerApp"]["jpserver_extensions"], page["disabledExtensions"]


def test_students_have_the_list_of_assignments_and_instructors_formgrader(course):
    students, hidden = settings(course, "student")
    assert students["nbgrader.server_extensions.assignment_list"]
    assert not students["nbgrader.server_extensions.formgrader"]
    assert hidden["@jupyter/nbgrader:formgrader"]
    assert not hidden["@jupyter/nbgrader:assignment-list"]
    instructors, hidden = settings(course, "instructor")
    assert instructors["nbgrader.server_extensions.formgrader"]
    assert not hidden["@jupyter/nbgrader:formgrader"]


def nbgrader(course, who, name="ada"):
    """Nbgrader's settings, as nbgrader itself reads them."""
    student._write_settings(course)
    code = (
        "from nbgrader.server_extensions.assignment_list.handlers import AssignmentList\n"
        "app = AssignmentList()\napp.config = app.load_config()\n"
        "import json\nprint(json.dumps(app.config, default=str))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "JUPYTERHUB_USER": name,
            "HOME": str(course.folder),
            "JUPYTER_CONFIG_PATH": str(course.student / "etc" / who),
        },
        cwd=course.folder,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
def test_nbgrader_knows_the_course_the_exchange_and_who_it_is(course):
    found = nbgrader(course, "student", "ada@uni.example")
    assert found["CourseDirectory"]["course_id"] == "nlp"
    assert found["CourseDirectory"]["student_id"] == "ada@uni.example"
    assert found["Exchange"]["root"] == str(course.exchange_root)
    assert found["Exchange"]["assignment_dir"] == str(course.folder / "notebooks" / "ticks")
    assert "marks" not in json.dumps(found)


@pytest.mark.slow
def test_formgrader_opens_the_marks_and_runs_no_submission(course):
    found = nbgrader(course, "instructor")
    assert found["CourseDirectory"]["root"] == str(course.marks)
    assert found["Autograde"]["autograde_preprocessors"] == []


def test_settings_are_for_all_to_read_and_for_none_to_write(course):
    old = os.umask(0o077)
    try:
        student._write_settings(course)
    finally:
        os.umask(old)
    for path in (course.student / "etc").rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path


def test_a_python_that_others_can_run_is_found_or_asked_for(monkeypatch):
    assert os.access(student.python_for_others(), os.X_OK)
    monkeypatch.setattr(student.accounts, "runs_for_others", lambda _: False)
    with pytest.raises(ValueError, match="python must be .* apt install python3-venv"):
        student.python_for_others()


def test_a_python_that_is_too_old_is_not_taken(monkeypatch):
    monkeypatch.setattr(student, "OLDEST", (4, 0))
    with pytest.raises(ValueError, match="of version 4.0 or later"):
        student.python_for_others()


def test_an_environment_is_made_anew_when_what_it_needs_has_changed(tmp_path, monkeypatch):
    assert not student.is_made(tmp_path)
    (tmp_path / student._MADE_FROM).write_text(student._made_from())
    assert student.is_made(tmp_path)
    with monkeypatch.context() as upgraded:  # the system's Python, of the same name
        upgraded.setattr(student, "_version", lambda python: (4, 0))
        assert not student.is_made(tmp_path)
    monkeypatch.setattr(student, "python_for_others", lambda: Path("/usr/bin/env"))
    assert not student.is_made(tmp_path)


@pytest.mark.slow
def test_the_pack_is_made_once_and_again_after_a_change(course, monkeypatch):
    said = []
    course.student.mkdir()
    student._bring_pack(course, said.append)
    assert (course.pack / "labkit" / "checks").is_dir()
    assert not (course.pack / "labkit" / "hub").exists()
    assert not (course.student / "beginning" / "ticks").exists()
    assert (course.student / "beginning" / "start-here.ipynb").is_file()
    student._bring_pack(course, said.append)
    assert len(said) == 1
    (course.student / "pack.json").write_text("of another day")
    student._bring_pack(course, said.append)
    assert len(said) == 2
