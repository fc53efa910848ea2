"""Attacks on those who take a class in: as somebody else, in no time, or so that nobody is graded.

Each function hands something in as Eve does, into Moodle's folders of a class in which Ada's
honest notebook is: into any such class, into its zip file, or into the folder that it was
unpacked to. Ada is to be graded by her own notebook, whatever Eve does, and Eve by hers, or
refused; nobody else is to be there, and nothing is to be written or waited for.
"""

import io
import json
import os
import socket
import stat
import warnings
import zipfile
from dataclasses import dataclass

from tests.attacks.attacks import submission

NAME = "tick-attacked"
FILE = f"{NAME}.ipynb"
ADA = "Ada Lovelace_1001_assignsubmission_file_"
EVE = "Eve_1002_assignsubmission_file_"
STAMP = "2001-01-01 00:00:00 UTC"

#: Name -> Attack.
OTHERS = {}


@dataclass(frozen=True)
class Attack:
    """What Eve does, where, and what it comes to."""

    about: str
    where: tuple
    ends: str
    hand_in: object


def attack(*where, ends):
    def register(function):
        name = function.__name__.replace("_", "-")
        OTHERS[name] = Attack(function.__doc__, where or ("zip", "folder"), ends, function)
        return function

    return register


def honest():
    return json.dumps(submission())


def zipped(*members, **options):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, content in members:
            archive.writestr(name, content, **options)
    return data.getvalue()


# --- as somebody else, by what is in one's own folder


@attack(ends="graded")
def file_of_anothers_name(put):
    """Calls its notebook as another student's would be called."""
    put("Lovelace Ada_1001_tick-attacked.ipynb", honest())


@attack(ends="graded")
def file_of_moodles_name(put):
    """Calls its notebook as Moodle calls another student's."""
    put(f"{ADA}{FILE}", honest())


@attack(ends="graded")
def file_of_canvass_name(put):
    """Calls its notebook as Canvas calls another student's."""
    put(f"lovelaceada_1001_5005_{FILE}", honest())


@attack(ends="graded")
def folder_of_moodles_name(put):
    """Has a folder inside its own that is called as another student's."""
    put(f"{ADA}/{FILE}", honest())


@attack(ends="graded")
def folders_of_nbgrader(put):
    """Has nbgrader's folders of another student inside its own."""
    put(f"submitted/Ada-Lovelace_1001/{NAME}/{FILE}", honest())


@attack(ends="graded")
def folder_of_the_tick_first(put):
    """Has another student's folder inside one of the tick's name."""
    put(f"{NAME}/{ADA}/{FILE}", honest())


@attack(ends="graded")
def zip_file_of_anothers_folder(put):
    """Hands in a zip file in which another student's folder is."""
    put("work.zip", zipped((f"{ADA}/{FILE}", honest())))


@attack(ends="graded")
def list_of_gradescope(put):
    """Hands in a list like Gradescope's, by which its folder is another student's."""
    said = f"{EVE}:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: Ada-Lovelace_1001\n"
    put("submission_metadata.yml", said)
    put(FILE, honest())


# --- as somebody else, by the name that the platform shows


@attack("zip", ends="graded")
def name_of_another(put):
    """Is called like another student, by another number."""
    put(FILE, honest(), top="Ada Lovelace_1002_assignsubmission_file_")


@attack("zip", ends="graded")
def name_of_letters_that_look_alike(put):
    """Is called like another student, with a Cyrillic letter."""
    put(FILE, honest(), top="\u0410da Lovelace_1002_assignsubmission_file_")


@attack("zip", ends="graded")
def name_that_is_a_page(put):
    """Has a name that would run script on a page."""
    put(FILE, honest(), top="<img src=x onerror=alert(1)>_1002_assignsubmission_file_")


@attack("zip", ends="graded")
def name_that_is_a_formula(put):
    """Has a name that a spreadsheet would calculate, and that would show what is beside it."""
    put(FILE, honest(), top="=HYPERLINK(A1&B1;C1)+cmd_1002_assignsubmission_file_")


@attack("zip", ends="graded")
def name_of_two_lines(put):
    """Has a name with a line's end in it, and what another student's row would be behind it."""
    put(FILE, honest(), top='Eve"\r\nAda-Lovelace,tick-attacked,8\n_1002_assignsubmission_file_')


@attack("zip", ends="graded")
def name_that_windows_keeps(put):
    """Is called like a device of Windows', with an ending."""
    put(FILE, honest(), top="NUL.txt_1002_assignsubmission_file_")


@attack("zip", ends="graded")
def number_in_other_digits(put):
    """Has Ada's number behind its name, in digits of another script."""
    put(FILE, honest(), top="Ada Lovelace ١٠٠١_1002_assignsubmission_file_")


@attack(ends="refused")
def zip_file_in_the_form_for_large_ones(put):
    """Hands in a zip file whose list of contents is in zip64's form, of any length."""
    data = bytearray(zipped((FILE, honest())))
    end = data.rindex(b"PK\x05\x06")
    data[end:end] = b"PK\x06\x06" + bytes(52) + b"PK\x06\x07" + bytes(16)
    put("work.zip", bytes(data))


@attack("zip", ends="graded")
def name_of_emoji(put):
    """Has a name longer than a file's name may be."""
    put(FILE, honest(), top="😀" * 90 + "_1002_assignsubmission_file_")


@attack("zip", ends="graded")
def name_that_leads_upwards(put):
    """Is called like the folder above."""
    put(FILE, honest(), top=" .._1002_assignsubmission_file_")


@attack("zip", ends="graded")
def name_that_turns_round(put):
    """Has a name that is shown from right to left, and one letter that is none."""
    put(FILE, honest(), top="ad\u202eA\u200b_1002_assignsubmission_file_")


@attack("zip", ends="refused")
def name_without_a_number(put):
    """Has a name that is no identifier, where nothing else tells who it is."""
    put(FILE, honest(), top="<b>Ada</b>")


@attack("zip", ends="refused")
def path_to_another(put):
    """Has a path that leads from its own folder into another student's."""
    put(f"../{ADA}/{FILE}", honest())


@attack("zip", ends="refused")
def path_of_windows(put):
    """Has a path that leads out of its folder on Windows only."""
    put(f"..\\..\\{ADA}\\{FILE}", honest())


# --- in no time


@attack(ends="graded")
def time_beside_the_notebook(put):
    """Says itself when it was handed in."""
    put("timestamp.txt", STAMP)
    put(FILE, honest())


@attack(ends="graded")
def time_in_the_ticks_folder(put):
    """Says when it was handed in, in a folder as nbgrader's."""
    put(f"{NAME}/timestamp.txt", STAMP)
    put(f"{NAME}/{FILE}", honest())


@attack(ends="graded")
def time_in_a_zip_file(put):
    """Says when it was handed in, inside a zip file of its own."""
    put(f"{NAME}.zip", zipped((f"{NAME}/timestamp.txt", STAMP), (f"{NAME}/{FILE}", honest())))


# --- so that nobody is graded: too much


@attack(ends="refused")
def bomb_in_a_zip_file(put):
    """Hands in a zip file with a notebook of 60 MB in as few kB."""
    put("work.zip", zipped((FILE, b" " * 60_000_000)))


@attack(ends="refused")
def zip_files_in_one_another(put):
    """Hands in a zip file in a zip file in a zip file."""
    data = zipped((FILE, honest()))
    for number in range(3):
        data = zipped((f"{number}.zip", data))
    put("work.zip", data)


@attack(ends="refused")
def zip_file_of_20000_names(put):
    """Hands in a zip file of 20,000 empty files."""
    put("work.zip", zipped(*((f"{n}.ipynb", b"") for n in range(20_000))))


@attack(ends="refused")
def broken_zip_file(put):
    """Hands in half a zip file."""
    data = zipped((FILE, honest()))
    put("work.zip", data[: len(data) // 2])


@attack(ends="refused")
def files_without_end(put):
    """Hands in 1,500 files."""
    put(FILE, honest())
    for number in range(1_500):
        put(f"{number}.txt", b"")


@attack(ends="graded")
def name_that_takes_a_pattern_long(put):
    """Hands in a zip file with a name of 60,000 characters, as of a copy of a copy, and so on."""
    put("work.zip", zipped(("-1" * 30_000 + "x.ipynb", honest())))


@attack(ends="graded")
def notebooks_without_end(put):
    """Hands in 200 notebooks."""
    put(FILE, honest())
    for number in range(200):
        put(f"zz-{number}.ipynb", b"{")


@attack(ends="graded")
def data_of_30_mb(put):
    """Hands in 30 MB of data with its notebook."""
    put(FILE, honest())
    put("data.csv", b"1\n" * 15_000_000)


@attack(ends="graded")
def files_of_the_course(put):
    """Hands in the course's own files, changed."""
    put(FILE, honest())
    for name in ("checks.py", "hidden.py", "labkit.py", "labkit/__init__.py"):
        put(name, "raise SystemExit")


# --- so that nobody is graded: broken


@attack(ends="refused")
def page_instead(put):
    """Is the page of a learning platform, under a notebook's name."""
    put(FILE, "<!DOCTYPE html><html><body>Log in</body></html>")


@attack(ends="refused")
def word_file_instead(put):
    """Is a Word file."""
    put("essay.docx", zipped(("word/document.xml", "<w:document/>")))


@attack("zip", ends="refused")
def locked_member(put):
    """Is locked with a password."""
    put(
        FILE,
        honest(),
        patch=lambda data, local, listed: (_or(data, local + 6), _or(data, listed + 8)),
    )


@attack("zip", ends="refused")
def wrong_checksum(put):
    """Has another checksum than the zip file says."""
    put(FILE, honest(), patch=lambda data, local, listed: _set(data, listed + 16, b"\1\2\3\4"))


@attack("zip", ends="refused")
def size_that_lies(put):
    """Says that it is of ten bytes."""
    put(FILE, honest(), patch=lambda data, local, listed: _set(data, listed + 24, b"\x0a\0\0\0"))


@attack("zip", ends="refused")
def bytes_of_another(put):
    """Lies over another student's notebook in the zip file."""
    put(FILE, honest(), patch=lambda data, local, listed: _set(data, listed + 42, bytes(4)))


@attack("zip", ends="refused")
def two_of_one_name(put):
    """Is in the zip file twice, under one name."""
    put(FILE, honest())
    put(FILE, honest())


@attack("zip", ends="refused")
def link_in_the_zip_file(put):
    """Is a link in the zip file."""
    put(FILE, "/etc/passwd", mode=stat.S_IFLNK)


@attack("zip", ends="refused")
def device_in_the_zip_file(put):
    """Is a device in the zip file."""
    put(FILE, b"", mode=stat.S_IFCHR)


def _or(data, place):
    data[place] |= 1


def _set(data, place, content):
    data[place : place + len(content)] = content


# --- what only a folder can have


@attack("folder", ends="refused")
def link_to_anothers_notebook(put):
    """Is a link to another student's notebook."""
    (put.folder / FILE).symlink_to(put.folder.parent / ADA / FILE)


@attack("folder", ends="refused")
def link_to_anothers_folder(put):
    """Has a link to another student's folder."""
    (put.folder / "work").symlink_to(put.folder.parent / ADA)


@attack("folder", ends="refused")
def pipe(put):
    """Is a pipe that nobody writes to."""
    os.mkfifo(put.folder / FILE)


@attack("folder", ends="refused")
def open_socket(put):
    """Is a socket."""
    here = os.getcwd()
    os.chdir(put.folder)  # a socket's path may not be long
    try:
        with socket.socket(socket.AF_UNIX) as unix:
            unix.bind(FILE)
    finally:
        os.chdir(here)


@attack("folder", ends="refused")
def hole_of_a_terabyte(put):
    """Is a terabyte of nothing."""
    with open(put.folder / FILE, "wb") as file:
        file.truncate(10**12)


@attack("folder", ends="refused")
def folders_without_end(put):
    """Has 60 folders within one another."""
    put("/".join(["d"] * 60) + f"/{FILE}", honest())


@attack("folder", ends="refused")
def empty_folder(put):
    """Is an empty folder."""
    (put.folder / "work").mkdir()


# --- the class in which they are


class IntoFolder:
    """Puts a student's files into the folder of a class."""

    def __init__(self, place, student=EVE):
        self.place, self.folder = place, place / student
        self.folder.mkdir(parents=True)

    def __call__(self, path, data):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data.encode() if isinstance(data, str) else data)


class IntoZip:
    """Puts a student's files into the zip file of a class."""

    def __init__(self, archive, student=EVE):
        self.archive, self.student, self.patches = archive, student, []

    def __call__(self, path, data, *, top=None, mode=None, patch=None):
        top = (
            self.student
            if top is None
            else top.replace("_1002_", f"_{self.student.split('_')[1]}_")
        )
        info = zipfile.ZipInfo(f"{top}/{path}", (2026, 11, 20, 12, 0, 0))
        info.filename = f"{top}/{path}"  # with the other system's separators, too
        info.compress_type = zipfile.ZIP_DEFLATED
        if mode:
            info.create_system, info.external_attr = 3, (mode | 0o777) << 16
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a name that is there twice
            self.archive.writestr(info, data)
        if patch:
            self.patches.append((info, patch))


def write_class(place, attacks, where):
    """Write a class of Ada and of one Eve for each attack; give its folder or zip file."""
    if where == "folder":
        IntoFolder(place / "here", ADA)(FILE, honest())
        for number, found in enumerate(attacks, start=1002):
            found.hand_in(IntoFolder(place / "here", EVE.replace("1002", str(number))))
        return place / "here"
    patches = []
    with zipfile.ZipFile(place / "class.zip", "w") as archive:
        IntoZip(archive, ADA)(FILE, honest())
        for number, found in enumerate(attacks, start=1002):
            put = IntoZip(archive, EVE.replace("1002", str(number)))
            found.hand_in(put)
            patches += put.patches
        listed = archive.start_dir
    data = bytearray((place / "class.zip").read_bytes())
    for info, patch in patches:
        name = info.filename.encode()
        patch(data, info.header_offset, data.index(name, listed) - 46)
    (place / "class.zip").write_bytes(bytes(data))
    return place / "class.zip"
