"""Questions that are kept with a model, asked one after the other."""

from __future__ import annotations

import os
from typing import Any

from sarrus.cli.answering import Wanted, asked, set_numbers
from sarrus.cli.elements import classes_in
from sarrus.cli.output import say, title
from sarrus.cli.targets import load
from sarrus.errors import Interrupted, SarrusError, UsageError

__all__ = ["run_kept"]


def run_kept(
    model: str,
    names: tuple[str, ...],
    folder: str | None,
    elements: list[str] | None,
    changes: list[str] | None,
    *,
    json: bool,
) -> None:
    """Ask the analyses of a model, and show each answer.

    Args:
        model: file.
        names: of the analyses; all when there are none.
        folder: to write the answers to.
        elements: Python files with classes of the user's own.
        changes: words of --set.
        json: whether the answer is a document for programs.
    """
    from sarrus.analysis.run import chosen, told
    from sarrus.cli.show import show_answer

    mechanism = load(model, classes_in(elements))
    set_numbers(mechanism, changes)
    if folder is not None:
        _make(folder)
    documents: dict[str, Any] = {}
    failures: list[SarrusError] = []
    for name in chosen(mechanism, names):
        known, given = told(mechanism, name)
        shown = list(mechanism.analyses[name].show)
        failed: SarrusError | None = None
        found: Any = None
        try:
            found = asked(known, mechanism, given, None)
        except SarrusError as error:
            failed, found = error, getattr(error, "result", None)
            failures.append(error)
        written = _write(found, folder, name) if folder is not None and found is not None else []
        if json:
            documents[name] = _document(found, failed, shown, written)
        else:
            title(f"{name}: {known.name}")
            if found is not None:
                show_answer(found, mechanism, Wanted(model, show=shown), given.get("rows"))
            if failed is not None:
                say(f"\n{name}: {failed}")
            for path in written:
                say(f"\nWritten: {path}")
        if isinstance(failed, Interrupted):
            break
    _end(documents, failures, json=json)


def _make(folder: str) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"the folder '{folder}' cannot be made: {error.strerror}. Choose another one."
        ) from error


def _write(found: Any, folder: str, name: str) -> list[str]:
    """The answer to load again, and the page to look at."""
    saved = os.path.join(folder, f"{name}.h5")
    found.save(saved)
    try:
        return [saved, str(found.report(os.path.join(folder, f"{name}.html")))]
    except UsageError:
        return [saved]  # there is nothing to look at


def _document(found: Any, failed: Any, shown: list[str], written: list[str]) -> dict[str, Any]:
    from sarrus.cli.document import of_error

    document = found.document(shown) if found is not None else {}
    return {**document, **(of_error(failed) if failed else {}), "written": written}


def _end(documents: dict[str, Any], failures: list[SarrusError], *, json: bool) -> None:
    """Ends with the exit code of the first failure."""
    if not json:
        if failures:
            raise failures[0]
        return
    import typer

    from sarrus.cli.document import emit
    from sarrus.cli.failures import code_of

    emit({"ok": not failures, "command": "run", "answers": documents})
    raise typer.Exit(code_of(failures[0]) if failures else 0)
