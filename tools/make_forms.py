"""Write the pages of the forms of equations, docs/forms/*.md, from the forms themselves.

A page per form: what it is and how it is derived, from the text at the top of its file, and the four-bar linkage in it.
Nothing is typed by hand, so a new form has its page after `make docs`.

Usage: python tools/make_forms.py [--check]     with --check nothing is written; 1 when a page is not up to date
"""

import sys
from importlib import import_module
from inspect import cleandoc
from pathlib import Path

from sarrus import load
from sarrus.mechanics.readable import readable
from sarrus.mechanics.readable.forms import FORMS
from sarrus.mechanics.readable.forms.base import Form
from sarrus.model import snapshot_of

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "forms"
MARK = "<!-- Written by tools/make_forms.py from the source. Do not edit; run `make docs`. -->"
LINEAR = (
    "| [`linear`](../how-to-make-linear-models.md) | the linear model at an operating point: A, B, C, D by name |",
    "| [`transfer`](../how-to-make-linear-models.md) | its transfer functions: polynomials, zeros, poles, gains |",
)
OVERVIEW = """
# Forms of the equations

`sarrus equations MODEL --form NAME` prints the equations of a mechanism in the form that a textbook uses;
`sarrus.equations(m, form=NAME)` gives the same in Python. Each form is derived from its own principle, so that it says
something when they agree: `sarrus verify MODEL` solves all of them at random states and compares.

| form | what it is |
|---|---|
{rows}

All pages below show the same four-bar linkage (examples/four-bar.yaml). `--format` writes them as text, Markdown, LaTeX,
HTML or SymPy; `--angles 3-1-3` writes turns in space by other angles; `--index 2` and `--index 3` leave the rows as
velocities or positions; `--coordinates B.theta` chooses those of the minimal forms.
"""


def pages() -> dict[str, str]:
    """The text of every page by its file name."""
    model = snapshot_of(load(ROOT / "examples" / "four-bar.yaml"))
    rows = "\n".join([*(f"| [`{f.keyword}`]({f.keyword}.md) | {f.says} |" for f in FORMS), *LINEAR])
    found = {"README.md": f"{MARK}\n{OVERVIEW.format(rows=rows)}"}
    for form in FORMS:
        found[f"{form.keyword}.md"] = _page(form, readable(model, form.keyword).markdown())
    return found


def _page(form: Form, example: str) -> str:
    title, *rest = cleandoc(import_module(type(form).__module__).__doc__ or "").split("\n\n")
    prose = [part if not part.startswith("    ") else f"```text\n{cleandoc(part)}\n```" for part in rest]
    lines = [
        MARK,
        f"# {form.keyword}",
        " ".join(title.split()),
        *prose,
        "## A four-bar linkage in this form",
        example,
    ]
    return "\n\n".join(line.strip("\n") for line in lines) + "\n"


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are not up to date."""
    found = pages()
    stale = [name for name, text in found.items() if not _is(FOLDER / name, text)]
    gone = [p.name for p in FOLDER.glob("*.md") if p.name not in found]
    if "--check" in arguments:
        for name in (*stale, *gone):
            print(f"docs/forms/{name} is not up to date: run 'make docs'.", file=sys.stderr)
        return 1 if stale or gone else 0
    FOLDER.mkdir(exist_ok=True)
    for name in stale:
        (FOLDER / name).write_text(found[name], encoding="utf-8")
    for name in gone:
        (FOLDER / name).unlink()
    return 0


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
