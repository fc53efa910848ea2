"""``labkit hub``: a class on a server."""

import argparse
import os
import re
import sys
import unicodedata
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from labkit.hub.settings import Course

HELP = "a class on a server: a course on JupyterHub"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options: a verb, and each verb's own."""
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")

    def verb(name: str, help_text: str) -> argparse.ArgumentParser:
        own = verbs.add_parser(name, help=help_text, description=help_text)
        own.add_argument(
            "--course",
            type=_folder,
            metavar="FOLDER",
            help="the course's folder (default: /srv/lab as root, ./course otherwise)",
        )
        return own

    init = verb("init", "make a course's folder, with its course.toml to be edited")
    init.add_argument("--name", default="Sentiment and significance", help="of the course")
    init.add_argument("--id", help="nbgrader's name of it (default: made from the name)")
    init.add_argument("--instructor", action="append", default=[], metavar="NAME")
    init.add_argument("--roster", type=Path, metavar="FILE", help="the list of the class")
    init.add_argument(
        "--one-user",
        action="store_true",
        help="no Unix users for students, though root starts the hub: for trying out",
    )
    start = verb("start", "start the hub, and let students in")
    start.add_argument("--port", type=int, help="another than that of course.toml")
    release = verb("release", "hand a tick out")
    release.add_argument("tick")
    _add_users(verb("users", "list who has an account, or change that"))
    run_as = verb("run", "another of labkit's commands, as the grading service's user")
    run_as.add_argument("words", nargs=argparse.REMAINDER, metavar="COMMAND ...")


def _folder(text: str) -> Path:
    if not text:  # a variable of the shell's that is not set; "" is where one stands
        raise argparse.ArgumentTypeError("it must be a folder, not ''")
    return Path(text)


def _add_users(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--add",
        nargs="+",
        default=[],
        metavar="NAME",
        help="make accounts, or new first passwords for accounts",
    )
    what.add_argument(
        "--add-roster", action="store_true", help="make an account for all of the roster"
    )
    what.add_argument("--remove", nargs="+", default=[], metavar="NAME", help="close accounts")
    what.add_argument(
        "--sign-out", nargs="+", default=[], metavar="NAME", help="end all of a person's sessions"
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    options.course = options.course or Path("/srv/lab" if os.geteuid() == 0 else "course")
    return int(_VERBS[options.verb](options))


def _init(options: argparse.Namespace) -> int:
    from labkit.hub.opening import make_course

    plain = unicodedata.normalize("NFKD", options.name).encode("ascii", "ignore").decode()
    slug = options.id or re.sub("[^a-z0-9]+", "-", plain.lower()).strip("-")[:40].strip("-")
    course = make_course(
        options.course,
        name=options.name,
        slug=slug or "course",
        instructors=options.instructor,
        roster=options.roster,
        one_user=options.one_user,
    )
    print(f"{course.folder / 'course.toml'}: edit it, and start the hub with labkit hub start")
    return 0


def _start(options: argparse.Namespace) -> int:
    from labkit.arguments import as_count
    from labkit.hub import accounts, jupyterhub_config, opening
    from labkit.hub.settings import PORT_VARIABLE, read_course

    if options.port is not None:
        as_count(options.port, "hub.port", 1, 65_535)
        os.environ[PORT_VARIABLE] = str(options.port)
    course = read_course(options.course)
    command = opening.get_ready(course, say=_say)
    if not accounts.own_users(course):
        _say(
            "All servers run as one user, who can read everything here: for trying out only. For a "
            f"class, root starts the hub. The password of all is {jupyterhub_config.trial_password(course)}"
        )
    address = course.hub.subdomains or jupyterhub_config.web_address(course)
    if course.instructors:
        _say(f"{', '.join(course.instructors)}: the class page is {opening.class_page(course)}")
    else:
        _say(f"The class page waits for a name in instructors, in {course.folder / 'course.toml'}.")
    _say(f"The class meets at {address} and Ctrl+C ends the hub.")
    if not course.hub.subdomains:
        _say(
            "Instructors never open a student's server: its pages are the student's program, and would "
            "act in the instructor's name. With subdomain_host in course.toml each has its own origin."
        )
    opening.end_students_with(course)
    os.chdir(course.private)
    os.umask(0o077)
    os.execv(command[0], command)


def _release(options: argparse.Namespace) -> int:
    from labkit.grading.judging.tick import load_ticks
    from labkit.hub.class_state import release
    from labkit.hub.settings import LAB, read_course

    course = read_course(options.course)
    _become_grader(course, ["hub", "release", options.tick, "--course", str(course.folder)])
    (tick,) = load_ticks(LAB / "notebooks" / "ticks", options.tick).values()
    release(course, tick, LAB)
    print(f"{options.tick} is handed out: students find it on their page of the hub")
    return 0


def _run_as_grader(options: argparse.Namespace) -> int:
    from labkit.cli.main import main
    from labkit.hub.settings import read_course

    _become_grader(read_course(options.course), options.words)
    return main(options.words)


def _become_grader(course: "Course", words: Sequence[str]) -> None:
    """Where root has a user for the grading service, have it carry a command out, and end here."""
    from labkit.hub import accounts, check_machine, instructor_copy

    check_machine.refuse_others_course(course)
    if os.geteuid() == 0 and accounts.own_users(course):
        if not (course.env / "bin" / "python").exists():
            raise FileNotFoundError(
                f"course must be one whose hub was started before, not {course.folder}: "
                "labkit hub start installs what its graders run"
            )
        instructor_copy.bring_lab(course)  # with what was changed in the repository
        command = accounts.as_grader(course, ["-m", "labkit", *words])
        os.chdir(course.lab)
        os.execvp(command[0], command)


def _users(options: argparse.Namespace) -> int:
    from labkit.hub import accounts, check_machine, signing_in
    from labkit.hub.settings import read_course
    from labkit.hub.usernames import as_username

    course = read_course(options.course)
    check_machine.refuse_others_course(course)
    if not accounts.own_users(course):
        raise ValueError(
            f"course must be one that root has made for a class, not {course.folder}, where all sign "
            "in with one password: labkit hub start says it"
        )
    new, left_out = list(dict.fromkeys(map(as_username, options.add))), dict[str, str]()
    if options.add_roster:
        new, left_out = signing_in.without_account(course)
    if new:
        file = course.private / "first-passwords.csv"
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as passwords:
            for name in new:
                passwords.write(f"{name},{signing_in.add(course, name)}\n")
                print(f"{name} can sign in")
        print(f"first passwords, which root alone can read: {file}")
    for name, why in left_out.items():
        print(f"no account for {name}: {why}", file=sys.stderr)
    for name in options.remove:
        signing_in.remove(course, name)
        print(f"{name} cannot sign in any more; what they have handed in stays")
    for name in options.sign_out:
        signing_in.sign_out(course, name)
        print(f"{name} is signed out everywhere")
    if not any((options.add, options.add_roster, options.remove, options.sign_out)):
        for name in accounts.usernames(course):
            print(f"{name:30}  {'instructor' if name in course.instructors else 'student'}")
    return 1 if left_out else 0


_say = partial(print, flush=True)
_VERBS = {
    "init": _init,
    "start": _start,
    "release": _release,
    "users": _users,
    "run": _run_as_grader,
}
