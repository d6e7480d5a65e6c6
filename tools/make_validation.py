"""Write docs/validation.md: every oracle the tests know, what the program gives for it, and how far off it is.

The rows and the functions that compute them are those of the tests (tests/problems/oracles), so page and tests cannot
disagree. Only this tool runs them all; reading what is on the list runs nothing.

Usage: python tools/make_validation.py
"""

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "validation.md"
MARK = (
    "<!-- Written by tools/make_validation.py from tests/problems/oracles. Do not edit; run `make docs`. -->"
)
FORMULATION_NOTE = "the worse of both formulations, where a row does not name one"
INTRODUCTION = f"""# Validation

What the program computes, next to numbers that were computed elsewhere: published benchmarks, textbook examples worked
with another method, and closed forms. Every row is also a test: `tests/problems/test_oracles.py` fails when an error is
larger than its tolerance.

- *reference* has the digits of the source; "spec" in the sources means that the printed numbers of the work named were
  recomputed independently, with more digits.
- *ours* is what the program gives, {FORMULATION_NOTE}.
- *error* is the largest difference of a component: as it is (abs), over the largest component of the reference (rel), or
  over max(1, |reference|) (max1, the rule of the benchmark library).
- *tolerance* is that of the source, or what its printed digits allow.

The rows are what a user of the package gets, through its public names. Those problems that ask for more, mostly matrices
and rows that are not published, are listed in `tests/problems/oracles/past_the_face.txt`, and a test keeps the list.

To reproduce the page: `make docs`. To run the rows as tests: `.venv/bin/pytest tests/problems/test_oracles.py`.
"""


def listed() -> Any:
    """The package of oracles, which stands with the tests."""
    folder = str(ROOT / "tests" / "problems")
    if folder not in sys.path:
        sys.path.append(folder)
    return import_module("oracles")


def number(value: float, digits: int) -> str:
    """A number, integers as such; what is not a number or zero to the digits shown keeps its sign away."""
    text = f"{value:.{digits}g}"
    return "0" if float(text) == 0 else text


def text_of(value: float | Iterable[float], digits: int = 17) -> str:
    """A number or a vector for a cell; 17 digits stand for those of the source, which are the shortest that fit."""
    if isinstance(value, (int, float)):
        return number(value, digits) if digits < 17 else f"{value!r}".removesuffix(".0")
    return "(" + ", ".join(text_of(a, digits) for a in value) + ")"


def key_of(problem: Any, row: Any) -> tuple[str, str, str]:
    """Problem, quantity with its unit, reference: what a page must agree on with the list."""
    unit = "" if row.unit == "1" else f" [{row.unit}]"
    return problem.name, f"{row.quantity}{unit}".replace("|", "\\|"), text_of(row.reference)


def pages_rows(text: str) -> list[tuple[str, str, str]]:
    """Problem, quantity and reference of every row of a page."""
    found, problem = [], ""
    for line in text.splitlines():
        if line.startswith("### "):
            problem = line.removeprefix("### ")
        elif line.startswith("| ") and problem and not line.startswith("| quantity"):
            cells = [c.strip() for c in line.replace("\\|", "\0").strip("|").split("|")]
            found.append((problem, cells[0].replace("\0", "\\|"), cells[1]))
    return found


def page() -> str:
    """The whole page; this runs every problem."""
    oracles = listed()
    marks = {"absolute": "abs", "relative": "rel", "graded": "max1"}
    tables, missed, count = [], [], 0
    for problem in oracles.PROBLEMS:
        tables += ["", f"### {problem.name}", "", f"Source: {problem.source.mark}", ""]
        tables += ["| quantity | reference | ours | error | tolerance | |", "|---|---|---|---|---|---|"]
        for answer in oracles.answers(problem):
            row = answer.row
            _, quantity, reference = key_of(problem, row)
            by = marks[row.by.__name__]
            digits = 2 if reference == "0" else 13
            sign = by if answer.is_met else f"{by}, **not met**"
            tables.append(
                f"| {quantity} | {reference} | {text_of(answer.ours, digits)} | {answer.error:.2g} "
                f"| {row.tolerance:.2g} | {sign} |"
            )
            count += 1
            if not answer.is_met:
                missed.append(
                    f"- {problem.name}, {quantity}: error {answer.error:.2g}, tolerance {row.tolerance:.2g}"
                )
    lines = [MARK, "", INTRODUCTION, "## Summary", ""]
    lines += [f"{len(oracles.PROBLEMS)} problems, {count} rows, {count - len(missed)} of them met."]
    lines += ["", "Not met (the test of such a problem fails):", "", *missed] if missed else []
    lines += ["", "Remarks:", "", *(f"- {item}" for item in oracles.REMARKS)]
    lines += ["", "## Sources", ""]
    sources = dict.fromkeys(problem.source for problem in oracles.PROBLEMS)
    lines += [f"- **{source.mark}**: {source.text}." for source in sources]
    lines += ["", "## Not expressible yet", "", *(f"- {item}" for item in oracles.NOT_EXPRESSIBLE)]
    return "\n".join([*lines, "", "## Rows", *tables]) + "\n"


def main() -> int:
    """Write the page."""
    text = page()
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")
        print(PAGE.relative_to(ROOT).as_posix())
    return 0


if __name__ == "__main__":
    sys.exit(main())
