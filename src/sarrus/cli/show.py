"""A result as a reader wants it: how it ended, a table with units, the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from sarrus.cli.output import say, title, width
from sarrus.cli.writing import format_of, put, text_in
from sarrus.errors import UsageError, quote, suggest
from sarrus.phrases import count
from sarrus.results.series import spread

if TYPE_CHECKING:
    from sarrus.analysis.source_code import SourceCode
    from sarrus.cli.answering import Wanted
    from sarrus.model import Mechanism
    from sarrus.results import Answer, Result

__all__ = ["check_names", "ending", "flagged", "refuse_unknown", "show_answer", "show_result", "tables"]

HEADS = {"contradicted": "Not to be believed.", "table end": "Ended early."}
"""What is said of a run that is not ok and yet came to its end."""
ROWS = 12
COMPUTED = ("load", "momentum")
"""Words in front of series that are computed when they are asked for."""
MOST_ROWS = 100
"""Rows of a table on the terminal when so many were asked for; more belong into a file."""


def check_names(mechanism: Mechanism, names: Sequence[str], option: str = "--show") -> None:
    """Refuse, before anything is computed, a series that belongs to nothing in the mechanism, or that nothing publishes."""
    from sarrus.analysis.outputs.derived import looks_derived

    owners = [*mechanism.names(), "energy"]
    for name in names:
        owner = name.partition(".")[0]
        if owner not in (*owners, *COMPUTED):
            raise UsageError(
                f"{option} {quote(name)}: nothing in the mechanism is named {quote(owner)}. "
                f"There are: {', '.join(owners)}. {suggest(owner, owners)}".rstrip()
            )
        if owner not in COMPUTED and not looks_derived(name) and not _is_sought(mechanism, name):
            _refuse_unpublished(mechanism, owner, name, option)


def _is_sought(mechanism: Mechanism, name: str) -> bool:
    """Whether a name may be that of an effort along a coordinate, which a question for efforts publishes."""
    coordinate, _, quantity = name.rpartition(".")
    return quantity in ("effort", "power") and coordinate in mechanism.snapshot().coordinates


def _refuse_unpublished(mechanism: Mechanism, owner: str, name: str, option: str) -> None:
    """Say what a name that its owner does not publish may have meant; what publishes nothing is left to the run."""
    from sarrus.model.quantities import sources_of
    from sarrus.results.series import is_place

    numbers = sources_of(mechanism.snapshot(), owner).values()
    own = list(dict.fromkeys(s.vector or s.name for s in numbers))
    if owner == "energy":
        own.append("energy.balance")
    is_known = name in own or any(s.name == name for s in numbers)
    within = (series.removeprefix(f"{name}.") for series in own if series.startswith(f"{name}."))
    if own and not is_known and not is_place(within):
        raise UsageError(_no_such(option, name, own))


def _no_such(option: str, name: str, own: Sequence[str]) -> str:
    return (
        f"{option} {quote(name)}: there is no such series. {suggest(name, own)} "
        f"Those of {quote(name.partition('.')[0])} are: {', '.join(own) or 'none'}.".replace("  ", " ")
    )


def show_answer(answer: Answer, mechanism: Mechanism, wanted: Wanted, asked: int | None = None) -> None:
    """Print an answer, whole or not.

    Args:
        answer: what was found.
        mechanism: what it is of.
        wanted: what is wanted of it.
        asked: how many rows the user asked for; None: no number was given.
    """
    from sarrus.analysis.written import WrittenEquations
    from sarrus.results import Result

    if isinstance(answer, Result):
        show_result(answer, mechanism, wanted.names, asked)
    elif isinstance(answer, WrittenEquations):
        form = format_of(wanted.format, wanted.output)
        put(text_in(answer, form, wanted.standalone), wanted.output)
    elif wanted.output and not wanted.names:  # the verb has written its code there
        say(cast("SourceCode", answer).told(wanted.output))
    elif wanted.names:
        say(answer.table(*(name for name in wanted.names if name in answer)))
    else:
        say(answer.text().rstrip("\n"))


def show_result(
    result: Result, mechanism: Mechanism, names: Sequence[str] = (), asked: int | None = None
) -> None:
    """Print a result.

    Args:
        result: whole, or as far as it got.
        mechanism: what it is of.
        names: series for the table, of which unknown ones are left out; when none remain, the efforts that were sought, or the
            joint coordinates.
        asked: how many rows the user asked for; None: no number was given.
    """
    if not len(result):
        return
    say(ending(result))
    known = [name for name in names if _is_known(result, name)]
    rows = asked if asked is not None and asked <= MOST_ROWS else ROWS
    chosen = known or result.sought or mechanism.snapshot().coordinates
    blocks = list(tables(result, chosen, width(), rows))
    # Chosen series are all shown; of the others, as many as stand side by side.
    for block, text in blocks if known else blocks[:1]:
        say(f"\n{text}")
        for line in flagged(result, block):
            say(line)
    more = sum(len(block) for block, _ in blocks[1:])
    if more and not known:
        say(f"({more} more {'efforts' if result.sought else 'joint coordinates'}: --show NAME)")
    shown = len(spread(len(result), rows))
    if blocks and shown < len(result):
        say(f"({shown} of {len(result)} rows: --csv FILE writes all)")
    title("Evidence")
    say(result.evidence_text())


def refuse_unknown(result: Answer, names: Sequence[str], option: str = "--show") -> None:
    """Say what a name that is not among the series may have meant.

    Raises:
        UsageError: there is such a name.
    """
    from sarrus.results import Result

    if not isinstance(result, Result):
        for name in names:
            result[name]  # says what there is
        return
    for name in names:
        if name not in result and not _is_computed(result, name):
            owner = name.partition(".")[0]
            own = [series for series in result if series.partition(".")[0] == owner]
            raise UsageError(_no_such(option, name, own))


def _is_known(result: Result, name: str) -> bool:
    """Whether a run has a series, or it can be computed."""
    try:
        return name in result or _is_computed(result, name)
    except UsageError:
        return False  # the reason is told when everything is shown


def _is_computed(result: Result, name: str) -> bool:
    """Whether a name that is no series of a run is computed of it.

    Raises:
        UsageError: it would be, and why it cannot.
    """
    from sarrus.analysis.outputs.derived import derived

    return derived(result, name) is not None


def ending(result: Result) -> str:
    """How it ended, in a sentence or two."""
    words = result.status.text if result.ok else HEADS.get(result.status.word, "Not finished.")
    return f"{result.mechanism}: {words} {count(len(result), 'row')}, t = 0 to {result.t[-1]:.6g} s."


def tables(
    result: Result, names: Iterable[str], columns: int, rows: int = ROWS
) -> Iterable[tuple[list[str], str]]:
    """The series as tables that are no wider and no longer than allowed: the names in each, and its text."""
    block: list[str] = []
    text = ""
    for name in names:
        wider = result.table(*block, name, rows=rows)
        if block and wider.index("\n") > columns:
            yield block, text
            block, wider = [], result.table(name, rows=rows)
        block.append(name)
        text = wider
    if block:
        yield block, text


def flagged(result: Result, names: Sequence[str]) -> list[str]:
    """A line on components among the series that the equations do not determine."""
    found = [c for c in result.not_unique if c.rpartition(".")[0] in names]
    if not found:
        return []
    return [f"Not unique, because constraints repeat each other: {', '.join(found)}. Use only their sums."]
