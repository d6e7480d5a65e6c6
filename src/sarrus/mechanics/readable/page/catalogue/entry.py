"""The equations of an element as a document: groups of words and displays."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.elements.base import Element
from sarrus.elements.closing import Closing
from sarrus.elements.forces.base import Force
from sarrus.elements.joints.base import Joint
from sarrus.elements.relation import Relation
from sarrus.elements.sensors.base import Sensor
from sarrus.elements.statements import refuse_unknown
from sarrus.errors import ModelError
from sarrus.mechanics.orchestration import KNOWN as MECHANICS
from sarrus.mechanics.readable.algebra.terms import Name, Term
from sarrus.mechanics.readable.algebra.trees import names_in
from sarrus.mechanics.readable.derive.ends import Ends
from sarrus.mechanics.readable.derive.numbers import NamedNumbers
from sarrus.mechanics.readable.page.catalogue.forces import AtOrigins, force_groups
from sarrus.mechanics.readable.page.catalogue.rows import (
    Group,
    closing_groups,
    relation_groups,
    sensor_groups,
)
from sarrus.mechanics.readable.page.catalogue.tidy import Tidy
from sarrus.mechanics.readable.page.kinds import WrittenValue, any_one
from sarrus.mechanics.readable.print.document import Block, Document, Paragraph, Part, equations, packed
from sarrus.mechanics.readable.print.plain import Plain
from sarrus.model import Snapshot
from sarrus.scalar import Graph

PRINTED = ("closure", "dissipation", "energy", "flow", "measure", "power", "residual", "slip")
"""Statements of elements that are printed."""


def element_document(model: Snapshot, element: Element) -> Document:
    """The equations of an element by themselves.

    Args:
        model: any mechanism, planar or not, that has the joints, coordinates and signals that the element names.
        element: as written; it need not be part of the mechanism.

    Raises:
        ModelError: the equations to read cannot print it; says why.
    """
    refuse_unknown((element,), {name: MECHANICS[name] for name in PRINTED}, "the equations to read")
    numbers = NamedNumbers(Graph(), model, general=True)
    written = element.in_plane() if isinstance(element, Joint) and model.planar else element
    groups, values = _groups(numbers, written)
    named = [end for end in element.ends if len(end) == 1 and end.isupper()]
    ends = dict(zip("FM", named, strict=False)) if len(named) == len(element.ends) else {}
    keys = {name: path.split(".")[1] for name, (path, _, _) in values.items()}
    tidy = Tidy(ends, keys)
    blocks: list[Block] = []
    used = set[Name]()
    for said, found in groups:
        shown = tidy.definitions(found)
        used |= names_in(*(d.value for d in shown))
        blocks += [Paragraph(tidy.sentence(said))] if said else []
        blocks += [packed(equations(shown), Plain())] if shown else []
    if tidy.assumed:
        blocks.append(Paragraph(("Where ", tidy.assumed[0], " is not 0.")))
    letters = [(tidy.term(name), key) for name, key in keys.items()]
    blocks += _letters([(name, key) for name, key in letters if name in used and name != Name(key, own=True)])
    left = [f"`{key}`" for key in element.params if getattr(element, key) == ()]
    blocks += [Paragraph((f"Without {', '.join(left)}.",))] if left and blocks else []
    return Document(tuple(blocks), {})


def _letters(letters: Sequence[tuple[Term, str]]) -> list[Block]:
    """Which parameter each letter is."""
    said: list[Part] = []
    for k, (name, key) in enumerate(letters):
        is_last = k + 1 == len(letters) or letters[k + 1][1] != key
        said += [", " if said else "Parameters: ", name, *([f" `{key}`"] if is_last else [])]
    return [Paragraph((*said, "."))] if said else []


def _groups(numbers: NamedNumbers, written: Element) -> tuple[list[Group], dict[Name, WrittenValue]]:
    if isinstance(written, Relation) and not written.ends:  # its expression is all there is to it
        stated = written.bind(numbers.resolver(written), numbers.model.planar)
        return relation_groups(numbers, stated, numbers.model.reads(written)), {}
    bound, values = any_one(numbers, written)
    match bound:
        case Closing():
            return closing_groups(Ends(numbers), bound), values
        case Relation():
            return relation_groups(numbers, bound), values
        case Force():
            return force_groups(AtOrigins(numbers), bound), values
        case Sensor() if bound.measure is not None:
            return sensor_groups(Ends(numbers), bound), values
    raise ModelError.one(
        written.name,
        f"{written.keyword} states no equation of its own",
        "Joints, constraints, forces, drivers, and sensors that look at frames do",
    )
