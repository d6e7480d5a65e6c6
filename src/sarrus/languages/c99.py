"""C after the standard of 1999, one file without dependencies, with a program that steps through time."""

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
from sarrus.languages.formulas import NamedKind, Spelling

__all__ = ["C99"]

CALLED = {"abs": "fabs", "root": "sqrt"}


class CSpelling(Spelling):
    """How C writes expressions."""

    nan, infinity = "NAN", "INFINITY"
    called = CALLED

    def power(self, base: str, exponent: str) -> str:
        """base^exponent."""
        return f"pow({base}, {exponent})"

    def choice(self, condition: str, yes: str, no: str) -> str:
        """One of two values."""
        return f"({condition} ? {yes} : {no})"

    def truth(self, condition: str) -> str:
        """1 where it holds, else 0."""
        return f"({condition} ? 1.0 : 0.0)"

    def row(self, table: str, x: str) -> str:
        """The place of a row."""
        return f"look_up(&{table}[0][0], sizeof {table}/sizeof {table}[0], sizeof {table}[0]/sizeof(double), {x})"

    def entry(self, table: str, row: str, k: int) -> str:
        """Number k of a row."""
        return f"{table}[{row}][{k}]"


class C99(Language):
    """One file of C; compiled as it is, it prints rows over time."""

    title = "C"
    endings = (".c",)
    use = "cc -std=c99 -O2 {file} -lm -o {stem} && ./{stem} 1.0 101"
    spelling = CSpelling()

    def written(self, code: MechanismCode, name: str) -> str:
        """The text of a file."""
        values = {
            "HEADER": "\n".join(f" * {line}".rstrip() for line in described(code, 0, "[]")),
            "STEM": name,
            "SIZES": "\n".join(f"#define {size} {count}" for size, count in code.sizes.items()),
            "STRUCT": "\n".join(grouped([n.field for n in code.numbers] or ["none"], " " * 8)),
            "NUMBERS": self._numbers(code),
            "FIELDS": "\n".join(
                f'        {{"{n.field}", offsetof(Parameters, {n.field})}},' for n in code.numbers
            ),
            "OUTPUTS": "\n".join(grouped((f'"{o.name} [{o.unit}]"' for o in code.outputs), "    ")),
            "TABLES": "\n".join(
                "static const " + self._table(t, None, "") for t in code.tables if t.is_plain
            ),
            "FUNCTIONS": "\n\n".join(self._function(code, f) for f in code.functions if f != "start"),
            "START": "\n".join(self._start(code)),
            "HELD": ", ".join(str(int(h)) for h in code.held),
            "HELD_SPEEDS": ", ".join(str(int(h)) for h in code.held_speeds),
            "SPEED_SIZES": ", ".join(map(plain_number, code.speed_sizes)),
            "ROW_SIZES": ", ".join(map(plain_number, code.row_sizes)),
            "INPUTS": "\n".join(f"    u[{k}] = {plain_number(a)};" for k, a in enumerate(code.start_inputs)),
            "const_u": "const double *u, " if code.inputs else "",
        }
        return filled_in("c.txt", code, values).rstrip() + "\n"

    def _numbers(self, code: MechanismCode) -> str:
        if not code.numbers:
            return "    .none = 0.0,"
        cells = [(f"    .{n.field} = {plain_number(n.value)},", said(n, "/* {} */")) for n in code.numbers]
        return "\n".join(columns(cells))

    def _table(self, table: CodeTable, writing: WrittenFunction | None, indent: str) -> str:
        rows = table_rows(table, writing.lines if writing else None)
        inner = "".join(f"{indent}    {{{row}}},\n" for row in rows)
        return f"double {table.identifier}[{len(rows)}][{len(table.rows[0])}] = {{\n{inner}{indent}}};"

    def _function(self, code: MechanismCode, name: str) -> str:
        writing = WrittenFunction.of(code, name, self.spelling)
        function = writing.function
        given = [
            *(
                "double t" if a == "t" else f"const double *{a}"
                for a in function.given
                if a != "u" or code.inputs
            ),
            "const Parameters *p",
        ]
        filled = [f"double *{array.name}" for array in function.filled]
        lengths = [
            f"{a.name}[{a.length}]" if len(a.shape) == 1 else f"{a.name}[{a.length}*NV]"
            for a in function.filled
        ]
        lines = [
            f"/* {function.meaning}",
            f" * Fills {', '.join(lengths)}. */",
            f"void {name}({', '.join([*given, *filled])})",
            "{",
            *self._body(writing, code),
        ]
        for array in function.filled:
            lines += self._filled(writing, array, code)
        return "\n".join([*lines, "}"])

    def _body(self, writing: WrittenFunction, code: MechanismCode) -> list[str]:
        function = writing.function
        unused = [a for a in function.given if a not in writing.given and (a != "u" or code.inputs)]
        unused += [] if writing.numbers else ["p"]
        unused += [a.name for a in function.filled if not a.shape[0]]
        lines = [f"    (void){name};" for name in unused]
        values = [f"{name} = {array}[{place}]" for name, array, place in writing.unpacked if array != "t"]
        values += [f"{n.identifier} = p->{n.field}" for n in writing.numbers]
        lines += [f"    const double {line.strip()};" for line in joined_lines(values, ", ", WIDTH - 19)]
        kinds = {NamedKind.ROW: "size_t", NamedKind.NUMBER: "double"}
        return lines + writing.body(
            lambda line: f"    const {kinds[line.kind]} {line.name} = {line.text};",
            lambda table: ["    const " + self._table(table, writing, "    ")],
        )

    def _filled(self, writing: WrittenFunction, array: FilledArray, code: MechanismCode) -> list[str]:
        if not array.shape[0]:
            return []
        if len(array.shape) == 1:
            texts = [writing.lines.text(n) for n in array.nodes]
            if array.name != "y":
                return [f"    {array.name}[{k}] = {text};" for k, text in enumerate(texts)]
            named = zip(texts, code.outputs, strict=True)
            return columns(
                [(f"    y[{k}] = {text};", f"/* {o.name} [{o.unit}] */") for k, (text, o) in enumerate(named)]
            )
        lines = [f"    memset({array.name}, 0, {array.length}*NV*sizeof(double));"]
        for (i, j), n in zip(array.places, array.nodes, strict=True):
            mirrored = f"{array.name}[{j}*NV + {i}] = " if array.is_symmetric and i != j else ""
            lines.append(f"    {array.name}[{i}*NV + {j}] = {mirrored}{writing.lines.text(n)};")
        return lines

    def _start(self, code: MechanismCode) -> list[str]:
        writing = WrittenFunction.of(code, "start", self.spelling)
        lines = self._body(writing, code)
        return [line for line in lines if line != "    (void)p;"] + self._filled(
            writing, writing.function.filled[0], code
        )
