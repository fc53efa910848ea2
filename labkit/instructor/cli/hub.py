"""``labkit hub``: a class on a server."""

import os
import sys
from argparse import REMAINDER, ArgumentParser
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from labkit.instructor.hub.course import Course

HELP = "run a class on a server, with JupyterHub"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options: a verb, and each verb's own."""
    verbs = parser.add_subparsers(required=True, metavar="VERB")

    def verb(name: str, run: object, text: str) -> ArgumentParser:
        own = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        where = "the course's folder (default: /srv/lab as root, ./course otherwise)"
        own.add_argument("--course", dest="folder", type=Path, metavar="FOLDER", help=where)
        own.set_defaults(run=run)
        return own

    init = verb("init", _init, "make a course's folder, with a course.toml for you to edit")
    init.add_argument(
        "--id",
        dest="slug",
        metavar="NAME",
        default="sentiment-and-significance",
        help="what nbgrader calls the course (default: sentiment-and-significance)",
    )
    init.add_argument(
        "--instructor",
        dest="instructors",
        action="append",
        default=[],
        metavar="NAME",
        help="an instructor, by the name that they sign in with; may be given again",
    )
    init.add_argument("--roster", type=Path, metavar="FILE", help="the list of the class")
    init.add_argument(
        "--one-user",
        action="store_true",
        help="make no Unix users for students, even if root starts the hub: only to try it out",
    )
    start = verb("start", _start, "start the hub")
    start.add_argument(
        "--port", type=int, metavar="N", help="use this port, not that of course.toml"
    )
    release = verb("release", _release, "give a tick to the class")
    release.add_argument("tick", help="its name, such as tick1-lexicon-classifier")
    users = verb("users", _users, "list the accounts, or change them")
    what = users.add_mutually_exclusive_group()
    for name, does in {
        "--add": "make accounts; for an account that exists, a new first password",
        "--remove": "close accounts",
        "--sign-out": "end all of a person's sessions",
    }.items():
        what.add_argument(name, nargs="+", default=[], metavar="NAME", help=does)
    of_all = "make an account for everyone on the roster, and for the instructors"
    what.add_argument("--add-roster", action="store_true", help=of_all)
    run_as = verb(
        "run", _run_as_grader, "run another labkit command as the user of the grading service"
    )
    run_as.add_argument(
        "words", nargs=REMAINDER, metavar="COMMAND ...", help="such as regrade MARKS ..."
    )


def _default() -> Path:
    return Path("/srv/lab" if os.geteuid() == 0 else "course")


def _course(folder: Path | None) -> "Course":
    from labkit.instructor.hub.course import read_course

    return read_course(folder or _default())


def _init(folder: Path | None, **how: Any) -> None:
    from labkit.instructor.hub.opening import make_course

    course = make_course(folder or _default(), name="Sentiment and significance", **how)
    print(f"{course.folder / 'course.toml'}: edit it, then start the hub with labkit hub start")


def _start(folder: Path | None, port: int | None) -> None:
    from labkit.arguments import as_count
    from labkit.instructor.hub import accounts, jupyterhub_config, opening
    from labkit.instructor.hub.course import PORT_VARIABLE

    if port is not None:
        os.environ[PORT_VARIABLE] = str(as_count(port, "hub.port", 1, 65_535))
    course = _course(folder)
    command = opening.get_ready(course, say=_say)
    if not accounts.own_users(course):
        _say(
            "All servers run as one user, who can read everything here: use this only to try the hub "
            "out. For a class, start it as root. Everyone signs in with the password "
            f"{jupyterhub_config.trial_password(course)}"
        )
    address = course.hub.subdomains or jupyterhub_config.web_address(course)
    if course.instructors:
        _say(f"{', '.join(course.instructors)}: the class page is {opening.class_page(course)}")
    else:
        _say(
            f"Nobody can see the class page yet: add a name to instructors in {course.folder / 'course.toml'}."
        )
    _say(f"Students sign in at {address} and Ctrl+C stops the hub.")
    if not course.hub.subdomains:
        _say(
            "Never open a student's server as an instructor: its pages come from the student's program, "
            "and could act in your name. With subdomain_host in course.toml, each has its own origin."
        )
    opening.end_students_with(course)
    os.chdir(course.private)
    os.umask(0o077)
    os.execv(command[0], command)


def _release(folder: Path | None, tick: str) -> None:
    from labkit.instructor.grading.judging.tick import load_ticks
    from labkit.instructor.hub.class_state import hand_out
    from labkit.instructor.hub.course import LAB

    course = _course(folder)
    _become_grader(course, ["hub", "release", tick, "--course", str(course.folder)])
    hand_out(course, load_ticks(LAB / "notebooks" / "ticks", tick)[tick], LAB)
    print(f"{tick} is released: students find it under My ticks")


def _run_as_grader(folder: Path | None, words: list[str]) -> int:
    from labkit.cli import main

    _become_grader(_course(folder), words)
    return main(words)


def _become_grader(course: "Course", words: Sequence[str]) -> None:
    """Where root has a user for the grading service, have it carry a command out, and end here."""
    from labkit.instructor.hub import accounts, check_machine, instructor_copy

    check_machine.refuse_others_course(course)
    if os.geteuid() == 0 and accounts.own_users(course):
        if not (course.env / "bin" / "python").exists():
            raise FileNotFoundError(
                f"course must be one whose hub has been started once, not {course.folder}: "
                "labkit hub start installs what grading needs"
            )
        accounts.close_files(course)
        instructor_copy.bring_lab(course)  # with what was changed in the repository
        command = accounts.as_grader(course, ["-m", "labkit", *words])
        os.chdir(course.lab)
        os.execvp(command[0], command)


def _users(
    folder: Path | None, add: list[str], remove: list[str], sign_out: list[str], add_roster: bool
) -> int:
    from labkit.instructor.hub import accounts, check_machine, signing_in
    from labkit.instructor.hub.passwords import find_names
    from labkit.instructor.hub.usernames import as_username

    course = _course(folder)
    check_machine.refuse_others_course(course)
    if not accounts.own_users(course):
        raise ValueError(
            f"course must be one that root has made for a class, not {course.folder}, where everyone "
            "signs in with one password: labkit hub start prints it"
        )
    accounts.close_files(course)  # a roster that was just copied here is open to all
    new, left_out = list(dict.fromkeys(map(as_username, add))), dict[str, str]()
    if add_roster:
        new, left_out = signing_in.without_account(course)
        there = {*new, *find_names(course)}
        new += [name for name in course.instructors if name not in there]
    if new:
        file = course.private / "first-passwords.csv"
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as passwords:
            for name in new:
                passwords.write(f"{name},{signing_in.add(course, name)}\n")
                print(f"{name} can sign in")
        print(f"The first passwords are in {file}, which only root can read.")
    for name in signing_in.not_on_roster(course, new if add else ()):
        where = f"until the roster has them: {course.roster}"
        print(f"{name} cannot hand anything in {where}", file=sys.stderr)
    for name, why in left_out.items():
        print(f"no account for {name}: {why}", file=sys.stderr)
    for name in remove:
        signing_in.remove(course, name)
        print(f"{name} can no longer sign in; what they handed in stays")
    for name in sign_out:
        signing_in.sign_out(course, name)
        print(f"{name} is signed out everywhere")
    if not (add or add_roster or remove or sign_out):
        for name in signing_in.usernames(course):
            print(f"{name:30}  {'instructor' if name in course.instructors else 'student'}")
    return 1 if left_out else 0


_say = partial(print, flush=True)
