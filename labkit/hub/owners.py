"""Whose files are on the disk: a folder, or all that is in it, given to a Unix user by root."""

import os
import stat
from pathlib import Path


def own_folder(path: Path, user: int, group: int, mode: int) -> None:
    """Make a folder if need be, and say whose it is and who may do what there.

    Parameters
    ----------
    path : Path
        It is in a folder of root's or of one's own.
    user, group : int
        The numbers of its owners.
    mode : int
        Its permissions.

    Raises
    ------
    PermissionError
        If it is a link, which somebody else may have made.
    """
    if path.is_symlink():
        raise PermissionError(f"{path} must be a folder, not a link")
    path.mkdir(exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        os.fchown(descriptor, user, group)
        os.fchmod(descriptor, mode)
    finally:
        os.close(descriptor)


def own_tree(path: Path, user: int, group: int, *, before: int | None = None) -> None:
    """Give a folder to a user with all that is in it, itself last; permissions stay.

    Parameters
    ----------
    path : Path
        No link in it is followed. A file that has another name somewhere is left as it is: it may
        be another's.
    user, group : int
        The numbers of its owners.
    before : int, optional
        The number of the user whose files they are to have been; else, anybody's.
    """
    for _, folders, files, handle in os.fwalk(path, topdown=False, follow_symlinks=False):
        for name in folders + files:
            about = os.stat(name, dir_fd=handle, follow_symlinks=False)
            alone = stat.S_ISDIR(about.st_mode) or about.st_nlink == 1
            if alone and before in (None, about.st_uid):
                os.chown(name, user, group, dir_fd=handle, follow_symlinks=False)
    if before in (None, path.lstat().st_uid):
        os.chown(path, user, group, follow_symlinks=False)
