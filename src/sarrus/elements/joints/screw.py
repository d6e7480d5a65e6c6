"""Turn and advance together, as a thread does."""

import math
from collections.abc import Iterable, Sequence

from sarrus.elements.base import Fault, directions, lengths, param, shallow_copy
from sarrus.elements.joints.base import Carried, Joint, angle
from sarrus.scalar import Scalar, absolute, atan2, floor, where
from sarrus.spatial import Pose, Vec3, rot_z

TURN = 2.0 * math.pi
PER_RADIAN = 1.0 / TURN
"""Turns."""
FINEST = 1e-9
"""Least lead other than 0 [m]: loops of a metre are closed to some 1e-12 m."""


class Screw(Joint):
    """Turn about the shared z axis of both frames, and advance along it by a lead per turn.

        motion    R_FM = Rz(theta)                  p_FM = lead theta/(2 pi) z_F
        closure   p_FM . x_F = p_FM . y_F = 0,   z_M . x_F = z_M . y_F = 0,   p_FM . z_F - lead theta/(2 pi) = 0

    Zero: F and M coincide. Positive theta: right-handed about z_F. A right-handed thread has a positive lead. The last row is
    called thread.

    A turn more is another pose. Where theta is read from a pose, x_M tells the angle within a turn. At a start the advance
    tells the turn, the nearest one. In motion turns are counted: the drift of an integration may be larger than a fine lead,
    and the row then leads back to the turn that was left. A lead of 0 is legal, and a hinge: no advance tells its turns,
    and it starts on the turn that start values tell.

    References:
        Featherstone (2008), section 4.4.
    """

    also_called = ("helical", "helix", "lead-screw", "thread")
    coordinates = (angle("theta", period=None),)
    rows = (
        *lengths("p_FM.x_F", "p_FM.y_F"),
        *directions("z_M.x_F", "z_M.y_F"),
        *lengths("thread"),
    )
    symbol = "screw"
    counted: Scalar | None = None
    """What the state counts theta to be; None where it does not."""
    lead: Scalar = param("m", "advance per turn, positive for a right-handed thread")

    def faults(self, unit: str) -> Iterable[Fault]:
        """A lead whose advance is lost in rounding could not tell a turn."""
        if 0.0 < abs(float(self.lead)) < FINEST:
            yield Fault(
                "lead",
                f"has a lead of {self.lead:g} m, too fine for its advance to tell its turns",
                f"A lead is 0, which makes a hinge, or at least {FINEST:g} m",
                "Check the unit, or write 0",
            )

    def carried(self, coordinate: str, planar: bool) -> Carried:
        """In the thread."""
        return Carried.ALONG

    def periods(self) -> tuple[Scalar, ...]:
        """None, but a turn of a hinge."""
        return (where(0.0 < absolute(self.lead), 0.0, TURN),)

    def counting(self, counted: Sequence[Scalar | None]) -> Joint:
        """It keeps to the turn that is counted."""
        bound = shallow_copy(self)
        bound.counted = counted[0]
        return bound

    def motion(self, *q: Scalar) -> Pose:
        """Rz(theta), shifted along z."""
        return Pose(rot_z(q[0]), Vec3(0.0, 0.0, self.lead * (q[0] * PER_RADIAN)))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Point on the axis, axes parallel, advance in step with the turn."""
        within, turns = self._turned(X_FM)
        return X_FM.p.x, X_FM.p.y, X_FM.z.x, X_FM.z.y, X_FM.p.z - self.lead * (within * PER_RADIAN + turns)

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        """Angle of x_M about z_F, on the turn that the advance tells."""
        within, turns = self._turned(X_FM)
        return (within + TURN * turns,)

    def nearest(self, X_FM: Pose) -> Pose:
        """Turned as x_M is, on the nearest turn of the thread; whole turns cost it no digits."""
        within, turns = self._turned(X_FM)
        return Pose(rot_z(within), Vec3(0.0, 0.0, self.lead * (within * PER_RADIAN + turns)))

    def sense(self, X_FM: Pose) -> Scalar:
        """Axes point the same way."""
        return X_FM.z.z

    def _turned(self, X_FM: Pose) -> tuple[Scalar, Scalar]:
        """The angle within a turn, and the number of turns: as counted, else as the advance tells, none without a lead."""
        within = atan2(X_FM.x.y, X_FM.x.x)
        is_thread = 0.0 < absolute(self.lead)
        advanced = X_FM.p.z / where(is_thread, self.lead, 1.0)
        turns = where(is_thread, advanced - within * PER_RADIAN, 0.0)
        if self.counted is not None:
            turns = where(0.0 < absolute(self.counted), (self.counted - within) * PER_RADIAN, turns)
        return within, floor(turns + 0.5)
