"""Lagrange's equations of the first kind: energies, differentiated; constraints by multipliers.

    d/dt dT/dqdot - dT/dq + dV/dq = f^a + G^T lambda          G = dg/dq

Nothing but the two energies of a body is put in. Momenta are the derivatives of T by the rates, found by walking its
formula backward; dT/dq has a part through the attitude and, in space, one through omega = Q etadot. Forces with an energy
are its slopes; other forces and the multipliers do the work that they do along each coordinate.

The rows come out as those of Newton and Euler, multiplied by Q^T for the turns: two ways to the same equations, which
`sarrus verify` compares.
"""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.build import ZERO, add, chain, neg, sub, transpose
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, MATRIX, Name, Null, Sum, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.angles import SLOPE, AttitudeAngles
from sarrus.mechanics.readable.derive.basis import RATES
from sarrus.mechanics.readable.derive.energy import (
    ANGULAR,
    KINETIC,
    POTENTIAL,
    BodyEnergy,
    Pair,
    energy_of,
)
from sarrus.mechanics.readable.forms import absolute
from sarrus.mechanics.readable.forms.base import Form, WrittenForm
from sarrus.mechanics.readable.forms.from_energy import Derived, system_for, written
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.print.document import Equation, Sentence
from sarrus.mechanics.readable.print.layout import Partial
from sarrus.model import Snapshot

__all__ = ["Lagrange", "energies", "forces_of_fields", "slopes_of_turn"]

ALL_T, ALL_V, ALL_Q = Name("T"), Name("V"), Name("q", kind=COLUMN)


class Lagrange(Form):
    """d/dt dT/dqdot - dT/dq + dV/dq = f^a + G^T lambda, from the energies by differentiation."""

    keyword = "lagrange"
    says = (
        "Lagrange's equations in absolute coordinates, from the energies by differentiation, with multipliers"
    )
    knows = absolute.KNOWN

    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """See `Form.write`."""
        system = system_for(self, model, asked, RATES)
        energy = energy_of(system.inertia, model.planar)
        return written(system, asked, _in_plane(energy) if model.planar else _in_space(energy, system.angles))


def energies(energy: BodyEnergy) -> list[Equation]:
    """T_i and V_i."""
    found = [Equation(KINETIC, energy.T)]
    return found if energy.V is None else [*found, Equation(POTENTIAL, energy.V)]


def forces_of_fields(energy: BodyEnergy) -> Pair:
    """-dV/dr, and -dV by the turn (in space a moment in body axes)."""
    if energy.V is None:
        return Null(COLUMN), ZERO if energy.planar else Null(COLUMN)
    return neg(energy.by_place(energy.V)), neg(energy.by_attitude(energy.V))


TITLE: Sentence = (
    "Lagrange's equations: ",
    Equation(
        add(
            Partial((ALL_T, ALL_Q.marked("dot")), in_time=True),
            neg(Partial((ALL_T, ALL_Q))),
            Partial((ALL_V, ALL_Q)),
        ),
        add(
            Name("f", kind=COLUMN, mark="a"),
            chain(transpose(Name("G", kind=MATRIX)), Name("lambda", kind=COLUMN)),
        ),
    ),
)


OWN_Q = Name("q", (BODY,), COLUMN)
SYMBOL = sub(Partial((KINETIC, OWN_Q.marked("dot")), in_time=True), Partial((KINETIC, OWN_Q)))
"""Left-hand side of the equations of one body."""


def _in_plane(energy: BodyEnergy) -> Derived:
    body = energy.body
    P, L = energy.momenta()
    rates, turned = energy.second_rates(), energy.by_attitude(energy.T)
    steps = [
        Equation(Partial((KINETIC, body.rdot)), P),
        Equation(Partial((KINETIC, body.turn)), L),
        Equation(Partial((KINETIC, body.psi)), turned),
    ]
    left = rate(P, rates), sub(rate(L, rates), turned)
    # with a mass centre beside the axis of the body, the left-hand side is a line of its own
    symbol = SYMBOL if isinstance(P, Sum) and len(P.terms) > 2 else None
    return Derived(TITLE, energies(energy), steps, symbol, left, forces_of_fields(energy))


def slopes_of_turn(energy: BodyEnergy) -> Term:
    """dT/deta: through the angular velocity, and through the attitude."""
    turned = energy.by_attitude(energy.T)
    return add(chain(transpose(SLOPE), ANGULAR), chain(transpose(energy.body.Q), turned))


def _in_space(energy: BodyEnergy, angles: AttitudeAngles) -> Derived:
    body = energy.body
    P, L = energy.momenta()
    rates, back = energy.second_rates(), transpose(body.Q)
    eta, along = body.eta.marked("dot"), chain(back, ANGULAR)
    moving = ANGULAR.marked("dot")
    turned = add(chain(body.Q, body.eta.marked("ddot")), body.turn.marked("ring"))
    implied = [Definition(body.turn.marked("dot"), turned), Definition(moving, rate(L, rates))]
    steps = [
        Equation(Partial((KINETIC, body.rdot)), P),
        Equation(Partial((KINETIC, eta)), along),
        Equation(ANGULAR, L),
        Equation(Partial((KINETIC, body.eta)), slopes_of_turn(energy)),
        *(Equation(d.name, d.value) for d in (angles.slopes(), *implied)),
    ]
    turning = sub(rate(along, {body.Q: body.Q.marked("dot"), ANGULAR: moving}), slopes_of_turn(energy))
    force, moment = forces_of_fields(energy)
    return Derived(
        TITLE,
        energies(energy),
        steps,
        SYMBOL,
        (rate(P, rates), turning),
        (force, chain(back, moment)),
        definitions=[Definition(ANGULAR, L), angles.slopes()],
        implied=implied,
    )
