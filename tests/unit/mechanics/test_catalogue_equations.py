"""The equations of single elements balance: what the printed loads do is what printed rows and energies say."""

import random

import numpy as np
import pytest

from sarrus.cli.explain.equations import document_of, equations_of, sample_elements
from sarrus.elements import SHELVES
from sarrus.elements.forces.base import Force, Reach
from sarrus.mechanics.readable.algebra.evaluate import FLOATS, Evaluator
from sarrus.mechanics.readable.algebra.terms import COLUMN, Name
from sarrus.mechanics.readable.algebra.trees import names_in
from sarrus.mechanics.readable.print.document import Display
from sarrus.mechanics.readable.print.terminal import text

STEP, NEAR = 1e-5, 1e-7
"""Central differences err by STEP**2 times third derivatives, which are below 100 here, and by rounding over STEP."""
KINDS = [kind for shelf in ("joints", "constraints", "forces") for kind in SHELVES[shelf]]
FUNCTIONS = {**FLOATS, "function": lambda name, order, x: (x**2, 2 * x)[order]}
V, FORCE, TORQUE = Name("V"), Name("F", kind=COLUMN), "tau"


def pages(kind):
    """Whether planar, and the equations in order, of every sample of a kind."""
    for planar in (True, False):
        for element, _ in sample_elements(kind, planar):
            blocks = document_of(element, planar).blocks
            yield planar, [e for b in blocks if isinstance(b, Display) for line in b.lines for e in line]


def turn(w):
    """Rotation by a vector."""
    angle = float(np.linalg.norm(w))
    K = np.cross(np.eye(3), w / (angle or 1.0))
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K)


class Motion:
    """Frames F and M, also called P and Q, and coordinates, that move evenly; any number for everything else."""

    def __init__(self, planar, lines, seed):
        draw = random.Random(seed)
        self.lines, self.planar, self.size = lines, planar, 2 if planar else 3
        self.numbers = {Name("pi"): np.pi}
        p, v, w, start = (
            {role: np.array([draw.uniform(0.3, 1.1) for _ in range(3)]) for role in "FM"} for _ in range(4)
        )
        for own, flat in ((p, [2]), (v, [2]), (w, [0, 1]), (start, [0, 1])):
            for role, other in (("F", "P"), ("M", "Q")):
                own[role][flat if planar else []] = 0.0
                own[other] = own[role]
        if any(line.left.letter == "g" and line.left.rank for line in lines):
            p["M"] = p["F"]  # a point is held: each body is loaded at its own, which are one
        self.p, self.v, self.w, self.start = p, v, w, start
        for name in sorted(
            names_in(*(line.right for line in lines)) - {line.left for line in lines}, key=str
        ):
            size = self.size if name.rank else None
            self.numbers.setdefault(
                name,
                np.array([draw.uniform(0.3, 0.9) for _ in range(3)])[:size]
                if size
                else draw.uniform(0.3, 0.9),
            )
        self.now = self.at(0.0)

    def at(self, t):
        """Values of all names at a time."""
        cut, found = slice(self.size), dict(self.numbers)
        for role in "FMPQ":
            R = turn(t * self.w[role]) @ turn(self.start[role])
            found[Name("p", (role,), COLUMN)] = (self.p[role] + t * self.v[role])[cut]
            found[Name("p", (role,), COLUMN, "dot")] = self.v[role][cut]
            found[Name("Omega", (role,), COLUMN)] = self.w[role]
            found[Name("psi", (role,), 0, "dot")] = self.w[role][2]
            for k, letter in enumerate("en" if self.planar else "xyz"):
                found[Name(letter, (role,), COLUMN)] = R[cut, k]
                found[Name(letter, (role,), COLUMN, "dot")] = np.cross(self.w[role], R[:, k])[cut]
        for k, name in enumerate(
            (Name("q"), Name("q", ("1",)), Name("q", ("2",)), Name("a", own=True), Name("b", own=True))
        ):
            found |= {name: 0.4 + (0.2 + 0.1 * k) * t, name.marked("dot"): 0.2 + 0.1 * k}
        compute = Evaluator(self.size, FUNCTIONS)
        for line in self.lines:
            found[line.left] = compute(line.right, found)
        return found

    def rate(self, name):
        """Rate of something."""
        return (self.at(STEP)[name] - self.at(-STEP)[name]) / (2 * STEP)

    def of_rows(self):
        """Multipliers times the rates of their rows."""
        total = 0.0
        for row in (line.left for line in self.lines if line.left.letter in "gs" and not line.left.mark):
            lam = Name("lambda", kind=COLUMN) if row.rank else Name("mu", row.index)
            if lam in self.now:  # a coordinate may be called s
                total += np.dot(self.now[lam], self.now[row] if row.letter == "s" else self.rate(row))
        return total

    def of_efforts(self):
        """Efforts times rates of coordinates, or of signals."""
        found = [line.left for line in self.lines if line.left.letter == "Q"]
        rates = [Name("q", n.index, mark="dot") for n in found]
        own = [Name((n.index or ("",))[0], own=True, mark="dot") for n in found]
        return sum(
            self.now[n] * self.now[b if b in self.now else a]
            for n, a, b in zip(found, rates, own, strict=True)
        )

    def of_load(self, role, force, torque):
        """A force and a torque at a frame times what that does."""
        spin = self.w[role][2] if self.planar else self.w[role]
        return np.dot(force, self.v[role][: self.size]) + np.dot(torque, spin)

    def get(self, name):
        """Value of a name; nothing where it is not printed."""
        return self.now.get(name, np.zeros(self.size) if name.rank else 0.0)

    def torque(self, *index):
        return self.get(Name("tau", index, 0 if self.planar else COLUMN))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.keyword)
def test_power_of_the_printed_loads_is_that_of_the_printed_rows_and_energies(kind):
    for number, (planar, lines) in enumerate(pages(kind)):
        motion = Motion(planar, lines, f"{kind.keyword} {number}")
        done = motion.of_efforts()
        if issubclass(kind, Force):
            if kind.port.reach is Reach.BODIES:
                continue  # a field is at no frame
            loaded = {
                n.index[0]
                for n in motion.now
                if n.letter in ("F", TORQUE) and n.index and n.index[0] in "FMPQ"
            }
            for role in {n for n in loaded if any(line.left.index == (n,) for line in lines)}:
                done += motion.of_load(role, motion.get(Name("F", (role,), COLUMN)), motion.torque(role))
            if kind.port.ends == 1 and kind.port.reach is Reach.FRAMES:
                done += motion.of_load("F", motion.now[FORCE], 0.0 * motion.torque())
            stored = motion.rate(V) if V in {line.left for line in lines} else 0.0
            said = motion.get(Name("P", ("in",))) - motion.get(Name("P", ("lost",))) - stored
        else:
            said = motion.of_rows()
            apart = motion.p["M"] - motion.p["F"]
            arm = np.cross(apart, np.append(motion.get(FORCE), 0.0)[:3])
            moment = motion.torque() + (arm[2] if planar else arm)
            if not kind.on_coordinates:
                done += motion.of_load("M", motion.get(FORCE), motion.torque())
                done -= motion.of_load("F", motion.get(FORCE), moment)
        assert done == pytest.approx(said, rel=NEAR, abs=NEAR)


def test_equations_are_printed_once_where_plane_and_space_agree():
    titles = {kind.keyword: [title for title, _ in equations_of(kind, text)] for kind in KINDS}
    assert titles["spring-damper"] == [""]
    assert titles["revolute"] == ["in the plane", "in space"]
    assert titles["cylindrical"] == ["in space"]
    assert len(titles["friction"]) == 3


def test_every_element_of_the_shelves_is_printed():
    every = [
        kind for shelf in ("joints", "constraints", "forces", "drivers", "sensors") for kind in SHELVES[shelf]
    ]
    told = {kind.keyword: "".join(text for _, text in equations_of(kind, text)) for kind in every}
    assert not [keyword for keyword, said in told.items() if not said or "cannot print" in said]


def test_brackets_stand_where_a_part_became_a_sum_or_a_product():
    told = {kind.keyword: "".join(said for _, said in equations_of(kind, text)) for kind in KINDS}
    assert "τ_F = −τ − d×F" in told["bushing"]  # -(tau + d x F)
    assert "|/(N (" in told["friction"]
