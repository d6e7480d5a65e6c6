"""Newton and Euler in ground axes: the same balances with moments and angular velocities in ground axes.

With Omega = A omega the arm of the mass centre is rho = A s, and the inertia J^W = A J A^T turns with the body. Torques of
joints stand in the equations as they are, without A^T; the mass matrix is no longer constant. Terms that are quadratic in
the speeds stand apart, as q^G.

In the plane this is the form newton-euler with q^G apart.
"""

from __future__ import annotations

from sarrus.mechanics.readable.derive.basis import GROUND_AXES
from sarrus.mechanics.readable.forms import absolute
from sarrus.mechanics.readable.forms.base import Form, WrittenForm
from sarrus.mechanics.readable.forms.newton_euler import in_speeds
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.model import Snapshot

__all__ = ["NewtonEulerGround"]


class NewtonEulerGround(Form):
    """Newton and Euler in ground axes: M_i (rddot_i, Omegadot_i) = f_i + q^G_i + w_i, velocity terms apart."""

    keyword = "newton-euler-ground"
    says = "the same balances with moments and angular velocities in ground axes"
    knows = absolute.KNOWN

    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """See `Form.write`."""
        return in_speeds(self, model, asked, GROUND_AXES)
