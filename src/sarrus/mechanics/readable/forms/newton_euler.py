"""Newton and Euler: force and moment balances of every body, with the loads of joints as unknowns.

Every body is cut free. Newton's law gives the acceleration of its frame origin, Euler's law about the same point its
angular acceleration; where the mass centre is somewhere else, both appear in both:

    m rddot - m A s~ omegadot = F - m A omega~ omega~ s
    m s~ A^T rddot + J omegadot = M - omega~ J omega

Forces are written in ground axes, moments and angular velocities in body axes, so that J is constant. A joint acts on its
two bodies with opposite loads, which the rows of its Jacobian hold: w = G^T lambda. The accelerations must keep the rows:
G vdot = beta. Together these are as many equations as there are unknowns, unless rows repeat each other; then the motion is
determined and some loads are not.

In the plane the turn is one number, the velocity term of the moment vanishes, and A s becomes h n.
"""

from __future__ import annotations

from sarrus.mechanics.readable.algebra.build import add, chain
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, MATRIX, Name, Stack
from sarrus.mechanics.readable.algebra.trees import Definition, at
from sarrus.mechanics.readable.derive.angles import AttitudeAngles
from sarrus.mechanics.readable.derive.basis import MIXED, Basis
from sarrus.mechanics.readable.derive.body_blocks import known_of
from sarrus.mechanics.readable.derive.moving import BodyNames
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.derive.trace import build_system
from sarrus.mechanics.readable.derive.transformed import in_basis
from sarrus.mechanics.readable.forms import absolute
from sarrus.mechanics.readable.forms.base import Form, WrittenForm
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.mechanics.readable.page.sections import write
from sarrus.mechanics.readable.print.document import Equation
from sarrus.model import Snapshot

__all__ = ["NewtonEuler", "balanced", "in_speeds"]


class NewtonEuler(Form):
    """M_i (rddot_i, omegadot_i) = f_i + w_i: forces in ground axes, moments about the frame origin in body axes."""

    keyword = "newton-euler"
    also = ("dae",)
    says = "force and moment balances of every body, with multipliers; forces in ground axes, moments in body axes"
    knows = absolute.KNOWN

    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """See `Form.write`."""
        absolute.refuse(model, self.keyword, self.knows)
        return balanced(build_system(model, asked.general, AttitudeAngles(asked.angles)), asked)


def in_speeds(form: Form, model: Snapshot, asked: PageRequest, basis: Basis) -> WrittenForm:
    """The balances in the speeds of another basis."""
    absolute.refuse(model, form.keyword, form.knows)
    absolute.refuse_loaded(model, form.keyword)
    return balanced(in_basis(build_system(model, asked.general, AttitudeAngles(asked.angles)), basis), asked)


def balanced(system: System, asked: PageRequest) -> WrittenForm:
    """A system with its balances, as a form."""
    body = BodyNames(BODY, system.model.planar)
    M, w = Name("M", (BODY,), MATRIX), Name("w", (BODY,), COLUMN)
    known = known_of(system.inertia)
    loaded = bool(system.rows or system.loads.pushes)
    balance = Equation(chain(M, Stack(system.basis.accelerations(body))), add(known, w) if loaded else known)
    bodies = [b.name for b in system.model.bodies]
    return WrittenForm(
        document=write(system, asked),
        numbers=system.numbers,
        given=absolute.given_of(system),
        definitions=tuple(system.definitions()),
        unknowns=(*absolute.accelerations_of(system), *absolute.multipliers_of(system)),
        implied=tuple(_shown(system)),
        equations=(
            *(Equation(at(balance.left, b), at(balance.right, b)) for b in bodies),
            *absolute.balances_of(system),
            *absolute.row_equations(system),
        ),
        published=absolute.published_of(system),
        size=2 if system.model.planar else 3,
        function=system.function,
        system=system,
        has_matrices=system.basis == MIXED,
    )


def _shown(system: System) -> list[Definition]:
    """Definitions that use multipliers, as far as the balances need them."""
    return system.multiplied() if system.rows or system.loads.pushes else []
