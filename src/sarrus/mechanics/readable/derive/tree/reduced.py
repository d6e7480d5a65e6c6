"""Loops solved for the speeds that depend on chosen ones.

    y = K u,   ydot = K udot + k°        rows of loops, solved one after the other or together

In the plane speeds of pins that depend are taken as turning speeds of their bodies: then each loop equation has one term
for each body of the loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sarrus.errors import ModelError
from sarrus.mechanics.readable.algebra.build import ONE, ZERO, add, dot, is_zero, mul, neg
from sarrus.mechanics.readable.algebra.evaluate import FLOATS, Evaluator
from sarrus.mechanics.readable.algebra.rebuild import perp, terms_of
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name, Null, Term
from sarrus.mechanics.readable.derive.moving import GROUND
from sarrus.mechanics.readable.derive.tree.kinematics import ReadableLimb
from sarrus.mechanics.readable.derive.tree.motion import TreeMotion
from sarrus.mechanics.readable.derive.tree.ordering import ordered
from sarrus.mechanics.readable.derive.tree.system import TreeRow, TreeSystem

__all__ = ["ChosenSpeeds", "NoQuotients", "Reduced", "SolvedRow", "choose"]


@dataclass(frozen=True)
class ChosenSpeeds:
    """Speeds that are chosen, and those that depend on them."""

    chosen: tuple[Name, ...]
    dependent: tuple[Name, ...]


def choose(tree: TreeSystem, wanted: Sequence[str], seed: int = 0) -> ChosenSpeeds:
    """Which speeds of the tree are independent.

    Args:
        tree: the mechanism.
        wanted: published names of coordinates to be chosen; none leaves it to the program.
        seed: of the pose at which rows are looked at.

    Raises:
        ModelError: there are not as many coordinates as freedoms, or the rows do not determine the others.
    """
    freedoms = [f.speed for f in tree.tree.freedoms]
    if not tree.closing and freedoms:
        return ChosenSpeeds(tuple(freedoms), ())
    if not freedoms:
        raise ModelError.one(
            tree.model.name,
            "nothing is free to move: no joint has a coordinate",
            "The minimal form has an equation for each freedom",
            "Ask for kane.",
        )
    names = {c.published: c.dot for c in tree.tree.coordinates if c.dot in freedoms}
    for name in wanted:
        if name not in names:
            raise ModelError.one(
                tree.model.at(name.split(".")[0]),
                f"{name} is no coordinate of the tree whose rate is a speed",
                f"Choose among: {', '.join(names)}",
                "",
            )
    first = [*tree.known, *(names[n] for n in wanted)]
    first += [names[n] for n in tree.model.fixed if n in names]
    preferred = [*dict.fromkeys([*first, *freedoms])]
    B = _rows_somewhere(tree, freedoms, seed)
    dependent: list[Name] = []
    for speed in reversed(preferred):
        at = [freedoms.index(j) for j in (*dependent, speed)]
        if np.linalg.matrix_rank(B[:, at], tol=1e-9) == len(at):
            dependent.append(speed)
    chosen = [j for j in preferred if j not in dependent]
    if not chosen:
        raise ModelError.one(
            tree.model.name,
            f"nothing is free to move: {len(B)} rows say all {len(freedoms)} speeds",
            "The minimal form has an equation for each freedom",
            "Ask for kane.",
        )
    if any(names[n] not in chosen for n in wanted) or (
        wanted and len(wanted) + len(tree.known) != len(chosen)
    ):
        raise ModelError.one(
            tree.model.name,
            f"the minimal form cannot be written in {', '.join(wanted)}: they do not determine all speeds",
            f"There are {len(chosen)} freedoms, and coordinates {', '.join(names)}",
            "Choose as many as there are freedoms, or leave the choice to the program.",
        )
    return ChosenSpeeds(
        tuple(j for j in freedoms if j in chosen), tuple(j for j in freedoms if j in dependent)
    )


def _rows_somewhere(tree: TreeSystem, freedoms: Sequence[Name], seed: int) -> np.ndarray:
    """The matrix of the rows at some pose."""
    motion = TreeMotion(tree)
    rng = np.random.default_rng(seed)
    env: dict[Name, object] = {**tree.system.numbers.values, Name("t", own=True): 0.37}
    for c in tree.tree.coordinates:
        env |= {c.name: rng.uniform(0.3, 1.3), c.dot: rng.uniform(0.3, 1.3)}
    env |= {s.name: s.state.start for s in tree.system.loads.states}
    compute = Evaluator(2 if tree.planar else 3, {**FLOATS, "function": tree.system.function})
    for d in ordered(tree.definitions):
        env[d.name] = compute(d.value, env)
    found = np.asarray(compute(motion.rows[0].value, env), dtype=float)
    return found[:, [motion.columns.index(j) for j in freedoms]]


@dataclass(frozen=True)
class SolvedRow:
    """A loop equation: the speeds it is solved for, and its entries by chosen and dependent speeds."""

    row: TreeRow
    open: tuple[Name, ...]
    entries: dict[Name, Term]


@dataclass
class Reduced:
    """Speeds of a planar tree by chosen ones: ratios as quotients where a loop equation has two unknowns.

    Attributes:
        variables: body or joint of each speed that depends.
        ratios: k and k° with what is above, and the name of what is below the line.
        determinants: of the loop equations, by their names; they must not vanish.
        solved: loop equations in the order in which they are solved.
    """

    motion: TreeMotion
    choice: ChosenSpeeds
    ratios: list[tuple[Name, Term, Name]] = field(default_factory=list)
    determinants: dict[Name, Term] = field(default_factory=dict)
    solved: list[SolvedRow] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Solve the loops."""
        self.tree = self.motion.tree
        self._solve()

    @cached_property
    def own(self) -> dict[Name, ReadableLimb]:
        """Limb of each speed."""
        return {f.speed: limb for limb in self.tree.tree.limbs for f in limb.freedoms}

    def turns(self, speed: Name) -> bool:
        """Whether a speed is the turn of a pin."""
        limb = self.own[speed]
        return len(limb.freedoms) == 1 and limb.freedoms[0].turning in (ONE, neg(ONE))

    @cached_property
    def spins(self) -> dict[str, dict[Name, Term]]:
        """Turning speed of each body by chosen speeds, and by turning speeds of bodies that depend."""
        found: dict[str, dict[Name, Term]] = {GROUND: {}}
        for limb in self.tree.tree.limbs:
            before = found[limb.parent]
            if any(f.speed in self.choice.dependent and self.turns(f.speed) for f in limb.freedoms):
                found[limb.body] = {limb.freedoms[0].speed: ONE}
                continue
            own = {f.speed: f.turning for f in limb.freedoms if not is_zero(f.turning)}
            found[limb.body] = {**before, **own}
        return found

    @cached_property
    def change(self) -> dict[Name, dict[Name, Term]]:
        """Each speed of the tree by the new ones."""
        found: dict[Name, dict[Name, Term]] = {}
        for speed, limb in self.own.items():
            if speed not in self.choice.dependent or not self.turns(speed):
                found[speed] = {speed: ONE}
                continue
            sign = limb.freedoms[0].turning
            found[speed] = {j: neg(mul(sign, w)) for j, w in self.spins[limb.parent].items()}
            found[speed][speed] = sign
        return found

    def columns(self, entries: dict[Name, Term], none: Term) -> dict[Name, Term]:
        """Entries by the new speeds."""
        found: dict[Name, list[Term]] = {}
        for speed, entry in entries.items():
            for j, share in self.change[speed].items():
                found.setdefault(j, []).extend(mul(share, t) for t in terms_of(entry))
        made = {j: add(none, *shares) for j, shares in found.items()}
        return {j: t for j, t in made.items() if not is_zero(t)}

    def ratio(self, speed: Name, by: Name) -> Term:
        """k: what a chosen speed does to one that depends."""
        return Name("k", self._index(speed, by))

    def rest(self, speed: Name) -> Name:
        """k°: acceleration of one that depends, without accelerations of the chosen ones."""
        return Name("k", (self.owner(speed),), mark="ring")

    def owner(self, speed: Name) -> str:
        """Body whose turn, or joint whose speed, depends."""
        return self.own[speed].body if self.turns(speed) else self.tree.tree.label(speed)

    def _index(self, speed: Name, by: Name) -> tuple[str, ...]:
        first = (self.owner(speed),)
        return first if len(self.choice.chosen) == 1 else (*first, self.tree.tree.label(by))

    def _solve(self) -> None:
        waiting = [
            (row, self.columns(row.entries, Null() if row.row.multiplier.rank else ZERO))
            for row in self.motion.closing
        ]
        unsolved = set(self.choice.dependent)
        while waiting:
            for item in waiting:
                row, entries = item
                open_ = [j for j in self.choice.dependent if j in entries and j in unsolved]
                if len(open_) == len(row.row.labels) and len(open_) in (1, 2):
                    break
            else:
                raise NoQuotients
            waiting.remove(item)
            solved = [j for j in self.choice.dependent if j in entries and j not in unsolved]
            none: Term = Null() if row.row.multiplier.rank else ZERO
            for u in self.choice.chosen:
                share = [neg(entries[u])] if u in entries else []
                right = add(none, *share, *(neg(mul(self.ratio(j, u), entries[j])) for j in solved))
                self._put(open_, entries, right, [self.ratio(j, u) for j in open_])
            beta = add(none, self.tree.put(row.beta), *(neg(mul(self.rest(j), entries[j])) for j in solved))
            self._put(open_, entries, beta, [self.rest(j) for j in open_])
            unsolved -= set(open_)
            self.solved.append(SolvedRow(row, tuple(open_), entries))

    def _put(self, open_: list[Name], entries: dict[Name, Term], right: Term, names: list[Term]) -> None:
        for j, name in zip(open_, names, strict=True):
            assert isinstance(name, Name)
            across = self._across(j, open_, entries)
            sign = ONE if j == open_[0] else neg(ONE)  # both have one determinant, but for its sign
            self.ratios.append(
                (name, mul(sign, self._along(across, right)), self._determinant(open_, entries))
            )

    def _across(self, j: Name, open_: list[Name], entries: dict[Name, Term]) -> Term:
        """What is normal to the other unknown's share."""
        if len(open_) == 1:
            return ONE
        other = next(k for k in open_ if k != j)
        return perp(entries[other], self.tree.tree.across)

    @staticmethod
    def _along(across: Term, vector: Term) -> Term:
        return vector if across.rank != COLUMN else dot(across, vector)

    def tag(self, *owners: str) -> tuple[str, ...]:
        """Index of what belongs to a loop equation: none where there is one, and no parameter has such a letter."""
        taken = {"u", "ell", "kappa", "sigma", "Delta"} & set(self.tree.model.parameters)
        return owners if taken or len(self.motion.closing) > 1 else ()

    def _determinant(self, open_: list[Name], entries: dict[Name, Term]) -> Name:
        j = open_[0]
        name = Name("Delta", self.tag(*(self.owner(k) for k in open_)))
        self.determinants[name] = self._along(self._across(j, open_, entries), entries[j])
        return name

    def velocity(self, body: str, u: Name) -> Term:
        """Velocity of a mass centre for a chosen speed alone, all others following."""
        v = self.columns(self.motion.partials[body][0], Null())
        return add(Null(), *self._following(v, u))

    def turning(self, body: str, u: Name) -> Term:
        """Turning speed of a body for a chosen speed alone."""
        w = self.columns(self.motion.partials[body][1], ZERO)
        return add(ZERO, *self._following(w, u))

    def _following(self, entries: dict[Name, Term], u: Name) -> list[Term]:
        found = [entries[u]] if u in entries else []
        for j in self.choice.dependent:
            if j in entries:
                found += [mul(self.ratio(j, u), t) for t in terms_of(entries[j])]
        return found

    def left(self, body: str) -> tuple[Term, Term]:
        """Accelerations of a body without those of the chosen speeds."""
        v = self.columns(self.motion.partials[body][0], Null())
        w = self.columns(self.motion.partials[body][1], ZERO)
        shares: tuple[list[Term], list[Term]] = ([], [])
        for into, entries in zip(shares, (v, w), strict=True):
            for j in self.choice.dependent:
                if j in entries:
                    into.extend(mul(self.rest(j), t) for t in terms_of(entries[j]))
        ring = self.tree.put(self.tree.center(body).marked("ring"))
        return add(Null(), ring, *shares[0]), add(ZERO, self.tree.alpha(body), *shares[1])


class NoQuotients(Exception):
    """Loop equations that must be solved together."""
