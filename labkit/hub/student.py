"""What students' servers run: the student pack, a virtual environment, and their settings."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from labkit.grading.release.pack import NAME, release
from labkit.grading.results.gradebook import CONFIG
from labkit.hub import accounts, limits
from labkit.hub.course import LAB, Course
from labkit.hub.lab import PARTS, bring_lab, state_of

#: The extras of labkit that the environment has: graders run in it, too.
EXTRAS = "instructor,hub"

#: The oldest Python that the lab runs on.
OLDEST = (3, 11)

#: In the environment: what it was made from.
_MADE_FROM = "labkit-hub.json"


def program(course: Course) -> Path:
    """Give the program that a student's server begins as.

    Parameters
    ----------
    course : Course

    Returns
    -------
    Path
        It prepares the student's home and becomes JupyterHub's single-user server.
    """
    return course.student / "start.py"


def environment(course: Course) -> dict[str, str | Callable[[Any], str]]:
    """Give the variables of students' and instructors' servers.

    Parameters
    ----------
    course : Course

    Returns
    -------
    dict
        For JupyterHub's ``Spawner.environment``, which asks functions about each server.
    """

    def own(students: str, instructors: str) -> Callable[[Any], str]:
        return lambda spawner: instructors if spawner.user.name in course.instructors else students

    etc, lab = course.student / "etc", _lab(course)
    return {
        **limits.environment(course.limits),
        "PATH": f"{course.env / 'bin'}:/usr/local/bin:/usr/bin:/bin",
        "PYTHONPATH": own(str(course.pack), str(lab)),
        "PYTHONNOUSERSITE": "1",  # what a student installs at home must not stop the server
        "PYTHONDONTWRITEBYTECODE": "1",
        "JUPYTER_CONFIG_PATH": own(str(etc / "student"), str(etc / "instructor")),
        "JUPYTERHUB_SINGLEUSER_EXTENSION": "1",
        "LABKIT_HUB_BEGINNING": str(course.student / "beginning"),
        "LABKIT_HUB_NOTHING": str(course.student / "nothing"),
        "LABKIT_HUB_LINKS": own(
            f"data={course.pack / 'data'}",
            f"data={lab / 'data'}:lab={lab}:marks={course.marks}",
        ),
        # What an instructor makes in the folder of marks is all instructors', and the grader's.
        "LABKIT_HUB_UMASK": own("077", "007"),
    }


def prepare(course: Course, *, say: Callable[[str], None] = print) -> None:
    """Bring all that students' servers run up to date.

    Parameters
    ----------
    course : Course
    say : callable
        Gets a line for each step that takes a while.

    Raises
    ------
    ValueError
        If there is no Python that other users can run.
    OSError
        If the environment cannot be installed.
    """
    course.student.mkdir(exist_ok=True)
    course.student.chmod(0o755)
    _bring_pack(course, say)
    if accounts.own_users(course):
        _bring_env(course, say)
        bring_lab(course)
    elif not course.env.exists():
        course.env.symlink_to(sys.prefix)
    _write_settings(course)


def python_for_others() -> Path:
    """Find a Python that other users can run: that of labkit may lie in root's home.

    Returns
    -------
    Path
        A program.

    Raises
    ------
    ValueError
        If there is none.
    """
    own = Path(sys.base_prefix) / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    places = [own, *(Path(folder) / "python3" for folder in ("/usr/local/bin", "/usr/bin"))]
    for place in places:
        if place.is_file() and accounts.runs_for_others(place) and _version(place) >= OLDEST:
            return place
    raise ValueError(
        f"python must be one of version {'.'.join(map(str, OLDEST))} or later that other users can "
        f"run, and none of {', '.join(map(str, places))} is; on Debian and Ubuntu, "
        "apt install python3-venv brings one"
    )


def _version(python: Path) -> tuple[int, ...]:
    code = "import ensurepip, sys; print(*sys.version_info[:2])"
    done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True)
    return tuple(map(int, done.stdout.split())) if done.returncode == 0 else ()


def _lab(course: Course) -> Path:
    return course.lab if accounts.own_users(course) else LAB


def _bring_pack(course: Course, say: Callable[[str], None]) -> None:
    now = state_of(LAB / name for name in PARTS)
    note = course.student / "pack.json"
    if note.is_file() and course.pack.is_dir() and note.read_text() == now:
        return
    say("Making the student pack ...")
    with tempfile.TemporaryDirectory(dir=course.student) as scratch:
        os.chmod(scratch, 0o755)
        folder, _ = release(Path(scratch) / "new", LAB)
        # What a home begins with; ticks come when they are released.
        beginning = Path(scratch) / "beginning"
        shutil.copytree(folder / "notebooks", beginning, ignore=shutil.ignore_patterns("ticks"))
        for made, place in ((folder, course.pack), (beginning, course.student / "beginning")):
            _open(made)
            _replace(made, place, Path(scratch) / f"old-{place.name}")
    (course.student / "nothing").mkdir(exist_ok=True)
    (course.student / "nothing").chmod(0o755)
    note.write_text(now)


def _bring_env(course: Course, say: Callable[[str], None]) -> None:
    if not is_made(course.env):
        say("Installing what students' servers run: some minutes, the first time ...")
        make_env(course.env, course.pack)


def is_made(env: Path) -> bool:
    """Tell whether a virtual environment is what `make_env` would make now.

    Parameters
    ----------
    env : Path
        Its folder.

    Returns
    -------
    bool
    """
    note = env / _MADE_FROM
    return note.is_file() and note.read_text(encoding="utf8") == _made_from()


def make_env(env: Path, pack: Path) -> None:
    """Make the virtual environment that students' servers and graders run, for all users to read.

    Parameters
    ----------
    env : Path
        Its folder; what is in it is removed.
    pack : Path
        The student pack.

    Raises
    ------
    OSError
        If something cannot be installed.
    """
    _run([str(python_for_others()), "-m", "venv", "--clear", str(env)])
    pip = [str(env / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    pip += ["--disable-pip-version-check", "--root-user-action=ignore"]
    pip += ["--constraint", str(pack / "constraints.txt")]
    with tempfile.TemporaryDirectory() as scratch:
        # pip writes beside what it builds, and the pack is to stay as it is.
        shutil.copytree(pack, Path(scratch) / NAME)
        _run([*pip, f"{Path(scratch) / NAME}[{EXTRAS}]"])
    (env / _MADE_FROM).write_text(_made_from(), encoding="utf8")
    (env / _MADE_FROM).chmod(0o644)


def _made_from() -> str:
    project = tomllib.loads((LAB / "pyproject.toml").read_text(encoding="utf8"))["project"]
    optional = project["optional-dependencies"]
    extras = [line for extra in EXTRAS.split(",") for line in optional[extra]]
    python = python_for_others()
    return json.dumps(
        {
            # What its name stands for is another after an upgrade of the system.
            "python": [str(python), *_version(python)],
            "requirements": [*project["dependencies"], *extras],
            "constraints": (LAB / "constraints.txt").read_text(encoding="utf8").splitlines(),
        },
        indent=1,
    )


def _write_settings(course: Course) -> None:
    templates = Environment(
        loader=PackageLoader("labkit.hub"), undefined=StrictUndefined, keep_trailing_newline=True
    )

    def write(path: Path, template: str, **values: object) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(templates.get_template(template).render(course=course, **values))
        for each in (path, *path.relative_to(course.student).parents):
            (course.student / each).chmod(0o644 if each == path else 0o755)

    write(program(course), "student/start.py.txt")
    for who in ("student", "instructor"):
        folder, instructor = course.student / "etc" / who, who == "instructor"
        write(
            folder / "jupyter_server_config.json",
            "student/jupyter_server_config.json.j2",
            instructor=instructor,
        )
        # What is handed in is what was saved: soon after it was typed.
        for name in ("page_config.json", "default_setting_overrides.json"):
            write(folder / "labconfig" / name, f"student/{name}.j2", instructor=instructor)
    write(
        course.student / "etc" / "student" / "nbgrader_config.py",
        "student/nbgrader_config.py.j2",
    )
    write(
        course.student / "etc" / "instructor" / "nbgrader_config.py",
        "student/instructor_config.py.j2",
        formgrader=CONFIG,
    )


def _replace(new: Path, place: Path, old: Path) -> None:
    if place.exists():
        place.rename(old)
    new.rename(place)


def _open(folder: Path) -> None:
    """Let everybody read a folder, and nobody but its owner write."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, umask=0o022)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()[-2000:]}")
