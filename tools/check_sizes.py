"""Check that files, functions and their parameters stay small enough to be read as one idea.

Usage: python tools/check_sizes.py [ROOT]
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("src", "tests", "tools", "examples")
FILE_LINES = 500
FUNCTION_LINES = 80
# Integrators are written in restricted Python, which cannot always be cut into small functions.
SOLVER_FUNCTION_LINES = 120
# By position; those that can only be given by name are read by name.
PARAMETERS = 8


def check(root: Path) -> list[str]:
    """Return one line of text per file or function that is too long, or takes too much."""
    findings = []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            shown = path.relative_to(root).as_posix()
            text = path.read_text(encoding="utf-8")
            length = len(text.splitlines())
            if length > FILE_LINES:
                findings.append(
                    f"{shown}:{FILE_LINES + 1}: the file has {length} lines, at most {FILE_LINES} are allowed; "
                    "it holds two ideas."
                )
            if folder == "src":
                findings += _long_functions(text, shown)
    return findings


def _long_functions(text: str, shown: str) -> Iterator[str]:
    limit = SOLVER_FUNCTION_LINES if shown.startswith("src/sarrus/solvers/") else FUNCTION_LINES
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        yield f"{shown}:{error.lineno}: the file cannot be parsed: {error.msg}."
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > limit:
                yield (
                    f"{shown}:{node.lineno}: function '{node.name}' has {length} lines, "
                    f"at most {limit} are allowed here."
                )
            count = len(
                [a for a in (*node.args.posonlyargs, *node.args.args) if a.arg not in ("self", "cls")]
            )
            if count > PARAMETERS:
                yield (
                    f"{shown}:{node.lineno}: function '{node.name}' takes {count} arguments by position, "
                    f"at most {PARAMETERS} are allowed; give those that belong together a record or a class, or a '*'."
                )


def main(argv: list[str]) -> int:
    """Print what was found; 1 when there is something."""
    findings = check(Path(argv[0]) if argv else Path(__file__).resolve().parents[1])
    for line in findings:
        print(line)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
