"""What Python with NumPy and Python with JAX have in common."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.languages.base import (
    WIDTH,
    Language,
    WrittenFunction,
    columns,
    described,
    filled_in,
    grouped,
    plain_number,
    said,
    table_rows,
)
from sarrus.languages.content import CodeTable, FilledArray, MechanismCode
from sarrus.languages.formulas import Spelling

__all__ = ["PythonText"]

CALLED = {"root": "sqrt", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2"}


class PythonSpelling(Spelling):
    """How Python writes expressions.

    Args:
        module: what arrays and functions come from.
    """

    called = CALLED

    def __init__(self, module: str) -> None:
        self.prefix = f"{module}."
        self.nan, self.infinity = f"{module}.nan", f"{module}.inf"

    def power(self, base: str, exponent: str) -> str:
        """base^exponent."""
        return f"({base}**{exponent})"

    def choice(self, condition: str, yes: str, no: str) -> str:
        """One of two values."""
        return f"({yes} if {condition} else {no})"

    def truth(self, condition: str) -> str:
        """1 where it holds, else 0."""
        return f"(1.0 if {condition} else 0.0)"

    def row(self, table: str, x: str) -> str:
        """The place of a row."""
        return f"look_up({table}, {x})"

    def entry(self, table: str, row: str, k: int) -> str:
        """Number k of a row."""
        return f"{table}[{row}, {k}]"


class PythonText(Language):
    """Python over arrays of some module.

    Attributes:
        module: what arrays and functions come from.
        part: the text around the functions.
        decorator: of every function.
        spelling: of expressions.
        timed, numbered: lines that make time and numbers such as the functions need; "" where they are already.
    """

    module: str
    part: str
    decorator: str
    spelling: Spelling
    timed: str = ""
    numbered: str = ""

    def written(self, code: MechanismCode, name: str) -> str:
        """The text of a module."""
        functions = "\n\n\n".join(self._function(code, f) for f in code.functions if f != "start")
        values = {
            "HEADER": "\n".join(described(code, 0, "[]")),
            "STEM": name,
            "NUMBERS": self._numbers(code),
            "SIZES": ", ".join(code.sizes) + " = " + ", ".join(map(str, code.sizes.values())),
            "OUTPUTS": "\n".join(grouped((f'("{o.name}", "{o.unit}")' for o in code.outputs), "    ")),
            "TABLES": "\n".join(self._table(t, None, "") for t in code.tables if t.is_plain),
            "FUNCTIONS": functions,
            "START": self._start(code),
            "HELD": self._row([str(h) for h in code.held]),
            "HELD_SPEEDS": self._row([str(h) for h in code.held_speeds]),
            "SPEED_SIZES": self._row(map(plain_number, code.speed_sizes)),
            "ROW_SIZES": self._row(map(plain_number, code.row_sizes)),
            "INPUTS": self._row(map(plain_number, code.start_inputs)),
            "START_u": "m.INPUTS, " if code.inputs else "",
            "LAST_argument": "3" if code.inputs else "2",
            "CALL_u": "u(at, state), " if code.inputs else "",
            "CALL_now": "u(t, x), " if code.inputs else "",
            "MORE": ", inputs=None" if code.inputs else "",
        }
        return filled_in(self.part, code, values).rstrip() + "\n"

    def _row(self, items: Sequence[str] | map[str]) -> str:
        return f"{self.module}.array([{', '.join(items)}])"

    def _numbers(self, code: MechanismCode) -> str:
        if not code.numbers:
            return "    none: float = 0.0  # the mechanism has no numbers"
        cells = [(f"    {n.field}: float = {plain_number(n.value)}", said(n, "# {}")) for n in code.numbers]
        return "\n".join(columns(cells))

    def _table(self, table: CodeTable, writing: WrittenFunction | None, indent: str) -> str:
        rows = table_rows(table, writing.lines if writing else None)
        inner = "".join(f"{indent}    [{row}],\n" for row in rows)
        return f"{indent}{table.identifier} = {self.module}.array([\n{inner}{indent}])"

    def _given(self, code: MechanismCode, given: Sequence[str]) -> str:
        return ", ".join([*(a for a in given if a != "u" or code.inputs), "p=PARAMETERS"])

    def _function(self, code: MechanismCode, name: str) -> str:
        writing = WrittenFunction.of(code, name, self.spelling)
        function = writing.function
        filled = ", ".join(array.name for array in function.filled)
        lines = [self.decorator] if self.decorator else []
        lines += [
            f"def {name}({self._given(code, function.given)}):",
            f'    """{function.meaning}',
            "",
            f"    Returns: {filled}.",
            '    """',
            *self._body(writing),
        ]
        arrays = [self._array(writing, array) for array in function.filled]
        if name == "outputs" and code.outputs:
            named = zip(function.filled[0].nodes, code.outputs, strict=True)
            cells = columns(
                [(f"        {writing.lines.text(n)},", f"# {o.name} [{o.unit}]") for n, o in named]
            )
            arrays = ["\n".join([f"{self.module}.array([", *cells, "    ])"])]
        if len(arrays) == 1:
            lines.append(f"    return {arrays[0]}")
        else:
            lines += [f"    {a.name} = {text}" for a, text in zip(function.filled, arrays, strict=True)]
            lines.append(f"    return {filled}")
        return "\n".join(lines)

    def _body(self, writing: WrittenFunction) -> list[str]:
        """Lines that take arrays apart, and name values."""
        lines = []
        for array in writing.given:
            if array == "t":
                lines += [self.timed] if self.timed else []
                continue
            entries = [(name, place) for name, of, place in writing.unpacked if of == array]
            lines += _unpacked([name for name, _ in entries], [f"{array}[{k}]" for _, k in entries])
        numbers = [n.identifier for n in writing.numbers]
        lines += [self.numbered] if self.numbered and numbers else []
        lines += _unpacked(numbers, [f"p.{n.field}" for n in writing.numbers])
        return lines + writing.body(
            lambda line: f"    {line.name} = {line.text}", lambda table: [self._table(table, writing, "    ")]
        )

    def _start(self, code: MechanismCode) -> str:
        writing = WrittenFunction.of(code, "start", self.spelling)
        (array,) = writing.function.filled
        return "\n".join([*self._body(writing), f"    x = {self._array(writing, array)}"])

    def _array(self, writing: WrittenFunction, array: FilledArray) -> str:
        """An array as an expression."""
        texts = writing.vector(array)
        if not texts:
            return f"{self.module}.zeros({array.shape[0] if len(array.shape) == 1 else array.shape})"
        if len(array.shape) == 1:
            short = f"{self.module}.array([{', '.join(texts)}])"
            return (
                short
                if len(short) < 90
                else "\n".join([f"{self.module}.array([", *grouped(texts, " " * 8), "    ])"])
            )
        rows = [["0.0" if n is None else writing.lines.text(n) for n in row] for row in array.dense()]
        return "\n".join(
            [f"{self.module}.array([", *(line for row in rows for line in _row_lines(row)), "    ])"]
        )


def _row_lines(row: Sequence[str]) -> list[str]:
    """A row of a matrix, over as many lines as it needs."""
    short = f"        [{', '.join(row)}],"
    return [short] if len(short) <= WIDTH else ["        [", *grouped(row, " " * 12), "        ],"]


def _unpacked(names: Sequence[str], values: Sequence[str]) -> list[str]:
    """Several at a time, as far as a line reaches."""
    lines: list[str] = []
    left: list[str] = []
    right: list[str] = []
    for name, value in zip(names, values, strict=True):
        if left and sum(map(len, [*left, *right])) + 2 * len([*left, *right]) + len(name) + len(value) > 88:
            lines.append(f"    {', '.join(left)} = {', '.join(right)}")
            left, right = [], []
        left.append(name)
        right.append(value)
    return [*lines, f"    {', '.join(left)} = {', '.join(right)}"] if left else lines
