"""The contract of a language: a mechanism in, the text of a program out.

A language says how it spells expressions (`Spelling`), how it writes a function, and what stands around the functions: a text
in `parts/`, in which lines between `@if WORD` and `@end` stand where the mechanism has what the word says, `@else` between
them where it has not, and @NAME@ is filled in.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from textwrap import wrap

from sarrus.languages.content import CodeFunction, CodeNumber, CodeTable, FilledArray, MechanismCode
from sarrus.languages.formulas import FormulaLines, NamedValue, Spelling
from sarrus.languages.names import FreshNames
from sarrus.scalar.graph import Node, order

__all__ = [
    "WIDTH",
    "Language",
    "WrittenFunction",
    "columns",
    "described",
    "filled_in",
    "grouped",
    "joined_lines",
    "plain_number",
    "said",
    "table_rows",
]

WIDTH = 100
"""Columns of a line, as far as that can be kept."""


class Language(ABC):
    """A language that code is written in.

    Attributes:
        title: what it is called.
        endings: of its files; the first is the usual one.
        use: a command or a line that uses a file of it, {file} and {stem} filled in.
        calls_files: whether files are called by their names.
    """

    title: str
    endings: tuple[str, ...]
    use: str
    calls_files: bool = False

    @abstractmethod
    def written(self, code: MechanismCode, name: str) -> str:
        """The text of a file.

        Args:
            code: what is written.
            name: of the file, without its ending, as an identifier.
        """


@dataclass(frozen=True)
class WrittenFunction:
    """A function on its way into a language.

    Attributes:
        function: what it is.
        given: those of the arrays it is given that it looks into.
        unpacked: entries of these that it uses: identifier, array, place.
        numbers: of the model that it uses.
        tables: those with expressions in them that it uses.
        lines: named values and the texts of outputs.
        early: how many of the named values the tables are made of.
    """

    function: CodeFunction
    given: tuple[str, ...]
    unpacked: tuple[tuple[str, str, int], ...]
    numbers: tuple[CodeNumber, ...]
    tables: tuple[CodeTable, ...]
    lines: FormulaLines
    early: int

    @classmethod
    def of(cls, code: MechanismCode, name: str, spelling: Spelling) -> WrittenFunction:
        """A function of the code, spelled."""
        function, symbols = code.functions[name], code.symbols()
        seen = set(order(function.nodes))
        tables = tuple(table for table in code.tables if not table.is_plain and table.node in seen)
        inside = [x for table in tables for row in table.rows for x in row if isinstance(x, Node)]
        seen |= set(order(inside))
        leaves = sorted((n for n in seen if n in code.arrays), key=lambda n: code.arrays[n])
        unpacked = tuple((symbols[n], *code.arrays[n]) for n in leaves)
        lines = FormulaLines(spelling, symbols, FreshNames(code.identifiers | frozenset(symbols.values())))
        lines.add(inside)
        early = len(lines.named)
        lines.add(function.nodes)
        return cls(
            function,
            tuple(a for a in function.given if any(array == a for _, array, _ in unpacked)),
            unpacked,
            tuple(n for n in code.numbers if n.node in seen),
            tables,
            lines,
            early,
        )

    def body(
        self, line: Callable[[NamedValue], str], table: Callable[[CodeTable], Sequence[str]]
    ) -> list[str]:
        """Named values and the tables made of the first of them, in order, as a language writes them."""
        named = [line(value) for value in self.lines.named]
        tables = [text for each in self.tables for text in table(each)]
        return [*named[: self.early], *tables, *named[self.early :]]

    def vector(self, array: FilledArray) -> list[str]:
        """The entries of a vector as texts; none where all are zero."""
        if all(n.op == "const" and n.value == 0.0 for n in array.nodes):
            return []
        return [self.lines.text(n) for n in array.nodes]


def table_rows(table: CodeTable, lines: FormulaLines | None = None) -> list[str]:
    """The rows of a table as texts; lines name what expressions in it are made of."""

    def text(x: Node | float) -> str:
        if isinstance(x, Node):
            assert lines is not None  # a table with expressions stands in a function
            return lines.text(x)
        return plain_number(x)

    return [", ".join(map(text, row)) for row in table.rows]


def filled_in(part: str, code: MechanismCode, values: Mapping[str, str]) -> str:
    """The text around functions, as a mechanism needs it.

    Args:
        part: name of the text in `parts/`.
        code: what is written.
        values: of names that are the language's own.
    """
    words = {
        "rows": bool(code.rows),
        "loads": bool(code.sizes["NP"]),
        "inputs": bool(code.inputs),
        "numbers": bool(code.numbers),
        "ends": code.last_time is not None,
        "tables": bool(code.tables),
        "plain_tables": any(t.is_plain for t in code.tables),
        "choices": any(n.op == "select" for f in code.functions.values() for n in order(f.nodes)),
    }
    values = {
        **{size: str(count) for size, count in code.sizes.items()},
        "POSITIONS": str(code.positions),
        "u": "u, " if code.inputs else "",
        "LAST": plain_number(code.last_time[0]) if code.last_time else "",
        "DRIVER": code.last_time[1] if code.last_time else "",
        **values,
    }
    kept: list[str] = []
    stands = [True]
    for line in files("sarrus.languages").joinpath("parts", part).read_text(encoding="utf-8").splitlines():
        word = line.strip()
        if word.startswith("@if "):
            stands.append(stands[-1] and words[word[4:]])
        elif word == "@else":
            stands[-1] = stands[-2] and not stands[-1]
        elif word == "@end":
            stands.pop()
        elif stands[-1]:
            kept.append(line)
    return re.sub(r"@(\w+)@", lambda found: values[found[1]], "\n".join(kept))


def plain_number(value: float) -> str:
    """A finite number as most languages write it, to the last bit."""
    return repr(float(value))


def grouped(items: Iterable[str], before: str, behind: str = "", width: int = WIDTH) -> list[str]:
    """Items separated by commas, over as many lines as they need.

    Args:
        items: not broken themselves.
        before: in front of each line.
        behind: at the end of each line but the last.
        width: of a line.
    """
    found: list[str] = []
    line = ""
    for item in items:
        if line and len(before) + len(line) + len(item) + 2 > width:
            found.append(f"{before}{line},{behind}")
            line = item
        else:
            line = f"{line}, {item}" if line else item
    return [*found, f"{before}{line}"]


def joined_lines(items: Sequence[str], sign: str, width: int) -> list[str]:
    """Items with a sign between them, over as many lines as they need; at the end of a line there is none."""
    lines: list[list[str]] = []
    for item in items:
        if lines and len(sign.join([*lines[-1], item])) <= width:
            lines[-1].append(item)
        else:
            lines.append([item])
    return [sign.join(line) for line in lines]


def said(number: CodeNumber, comment: str) -> str:
    """A comment on a number: its path in the model and its unit; none where its name says it all."""
    unit = f"[{number.unit}]" if number.unit else ""
    path = number.path if number.path != number.field else ""
    text = f"{path} {unit}".strip()
    return comment.format(text) if text else ""


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells, aligned."""
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(len(rows[0]) if rows else 0)]
    return ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def described(code: MechanismCode, first: int, brackets: str) -> list[str]:
    """What a reader should know before the code, as lines of a comment.

    Args:
        code: what is written.
        first: number of the first entry of an array.
        brackets: around the number of an entry.
    """
    left, right = brackets[0], brackets[1]
    sizes = code.sizes
    lines = [
        f"{code.title}: equations of motion, written by Sarrus {code.version}. All quantities are in SI units.",
        "",
        "    qdot = N(q) v      M vdot = f + G^T lam      g = 0,  G v = alpha,  G vdot = beta",
        "",
        f"State x = [q, v, ...]: {sizes['NQ']} coordinates, {sizes['NV']} speeds"
        + (f", and {sizes['NZ']} that follow from the motion." if sizes["NZ"] else "."),
        "",
        *(
            f"    {line}"
            for line in columns(
                [
                    (f"x{left}{k}{right}", s.name, f"[{s.unit}]", s.what)
                    for k, s in enumerate(code.states, first)
                ]
            )
        ),
    ]
    if sizes["NQ"] != sizes["NV"]:
        lines += [
            "",
            "Coordinates qw, qx, qy, qz are a quaternion of length 1, the turn from the base of a joint to its follower. Its",
            "speeds are the angular velocity of the follower against the base, in components of the follower.",
        ]
    if code.inputs:
        lines += ["", "Inputs u:", ""]
        lines += [
            f"    {line}"
            for line in columns(
                [(f"u{left}{k}{right}", s.name, f"[{s.unit}]") for k, s in enumerate(code.inputs, first)]
            )
        ]
    if code.rows:
        lines += [
            "",
            "Rows of g, G, alpha, beta, lam (of a joint: base frame F, follower frame M, p_FM from F to M):",
            "",
        ]
        lines += [
            f"    {line}"
            for line in columns([(str(k), r.name, f"[{r.unit}]") for k, r in enumerate(code.rows, first)])
        ]
    if sizes["NP"]:
        lines += [
            "",
            f"Behind the {sizes['NR']} multipliers, lam holds {sizes['NP']} efforts phi that follow from loads: friction.",
        ]
    if code.left_out:
        said = f"Zero in the model, and left out here (export with general keeps them): {', '.join(code.left_out)}."
        lines += ["", *wrap(said, WIDTH - 4, break_on_hyphens=False)]
    if code.last_time:
        lines += ["", f"Driver '{code.last_time[1]}' has no values beyond t = {code.last_time[0]:g} s."]
    if code.tables:
        lines += ["", "Rows of tables are (x0, c0, c1, ...): c0 + c1 (x - x0) + ... from x0 to the next row."]
    return lines
