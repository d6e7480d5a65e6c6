"""Plain data as text: YAML and JSON as one would write them by hand, which the readers turn into equal data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping

from sarrus.errors import ModelError, quote
from sarrus.io.located import DEEPEST, LONGEST_KEY, LONGEST_STRING, Data
from sarrus.io.yaml_text import meaning
from sarrus.model.names import hidden_in
from sarrus.scalar.units import finite

__all__ = ["write_json", "write_yaml"]

WIDTH = 100
"""Columns a line should not exceed."""

# What needs no quotes, in any place; stricter than YAML.
_BARE = re.compile(r"[-+.]?[\w(/](?:[\w ()*/.+<>=^-]*[\w()*/.+<>=^-])?")

Quoting = Callable[[str], str]


def write_yaml(data: Data, width: int = WIDTH) -> str:
    """Text that `read_yaml` turns into equal data.

    A section of the document is written on one line if it holds no further mapping; what is inside the sections is
    written on one line wherever it fits.

    Args:
        data: dictionaries with text keys, lists, text, finite numbers, True, False and None.
        width: columns a line should not exceed.

    Raises:
        ModelError: the data cannot be written so that they can be read again.

    Example:
        >>> print(write_yaml({"bodies": {"crank": {"mass": 0.3, "center": [0.0, "a/2"]}}}), end="")
        bodies:
          crank: {mass: 0.3, center: [0.0, a/2]}
    """
    return "\n".join(_block(data, 0, width, 0)) + "\n"


def write_json(data: Data, width: int = WIDTH) -> str:
    """Text that `read_json` turns into equal data; sections are laid out as in YAML.

    Args:
        data: dictionaries with text keys, lists, text, finite numbers, True, False and None.
        width: columns a line should not exceed.

    Raises:
        ModelError: the data cannot be written so that they can be read again.

    Example:
        >>> print(write_json({"bodies": {"crank": {"mass": 0.3, "center": [0.0, "a/2"]}}}), end="")
        {
          "bodies": {
            "crank": {"mass": 0.3, "center": [0.0, "a/2"]}
          }
        }
    """
    return _braced(data, 0, width, 0) + "\n"


def _block(data: Data, indent: int, width: int, depth: int) -> Iterator[str]:
    """The lines of data in block style."""
    margin = " " * indent
    if isinstance(data, Mapping) and data:
        for key, item in data.items():
            head = f"{margin}{_key(key, _bare)}:"
            line = f"{head} {_flow(item, depth + 1, _bare)}"
            if _is_open(item) and (len(line) > width or (depth == 0 and _holds_mapping(item))):
                yield head
                yield from _block(item, indent + 2, width, depth + 1)
            else:
                yield line
    elif isinstance(data, list | tuple) and data:
        for item in data:
            line = f"{margin}- {_flow(item, depth + 1, _bare)}"
            if _is_open(item) and len(line) > width:
                first, *rest = _block(item, indent + 2, width, depth + 1)
                yield f"{margin}- {first[indent + 2 :]}"
                yield from rest
            else:
                yield line
    else:
        yield margin + _flow(data, depth, _bare)


def _braced(data: Data, indent: int, width: int, depth: int) -> str:
    """Data with brackets around them, on one line where they fit and are no section."""
    line = _flow(data, depth, _quoted)
    is_section = depth == 0 or (depth == 1 and _holds_mapping(data))
    if not _is_open(data) or (indent + len(line) <= width and not is_section):
        return line
    inner, outer = "\n" + " " * (indent + 2), "\n" + " " * indent
    if isinstance(data, Mapping):
        parts = [
            f"{_key(key, _quoted)}: {_braced(item, indent + 2, width, depth + 1)}"
            for key, item in data.items()
        ]
        return f"{{{inner}{f',{inner}'.join(parts)}{outer}}}"
    items = data if isinstance(data, list | tuple) else []
    parts = [_braced(item, indent + 2, width, depth + 1) for item in items]
    return f"[{inner}{f',{inner}'.join(parts)}{outer}]"


def _flow(data: Data, depth: int, text: Quoting) -> str:
    """Data on one line."""
    if depth >= DEEPEST and isinstance(data, Mapping | list | tuple):
        raise ModelError.one(
            "", "the data are nested too deeply to be written", f"{DEEPEST} levels are allowed"
        )
    if isinstance(data, Mapping):
        items = (f"{_key(key, text)}: {_flow(item, depth + 1, text)}" for key, item in data.items())
        return "{" + ", ".join(items) + "}"
    if isinstance(data, list | tuple):
        return "[" + ", ".join(_flow(item, depth + 1, text) for item in data) + "]"
    return _scalar(data, text)


def _scalar(data: object, text: Quoting) -> str:
    if data is None:
        return "null"
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, int | float):
        number = finite(data, "")
        return repr(data) if isinstance(data, int) else repr(number)
    if not isinstance(data, str) or hidden_in(data) or len(data) > LONGEST_STRING:
        raise ModelError.one(
            "", f"{quote(str(data))} cannot be written", "A file holds text, numbers, lists and mappings"
        )
    return text(data)


def _bare(text: str) -> str:
    return text if _BARE.fullmatch(text) and isinstance(meaning(text), str) else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _key(key: object, text: Quoting) -> str:
    written = _scalar(key, text)
    if not isinstance(key, str) or len(written) > LONGEST_KEY:
        raise ModelError.one(
            "",
            f"the key {quote(str(key))} cannot be written",
            f"Keys are text of at most {LONGEST_KEY} characters",
        )
    return written


def _is_open(data: Data) -> bool:
    return isinstance(data, Mapping | list | tuple) and bool(data)


def _holds_mapping(data: Data) -> bool:
    items = data.values() if isinstance(data, Mapping) else data if isinstance(data, list | tuple) else ()
    return any(isinstance(item, Mapping) and item for item in items)
