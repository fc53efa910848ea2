"""What students' servers run: the student pack, a virtual environment, and their settings."""

import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from labkit.instructor.grading.release.pack import NAME, release
from labkit.instructor.hub import accounts, server_limits
from labkit.instructor.hub.course import LAB, Course
from labkit.instructor.hub.filled import filled
from labkit.instructor.hub.instructor_copy import PARTS, bring_lab, state_of
from labkit.instructor.hub.sockets import find_socket

#: The extras of labkit that the environment has: graders run in it, too.
EXTRAS = "lab,instructor,hub"

#: The oldest Python that the lab runs on.
OLDEST = (3, 11)

#: In the environment: what it was made from.
_MADE_FROM = "labkit-hub.json"

#: What a student's server, and an instructor's, is told.
SETTINGS = (
    "jupyter_server_config.json",
    "labconfig/page_config.json",
    "labconfig/default_setting_overrides.json",  # what is handed in is what was saved: soon
)
#: Settings of an instructor's server alone: a student's has nothing of nbgrader.
INSTRUCTORS_OWN = ("nbgrader_config.py",)


def environment(course: Course) -> dict[str, str | Callable[[Any], str]]:
    """Return the variables of students' and instructors' servers."""

    def own(students: str, instructors: str) -> Callable[[Any], str]:
        return lambda spawner: instructors if spawner.instructs else students

    etc, lab = course.student / "etc", course.lab if accounts.own_users(course) else LAB
    return {
        **server_limits.environment(course.limits),
        "PATH": f"{course.env / 'bin'}:/usr/local/bin:/usr/bin:/bin",
        "PYTHONPATH": own(f"{course.pack}:{etc / 'student'}", str(lab)),
        "PYTHONNOUSERSITE": "1",  # what a student installs at home must not stop the server
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONSTARTUP": str(course.pack / "notebooks" / ".course" / "startup.py"),
        "JUPYTER_CONFIG_PATH": own(str(etc / "student"), str(etc / "instructor")),
        "JUPYTERHUB_SINGLEUSER_EXTENSION": "1",
        "LABKIT_HUB_PAGE": str(find_socket(course, "service/page")),
        "LABKIT_HUB_BEGINNING": str(course.student / "beginning"),
        "LABKIT_HUB_LINKS": own(
            f"data={course.pack / 'data'}",
            f"data={lab / 'data'}:lab={lab}:marks={course.marks}",
        ),
        # What an instructor makes in the folder of marks is all instructors', and the grader's.
        "LABKIT_HUB_UMASK": own("077", "007"),
    }


def prepare(course: Course, say: Callable[[str], None]) -> None:
    """Bring all that students' servers run up to date."""
    course.student.mkdir(exist_ok=True)
    course.student.chmod(0o755)
    _bring_pack(course, say)
    if accounts.own_users(course):
        _bring_env(course, say)
        bring_lab(course)
    elif not course.env.exists():
        course.env.symlink_to(sys.prefix)
    _write_settings(course)


def _bring_env(course: Course, say: Callable[[str], None]) -> None:
    """Put a new environment in the place of the course's old one, which stays to go back to."""
    if is_made(course.env):
        return
    new = course.student / f"env-{hashlib.sha256(_made_from().encode()).hexdigest()[:12]}"
    if not is_made(new):
        say("Installing what students' servers need; this takes some minutes ...")
        make_env(new, course.pack)
    before = course.env.resolve()
    with tempfile.TemporaryDirectory(dir=course.student) as scratch:
        link = Path(scratch) / "env"
        link.symlink_to(new.name)
        link.replace(course.env)
    for each in course.student.glob("env-*"):
        if each not in (new, before):
            shutil.rmtree(each)


def python_for_others() -> Path:
    """Find a Python that other users can run: that of labkit may lie in root's home."""
    own = Path(sys.base_prefix) / "bin" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    places = [own, Path("/usr/local/bin/python3"), Path("/usr/bin/python3")]
    for place in places:
        if place.is_file() and accounts.runs_for_others(place) and _version(place) >= OLDEST:
            return place
    raise ValueError(
        f"python must be of version {'.'.join(map(str, OLDEST))} or later, and other users must be able "
        f"to run it; none of {', '.join(map(str, places))} is such. On Debian and Ubuntu, "
        "install one with apt install python3-venv"
    )


def _version(python: Path) -> tuple[int, ...]:
    code = "import ensurepip, sys; print(*sys.version_info[:2])"
    done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True)
    return tuple(map(int, done.stdout.split())) if done.returncode == 0 else ()


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
        (beginning / "ticks").mkdir()  # where nbgrader fetches them: without it, it lists none
        for made, place in ((folder, course.pack), (beginning, course.student / "beginning")):
            _open(made)
            if place.exists():
                place.rename(Path(scratch) / f"old-{place.name}")
            made.rename(place)
    note.write_text(now)


def is_made(env: Path) -> bool:
    """Tell whether a virtual environment is what `make_env` would make now."""
    note = env / _MADE_FROM
    return note.is_file() and note.read_text(encoding="utf8") == _made_from()


def make_env(env: Path, pack: Path) -> None:
    """Make the virtual environment that students' servers and graders run, for all users to read."""
    python = python_for_others()
    packages = Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    # Packages that labkit runs with are not installed a second time: that takes minutes.
    same = sys.prefix != sys.base_prefix and _version(python) == sys.version_info[:2]
    same = same and Path(sys.prefix, packages, "pip").is_dir()
    _run([str(python), "-m", "venv", "--clear", *["--without-pip"] * same, str(env)])
    if same:
        _copy_packages(env, packages)
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pip += ["--root-user-action=ignore", "--constraint", str(pack / "constraints.txt")]
    with tempfile.TemporaryDirectory() as scratch:
        # pip writes beside what it builds, and the pack is to stay as it is.
        shutil.copytree(pack, Path(scratch) / NAME)
        _run([str(env / "bin" / "python"), *pip, f"{Path(scratch) / NAME}[{EXTRAS}]"])
    (env / _MADE_FROM).write_text(_made_from(), encoding="utf8")
    (env / _MADE_FROM).chmod(0o644)


def _copy_packages(env: Path, packages: Path) -> None:
    """Copy what is installed where labkit runs into another environment of the same Python."""
    own = Path(sys.prefix)
    for part in (packages, "share", "etc"):
        shutil.copytree(own / part, env / part, symlinks=True, dirs_exist_ok=True)
    for script in (own / "bin").iterdir():
        place = env / "bin" / script.name
        text = b"" if place.exists() or script.is_dir() else script.read_bytes()
        if text.startswith(b"#!"):
            place.write_bytes(text.replace(os.fsencode(own / "bin"), os.fsencode(place.parent)))
            place.chmod(0o755)
    for path in env.rglob("*"):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | 0o444 | (0o111 if mode & stat.S_IXUSR else 0))


def _made_from() -> str:
    project = tomllib.loads((LAB / "pyproject.toml").read_text(encoding="utf8"))["project"]
    python = python_for_others()
    made_from = {
        # What its name stands for is another after an upgrade of the system.
        "python": [str(python), *_version(python)],
        "project": project,
        "constraints": (LAB / "constraints.txt").read_text(encoding="utf8"),
    }
    return json.dumps(made_from, indent=1)


def _write_settings(course: Course) -> None:
    marks = LAB / "labkit" / "instructor" / "grading" / "marks"  # to import it would take a second
    formgrader = (marks / "templates" / "nbgrader_config.py.txt").read_text(encoding="utf8")
    for who, names in {"student": SETTINGS, "instructor": SETTINGS + INSTRUCTORS_OWN}.items():
        for name in names:
            place = course.student / "etc" / who / name
            place.parent.mkdir(parents=True, exist_ok=True)
            values = {"course": course, "instructor": who == "instructor", "formgrader": formgrader}
            place.write_text(filled(f"student/{place.name}", **values))
    here = Path(__file__).parent
    shutil.copyfile(here / "templates" / "student" / "start.py.txt", course.program)
    for name in ("exchange_client.py", "submit.html"):
        shutil.copy(here / name, course.student / "etc" / "student")
    for written in (course.program, course.student / "etc"):
        _open(written)


def _open(place: Path) -> None:
    """Let everybody read what is here, and nobody but its owner write."""
    for path in (place, *place.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, umask=0o022)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()[-2000:]}")
