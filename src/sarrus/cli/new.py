"""A model to begin with: a template with comments, and the schema that editors know it by."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.errors import UsageError, quote, suggest

if TYPE_CHECKING:
    from sarrus.elements.base import Element

__all__ = ["SCHEMA", "TEMPLATES", "schema_text", "template_text", "write"]

SCHEMA = "sarrus.schema.json"
FOLDER = os.path.join(os.path.dirname(__file__), "templates")
FIRST = "pendulum"
ENDINGS = (".yaml", ".yml")

_found = sorted(name.removesuffix(".yaml") for name in os.listdir(FOLDER) if name.endswith(".yaml"))
TEMPLATES = (FIRST, *(name for name in _found if name != FIRST))
"""Names of the templates; the first is taken when none is asked for."""

_NAME = re.compile(r"[^\x00-\x1f\x7f]{1,100}")
_HINT = f"# yaml-language-server: $schema={SCHEMA}"


def template_text(template: str) -> str:
    """A template as it is kept.

    Raises:
        UsageError: there is none of that name.
    """
    if template not in TEMPLATES:
        near = suggest(template, TEMPLATES)
        raise UsageError(
            f"There is no template {quote(template)}. There are: {', '.join(TEMPLATES)}. {near}".rstrip()
        )
    with open(os.path.join(FOLDER, f"{template}.yaml"), encoding="utf-8") as file:
        return file.read()


def schema_text(elements: Sequence[type[Element]] = ()) -> str:
    """The schema of model files as JSON; these classes of elements stand beside the catalogue."""
    import json

    from sarrus.io import schema

    return json.dumps(schema(elements), indent=2, ensure_ascii=False) + "\n"


def write(name: str, template: str, *, force: bool) -> None:
    """Write a model and the schema beside it, and say what to try next.

    Args:
        name: of the model, or of its file with folder and ending.
        template: what to begin with.
        force: whether a file that is there is replaced.

    Raises:
        UsageError: there is no such template, the name is unfit, or the file is there already.
    """
    from sarrus.cli.output import say
    from sarrus.cli.targets import check_target
    from sarrus.files import write_text

    text = template_text(template)
    stem, ending = os.path.splitext(name)
    if ending == ".json":
        raise UsageError(
            f"'{name}': a new model has comments, which JSON cannot hold. Write '{stem}.yaml'; "
            "sarrus.save(mechanism, 'x.json') makes JSON of a model."
        )
    path = name if ending in ENDINGS else f"{name}.yaml"
    title = os.path.splitext(os.path.basename(path))[0]
    if not _NAME.fullmatch(title) or title.startswith((".", "-")):
        raise UsageError(f"{quote(name)} is not a name for a model. Use letters, digits, '-' and '_'.")
    check_target(path)
    if os.path.lexists(path) and not force:
        raise UsageError(
            f"'{path}' is there already, and is left as it is. Choose another name, or add --force to replace it."
        )
    import json

    body = re.sub(
        r"^name: .*$", lambda _: f"name: {json.dumps(title, ensure_ascii=False)}", text, count=1, flags=re.M
    )
    write_text(path, f"{_HINT}\n{body}")
    say(f"Written: {path}")
    say(_write_schema(os.path.join(os.path.dirname(path), SCHEMA)))
    say("\nTo try next:")
    for command in ("check {}", "simulate {} --until 5", "report {} --until 5 --open", "equations {}"):
        say(f"  sarrus {command.format(_shell(path))}")
    say("  sarrus explain           lists every element; 'sarrus explain WORD' says how to write it")


def _write_schema(path: str) -> str:
    """Write the schema unless something else has its name; returns what is to be said."""
    from sarrus.files import write_text

    text = schema_text()
    if os.path.isfile(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            there = file.read(len(text) + 1)
        if '"urn:sarrus:' not in there:
            return f"'{path}' is no schema of Sarrus, and is left as it is."
        if there == text:
            return f"Kept: {path} (editors complete and check the model with it)"
    write_text(path, text)
    return f"Written: {path} (editors complete and check the model with it)"


def _shell(path: str) -> str:
    import shlex

    return shlex.quote(path)
