"""A course that has come from another machine, or another life of this one.

On the disk it is a number that says whose a file is, and Unix users have other numbers elsewhere:
what was a student's would be nobody's, or, worse, somebody else's.
"""

import grp
import os
from collections.abc import Iterable
from pathlib import Path

from labkit.hub import accounts, inbound
from labkit.hub.course import Course
from labkit.hub.owners import own_tree


def settle(course: Course, usernames: Iterable[str]) -> bool:
    """Give the files of a course to whom they belong on this machine.

    Should it be ended in the middle, it is made good when it is called again.

    Parameters
    ----------
    course : Course
        Of students who are Unix users of their own. Its hub does not run.
    usernames : iterable of str
        Who can have a home in it. What other homes there are is root's, until their student comes
        back: their number may be another's now.

    Returns
    -------
    bool
        Whether anything was another's.
    """
    known = {accounts.unix_name(name): name for name in usernames}
    # What was handed in is given first: a home that is its student's again is not looked at.
    homes = [_settle_home(course, home, known.get(home.name)) for home in _folders(course.homes)]
    return any([_settle_service(course), *homes])


def _settle_home(course: Course, home: Path, username: str | None) -> bool:
    before, account = home.stat().st_uid, accounts.account_of(home.name)
    if account is not None and before == account.pw_uid:
        return False
    if username is None:
        # The folder alone: nobody else comes to what is in it.
        os.chown(home, 0, 0, follow_symlinks=False)
        home.chmod(0o700)
        return before != 0
    account = account or accounts.make_account(course, username)
    for name in ("inbound", "fetched"):
        for path in _entries(course.exchange_root / course.slug / name):
            said = inbound.named(path.name) or path.name.split("+")[:1]
            if said[0] == username and path.lstat().st_uid == before:
                own_tree(path, account.pw_uid, account.pw_gid, before=before)
    own_tree(home, account.pw_uid, account.pw_gid)
    return True


def _settle_service(course: Course) -> bool:
    grader = accounts.make_grader(course)
    instructors = grp.getgrnam(accounts.instructors_group(course)).gr_gid
    folders = [course.release, course.submitted, course.versions, course.marks]
    own = course.exchange_root / course.slug
    if not course.grader_home.is_dir() or not course.marks.is_dir():
        return False
    before = course.grader_home.stat().st_uid, course.marks.stat().st_gid
    if before == (grader.pw_uid, instructors):
        return False
    for folder in filter(Path.is_dir, (own / "outbound", own / "feedback")):
        own_tree(folder, grader.pw_uid, grader.pw_gid)
    for folder in filter(Path.is_dir, (own, own / "inbound", own / "fetched")):
        os.chown(folder, grader.pw_uid, grader.pw_gid, follow_symlinks=False)
    for folder in filter(Path.is_dir, folders):
        own_tree(folder, grader.pw_uid, instructors)
    own_tree(course.grader_home, grader.pw_uid, grader.pw_gid)
    return True


def _folders(place: Path) -> list[Path]:
    return [path for path in _entries(place) if path.is_dir() and not path.is_symlink()]


def _entries(place: Path) -> list[Path]:
    return sorted(place.iterdir()) if place.is_dir() else []
