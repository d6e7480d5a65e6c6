"""Write the pages of the catalogue, docs/catalogue/*.md, from the elements themselves.

A page per shelf: what each element says in its docstring, a picture of it as the program draws it, its equations as the
program derives them, its parameters as declared, and how it is written in a model file and in Python. Nothing is typed by
hand, so a new element is on its page after `make docs`. Pictures are docs/catalogue/pictures/*.svg.

Usage: python tools/make_catalogue.py [--check]     with --check nothing is written; 1 when a page is not up to date
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from catalogue_pictures import pictures, same

from sarrus.cli.explain.equations import READING_EQUATIONS, equations_of
from sarrus.cli.explain.forms import file_form, python_form
from sarrus.elements import SHELVES
from sarrus.elements.base import Choice, Element, Param, Shape
from sarrus.elements.body import Body
from sarrus.elements.closing import Closing
from sarrus.elements.forces.base import Force
from sarrus.elements.joints.base import Joint
from sarrus.elements.sensors.base import Computed, Sensor
from sarrus.elements.sight import Sight, unit_on
from sarrus.elements.signature import plain_docstring
from sarrus.elements.solids.base import Solid
from sarrus.elements.unit_word import UnitWord
from sarrus.mechanics.readable.print.typeset import markdown
from sarrus.testing.samples import example, fits_plane

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "catalogue"
MARK = "<!-- Written by tools/make_catalogue.py from the source. Do not edit; run `make docs`. -->"
STATEMENTS = ("energy", "dissipation", "power")


def pages() -> dict[str, str]:
    """The text of every page by its file name."""
    found = {f"{shelf}.md": _page(shelf, kinds) for shelf, kinds in SHELVES.items()}
    return {"README.md": _overview(), **found}


def files() -> dict[str, str]:
    """The text of every page and of every picture by its path in the folder."""
    return {**pages(), **{f"pictures/{name}": text for name, text in pictures().items()}}


def _page(shelf: str, kinds: tuple[type[Element], ...]) -> str:
    contract = import_module(f"sarrus.elements.{shelf}.base")
    lines = [MARK, "", f"# {shelf.capitalize()}", "", *_prose(contract), ""]
    lines += ["| in files | in Python | what it is |", "|---|---|---|"]
    lines += [f"| [`{k.keyword}`](#{k.keyword}) | `{k.__name__}` | {_summary(k)} |" for k in kinds]
    if shelf in READING_EQUATIONS:
        lines += ["", f"**Reading the equations.** {READING_EQUATIONS[shelf]}"]
    for kind in kinds:
        lines += ["", f"## {kind.keyword}", "", *_prose(kind), *_picture(kind), *_equations(kind)]
        lines += ["", *_facts(kind)] if _facts(kind) else []
        lines += ["", *_parameters(kind)] if kind.declared() else []
        lines += ["", "```yaml", file_form(kind), "```", "", "```python", python_form(kind), "```"]
    return "\n".join(lines) + "\n"


def _overview() -> str:
    lines = [MARK, "", "# Catalogue", ""]
    lines += [
        "Everything a mechanism can be made of, a page per shelf. Words in `this type` are those of model files."
    ]
    for shelf, kinds in SHELVES.items():
        words = ", ".join(f"[`{k.keyword}`]({shelf}.md#{k.keyword})" for k in kinds)
        lines += ["", f"**[{shelf.capitalize()}]({shelf}.md)**: {words}"]
    return "\n".join(lines) + "\n"


def _prose(item: type | ModuleType) -> list[str]:
    """A docstring as Markdown: equations stand indented in it already; a list of references becomes one line."""
    lines = plain_docstring(item).splitlines()
    if "References:" not in lines:
        return lines
    begin = lines.index("References:")
    end = next((i for i in range(begin, len(lines)) if not lines[i].strip()), len(lines))
    works = " ".join(line.strip() for line in lines[begin + 1 : end])
    return [*lines[:begin], f"Reference: {works}", *lines[end:]]


def _picture(kind: type[Element]) -> list[str]:
    """The element in a small mechanism."""
    file = f"{kind.keyword}.svg"
    return ["", f"![{kind.keyword}](pictures/{file})"] if file in pictures() else []


def _equations(kind: type[Element]) -> list[str]:
    """What the program derives from its definition."""
    lines = []
    for title, text in equations_of(kind, markdown):
        lines += ["", f"**Equations{f' {title}' if title else ''}**", "", text.strip()]
    return lines


def _summary(kind: type[Element]) -> str:
    """The first sentence of the docstring, fit for a cell of a table."""
    first = plain_docstring(kind).partition("\n\n")[0].replace("\n", " ")
    return first.replace("|", "\\|")


def _facts(kind: type[Element]) -> list[str]:
    """What can be read off the class, as a list."""
    found = []
    if kind.ends:
        what = "joint coordinates" if kind.on_coordinates else "frames or points"
        found.append(f"Ends, {what}: {', '.join(kind.ends)}")
    if issubclass(kind, Joint):
        found.append(f"Coordinates: {_coordinates(kind)}")
    if issubclass(kind, Closing):
        found.append(f"Rows, what must vanish: {', '.join(f'`{row}`' for row in kind.rows) or 'none'}")
        if kind.slips:
            found.append(f"Velocity rows, what must not move: {', '.join(f'`{row}`' for row in kind.slips)}")
    if issubclass(kind, Joint):
        found.append(f"Between planar bodies: {_planar(kind)}")
    if issubclass(kind, Computed):
        found.append("Publishes: `value`, in its unit")
    elif issubclass(kind, Sensor):
        measured = ", ".join(f"`{c.name}` [{c.unit}]" for c in kind.quantities)
        found.append(f"Publishes, each with `_dot` and `_ddot`: {measured}")
    if issubclass(kind, Force):
        stated = [name for name in STATEMENTS if getattr(kind, name) is not None]
        found.append(f"States: {', '.join(stated)}, of a `{kind.port.__name__}`")
    if issubclass(kind, Solid):
        found.append(f"Frames it brings: {', '.join(f'`{name}`' for name in _points(kind))}")
    symbol = getattr(kind, "symbol", "")
    if symbol:
        found.append(f"Drawn as: {symbol}")
    return [f"- {fact}" for fact in found]


def _points(kind: type[Solid]) -> list[str]:
    """Names of the points of a solid; those drawn between given points have as many."""
    values = {key: ((0, 0), (1, 0)) if p.shape is Shape.POINTS else 1 for key, p in kind.params.items()}
    return list(Body("bar", kind(**values)).frame_names())


def _coordinates(kind: type[Joint]) -> str:
    return ", ".join(f"`{c.name}` [{c.unit}]" for c in kind.coordinates) or "none"


def _planar(kind: type[Joint]) -> str:
    if not fits_plane(kind):
        return "no, it would leave the plane"
    form = type(example(kind, "J", "ground", "bar", planar=True).in_plane())
    return "yes" if form is kind else f"yes, with coordinates {_coordinates(form)}"


def _seen(kind: type[Element]) -> str:
    """What its expressions may read."""
    words = "".join(f", `{word}`" for word in kind.words)
    return "time `t`" if kind.sight is Sight.TIME else f"time `t`, inputs, signals{words}"


def _parameters(kind: type[Element]) -> list[str]:
    lines = ["| parameter | unit | allowed | default | meaning |", "|---|---|---|---|---|"]
    for key, p in kind.params.items():
        word = f"`{key}`" + (f" (in files `{p.key}`)" if p.key else "")
        unit = "that of the coordinate" if p.unit == "coordinate" else unit_on(p.unit, "coordinate")
        allowed = p.range_text() if p.shape is Shape.NUMBER else _shape(p)
        default = "required" if p.required else "none" if p.default == () else f"{p.default:g}"
        meaning = p.meaning + (f"; may be an expression of {_seen(kind)}" if p.varies else "")
        lines.append(f"| {word} | {unit} | {allowed} | {default} | {meaning} |".replace("||", "\\|\\|"))
    for key, c in kind.choices.items():
        word = f"`{key}`" + (f" (in files `{c.key}`)" if c.key else "")
        is_few = isinstance(c, Choice) and not isinstance(c, UnitWord)
        words = ", ".join(f"`{w}`" for w in getattr(c, "words", ())) if is_few else c.range_text()
        default = "required" if c.required else "none" if c.default == () else f"`{c.shown(c.default)}`"
        lines.append(f"| {word} | | {words} | {default} | {c.meaning} |")
    return lines


def _shape(p: Param) -> str:
    """What is written for a parameter that is more than one number."""
    space, plane = p.shape.size(False), p.shape.size(True)
    kind = str(p.shape.value[0])
    return f"{kind}: {space} numbers, {plane} in the plane" if space else kind


def main(argv: list[str]) -> int:
    """Write pages and pictures, or say which are not up to date."""
    wanted = files()
    present = {
        path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8")
        for pattern in ("*.md", "pictures/*.svg")
        for path in FOLDER.glob(pattern)
    }
    stale = [name for name in {**present, **wanted} if not _is_up_to_date(name, present, wanted)]
    if "--check" in argv:
        for name in stale:
            print(f"docs/catalogue/{name} is not up to date. Run `make docs`.")
        return 1 if stale else 0
    (FOLDER / "pictures").mkdir(parents=True, exist_ok=True)
    for name in stale:
        if name in wanted:
            (FOLDER / name).write_text(wanted[name], encoding="utf-8")
        else:
            (FOLDER / name).unlink()
        print(f"docs/catalogue/{name}")
    return 0


def _is_up_to_date(name: str, present: dict[str, str], wanted: dict[str, str]) -> bool:
    if name not in present or name not in wanted:
        return False
    return present[name] == wanted[name] or (name.endswith(".svg") and same(present[name], wanted[name]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
