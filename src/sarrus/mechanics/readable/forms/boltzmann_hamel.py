"""Boltzmann and Hamel: Lagrange's equations for speeds that are no rates of coordinates.

With the velocity u and the angular velocity omega in body axes, the kinetic energy has no attitude in it. Its derivatives
are the momenta P and L in body axes. Such speeds are no rates: the order of two small motions matters, and what Lagrange's
rule leaves out is put back by the terms with omega and u,

    Pdot + omega x P = F          Ldot + omega x L + u x P = M

They are often credited to Kirchhoff, who used them for bodies in water.
"""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.build import (
    ONE,
    ZERO,
    add,
    chain,
    components,
    cross,
    dot,
    mul,
    sub,
    transpose,
)
from sarrus.mechanics.readable.algebra.gradients import gradient
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Name, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.basis import BODY_AXES
from sarrus.mechanics.readable.derive.energy import ANGULAR, LINEAR, BodyEnergy, energy_of, quasi_energy
from sarrus.mechanics.readable.forms import absolute
from sarrus.mechanics.readable.forms.base import Form, WrittenForm
from sarrus.mechanics.readable.forms.from_energy import Derived, system_for, written
from sarrus.mechanics.readable.forms.lagrange import energies, forces_of_fields
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.print.document import Equation, Sentence
from sarrus.model import Snapshot

__all__ = ["BoltzmannHamel"]

RATE = Name("d", (BODY,), COLUMN)
"""Rate of the momenta as it is seen from ground, in body axes."""
TITLE: Sentence = ("The equations of Boltzmann and Hamel in body axes",)


class BoltzmannHamel(Form):
    """Pdot + omega x P = F, Ldot + omega x L + u x P = M, with P = dT/du, L = dT/domega."""

    keyword = "boltzmann-hamel"
    says = "Lagrange's equations for speeds that are no rates: momenta from the energy, in body axes"
    knows = absolute.KNOWN

    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """See `Form.write`."""
        system = system_for(self, model, asked, BODY_AXES)
        energy = energy_of(system.inertia, model.planar)
        quasi = BodyEnergy(model.planar, quasi_energy(system.inertia, model.planar), energy.V)
        return written(system, asked, (_in_plane if model.planar else _in_space)(quasi))


def _in_plane(energy: BodyEnergy) -> Derived:
    body = energy.body
    x, y = body.along_axes
    by = x, y, body.turn
    found = gradient(energy.T, by)
    Px, Py = Name("P", ("x", BODY)), Name("P", ("y", BODY))
    names = Px, Py, Name("L", (BODY,))
    momenta = [Definition(name, found[speed]) for name, speed in zip(names, by, strict=True)]
    # udot is one unknown with two components
    units = components(ONE, ZERO), components(ZERO, ONE)
    parts = [
        Definition(c.marked("dot"), dot(body.u.marked("dot"), unit))
        for c, unit in zip((x, y), units, strict=True)
    ]
    rates: dict[Name, Term] = {x: parts[0].name, y: parts[1].name, body.turn: body.psi.marked("ddot")}
    moving = [Definition(d.name.marked("dot"), rate(d.value, rates)) for d in momenta]
    one, two, three = (d.name for d in moving)
    left = sub(one, mul(body.turn, Py)), add(two, mul(body.turn, Px)), add(three, sub(mul(x, Py), mul(y, Px)))
    (e, n), (force, moment) = body.axes, forces_of_fields(energy)
    return Derived(
        TITLE,
        energies(energy),
        [Equation(d.name, d.value) for d in (*momenta, *moving)],
        RATE,
        left,
        (dot(e, force), dot(n, force), moment),
        definitions=momenta,
        implied=[*parts, *moving],
    )


def _in_space(energy: BodyEnergy) -> Derived:
    body = energy.body
    u, w = body.u, body.turn
    found = gradient(energy.T, (u, w))
    P, L = LINEAR, ANGULAR
    rates: dict[Name, Term] = {u: u.marked("dot"), w: w.marked("dot")}
    moving = [
        Definition(P.marked("dot"), rate(found[u], rates)),
        Definition(L.marked("dot"), rate(found[w], rates)),
    ]
    force, moment = forces_of_fields(energy)
    left = add(P.marked("dot"), cross(w, P)), add(L.marked("dot"), cross(w, L), cross(u, P))
    momenta = [Definition(P, found[u]), Definition(L, found[w])]
    return Derived(
        TITLE,
        energies(energy),
        [Equation(d.name, d.value) for d in (*momenta, *moving)],
        None,
        left,
        (chain(transpose(body.A), force), moment),
        definitions=momenta,
        implied=moving,
    )
