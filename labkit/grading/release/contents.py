"""What a file holds, in whatever it is wrapped: text, values and programs.

A key can stand in a comment of a picture, in the metadata of a notebook or in an array of strings
as well as in a line of code.
"""

import ast
import base64
import binascii
import gzip
import html
import io
import json
import operator
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

#: Archives in archives: what is wrapped more often is not looked into.
DEPTH = 3

#: What may be a file or a text in base64.
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]{24,}={0,2}")

#: Code in a text: between lines of three marks.
_FENCED = re.compile(r"```[a-z]*\n(.*?)```", re.DOTALL)

#: A tag of HTML.
_TAG = re.compile(r"<[^<>]*>")

#: IPython's own commands.
_MAGIC = re.compile(r"^([ \t]*)[%!].*", re.MULTILINE)

#: Anything in brackets that has no brackets in it, on a line of its own or within one.
_BRACKETS = re.compile(r"[\[({][^\[\](){}]{1,300}[\])}]")

#: A number as people write it: 12471, 12,471 or 12_471.
_NUMBER = re.compile(
    r"(?<![\w.])-?\d+(?:[,_\u202f\u2009]\d{3})*(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w])"
)

_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


@dataclass(frozen=True)
class Content:
    """A file of the pack, and what people or programs can read in it.

    Attributes
    ----------
    path : Path
        Where it is.
    """

    path: Path

    @cached_property
    def texts(self) -> list[str]:
        """Every piece of text in it: of a notebook also its metadata, outputs and cells' ids."""
        # On disk a cell is a list of its lines.
        whole = [_source(cell) for cell in self._cells]
        found = [*_texts(self.path.read_bytes(), DEPTH), *whole]
        # A page writes `<` and quotation marks in other letters, and colours words by tags.
        page = self.path.suffix in {".html", ".htm"}
        return [*found, *(html.unescape(_TAG.sub("", text)) for text in found if page)]

    @cached_property
    def squeezed(self) -> str:
        """All of its text without white space: another layout of the same code is the same."""
        return re.sub(r"\s+", "", "\n".join(self.texts))

    @cached_property
    def programs(self) -> list[ast.Module]:
        """What of it Python can read as code."""
        if self.path.suffix == ".py":
            pieces = [self.path.read_text(encoding="utf8", errors="ignore")]
        elif self.path.suffix == ".ipynb":
            code = (cell for cell in self._cells if cell.get("cell_type") == "code")
            pieces = [_MAGIC.sub(r"\1pass", _source(cell)) for cell in code]
        else:
            pieces = []
        if self.path.suffix in {".ipynb", ".md", ".txt", ".html"}:
            pieces += [code for text in self.texts for code in _FENCED.findall(text)]
        return [tree for tree in map(_parsed, pieces) if tree]

    @cached_property
    def values(self) -> list[Any]:
        """Every value that stands in it as a literal, and the parts of each."""
        found: list[Any] = []
        for program in self.programs:
            found += _literals(program)
        texts = self.texts if self.path.suffix != ".py" else []
        for piece in {piece.strip() for text in texts for piece in _BRACKETS.findall(text)}:
            tree = _parsed(piece)
            found += _literals(tree) if tree else []
        words = {word for text in self.texts for word in _NUMBER.findall(text)}
        found += [number for word in words for number in _number(word)]
        if self.path.suffix in {".ipynb", ".json"}:
            found += _inside(_json(self.path.read_bytes()))
        # Most numbers and words come many times.
        scalars = {(type(x), x): x for x in found if isinstance(x, int | float | str)}
        rest = (x for x in found if isinstance(x, dict | list | tuple | set))
        return [*scalars.values(), *rest]

    @property
    def _cells(self) -> list[dict[str, Any]]:
        notebook = _json(self.path.read_bytes()) if self.path.suffix == ".ipynb" else None
        return notebook.get("cells", []) if isinstance(notebook, dict) else []


def _source(cell: dict[str, Any]) -> str:
    return "".join(cell.get("source", ""))


def _texts(data: bytes, depth: int) -> Iterator[str]:
    """Give the text in a file's bytes, and in what is packed in them."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" or data[:3] == b"\xff\xd8\xff":
        yield from _of_picture(data)
    elif data[:4] == b"PK\x03\x04":
        yield from _of_archive(data, depth)
    elif data[:6] == b"\x93NUMPY":
        yield from _of_array(data)
    elif data[:2] == b"\x1f\x8b":
        yield from _texts(gzip.decompress(data), depth - 1) if depth else ()
    else:
        text = data.decode("utf8", errors="ignore")
        # Two or four bytes a character: in English every other one is 0.
        yield text.replace("\0", "") if "\0" in text else text
        parsed = _json(data)
        strings = [part for part in _inside(parsed) if isinstance(part, str)]
        yield from strings
        if depth:
            for piece in strings or _BASE64.findall(text):
                yield from _of_base64(piece, depth - 1)


def _of_picture(data: bytes) -> Iterator[str]:
    yield data.decode("utf8", errors="ignore")
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()  # comments may stand behind the picture
        for name, value in [*picture.info.items(), *picture.getexif().items()]:
            text = value.decode("utf8", errors="ignore") if isinstance(value, bytes) else value
            yield f"{name} {text}"


def _of_archive(data: bytes, depth: int) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        yield archive.comment.decode("utf8", errors="ignore")
        for member in archive.infolist():
            yield f"{member.filename} {member.comment.decode('utf8', errors='ignore')}"
            if depth:
                yield from _texts(archive.read(member), depth - 1)


def _of_array(data: bytes) -> Iterator[str]:
    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except ValueError:  # objects, whose text stands in the file as it is
        yield data.decode("utf8", errors="ignore")
        return
    if array.dtype.kind in "US":
        yield "\n".join(map(str, array.astype(str).ravel().tolist()))


def _of_base64(piece: str, depth: int) -> Iterator[str]:
    if not _BASE64.fullmatch(piece):
        return
    try:
        yield from _texts(base64.b64decode(piece, validate=False), depth)
    except (binascii.Error, zlib.error, OSError, ValueError):
        return  # letters that are no such thing


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _inside(value: Any) -> list[Any]:
    """Give a value and all that it holds."""
    found = [value]
    if isinstance(value, dict):
        found += [part for each in value.items() for item in each for part in _inside(item)]
    elif isinstance(value, list | tuple | set):
        found += [part for item in value for part in _inside(item)]
    return found


def _parsed(code: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of prose that only looks like code
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _literals(program: ast.AST) -> list[Any]:
    literals = (
        ast.Constant,
        ast.UnaryOp,
        ast.BinOp,
        ast.Dict,
        ast.Set,
        ast.List,
        ast.Tuple,
        ast.Call,
    )
    nodes = (node for node in ast.walk(program) if isinstance(node, literals))
    return [value for node in nodes for value in _value(node)]


def _value(node: ast.AST) -> list[Any]:
    """Give the value of a literal, or of a calculation with numbers, in a list; nothing of other code."""
    if isinstance(node, ast.Constant):
        return [node.value]
    try:
        return [ast.literal_eval(node)]
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        pass
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        sides = [*_value(node.left), *_value(node.right)]
        if len(sides) == 2 and all(type(side) in (int, float) for side in sides):
            try:
                return [_ARITHMETIC[type(node.op)](*sides)]
            except ArithmeticError:
                return []
    return []


def _number(word: str) -> list[float]:
    digits = re.sub(r"[,_\u202f\u2009]", "", word)
    try:
        return [int(digits) if digits.lstrip("-").isdigit() else float(digits)]
    except ValueError:
        return []
