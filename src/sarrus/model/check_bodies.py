"""Checks of bodies and of the frames fixed on them."""

from __future__ import annotations

import math
from dataclasses import replace

from sarrus.elements.body import AT, CENTER, INERTIA, MASS, PRODUCTS, TURN, Body, Frames, Placement
from sarrus.elements.lying import LAYER, guide_of
from sarrus.elements.turns import length_flaw
from sarrus.errors import quote
from sarrus.model.findings import Findings
from sarrus.model.wording import MOST_LISTED, listed, nearest
from sarrus.spatial.inertia import unphysical

LARGEST = 1e150  # a square of it is still a number


def check_frames(holder: Frames, found: Findings) -> None:
    """Placements: positions, turns, and what they rest on."""
    names = holder.frame_names()
    known = frozenset(names)
    for name, placed in holder.placements.items():
        path = f"{holder.name}.{name}"
        subject = f"frame '{path}'"
        if placed.on and placed.on not in known:
            found.add(
                path,
                f"{subject} rests on {quote(placed.on)}, which is not a frame of '{holder.name}'",
                f"Its frames are: {listed(names)}",
                nearest(placed.on, names),
            )
        _check_placement(holder, placed, path, subject, found)
    _check_circles(holder, found)


def _is_flat(holder: Frames, found: Findings, count: int, flat: int) -> bool:
    """Whether so many numbers on a body or on ground are read as in the plane, where there are `flat` of them.

    Where some bodies of a mechanism with a plane leave it, ground may be written in either way.
    """
    model = found.model
    if model.planar or (isinstance(holder, Body) and holder.guided):
        return True
    return holder is model.ground and model.plane is not None and count == flat


def _check_placement(holder: Frames, placed: Placement, path: str, subject: str, found: Findings) -> None:
    if placed.at:
        planar = _is_flat(holder, found, len(placed.at), 2)
        found.check_value(AT, placed.at, path, f"position of '{path}'", planar=planar)
    if placed.form:
        _check_turn(holder, placed, path, subject, found)
        return
    if placed.turn and len(placed.turn) != (1 if _is_flat(holder, found, len(placed.turn), 1) else 3):
        found.add(
            path,
            f"turn of {subject} has {len(placed.turn)} angles",
            "In the plane it is one angle, in space three Bryant angles, or a sequence with its angles, or a quaternion",
        )
    for angle in placed.turn:
        found.check_value(TURN, angle, path, f"turn of {subject}")


def _check_turn(holder: Frames, placed: Placement, path: str, subject: str, found: Findings) -> None:
    """A turn by a sequence of axes or a quaternion."""
    if _is_flat(holder, found, len(placed.turn), 1):
        found.add(
            path,
            f"turn of {subject} is a turn in space",
            "In the plane it is one angle",
            "Write turn: 30 deg",
        )
        return
    before = len(found.problems)
    p = replace(TURN, unit=placed.turn_unit)
    for number in placed.turn:
        found.check_value(p, number, path, f"turn of {subject}")
    if len(found.problems) == before:
        with found.collect():
            numbers = [found.model.number(path, number, p.unit) for number in placed.turn]
            if flaw := length_flaw(placed.form, numbers):
                found.add(path, f"turn of {subject} {flaw[0]}", *flaw[1:])


def _check_circles(holder: Frames, found: Findings) -> None:
    """Every circle of frames once; a frame that has been passed is not passed again."""
    passed: set[str] = set()
    for name in holder.placements:
        trail: dict[str, None] = {}
        on = name
        while on in holder.placements and on not in passed:
            passed.add(on)
            trail[on] = None
            on = holder.placements[on].on
        if on in trail:
            circle = list(trail)[list(trail).index(on) :]
            found.add(
                f"{holder.name}.{on}",
                f"frames of '{holder.name}' rest on each other in a circle: {_round(circle)}",
                "A frame rests on the body frame or on a frame that does not rest on it",
                f"Place '{on}' on another frame",
            )


def _round(circle: list[str]) -> str:
    shown = circle if len(circle) <= MOST_LISTED else [*circle[: MOST_LISTED - 1], "...", circle[-1]]
    return " -> ".join([*shown, circle[0]])


def check_body(body: Body, found: Findings) -> None:
    """Its plane, sizes and places of its solids, or mass, mass centre and inertia, and whether any rigid body has them."""
    if body.plane or body.layer is not None:
        _check_plane(body, found)
    if body.solids:
        _check_solids(body, found)
        return
    planar = found.model.planar or bool(body.guided)
    if body.mass is None:
        found.add(
            body.name,
            f"body '{body.name}' has no mass",
            "A body needs a solid, or mass and inertia",
            "Add mass: ... (0 is allowed)",
        )
        return
    if body.inertia is None:
        found.add(
            body.name,
            f"body '{body.name}' has no inertia",
            "It is about the mass centre, in kg m^2",
            "Add inertia: ... (0 for a point mass)" if planar else "Add inertia: [xx, yy, zz]",
        )
        return
    before = len(found.problems)
    for key, p, value in (("mass", MASS, body.mass), ("center", CENTER, body.center_at)):
        if value is not None:
            found.check_value(p, value, f"{body.name}.{key}", f"{key} of body '{body.name}'", planar=planar)
    _check_inertia(body, found)
    if len(found.problems) == before:
        with found.collect():
            _check_physical(body, found)


def _check_plane(body: Body, found: Findings) -> None:
    """The plane that it lies in, and how high."""
    model, path, subject = found.model, f"{body.name}.plane", f"body '{body.name}'"
    frame = body.guided.removeprefix("ground").removeprefix(".")
    if frame and frame not in model.ground.placements:
        names = [f"ground.{name}" for name in model.ground.placements]
        found.add(
            path,
            f"{subject} lies in the plane of {quote(body.guided)}, but ground has no such frame",
            f"It is xy, space, or a frame on ground: {listed(names)}" if names else "It is xy or space",
            nearest(body.guided, names),
        )
    _check_guide(body, found)
    if body.layer is None:
        return
    if not body.guided:
        found.add(
            f"{body.name}.layer",
            f"{subject} has a layer, but no plane",
            "A layer is a height above a plane",
            "Add plane: xy, or leave the layer out",
        )
        return
    found.check_value(LAYER, body.layer, f"{body.name}.layer", f"layer of {subject}")


def _check_guide(body: Body, found: Findings) -> None:
    """The guide of a body is called after it; nothing else may be."""
    name = guide_of(body.name)
    taken = {e.name for e in found.model.elements} | found.model.holders.keys()
    if body.guided and name in taken:
        found.add(
            name,
            f"{quote(name)} is taken: what holds body '{body.name}' in its plane is called so",
            "",
            "Rename one of them",
        )


def _check_solids(body: Body, found: Findings) -> None:
    before = len(found.problems)
    planar = found.model.planar or bool(body.guided)
    for part, item in body.solids.items():
        path = f"{body.name}.{part}" if part else body.name
        subject = f"part '{path}'" if part else f"body '{body.name}'"
        for key, p in item.solid.params.items():
            found.check_value(
                p, getattr(item.solid, key), f"{path}.{key}", f"{key} of {subject}", planar=planar
            )
        _check_placement(body, item.placed, path, subject, found)
    if len(found.problems) > before:
        return
    with found.collect():
        for part, (_, solid) in body.bound_solids(found.model.resolve, found.model.planar).items():
            flaw = solid.flaw()
            if flaw:
                path = f"{body.name}.{part}" if part else body.name
                found.add(path, f"the {solid.keyword} of '{path}' {flaw}")
        if len(found.problems) == before:
            _check_physical(body, found)


def _check_inertia(body: Body, found: Findings) -> None:
    """The shape in which inertia and products are written."""
    J, path, subject = body.inertia, f"{body.name}.inertia", f"inertia of body '{body.name}'"
    rows = J if isinstance(J, tuple) else (J,)
    is_matrix = len(rows) == 3 and all(isinstance(r, tuple) and len(r) == 3 for r in rows)
    if found.model.planar or body.guided:
        if isinstance(J, tuple):
            found.add(path, f"{subject} is a list", "In the plane it is one number, about the mass centre")
        elif body.products is not None:
            found.add(
                f"{body.name}.products",
                f"body '{body.name}' has products of inertia, which do not act in the plane",
            )
        else:
            found.check_value(INERTIA, J, path, subject)
        return
    if not is_matrix and (len(rows) != 3 or any(isinstance(r, tuple) for r in rows)):
        found.add(
            path, f"{subject} does not fit", "In space it is [xx, yy, zz] or the three rows of the matrix"
        )
        return
    for part in (v for r in rows for v in (r if isinstance(r, tuple) else (r,))):
        found.check_value(INERTIA, part, path, subject)
    if body.products is not None:
        found.check_value(PRODUCTS, body.products, f"{body.name}.products", f"products of body '{body.name}'")
        if is_matrix:
            found.add(
                f"{body.name}.products",
                f"body '{body.name}' has an inertia matrix and products of inertia",
                "One of them is allowed",
            )
    if is_matrix:
        with found.collect():
            m = [[found.model.number(path, v, INERTIA.unit) for v in r] for r in rows]
            size = max(abs(v) for r in m for v in r)
            if any(abs(m[i][j] - m[j][i]) > 1e-12 * size for i in range(3) for j in range(i)):
                found.add(path, f"{subject} is not a symmetric matrix")


def _check_physical(body: Body, found: Findings) -> None:
    """Whether any rigid body has the inertia that was given, or that follows from the solids."""
    model = found.model
    try:
        mass, center, J = body.mass_properties(model.resolve, model.planar)
        largest = max(abs(float(number)) for number in (mass, *center, *J.elements()))
    except OverflowError:  # Python refuses powers, but lets products become infinite
        largest = math.inf
    if not largest < LARGEST:
        found.add(
            body.name,
            f"mass, mass centre or inertia of body '{body.name}' is too large to compute with",
            f"They stay below {LARGEST:g}, in SI units",
            "Check the units",
        )
        return
    if body.solids:
        return  # a solid is a rigid body
    planar = model.planar or bool(body.guided)
    reason = ("is negative" if float(J.zz) < 0 else "") if planar else unphysical(J)
    if reason:
        found.add(
            f"{body.name}.inertia",
            f"the inertia of body '{body.name}' {reason}; no rigid body has it",
            "Principal moments are not negative, and none exceeds the sum of the other two",
            "Check units, the sign of the products, and that it is about the mass centre",
        )
