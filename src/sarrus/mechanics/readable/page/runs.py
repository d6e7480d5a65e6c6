"""Long tables made short: runs of like lines as one, the rest cut with a word on how to see it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sarrus.mechanics.readable.algebra.terms import Term
from sarrus.mechanics.readable.page.asked import COMMAND, LONGEST_TABLE
from sarrus.mechanics.readable.print.document import Equation, Sentence
from sarrus.mechanics.readable.print.plain import Plain

NUMBER = re.compile(r"\d+(?:\.\d+)?")
Cells = tuple[Sentence, ...]


def flat(cell: Sentence, plain: Plain) -> str:
    """A cell as plain text."""
    found = []
    for part in cell:
        match part:
            case str():
                found.append(part)
            case Equation(left, right):
                found.append(f"{plain.term(left)} = {plain.term(right)}")
            case Term():
                found.append(plain.term(part))
    return "".join(found)


def in_ranges(rows: Sequence[Cells], plain: Plain) -> list[Cells]:
    """Lines that differ by numbers in even steps as `first .. last`; like lines come together, else the order stays."""
    groups: dict[tuple[str, ...], list[tuple[Cells, list[float]]]] = {}
    for row in rows:
        texts = [flat(cell, plain) for cell in row]
        skeleton = tuple(NUMBER.sub("#", text) for text in texts)
        values = [float(n) for text in texts for n in NUMBER.findall(text)]
        groups.setdefault(skeleton, []).append((row, values))
    found: list[Cells] = []
    for members in groups.values():
        while members:
            count = _run(members)
            run, members = members[:count], members[count:]
            found += [_joined(run[0][0], run[-1][0], plain)] if count > 2 else [row for row, _ in run]
    return found


def _run(members: Sequence[tuple[Cells, list[float]]]) -> int:
    """How many lines from the first on have numbers in even steps; a name goes on by one, or stays."""
    if len(members) < 3:
        return len(members)
    steps = [b - a for a, b in zip(members[0][1], members[1][1], strict=True)]
    first = next((s for s in steps if s), 1.0)
    if first != 1.0:
        return 1
    count = 2
    while count < len(members):
        now = [b - a for a, b in zip(members[count - 1][1], members[count][1], strict=True)]
        if any(abs(a - b) > 1e-9 for a, b in zip(now, steps, strict=True)):
            break
        count += 1
    return count


def _joined(first: Cells, last: Cells, plain: Plain) -> Cells:
    return tuple(
        a if flat(a, plain) == flat(b, plain) else (*a, " .. ", *b) for a, b in zip(first, last, strict=True)
    )


def cut(rows: Sequence[Cells], complete: bool) -> tuple[Cells, ...]:
    """The first lines of a long table, and how many more there are."""
    if complete or len(rows) <= LONGEST_TABLE:
        return tuple(rows)
    more = f"and {len(rows) - LONGEST_TABLE} more lines: `{COMMAND}`"
    return (*rows[:LONGEST_TABLE], ((more,), *((),) * (len(rows[0]) - 1)))


def names(words: Sequence[str], plain: Plain, short: bool, complete: bool = False) -> str:
    """Names with commas between them; in ranges, and cut, if they are to be short."""
    if not short:
        return ", ".join(words)
    shown = [flat(row[0], plain) for row in in_ranges([((word,),) for word in words], plain)]
    if len(shown) > LONGEST_TABLE and not complete:
        shown = [*shown[:LONGEST_TABLE], f"and {len(shown) - LONGEST_TABLE} more"]
    return ", ".join(shown)
