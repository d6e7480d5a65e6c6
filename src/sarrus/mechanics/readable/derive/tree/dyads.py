"""Two-link groups of the plane in closed form: positions of two bodies that close a loop.

A loop equation is R + D1 + D2 = 0 with D1 = l1 e1 on the first body of the group, and with u = -R:

    two pins      D2 = l2 e2:   kappa = (l^2 + l2^2 - l1^2)/(2 l2 l), l = |u|      psi2 = atan2(u_y, u_x) + sigma arccos kappa
    pin, slide    D2 = s a:     s = u . a + sigma sqrt(l1^2 - (a x u)^2)
                                psi1 = direction of (u - D2)/l1

sigma is 1 or -1: one of the two ways to assemble the group.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sarrus.mechanics.readable.algebra.build import (
    ONE,
    ZERO,
    add,
    call,
    components,
    dot,
    front,
    mul,
    neg,
    number,
    over,
    power,
    split,
    sub,
)
from sarrus.mechanics.readable.algebra.evaluate import Evaluator
from sarrus.mechanics.readable.algebra.rebuild import perp, put, terms_of
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.moving import GROUND
from sarrus.mechanics.readable.derive.tree.folding import Folding
from sarrus.mechanics.readable.derive.tree.reduced import Reduced, SolvedRow

__all__ = ["Dyad", "dyads_of"]

TWO = number(2.0)


@dataclass(frozen=True)
class Dyad:
    """A two-link group.

    Attributes:
        owners: the two bodies, or the body and the joint.
        definitions: from u to the coordinates of both joints.
        sigma: the sign.
        side: what has this sign at a pose.
        loop: what vanishes where the group is closed, by unit vectors.
    """

    owners: tuple[str, str]
    definitions: tuple[Definition, ...]
    sigma: Name
    side: Term
    loop: Term

    def branch(self, reduced: Reduced, psi: Mapping[str, float]) -> float:
        """The sign at a pose, from the turns of bodies."""
        tree = reduced.tree
        env: dict[Name, Any] = {**tree.system.numbers.values}
        for body, angle in {GROUND: 0.0, **psi}.items():
            e, n = tree.points.body(body).axes
            env[e] = np.array([np.cos(angle), np.sin(angle)], dtype=object)
            env[n] = np.array([-np.sin(angle), np.cos(angle)], dtype=object)
        compute = Evaluator(2)
        for d in (*tree.points.sines, *tree.points.definitions):
            if d.name.letter != "p":
                env[d.name] = compute(d.value, env)
        return 1.0 if compute(self.side, env) > 0.0 else -1.0


def dyads_of(reduced: Reduced, fold: Folding) -> list[Dyad]:
    """All loops as two-link groups, in the order in which they are solved; nothing where one of them is none."""
    found = [_dyad(reduced, fold, solved) for solved in reduced.solved]
    return [d for d in found if d is not None] if all(found) else []


def _dyad(reduced: Reduced, fold: Folding, solved: SolvedRow) -> Dyad | None:
    tree = reduced.tree
    if len(solved.open) != 2 or solved.row.row.multiplier.rank != COLUMN:
        return None
    one, two = solved.open
    if not reduced.turns(one):
        one, two = two, one
    if not reduced.turns(one):
        return None
    across = tree.tree.across
    arm = neg(perp(solved.entries[one], across))
    first = _single(arm, reduced.owner(one))
    if first is None:
        return None
    places = {
        d.name: d.value for d in tree.definitions if d.name.letter in "rp" and d.name.rank and not d.name.mark
    }
    gap = _written_out(solved.row.row.residual.value, places, reduced)
    if reduced.turns(two):
        second: Term = neg(perp(solved.entries[two], across))
        l2 = _single(second, reduced.owner(two))
        if l2 is None:
            return None
        rest = sub(sub(gap, arm), second)
        return _pins(reduced, fold, (one, two), (first, l2), neg(rest), gap)
    return _slide(reduced, fold, (one, two), first, arm, solved.entries[two], gap)


def _single(vector: Term, body: str) -> Term | None:
    """l, where a vector is l e of a body."""
    parts = terms_of(vector)
    if len(parts) != 1:
        return None
    weight, core = front(parts[0])
    is_axis = isinstance(core, Name) and core.letter == "e" and core.index == (body,)
    return weight if is_axis else None


def _written_out(gap: Term, places: Mapping[Name, Term], reduced: Reduced) -> Term:
    gap = reduced.tree.put(gap)
    for _ in range(len(places) + 1):
        again = put(gap, places)
        if again == gap:
            break
        gap = again
    return gap


def _parts(fold: Folding, vector: Term) -> tuple[Term, Term]:
    x, y = components(ONE, ZERO), components(ZERO, ONE)
    return fold(dot(vector, x)), fold(dot(vector, y))


def _pins(
    reduced: Reduced,
    fold: Folding,
    speeds: tuple[Name, Name],
    lengths: tuple[Term, Term],
    u: Term,
    gap: Term,
) -> Dyad | None:
    one, two = (reduced.owner(j) for j in speeds)
    l1, l2 = lengths
    points = reduced.tree.points
    psi1, psi2 = points.body(one).psi, points.body(two).psi
    if {psi1, psi2} & names_in(*_parts(fold, u)):
        return None
    tag = reduced.tag(one)
    x, y = (Name("u", (axis, *tag)) for axis in "xy")
    ell, kappa, sigma = (Name(letter, tag) for letter in ("ell", "kappa", "sigma"))
    ux, uy = _parts(fold, u)
    square = add(power(ell, 2), power(l2, 2), neg(power(l1, 2)))
    sign, size = (ONE, l2) if _is_plain(l2) else (neg(ONE), neg(l2))
    found = [
        Definition(x, ux),
        Definition(y, uy),
        Definition(ell, call("sqrt", add(power(x, 2), power(y, 2)))),
        Definition(kappa, over(mul(sign, square), mul(TWO, size, ell))),
        Definition(psi2, add(call("atan2", y, x), mul(sigma, call("acos", kappa)))),
    ]
    ahead = (sub(y, mul(l2, call("sin", psi2))), sub(x, mul(l2, call("cos", psi2))))
    found.append(Definition(psi1, call("atan2", *(_over(part, l1) for part in ahead))))
    found += [_coordinate(reduced, j) for j in speeds]
    e1, e2 = points.body(one).axes[0], points.body(two).axes[0]
    side = mul(l1, dot(perp(e1, reduced.tree.tree.across), e2))
    return Dyad((one, two), tuple(found), sigma, side, gap)


def _is_plain(length: Term) -> bool:
    return split(length)[0] > 0


def _over(part: Term, length: Term) -> Term:
    """The direction of part / length: its sign is what counts."""
    return part if _is_plain(length) else neg(part)


def _slide(
    reduced: Reduced, fold: Folding, speeds: tuple[Name, Name], l1: Term, arm: Term, axis: Term, gap: Term
) -> Dyad | None:
    tree = reduced.tree
    one, two = reduced.owner(speeds[0]), reduced.owner(speeds[1])
    s = next((c.name for c in tree.tree.coordinates if c.dot == speeds[1]), None)
    if s is None or s.letter != "s":
        return None
    u = neg(sub(sub(gap, arm), add(*(mul(s, t) for t in terms_of(axis)))))
    across = perp(axis, tree.tree.across)
    psi1 = tree.points.body(one).psi
    tag = reduced.tag(one)
    h, w = (Name("u", (axis, *tag)) for axis in "xy")
    sigma = Name("sigma", tag)
    along_u, across_u = fold(dot(u, axis)), fold(dot(u, across))
    if fold(dot(axis, axis)) != ONE or {psi1, s} & names_in(along_u, across_u, *_parts(fold, axis)):
        return None
    ax, ay = _parts(fold, axis)
    rest = sub(h, s)
    found = [
        Definition(h, along_u),
        Definition(w, across_u),
        Definition(s, add(h, mul(sigma, call("sqrt", sub(power(l1, 2), power(w, 2)))))),
    ]
    ahead = (add(mul(ay, rest), mul(ax, w)), sub(mul(ax, rest), mul(ay, w)))
    found.append(Definition(psi1, call("atan2", *(_over(part, l1) for part in ahead))))
    found.append(_coordinate(reduced, speeds[0]))
    e1 = tree.points.body(one).axes[0]
    return Dyad((one, two), tuple(found), sigma, neg(mul(l1, dot(e1, axis))), gap)


def _coordinate(reduced: Reduced, speed: Name) -> Definition:
    """The coordinate of a pin from the turn of its body."""
    limb = reduced.own[speed]
    tree = reduced.tree
    theta = limb.traced.coordinates[0].name
    psi = tree.points.body(limb.body).psi
    turn = next(d.value for d in tree.tree.turns if d.name == psi)
    rest = put(turn, {theta: ZERO})
    sign = limb.freedoms[0].turning
    return Definition(theta, mul(sign, sub(psi, rest)))
