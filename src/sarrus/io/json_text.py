"""JSON as located data, by the same rules as YAML, to which it adds none of its own.

The grammar is that of RFC 8259: names in double quotes, no comments, no comma before a closing bracket, numbers such
as -1.5e3. Every number is a float.
"""

from __future__ import annotations

import json
import re

from sarrus.errors import quote
from sarrus.io.located import Located, LocatedTree

__all__ = ["read_json"]

_SPACE = re.compile(r"[ \t\n\r]*")
_TOKEN = re.compile(
    r'[\[\]{},:]|"(?:[^"\\\n]|\\.)*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|[A-Za-z]+'
)
_WORDS: dict[str, bool | None] = {"null": None, "true": True, "false": False}
_HINTS = {
    "/": "JSON has no comments; a YAML file may have them, after '#'",
    "#": "JSON has no comments; a YAML file may have them",
    "'": "Use double quotes",
    '"': "Close the text with a double quote on the same line",
    "+": "Write the number without '+'",
    ".": "Write a digit before the point",
}


def read_json(text: str, path: str) -> Located:
    """The document in a text.

    Args:
        text: content of the file.
        path: its name, for messages.

    Raises:
        ModelError: with all problems found.

    Example:
        >>> tree = read_json('{"crank": {"mass": "0.3 kg"}}', "fourbar.json")
        >>> tree.value["crank"].where
        'fourbar.json:1:11'
    """
    tree = LocatedTree(path)
    text = text.removeprefix("\ufeff")
    tree.check_characters(text)
    _JsonReader(tree, text).read()
    return tree.finished()


class _JsonReader:
    """One pass over the tokens; `closers` are the brackets that are open."""

    def __init__(self, tree: LocatedTree, text: str) -> None:
        self.tree, self.text = tree, text
        self.position, self.seen, self.line_start = 0, 0, 0
        self.closers: list[str] = []

    def read(self) -> None:
        word = self.next()
        if not word:
            return  # an empty file is nothing, as in YAML
        self.value(word)
        while self.closers:
            self.item(self.next())
        if word := self.next():
            self.refuse(word, "the end of the file")

    def item(self, word: str) -> None:
        """The next item of the innermost collection, or its end."""
        closer = self.closers[-1]
        is_first = self.text[self.before] in "[{"
        if word == closer:
            self.closers.pop()
            self.tree.end()
            return
        if not is_first:
            if word != ",":
                self.refuse(word, f"',' or '{closer}'")
            word = self.next()
            if word == closer:
                self.tree.stop(
                    f"the file is not valid JSON: a comma stands before '{closer}'", "", "Remove the comma"
                )
        if closer == "}":
            self.key(word)
            word = self.next()
        self.value(word)

    def key(self, word: str) -> None:
        if not word.startswith('"'):
            self.refuse(word, "a name in double quotes")
        self.scalar(word)
        colon = self.next()
        if colon != ":":
            self.refuse(colon, "':'")

    def value(self, word: str) -> None:
        if word in ("{", "["):
            self.tree.begin(is_mapping=word == "{")
            self.closers.append("}" if word == "{" else "]")
        elif word in ("}", "]", ",", ":", ""):
            self.refuse(word, "a value")
        else:
            self.scalar(word)

    def scalar(self, word: str) -> None:
        if word.startswith('"'):
            try:
                text: str = json.loads(word, strict=False)
            except ValueError:
                self.tree.stop(
                    f"the file is not valid JSON: {quote(word)} holds an escape that does not exist"
                )
            self.tree.scalar(text, text)
        elif word in _WORDS:
            self.tree.scalar(_WORDS[word], word)
        elif word[0].isalpha():
            hint = "Write it in small letters" if word.lower() in _WORDS else "Put text in double quotes"
            self.tree.stop(f"the file is not valid JSON: {quote(word)} stands without quotes", "", hint)
        else:
            self.tree.scalar(float(word), word)

    def next(self) -> str:
        """The next word, whose place becomes the present one; empty at the end."""
        self.before = self.position - 1
        start = _SPACE.match(self.text, self.position).end()  # type: ignore[union-attr]
        lines = self.text.count("\n", self.seen, start)
        if lines:
            self.tree.line += lines
            self.line_start = self.text.rfind("\n", self.seen, start) + 1
        self.seen, self.tree.column = start, start - self.line_start + 1
        found = _TOKEN.match(self.text, start)
        if found is None and start < len(self.text):
            sign = self.text[start]
            self.tree.stop(
                f"the file is not valid JSON: {quote(sign)} cannot stand here", "", _HINTS.get(sign, "")
            )
        self.position = found.end() if found else start
        return found[0] if found else ""

    def refuse(self, word: str, wanted: str) -> None:
        given = f"{quote(word)} stands" if word else "the file ends"
        self.tree.stop(f"the file is not valid JSON: {given} where {wanted} is needed")
