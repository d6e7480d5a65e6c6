"""The minimal form of a mechanism: M^ udot = F^ in chosen coordinates.

    M^ = K^T A K        F^ = K^T (f - A k°)        y = K u,  ydot = K udot + k°

For few bodies in the plane both are written out, with products of unit vectors computed; else as products of matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sarrus.mechanics.readable.algebra.build import (
    ONE,
    ZERO,
    add,
    chain,
    components,
    dot,
    is_zero,
    mul,
    neg,
    over,
    sub,
    transpose,
)
from sarrus.mechanics.readable.algebra.rebuild import put, terms_of
from sarrus.mechanics.readable.algebra.terms import (
    COLUMN,
    MATRIX,
    Dot,
    Inverse,
    Matrix,
    Name,
    Null,
    Num,
    Stack,
    Term,
)
from sarrus.mechanics.readable.algebra.trees import Definition, names_in
from sarrus.mechanics.readable.derive.moving import GROUND
from sarrus.mechanics.readable.derive.tree.dyads import Dyad, dyads_of
from sarrus.mechanics.readable.derive.tree.folding import Folding, TooLong
from sarrus.mechanics.readable.derive.tree.kinematics import SHORT
from sarrus.mechanics.readable.derive.tree.motion import BETA, A, F, TreeMotion, Y
from sarrus.mechanics.readable.derive.tree.reduced import ChosenSpeeds, NoQuotients, Reduced, choose
from sarrus.mechanics.readable.derive.tree.system import TreeSystem
from sarrus.mechanics.readable.print.document import WIDEST, Equation, equation_width
from sarrus.mechanics.readable.print.plain import Plain
from sarrus.model.snapshot import Place

__all__ = ["MASS", "PUSH", "Minimal", "minimal_of"]

MASS, PUSH = Name("M", kind=MATRIX, mark="hat"), Name("F", kind=COLUMN, mark="hat")
U, K = Name("v", kind=COLUMN), Name("K", kind=MATRIX)
REST = Name("k", kind=COLUMN, mark="ring")
FEW = 3
"""Chosen coordinates up to which the form is written out."""
LONGEST = 24
"""Terms of a formula up to which it is."""


@dataclass
class Minimal:
    """Equations in chosen coordinates.

    Attributes:
        tree, motion: the mechanism.
        choice: chosen speeds and dependent ones.
        reduced: loops solved by quotients, where they are.
        definitions: of K and k°, of M^ and F^.
        equations: of motion.
        dyads: loops in closed form, where all of them are two-link groups.
    """

    tree: TreeSystem
    choice: ChosenSpeeds
    motion: TreeMotion
    reduced: Reduced | None
    definitions: list[Definition] = field(default_factory=list)
    equations: list[Equation] = field(default_factory=list)
    dyads: list[Dyad] = field(default_factory=list)
    none: dict[Name, Term] = field(default_factory=dict)
    """What was found to be nothing."""

    @property
    def is_written_out(self) -> bool:
        """Whether M^ and F^ are scalars."""
        return self.reduced is not None

    @cached_property
    def rates(self) -> list[Definition]:
        """Speeds that depend, by the chosen ones; given where rows move in time."""
        if not self.choice.dependent or any(not is_zero(row.row.alpha) for row in self.tree.closing):
            return []
        if self.reduced is None:
            whole = Definition(Name("y", ("d",), COLUMN), chain(Name("K", ("d",), MATRIX), U))
            units = [
                Stack(tuple(ONE if a == b else ZERO for a in range(len(self.choice.dependent))))
                for b in range(len(self.choice.dependent))
            ]
            each = [
                Definition(j, Dot(whole.name, unit))
                for j, unit in zip(self.choice.dependent, units, strict=True)
            ]
            return [Definition(U, Stack(self.choice.chosen)), whole, *each]
        reduced = self.reduced
        found = []
        for j in self.choice.dependent:
            shares = [mul(reduced.ratio(j, u), u) for u in self.choice.chosen]
            value = put(add(ZERO, *shares), self.none)
            if reduced.turns(j):
                found.append(Definition(self.tree.points.body(reduced.owner(j)).turn, value))
            else:
                found.append(Definition(j, value))
        return found

    @property
    def pins(self) -> list[Definition]:
        """Speeds of pins from the turning speeds of their bodies."""
        if self.reduced is None or not self.rates:
            return []
        found = []
        for j in self.choice.dependent:
            if self.reduced.turns(j):
                limb = self.reduced.own[j]
                before = self.tree.put(self.tree.points.spin(limb.parent))
                turn = self.tree.points.body(limb.body).turn
                found.append(Definition(j, mul(limb.freedoms[0].turning, sub(turn, before))))
        return found

    @cached_property
    def accelerations(self) -> dict[Name, Name]:
        """Of every speed."""
        return {f.speed: f.acceleration for f in self.tree.tree.freedoms}

    def effort(self, speed: Name) -> list[Term]:
        """What a driver does along its coordinate."""
        return [self.tree.known[speed].row.multiplier] if speed in self.tree.known else []

    def tag(self, speed: Name) -> tuple[str, ...]:
        """Index of what belongs to a chosen speed: nothing where there is one, else its joint, or its coordinate."""
        if len(self.choice.chosen) == 1:
            return ()
        return (self.tree.tree.label(speed),)


def minimal_of(tree: TreeSystem, coordinates: Sequence[str] = ()) -> Minimal:
    """The minimal form in chosen coordinates; the program chooses where none are named."""
    choice = choose(tree, coordinates)
    motion = TreeMotion(tree, (*choice.chosen, *choice.dependent))
    reduced = None
    if tree.planar and len(tree.bodies) <= SHORT and len(choice.chosen) <= FEW:
        try:
            reduced = Reduced(motion, choice)
        except NoQuotients:
            reduced = None
    found = Minimal(tree, choice, motion, reduced)
    if reduced is not None:
        try:
            _write_out(found)
        except TooLong:
            found.definitions.clear()
        if found.definitions and max(len(terms_of(d.value)) for d in found.definitions) <= LONGEST:
            _in_one_line(found)
            return found
        found = Minimal(tree, choice, motion, None)
    _multiply(found)
    return found


def folding_of(tree: TreeSystem, motion: TreeMotion) -> Folding:
    """What is put into formulas that are written out."""
    turns = {d.name: d.value for d in tree.tree.turns}
    known = {d.name: d.value for d in tree.definitions if d.name.mark == "ring"}
    masses = [d for d in tree.inertia.masses if d.name.letter == "m"]
    known |= {d.name: d.value for d in (*masses, *tree.system.gamma)}
    known |= {d.name: d.value for group in tree.inertia.lines for d in group}
    known |= {d.name: tree.put(d.value) for d in (*motion.applied, *motion.defaults)}
    known |= {d.name: d.value for d in tree.tree.spins if isinstance(d.value, Name)}
    spins = {d.name: tree.put(d.value) for d in tree.tree.spins}
    known |= {n: v for n, v in spins.items() if isinstance(v, Name)}
    axes = tree.points.body(GROUND).axes
    known |= {axis: components(ONE, ZERO) if k == 0 else components(ZERO, ONE) for k, axis in enumerate(axes)}
    return Folding(turns, known, _frames(tree))


def _frames(tree: TreeSystem) -> dict[str, Term]:
    """Turns of frames that are turned on their bodies."""
    found: dict[str, Term] = {}
    for d in tree.points.definitions:
        if d.name.letter == "e" and d.name.rank:
            owner, _, frame = d.name.index[0].partition(".")
            place = Place(None if owner == GROUND else tree.model.bodies[tree.model.body_index[owner]], frame)
            first = () if owner == GROUND else (tree.points.body(owner).psi,)
            turns = tree.points.pose(place).R.turns
            found[d.name.index[0]] = add(
                *first, *(tree.system.numbers.formula(a * axis.z) for a, axis in turns)
            )
    return {name: tree.put(turn) for name, turn in found.items()}


def _write_out(found: Minimal) -> None:
    tree, motion, reduced = found.tree, found.motion, found.reduced
    assert reduced is not None
    fold = folding_of(tree, motion)
    chosen = found.choice.chosen
    found.dyads = _closed(found, fold)
    bottoms = {name: fold(value) for name, value in reduced.determinants.items()}
    plain = {name: value for name, value in bottoms.items() if isinstance(value, (Num, Name))}
    found.definitions += [Definition(name, value) for name, value in bottoms.items() if name not in plain]
    found.definitions += [
        Definition(name, over(fold(top), plain.get(bottom, bottom))) for name, top, bottom in reduced.ratios
    ]
    for k, u in enumerate(chosen):
        shares: list[Term] = []
        for v in chosen:
            name = Name("M", (*found.tag(u), *(found.tag(v) if v != u else ())), mark="hat")
            if chosen.index(v) < k:  # symmetric
                name = Name("M", (*found.tag(v), *found.tag(u)), mark="hat")
            else:
                found.definitions.append(Definition(name, fold(_mass(found, u, v))))
            shares.append(mul(name, found.accelerations[v]))
        push = Name("F", found.tag(u), mark="hat")
        found.definitions.append(Definition(push, fold(_push(found, u))))
        found.equations.append(Equation(add(*shares), add(push, *found.effort(u))))
    _drop_zeros(found)


def _closed(found: Minimal, fold: Folding) -> list[Dyad]:
    """Positions in closed form, unless a force counts the turns of an angle that would be found within one."""
    tree, reduced = found.tree, found.reduced
    assert reduced is not None
    dyads = dyads_of(reduced, fold) if reduced.solved else []
    made = {d.name for dyad in dyads for d in dyad.definitions}
    angles = {c.name for c in tree.tree.coordinates if c.name in made and c.name.letter != "s"}
    acting = names_in(*(d.value for d in (*tree.system.loads.definitions, *tree.system.coordinates)))
    return [] if angles & acting else dyads


def _drop_zeros(found: Minimal) -> None:
    """Entries of M^ that vanish are not written."""
    none = found.none = {d.name: d.value for d in found.definitions if is_zero(d.value)}
    found.definitions[:] = [
        Definition(d.name, put(d.value, none)) for d in found.definitions if d.name not in none
    ]
    found.equations[:] = [Equation(put(e.left, none), put(e.right, none)) for e in found.equations]


def _in_one_line(found: Minimal) -> None:
    """A single equation without names for inertia and force, where it fits on a line."""
    if len(found.equations) != 1:
        return
    (whole,) = found.equations
    values = {
        d.name: d.value for d in found.definitions if d.name.letter in ("M", "F") and d.name.mark == "hat"
    }
    line = Equation(put(whole.left, values), put(whole.right, values))
    if equation_width(line, Plain()) <= WIDEST:
        found.equations[:] = [line]
        found.definitions[:] = [d for d in found.definitions if d.name not in values]


def _mass(found: Minimal, u: Name, v: Name) -> Term:
    reduced = found.reduced
    assert reduced is not None
    total: list[Term] = [ZERO]
    for body in found.tree.bodies:
        m, J = Name("m", (body,)), found.motion.inertia(body)
        total.append(mul(m, dot(reduced.velocity(body, u), reduced.velocity(body, v))))
        total.append(mul(J, reduced.turning(body, u), reduced.turning(body, v)))
    return add(*total)


def _push(found: Minimal, u: Name) -> Term:
    reduced, motion = found.reduced, found.motion
    assert reduced is not None
    total: list[Term] = [ZERO]
    for body in found.tree.bodies:
        m, J = Name("m", (body,)), motion.inertia(body)
        a, alpha = reduced.left(body)
        turn = reduced.turning(body, u)
        total.append(dot(reduced.velocity(body, u), motion.own_force(body)))
        total.append(neg(mul(m, dot(reduced.velocity(body, u), a))))
        total += [mul(turn, motion.own_torque(body)), neg(mul(turn, J, alpha))]
    return add(*total)


def _multiply(found: Minimal) -> None:
    """M^ and F^ as products of matrices."""
    motion, choice = found.motion, found.choice
    udot = U.marked("dot")
    efforts = [add(ZERO, *found.effort(u)) for u in choice.chosen]
    more: list[Term] = [Stack(tuple(efforts))] if found.tree.known else []
    if not choice.dependent:
        found.equations.append(Equation(chain(A, Y.marked("dot")), add(F, *more)))
        return
    n = len(choice.chosen)
    unit: Term = Matrix(tuple(ONE if a == b else ZERO for a in range(n) for b in range(n)), width=n)
    unit = ONE if n == 1 else unit
    B_u, B_d, K_d = (Name(letter, (k,), MATRIX) for letter, k in (("B", "v"), ("B", "d"), ("K", "d")))
    k_d = Name("k", ("d",), COLUMN, "ring")
    cells: dict[Name, list[Term]] = {B_u: [], B_d: []}
    for row in motion.closing:
        none: Term = Null() if row.row.multiplier.rank else ZERO
        cells[B_u] += [row.entries.get(j, none) for j in choice.chosen]
        cells[B_d] += [row.entries.get(j, none) for j in choice.dependent]
    back: Term = Inverse((B_d,))
    if sum(len(row.row.labels) for row in motion.closing) > len(choice.dependent):  # rows repeat each other
        back = chain(Inverse((chain(transpose(B_d), B_d),)), transpose(B_d))
    found.definitions += [
        Definition(B_u, Matrix(tuple(cells[B_u]), width=n)),
        Definition(B_d, Matrix(tuple(cells[B_d]), width=len(choice.dependent))),
        Definition(BETA, Stack(tuple(row.beta for row in motion.closing))),
        Definition(K_d, neg(chain(back, B_u))),
        Definition(k_d, chain(back, BETA)),
        Definition(K, Matrix((unit, K_d), width=1)),
        Definition(REST, Stack((*[ZERO] * n, k_d))),
        Definition(MASS, chain(transpose(K), A, K)),
        Definition(PUSH, chain(transpose(K), sub(F, chain(A, REST)))),
    ]
    found.equations.append(Equation(chain(MASS, udot), add(PUSH, *more)))
