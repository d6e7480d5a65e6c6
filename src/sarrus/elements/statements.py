"""What an element may state, by name.

An element states something by having a member of that name. Whoever makes use of elements says which statements it knows,
and refuses the others: nothing that was stated is ignored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sarrus.elements.base import Element
from sarrus.elements.constraints.base import FrameConstraint
from sarrus.errors import ModelError, Problem, quote
from sarrus.phrases import count

STATEMENTS: dict[str, str] = {
    "closure": "what may not happen between two frames",
    "residual": "what ties coordinates together",
    "energy": "potential energy",
    "dissipation": "power lost",
    "power": "power on a virtual motion",
    "measure": "what a sensor sees",
    "kinetic": "kinetic energy",
    "flow": "rates of states of its own",
    "slip": "velocities that may not be",
    "guards": "functions at whose zeros something happens",
    "jump": "what happens there",
}
"""Name -> what it is."""


def statements_of(element: Element) -> list[str]:
    """What an element states."""
    return [name for name in STATEMENTS if getattr(type(element), name, None) is not None]


def require_count(element: Element, statement: str, stated: int, names: str, named: int) -> None:
    """Refuse an element that states more or fewer numbers than it names.

    Args:
        element: as the user wrote it.
        statement: its member that states them.
        stated: how many it gives.
        names: its member that names them.
        named: how many there are.

    Raises:
        ModelError: names the element and both numbers.
    """
    if stated != named:
        raise ModelError.one(
            element.name,
            f"`{statement}` of {element.keyword} gives {count(stated, 'number')}, but `{names}` has {named}",
            f"Each number of `{statement}` has its place in `{names}`",
            "Prove an element of your own with the checks of sarrus.testing.",
        )


def refuse_statement(element: Element, statement: str, where: str) -> None:
    """Refuse a statement that cannot stand where it does.

    Args:
        element: as the user wrote it.
        statement: its name.
        where: it may stand.

    Raises:
        ModelError: names the element.
    """
    raise ModelError.one(
        element.name,
        f"{element.keyword} states '{statement}' ({STATEMENTS[statement]}) where it cannot be used",
        f"It may stand {where}",
        "State it in another way.",
    )


def require_slopes(constraint: FrameConstraint, told: Collection[int]) -> None:
    """Refuse a constraint with a coordinate that none of its rows changes with, so that nothing could tell its speed.

    Args:
        constraint: as the user wrote it.
        told: places of the coordinates that some row changes with.

    Raises:
        ModelError: names the coordinate.
    """
    lost = [c.name for k, c in enumerate(constraint.coordinates) if k not in told]
    if lost:
        raise ModelError.one(
            constraint.name,
            f"no row of {constraint.keyword} changes with its coordinate {quote(lost[0])} here",
            "A coordinate of a constraint has no inertia; its rows must tell how it moves",
            "Put it into `closure`, or leave it out of `coordinates`. In the plane, rows along z do not act.",
        )


def refuse_rows_out_of_plane(constraint: FrameConstraint, rows: Collection[int]) -> None:
    """Refuse a constraint with coordinates that pushes planar bodies out of their plane: its curve leaves the plane.

    Args:
        constraint: as the user wrote it.
        rows: places of the rows that do.

    Raises:
        ModelError: names the rows.
    """
    if rows:
        named = ", ".join(quote(constraint.rows[k]) for k in rows)
        raise ModelError.one(
            constraint.name,
            f"{constraint.keyword} leaves the plane: {named} would push planar bodies out of it",
            "Between planar bodies, rows along z vanish by themselves",
            "Leave out 'plane: xy' to make the bodies spatial, or take a curve in the x-y plane of its base.",
        )


def refuse_unknown(elements: Iterable[Element], known: Mapping[str, type[Element]], who: str) -> None:
    """Refuse statements that are not known, or not of such elements.

    Args:
        elements: of a model.
        known: for statements by name, what may state them.
        who: asks, in words.

    Raises:
        ModelError: names every element with what it states.
    """
    problems = [
        Problem(
            element.name,
            f"{element.keyword} states '{name}' ({STATEMENTS[name]}), and {who} do not know that",
            f"Known are: {', '.join(known)}",
            "Leave the element out, or state it in another way.",
        )
        for element in elements
        for name in statements_of(element)
        if name not in known or not isinstance(element, known[name])
    ]
    if problems:
        raise ModelError(problems)
