"""Questions that are kept with a mechanism: checked when they are written, asked by `run`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from sarrus.analysis.options import Option, Show
from sarrus.analysis.verb import VERBS, question
from sarrus.errors import UsageError, quote
from sarrus.model.asked import Asked

__all__ = ["as_asked"]

SHOW: Option = get_args(Show)[-1]


def as_asked(name: str, verb: str, options: Mapping[str, Any]) -> Asked:
    """A question as it is kept.

    Args:
        name: of the analysis.
        verb: what is asked.
        options: as a caller or a file gives them.

    Raises:
        UsageError: there is no such verb, or an option is unknown, impossible, or none that may be kept.
    """
    if verb not in VERBS:
        question(verb)  # says so
    known = question(verb)
    given = {key: value for key, value in options.items() if key != "show"}
    for key in given:
        if key in known.options and not known.options[key].in_files:
            what = "is said in Python only" if known.options[key].in_python_only else "writes a file"
            raise UsageError(
                f"analysis {quote(name)} has {quote(key)}, which {what}. Give it when the analysis is run: "
                f"sarrus run MODEL {name} --save-to FOLDER, or sarrus.{verb}(mechanism, {key}=...)."
            )
    known.read(given)
    show = SHOW.read("show", options["show"]) if "show" in options else ()
    return Asked(verb, given, show)
