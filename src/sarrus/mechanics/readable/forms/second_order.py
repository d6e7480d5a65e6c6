"""The second-order form (Stanescu): coordinates and their second derivatives, and no other speeds.

The angular velocity is put in by the rates of the angles, omega = Q etadot, and the moments are taken along the angles:

    [m I, -m A s~ Q; m Q^T s~ A^T, Q^T J Q] (rddot, etaddot) = (F, Q^T M) + q^G + w

q^G collects what is quadratic in the rates, with omega° = Qdot etadot. One system of second order comes out, ready for a
program that knows nothing of rotations; it is singular where the angles are.
"""

from __future__ import annotations

from sarrus.mechanics.readable.derive.basis import RATES
from sarrus.mechanics.readable.forms import absolute
from sarrus.mechanics.readable.forms.base import Form, WrittenForm
from sarrus.mechanics.readable.forms.newton_euler import in_speeds
from sarrus.mechanics.readable.page.asked import PageRequest
from sarrus.model import Snapshot

__all__ = ["SecondOrder"]


class SecondOrder(Form):
    """The second-order form (Stanescu): M_i (rddot_i, etaddot_i) = f_i + q^G_i + w_i in coordinates alone."""

    keyword = "second-order"
    says = "coordinates and their second derivatives only: rates of the angles are the speeds"
    knows = absolute.KNOWN

    def write(self, model: Snapshot, asked: PageRequest) -> WrittenForm:
        """See `Form.write`."""
        return in_speeds(self, model, asked, RATES)
