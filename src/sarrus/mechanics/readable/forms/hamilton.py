"""Hamilton's equations: coordinates and momenta, with the speeds implicit in p = M v.

    p = dT/dqdot          pdot = dT/dq - dV/dq + f^a + G^T lambda          H = T + V

A program that keeps p instead of the speeds solves p = M qdot for qdot at every step; M is not inverted on paper. The
second line of the equations is the rate of p by its definition: it gives the accelerations, where somebody wants them and
the rows need them.
"""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.build import add, chain, transpose
from sarrus.mechanics.readable.algebra.rates import rate
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Name, Stack, Term
from sarrus.mechanics.readable.algebra.trees import Definition
from sarrus.mechanics.readable.derive.angles import AttitudeAngles
from sarrus.mechanics.readable.derive.basis import RATES
from sarrus.mechanics.readable.derive.energy import (
    ANGULAR,
    KINETIC,
    POTENTIAL,
    BodyEnergy,
    energy_of,
)
from sarrus.mechanics.readable.forms import absolute
from sarrus.mechanics.readable.forms.base import Form, WrittenForm
from sarrus.mechanics.readable.forms.from_energy import Derived, system_for, written
from sarrus.mechanics.readable.forms.lagrange import energies, forces_of_fields, slopes_of_turn
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.print.document import Equation, Sentence
from sarrus.model import Snapshot

__all__ = ["Hamilton"]

MOMENTUM = Name("p", (BODY,), COLUMN)
"""Momenta of a body along its coordinates, one behind the other."""
TITLE: Sentence = ("Hamilton's equations: momenta ", MOMENTUM, ", and the speeds that belong to them")


class Hamilton(Form):
    """p = dT/dqdot, pdot = dT/dq - dV/dq + f^a + G^T lambda; p = M qdot is solved for the speeds."""

    keyword = "hamilton"
    says = "coordinates and momenta: p = M v implicit, pdot from the energies, with multipliers"
    knows = absolute.KNOWN

    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """See `Form.write`."""
        system = system_for(self, model, asked, RATES)
        energy = energy_of(system.inertia, model.planar)
        return written(system, asked, _derived(energy, system.angles))


def _derived(energy: BodyEnergy, angles: AttitudeAngles) -> Derived:
    body, planar = energy.body, energy.planar
    P, L = energy.momenta()
    rates = energy.second_rates()
    force, moment = forces_of_fields(energy)
    definitions: list[Definition] = []
    implied: list[Definition] = []
    turned: Term
    if planar:
        second, turned = L, add(energy.by_attitude(energy.T), moment)
        moving: Term = rate(L, rates)
    else:
        back = transpose(body.Q)
        definitions = [Definition(ANGULAR, L), angles.slopes()]
        implied = [
            Definition(
                body.turn.marked("dot"), add(chain(body.Q, body.eta.marked("ddot")), body.turn.marked("ring"))
            ),
            Definition(ANGULAR.marked("dot"), rate(L, rates)),
        ]
        second, turned = chain(back, ANGULAR), add(slopes_of_turn(energy), chain(back, moment))
        moving = rate(second, {body.Q: body.Q.marked("dot"), ANGULAR: ANGULAR.marked("dot")})
    p = Definition(MOMENTUM, Stack((P, second)))
    hamiltonian = Equation(Name("H", (BODY,)), KINETIC if energy.V is None else add(KINETIC, POTENTIAL))
    steps = [
        hamiltonian,
        *(Equation(d.name, d.value) for d in (*definitions, p)),
        *(Equation(d.name, d.value) for d in implied),
    ]
    return Derived(
        TITLE,
        energies(energy),
        steps,
        None,
        (MOMENTUM.marked("dot"),),
        (force, turned),
        definitions=[*definitions, p],
        implied=implied,
        unknowns=[(MOMENTUM.marked("dot"), 3 if planar else 6)],
        further=[Equation(MOMENTUM.marked("dot"), Stack((rate(P, rates), moving)))],
    )
