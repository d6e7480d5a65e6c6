"""A pair of gears."""

from sarrus.elements.base import param
from sarrus.elements.constraints.base import PRESSURE_ANGLE, Contact, Mesh, Side
from sarrus.scalar import Scalar, absolute


class Gear(Mesh):
    """Two wheels in mesh, each turning about a joint on a carrier.

        first_radius turn_1 + second_radius turn_2 - offset = 0

    turn_1 and turn_2 are the turns of the wheels against the line of centres, about the axis of the first joint. With
    one carrier they are the angles of the joints; a joint written from its wheel to the carrier counts with a minus
    sign. Where the joints stand on two bodies, a hinge between these that is coaxial with one of the wheels carries the
    line of centres, and its angle is taken off the angle of that wheel:

        sun {revolute: [ground, sun]}, arm {revolute: [ground, arm]}, planet {revolute: [arm, planet]}
        gear: [sun.theta, planet.theta]     first_radius (sun.theta - arm.theta) + second_radius planet.theta = offset

    A wheel that is fixed to the base of the arm is one end of the arm's joint: gear: [arm.theta, planet.theta] is a
    planet on a wheel of ground, with first_radius > 0 a sun, with first_radius < 0 a ring.

    Wheels with outer teeth turn against each other. A wheel with inner teeth has a negative radius; then they turn the
    same way. The pitch point divides the line of centres in the ratio of the radii. There the force acts, along the
    common tangent; with a pressure angle, teeth also push the wheels apart, or a ring away from the wheel inside it.

    References:
        Willis, R. (1841), Principles of Mechanism, for trains with a moving carrier.
    """

    also_called = ("gears", "gear-pair", "wheels")
    ends = ("first", "second")
    symbol = "gear"
    residual_unit = "m"
    turns = (True, True)
    first_radius: Scalar = param("m", "pitch radius of the first wheel, not 0, negative with inner teeth")
    second_radius: Scalar = param("m", "pitch radius of the second wheel, not 0, negative with inner teeth")
    offset: Scalar = param("m", "arc by which the mesh is shifted", default=0)
    pressure_angle: Scalar = PRESSURE_ANGLE

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        """Slip of the pitch circles."""
        first, second = coordinates
        return self.first_radius * first + self.second_radius * second - self.offset

    def contact(self, first: Side, second: Side) -> Contact:
        """The pitch point, in the plane of the first wheel."""
        across = second.point - first.point
        across = across - first.axis * first.axis.dot(across)
        # points away from the first wheel, and from inner teeth to their centre turned round
        span = across * (1.0 / (self.first_radius + self.second_radius))
        normal = span * (1.0 / span.norm())
        return Contact(first.point + span * self.first_radius, first.axis.cross(normal), normal)

    def distance(self) -> Scalar:
        """Sum of the radii."""
        return absolute(self.first_radius + self.second_radius)

    def flaw(self) -> tuple[str, ...]:
        """Radii of which no two wheels can be made."""
        one, two = self.first_radius, self.second_radius
        said = f"has the pitch radii {one:g} m and {two:g} m"
        if one == 0 or two == 0:
            return (
                f"{said}: a wheel without a radius turns nothing",
                "Radii are positive for outer teeth, negative for inner teeth",
                "Give the pitch radius, or leave the gear out",
            )
        if one < 0 and two < 0:
            return (
                f"{said}: two wheels with inner teeth cannot mesh",
                "At most one radius is negative",
                "Make the radius of the wheel inside positive",
            )
        if one + two == 0:
            return (
                f"{said}: a wheel as large as the ring around it touches it everywhere",
                "The sum of the radii, which is the distance of the axes, is not 0",
                "For two shafts that turn alike, take a coupler with ratio: 1",
            )
        return ()
