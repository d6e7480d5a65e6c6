"""The load of a joint at another point, on either body, in other components."""

from sarrus.elements.sensors.base import LoadSensor


class ReactionSensor(LoadSensor):
    """Publish the load that a joint or a constraint between frames carries, as `force` and `torque` at a point.

        on follower   force = F                torque = T + (p_M - p) x F
        on base       the opposite

    F and T are its `reaction` and `torque`, exerted by the base on the follower at the origin of M. The point p moves with
    the frame it is on. Components are those of ground, of the frames F of the base and M of the follower, or of any frame.
    """
