"""MATLAB, also for GNU Octave: one file whose function hands out the others."""

from __future__ import annotations

from sarrus.languages.base import (
    WIDTH,
    Language,
    WrittenFunction,
    columns,
    described,
    filled_in,
    grouped,
    joined_lines,
    plain_number,
    said,
    table_rows,
)
from sarrus.languages.content import CodeTable, FilledArray, MechanismCode
from sarrus.languages.formulas import Spelling
from sarrus.scalar.graph import order

__all__ = ["Matlab"]

CALLED = {"root": "sqrt"}


class MatlabSpelling(Spelling):
    """How MATLAB writes expressions."""

    nan, infinity = "NaN", "Inf"
    called = CALLED

    def power(self, base: str, exponent: str) -> str:
        """base^exponent."""
        return f"({base}^{exponent})"

    def choice(self, condition: str, yes: str, no: str) -> str:
        """One of two values."""
        return f"choose({condition}, {yes}, {no})"

    def truth(self, condition: str) -> str:
        """1 where it holds, else 0."""
        return f"double({condition})"

    def row(self, table: str, x: str) -> str:
        """The place of a row."""
        return f"look_up({table}, {x})"

    def entry(self, table: str, row: str, k: int) -> str:
        """Number k of a row."""
        return f"{table}({row}, {k + 1})"


class Matlab(Language):
    """One file; its function returns a struct of parameters and functions."""

    title = "MATLAB"
    endings = (".m",)
    calls_files = True
    use = "m = {stem}(); [t, x] = ode45(@(t, x) m.derivative(t, x, m.p), [0 1], m.start(m.p));"
    spelling = MatlabSpelling()

    def written(self, code: MechanismCode, name: str) -> str:
        """The text of a file."""
        values = {
            "HEADER": "\n".join(f"% {line}".rstrip() for line in described(code, 1, "()")),
            "STEM": name,
            "NUMBERS": self._numbers(code),
            "SIZES": " ".join(f"m.{size} = {count};" for size, count in code.sizes.items()),
            "OUTPUTS": " ...\n".join(grouped((f"'{o.name}'" for o in code.outputs), "    ", " ...")).replace(
                "... ...", "..."
            ),
            "UNITS": " ...\n".join(grouped((f"'{o.unit}'" for o in code.outputs), "    ", " ...")).replace(
                "... ...", "..."
            ),
            "FUNCTIONS": "\n\n".join(self._function(code, f) for f in code.functions if f != "start"),
            "START": "\n".join(self._start(code)),
            "HELD": " ".join("true" if h else "false" for h in code.held),
            "HELD_SPEEDS": " ".join("true" if h else "false" for h in code.held_speeds),
            "SPEED_SIZES": " ".join(map(plain_number, code.speed_sizes)),
            "ROW_SIZES": "; ".join(map(plain_number, code.row_sizes)),
            "INPUTS": "; ".join(map(plain_number, code.start_inputs)),
            "ARGUMENTS": "6" if code.inputs else "5",
            "m_u": "m.u, " if code.inputs else "",
        }
        return filled_in("matlab.txt", code, values).rstrip() + "\n"

    def _numbers(self, code: MechanismCode) -> str:
        cells = [(f"p.{n.field} = {plain_number(n.value)};", said(n, "% {}")) for n in code.numbers]
        return "\n".join(columns(cells)) if cells else "p = struct();"

    def _table(self, table: CodeTable, writing: WrittenFunction) -> list[str]:
        rows = table_rows(table, writing.lines)
        return [f"    {table.identifier} = [", *(f"        {row};" for row in rows), "    ];"]

    def _function(self, code: MechanismCode, name: str) -> str:
        writing = WrittenFunction.of(code, name, self.spelling)
        function = writing.function
        given = ", ".join([*(a for a in function.given if a != "u" or code.inputs), "p"])
        filled = ", ".join(array.name for array in function.filled)
        result = filled if len(function.filled) == 1 else f"[{filled}]"
        lines = [
            f"function {result} = {name}({given})",
            f"    % {function.meaning}",
            *self._body(writing, code),
        ]
        for array in function.filled:
            lines += self._filled(writing, array, code)
        return "\n".join([*lines, "end"])

    def _body(self, writing: WrittenFunction, code: MechanismCode) -> list[str]:
        values = [f"{name} = {array}({place + 1})" for name, array, place in writing.unpacked if array != "t"]
        values += [f"{n.identifier} = p.{n.field}" for n in writing.numbers]
        lines = [f"    {line};" for line in joined_lines(values, "; ", WIDTH - 5)]
        seen = set(order(writing.function.nodes))
        for table in code.tables:
            if table.is_plain and table.node in seen:
                lines += self._table(table, writing)
        return lines + writing.body(
            lambda line: f"    {line.name} = {line.text};", lambda table: self._table(table, writing)
        )

    def _filled(self, writing: WrittenFunction, array: FilledArray, code: MechanismCode) -> list[str]:
        texts = writing.vector(array)
        if not texts:
            shape = (*array.shape, 1)[:2]
            return [f"    {array.name} = zeros({shape[0]}, {shape[1]});"]
        if array.name == "y":
            named = zip(texts, code.outputs, strict=True)
            return [
                "    y = [",
                *columns([(f"        {text};", f"% {o.name} [{o.unit}]") for text, o in named]),
                "    ];",
            ]
        if len(array.shape) == 1:
            short = f"    {array.name} = [{'; '.join(texts)}];"
            return (
                [short]
                if len(short) < 100
                else [f"    {array.name} = [", *(f"        {x};" for x in texts), "    ];"]
            )
        lines = [f"    {array.name} = zeros({array.shape[0]}, {array.shape[1]});"]
        for (i, j), n in zip(array.places, array.nodes, strict=True):
            lines.append(f"    {array.name}({i + 1}, {j + 1}) = {writing.lines.text(n)};")
            if array.is_symmetric and i != j:
                lines.append(f"    {array.name}({j + 1}, {i + 1}) = {array.name}({i + 1}, {j + 1});")
        return lines

    def _start(self, code: MechanismCode) -> list[str]:
        writing = WrittenFunction.of(code, "start", self.spelling)
        return self._body(writing, code) + self._filled(writing, writing.function.filled[0], code)
