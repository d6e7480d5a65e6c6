"""The signature and the docstring of an element, made from its declarations when somebody asks for them.

    >>> import inspect
    >>> from sarrus import Rod
    >>> inspect.signature(Rod)
    <Signature (*, length: Number, mass: Number)>

`help(Rod)`, editors and `tools/make_stubs.py` read the same, so nothing is written twice. The words for types are those of
`elements/written.py`.
"""

from __future__ import annotations

from inspect import Parameter, Signature, cleandoc
from types import ModuleType
from typing import Any

from sarrus.elements.base import Element, Param, Shape
from sarrus.elements.solids.base import Solid
from sarrus.elements.unit_word import UnitWord
from sarrus.elements.words import Choice, Chosen, Flag

__all__ = ["docstring_of", "plain_docstring", "signature_of"]

_SHAPES = {
    Shape.NUMBER: "Number",
    Shape.VECTOR: "Vector",
    Shape.AXIAL: "Number | Vector",
    Shape.LIST: "Numbers",
    Shape.TABLE: "NumberRows",
    Shape.POINTS: "NumberRows",
    Shape.FILE: "FilePath",
}
_ON = {
    "coordinate": "unit of the coordinate",
    "effort": "N or N m",
    "coordinate/s": "unit of the coordinate/s",
}


class _TypeWord(str):
    """A type as one would write it; signatures show it without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def signature_of(kind: type[Element]) -> Signature | None:
    """What the constructor of an element takes; None where the class has its own, or cannot be an element."""
    if kind.__init__ not in (Element.__init__, Solid.__init__):
        return None
    found: list[Parameter] = []
    if not issubclass(kind, Solid):
        found.append(_taken("name", Parameter.POSITIONAL_ONLY, "str"))
        end = "str" if kind.on_coordinates else "FrameEnd"
        found += [_taken(word, Parameter.POSITIONAL_ONLY, end) for word in kind.ends]
    declared = kind.declared()
    if kind.primary in declared:
        found.append(_declared(kind.primary, declared[kind.primary], Parameter.POSITIONAL_OR_KEYWORD))
    named = (item for item in declared.items() if item[0] != kind.primary)
    try:
        return Signature([*found, *(_declared(word, p, Parameter.KEYWORD_ONLY) for word, p in named)])
    except ValueError:  # an end is no name, or is called like a parameter: `contract_flaw` says so
        return None


def _taken(name: str, how: Any, word: str, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, how, annotation=_TypeWord(word), default=default)


def _declared(name: str, p: Param | Chosen, how: Any) -> Parameter:
    return _taken(name, how, _type_of(p), Parameter.empty if p.required else p.default)


def _type_of(p: Param | Chosen) -> str:
    if isinstance(p, Param):
        return _SHAPES[p.shape]
    if isinstance(p, UnitWord):
        return "str"
    if isinstance(p, Choice):
        return f"Literal[{', '.join(map(repr, p.words))}]"
    return "bool" if isinstance(p, Flag) else "Named | Listed[Named]"


def plain_docstring(kind: type | ModuleType) -> str:
    """The docstring of a class or module as its file has it, without parameters."""
    found = vars(kind).get("__doc__")
    return cleandoc(getattr(found, "text", found) or "")


def docstring_of(kind: type[Element], text: str) -> str:
    """A docstring and, where there are any, the parameters as they are declared."""
    signature = signature_of(kind)
    if signature is None or not signature.parameters:
        return text
    lines = ["Args:", *(f"    {name}: {_meaning(kind, name)}." for name in signature.parameters)]
    told, mark, references = cleandoc(text).partition("\n\nReferences:")
    return f"{told}\n\n" + "\n".join(lines) + mark + references


def _with_article(words: str) -> str:
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _meaning(kind: type[Element], name: str) -> str:
    """What a parameter is: its meaning, unit, range and default."""
    p = kind.declared().get(name)
    if p is None and name == "name":
        return "of the element, unique in its mechanism"
    if p is None:
        return "joint coordinate, such as 'A.theta'" if kind.on_coordinates else "frame, such as crank.end"
    if isinstance(p, Chosen):
        said = [p.meaning, p.range_text()]
    else:
        said = [f"{p.meaning} [{_ON.get(p.unit, p.unit)}]"]
        said += [p.range_text()] if p.is_limited or p.words else []
        said += [_with_article(p.shape.value[0])] if p.shape is not Shape.NUMBER else []
    if not p.required and p.default != ():
        said.append(f"{p.default} when left out")
    elif not p.required:
        said.append("may be left out")
    return "; ".join(said)
