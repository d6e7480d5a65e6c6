"""What do the questions say that are kept with the model?

Runs the analyses of the section `analyses` of a model, all of them or those that are named.

Example: sarrus run four-bar.yaml drop --save-to out
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sarrus.analysis.options import Progress
from sarrus.analysis.verb import Question, question
from sarrus.errors import SarrusError, UsageError, quote, suggest

if TYPE_CHECKING:
    from sarrus.model import Mechanism
    from sarrus.results import Answer

__all__ = ["chosen", "run", "told"]


def run(mechanism: Mechanism, *names: str, strict: bool = True, progress: Progress | None = None) -> Any:
    """Ask the questions that are kept with a mechanism.

    Args:
        mechanism: with `analyses`.
        names: of the analyses; all of them when there are none.
        strict: raise when one fails, instead of returning what there is with its status.
        progress: called with the time reached and the end time of each run over time.

    Returns:
        The answer, where one name is given; else the answers by name.

    Raises:
        UsageError: there is no analysis of that name.
        SarrusError: one of them failed; `error.answers` are those before it.
    """
    asked: dict[str, Any] = {}
    for name in chosen(mechanism, names):
        try:
            asked[name] = _ask(mechanism, name, strict, progress)
        except SarrusError as error:
            error.add_note(
                f"This was the analysis {quote(name)}; answers so far: {', '.join(asked) or 'none'}."
            )
            error.answers = asked
            raise
    return asked[names[0]] if len(names) == 1 else asked


def chosen(mechanism: Mechanism, names: tuple[str, ...]) -> tuple[str, ...]:
    """The analyses that are meant.

    Raises:
        UsageError: one is unknown, or there are none.
    """
    known = mechanism.analyses
    for name in names:
        if name not in known:
            there = f"There are: {', '.join(known)}." if known else "It has none."
            near = suggest(str(name), known)
            what = f"the mechanism '{mechanism.name}' has no analysis {quote(str(name))}."
            raise UsageError(" ".join(filter(None, (what, near, there))))
    if not known:
        raise UsageError(
            f"the mechanism '{mechanism.name}' has no analyses. Add a section: 'analyses: {{drop: {{simulate: 5 s}}}}', "
            "or mechanism.ask('drop', 'simulate', until=5)."
        )
    return names or tuple(known)


def told(mechanism: Mechanism, name: str) -> tuple[Question, dict[str, Any]]:
    """The question of an analysis, and what it is told."""
    asked = mechanism.analyses[name]
    known = question(asked.verb)
    given = known.read(asked.options)
    if asked.show and "outputs" in known.options:
        given["outputs"] = (*given.get("outputs", ()), *asked.show)
    return known, given


def _ask(mechanism: Mechanism, name: str, strict: bool, progress: Progress | None) -> Answer:
    known, given = told(mechanism, name)
    if "strict" in known.options:
        given["strict"] = strict
    if "progress" in known.options:
        given["progress"] = progress
    found: Answer = known.ask(mechanism, **given)
    return found
