"""What hypothesis makes: names, texts that would act in a browser, notebooks, and whole archives."""

import json
import stat
import warnings
import zipfile
from typing import NamedTuple

from hypothesis import strategies as st

#: What each script would do, and what each address would be asked for, if it could.
ACT = "window.HIT=1"
AWAY = "http://elsewhere.invalid/"

#: Ways in which a text has acted in some browser.
VECTORS = [
    f"<script>{ACT}</script>", f"<img src=x onerror={ACT}>", f"<svg onload={ACT}>",
    f'<svg><a xlink:href="javascript:{ACT}"><text y=20>x</text></a></svg>',
    f"<body onload={ACT}>", f'<details open ontoggle="{ACT}">x</details>',
    f'<iframe srcdoc="<script>parent.{ACT}</script>"></iframe>', f'<a href="javascript:{ACT}">x</a>',
    f'<a href="&#106;ava&Tab;script:{ACT}">x</a>', f"[x](javascript:{ACT})",
    f"[x](<java\tscript:{ACT}>)", f"[x]: javascript:{ACT}\n\n[x]", f"<javascript:{ACT}>",
    f"[x](data:text/html,<script>{ACT}</script>)", f"![x]({AWAY}a.png)", f"<img src={AWAY}b.png>",
    f"[x](vbscript:{ACT})", f'<form action="javascript:{ACT}"><button autofocus>x</button></form>',
    f'<meta http-equiv=refresh content="0;url={AWAY}">', f"<link rel=stylesheet href={AWAY}>",
    f"<base href={AWAY}>", f"<style>@import url({AWAY});</style>",
    f'<p style="background:url({AWAY})">x</p>', f"$\\href{{javascript:{ACT}}}{{x}}$",
    f'$$\\class{{a}}{{x}}\\cssId{{" onclick={ACT}}}{{y}}$$', f"<math><mi xlink:href=javascript:{ACT}>x",
    f"<noscript><p title='</noscript><img src=x onerror={ACT}>'>", f"<!--><img src=x onerror={ACT}>-->",
    f"<math><mtext><table><mglyph><style><img src=x onerror={ACT}>", f"`</code><img src=x onerror={ACT}>",
    f"```\n</pre><script>{ACT}</script>\n```", f"<video><source onerror={ACT}></video>",
    f"<input autofocus onfocus={ACT}>", f"<embed src=javascript:{ACT}>", f"<object data=javascript:{ACT}>",
    f"{{{{ ''.__class__ }}}}{{% raw %}}<script>{ACT}</script>", f"\x1b[31m<script>{ACT}</script>",
    "<div style='position:fixed;inset:0;background:white'>12 of 12 points</div>",
]  # fmt: skip

#: Parts of names that have led somewhere else, or nowhere.
TRAPS = [
    "..", ".", " ..", "...", "~", "/", "\\", "C:", "con", "NUL.txt", "\x00", "\n", "\r", "\t", " ",
    "\u202e", "\u200d", "\ufeff", "\ud800", "e\u0301", "é", "😀" * 30, "😀" * 90, "a" * 300,
    "=1+1", "@x", "-x", "'", '"', "<", "&amp;", "%2e%2e%2f", "%s", "{0}", "_assignsubmission_file_",
    "_1001_", "ann", "bob", "tick0-tiny", "tick0-tiny.ipynb", "timestamp.txt", "__MACOSX", "LATE",
    ".ipynb", ".zip", "@PaxHeader", "submission_", "_onlinetext_",
]  # fmt: skip

one_in_ten = st.integers(0, 9).map(lambda n: n == 0)
plain = st.text(max_size=12)
hostile = st.sampled_from(VECTORS)


@st.composite
def texts(draw):
    """Some text with vectors in it, each perhaps changed in one place."""
    parts = []
    for part in draw(st.lists(plain | hostile | hostile.flatmap(_changed), max_size=6)):
        parts += [part, draw(st.sampled_from(["", " ", "\n", "\n\n", "\n    ", "* ", "> ", "|"]))]
    return "".join(parts)


def _changed(text):
    """Put something into a text, or leave something out of it, at any one place."""
    at = st.integers(0, len(text))
    into = st.sampled_from(["", "\x00", "\t", "\n", "&#0;", "/", "<", '"', "\u2028", "--", "\\"])
    return st.tuples(at, st.integers(0, 2), into).map(
        lambda change: text[: change[0]] + change[2] + text[change[0] + change[1] :]
    )


names = st.lists(st.sampled_from(TRAPS) | plain | hostile, min_size=1, max_size=4).map("".join)

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(plain, inner, max_size=3),
    max_leaves=6,
)

KINDS = ["text/plain", "text/html", "text/markdown", "text/latex", "image/svg+xml", "image/png",
         "application/javascript", "application/vnd.jupyter.widget-view+json", "application/json"]  # fmt: skip

bundles = st.dictionaries(st.sampled_from(KINDS) | plain, texts() | values, max_size=3)


def _typed(kind, **fields):
    return st.fixed_dictionaries({"output_type": st.just(kind), **fields})


#: Outputs of nbformat's form, as a kernel's messages make them; and what else may stand there.
of_kernels = st.one_of(
    _typed("stream", name=st.just("stdout"), text=texts()),
    _typed("display_data", data=bundles, metadata=st.just({})),
    _typed("error", ename=texts(), evalue=texts(), traceback=st.lists(texts(), max_size=2)),
)
outputs = of_kernels | values


@st.composite
def cells(draw):
    """A cell of any kind; mostly one that nbformat accepts."""
    kind = draw(st.sampled_from(["markdown", "code", "raw", "heading"]))
    cell = {"cell_type": kind, "metadata": draw(st.just({}) | st.dictionaries(plain, values, max_size=2)),
            "source": draw(texts() | st.lists(texts(), max_size=3))}  # fmt: skip
    if kind == "code":
        cell |= {"outputs": draw(st.lists(outputs, max_size=3)), "execution_count": None}
    if draw(st.booleans()):
        cell["id"] = draw(st.sampled_from(["double", "essay", "own", "x" * 70]) | plain)
    if draw(one_in_ten):
        cell[draw(plain)] = draw(values)
    if draw(st.booleans()):
        named = draw(st.sampled_from(["double", "double-check", "essay", "title"]) | names)
        told = {"grade_id": named, "grade": draw(values), "solution": True}
        cell["metadata"] = {"nbgrader": told}
    if draw(st.integers(0, 4)) == 0:
        cell["attachments"] = draw(values)
    return cell


@st.composite
def notebooks(draw, own=None):
    """The JSON of a notebook, of which some belongs to the course's, or of something else."""
    found = draw(st.lists(cells(), max_size=5))
    if own is not None and draw(st.booleans()):
        found = json.loads(own)["cells"] + found
    document = {"nbformat": draw(st.sampled_from([4, 4, 4, 4, 3, 9])),
                "nbformat_minor": draw(st.sampled_from([5, 4, 0, 99])),
                "metadata": draw(st.just({}) | values), "cells": found}  # fmt: skip
    return json.dumps(draw(values) if draw(one_in_ten) else document)


class Member(NamedTuple):
    """A file of an archive."""

    name: str
    content: bytes
    link: bool = False
    directory: bool = False


contents = st.one_of(
    notebooks().map(lambda text: text.encode("utf8", "surrogatepass")),
    notebooks().map(lambda text: text.encode("utf-16", "surrogatepass")),
    st.binary(max_size=50),
    st.sampled_from([b"", b"\xef\xbb\xbf{}", b"PK\x03\x04", b"<html>", b"%PDF-1.7", b"2020-01-01"]),
)
paths = st.lists(names, min_size=1, max_size=4).map("/".join)
usual = st.builds("{}_{}_assignsubmission_file_/tick0-tiny.ipynb".format, names, st.integers(1, 99))
members = st.builds(Member, paths | usual, contents, link=one_in_ten, directory=one_in_ten)
archives = st.lists(members, max_size=6)


def write_zip(path, members):
    """Write an archive as a zip file: twice the same name, links and folders are possible there."""
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.filterwarnings("ignore", "Duplicate name")
        for member in members:
            name = member.name.encode("utf8", "replace").decode()[:60_000] + "/" * member.directory
            info = zipfile.ZipInfo(name, (2026, 11, 20, 12, 0, 0))
            if member.link:
                info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, b"" if member.directory else member.content)
