"""Newton and Euler in body axes: forces, moments and velocities along the axes of each body.

With u = A^T rdot, A^T rddot = udot + omega x u, so that

    m (udot - s~ omegadot) = A^T F - m omega~ (u + omega~ s)
    m s~ udot + J omegadot = M - m s~ omega~ u - omega~ J omega

The mass matrix is constant: all that moves stands on the right, in q^G, and in the rows. Flight mechanics and ships are
written in this way.
"""

from __future__ import annotations

from sarrus.mechanics.readable.derive.basis import BODY_AXES
from sarrus.mechanics.readable.forms import absolute
from sarrus.mechanics.readable.forms.base import Form, WrittenForm
from sarrus.mechanics.readable.forms.newton_euler import in_speeds
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.model import Snapshot

__all__ = ["NewtonEulerBody"]


class NewtonEulerBody(Form):
    """Newton and Euler in body axes: M_i (udot_i, omegadot_i) = f_i + q^G_i + w_i; M_i is constant."""

    keyword = "newton-euler-body"
    says = "the same balances with forces, moments and velocities in body axes"
    knows = absolute.KNOWN

    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """See `Form.write`."""
        return in_speeds(self, model, asked, BODY_AXES)
