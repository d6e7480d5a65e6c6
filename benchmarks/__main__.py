"""`python -m benchmarks`: measure, print one table, keep it as JSON.

Usage: python -m benchmarks [--list] [--only NAMES] [--json FILE] [--write-docs]
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from benchmarks.groups import groups
from benchmarks.protocol import progress, protocol
from benchmarks.report import Row, as_text, write_docs, write_json

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "performance.md"


def main() -> int:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Speed and accuracy against peers."
    )
    parser.add_argument("--list", action="store_true", help="print the groups of rows and end")
    parser.add_argument("--only", metavar="NAMES", help="measure these groups only, separated by commas")
    parser.add_argument(
        "--json", type=Path, default=HERE / "results" / "latest.json", help="where to keep the rows"
    )
    parser.add_argument("--write-docs", action="store_true", help="put the table into docs/performance.md")
    given = parser.parse_args()
    known = groups()
    if given.list:
        for name, (about, _) in known.items():
            print(f"{name:<14} {about}")
        return 0
    wanted = [n.strip() for n in given.only.split(",")] if given.only else list(known)
    if strange := [n for n in wanted if n not in known]:
        parser.error(f"unknown: {', '.join(strange)}. Known are: {', '.join(known)}.")
    began = time.monotonic()
    facts = protocol()
    rows = measure({name: known[name][1] for name in wanted})
    facts.append(f"The table took {time.monotonic() - began:.0f} s.")
    print("\n".join(facts), end="\n\n")
    print(as_text(rows))
    write_json(given.json, facts, rows)
    if given.write_docs:
        write_docs(PAGE, facts, rows)
    return 0


def measure(wanted: dict[str, Callable[[], list[Row]]]) -> list[Row]:
    """The rows of all groups; one that fails says so, and the others go on."""
    rows: list[Row] = []
    for name, make in wanted.items():
        progress(f"[{name}]")
        try:
            rows += make()
        except Exception as error:
            progress(traceback.format_exc())
            rows.append(Row(name, None, "", peer=f"failed: {type(error).__name__}: {str(error)[:120]}"))
    return rows


if __name__ == "__main__":
    raise SystemExit(main())
