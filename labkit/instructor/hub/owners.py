"""Whose files are on the disk: a folder, or all that is in it, given to a Unix user by root."""

import os
import stat
from pathlib import Path


def own_folder(path: Path, user: int, group: int, mode: int) -> None:
    """Make a folder if need be, and say whose it is and who may do what there."""
    if path.is_symlink():
        raise PermissionError(f"{path} must be a folder, not a link")
    path.mkdir(exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        os.fchown(descriptor, user, group)
        os.fchmod(descriptor, mode)
    finally:
        os.close(descriptor)


def own_tree(path: Path, user: int, group: int) -> None:
    """Make a user the owner of a folder and all that is in it, itself last; follow no link."""
    for _, folders, files, handle in os.fwalk(path, topdown=False, follow_symlinks=False):
        for name in folders + files:
            about = os.stat(name, dir_fd=handle, follow_symlinks=False)
            # A file that has another name somewhere may be another's.
            if stat.S_ISDIR(about.st_mode) or about.st_nlink == 1:
                os.chown(name, user, group, dir_fd=handle, follow_symlinks=False)
    os.chown(path, user, group, follow_symlinks=False)
