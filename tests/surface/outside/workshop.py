"""Elements of quite different kinds, as someone writes them who knows `sarrus.element` alone."""

from sarrus.element import (
    Driver,
    Force,
    FrameConstraint,
    Joint,
    Point,
    Pose,
    Relation,
    Scalar,
    Sensor,
    Vec3,
    angle,
    atan2,
    choice,
    cos,
    directions,
    flag,
    length,
    lengths,
    minimum,
    names,
    param,
    rot_z,
    sin,
    tanh,
)


class Threaded(Joint):
    """A basis of joints with a thread, which says nothing about the motion: no element."""

    symbol = "screw"


class Helix(Threaded):
    """Advance along the z axis of both frames, and turn about it in proportion.

        motion    R_FM = Rz(w s)      p_FM = s z_F      w: winding, with a minus for a left-handed thread

    Zero: F and M coincide. Positive s: along z_F.
    """

    coordinates = (length("s"),)
    rows = (*lengths("p_FM.x_F", "p_FM.y_F"), *directions("z_M.x_F", "z_M.y_F", "x_M.n_F"))
    winding: Scalar = param("rad/m", "turn per metre of advance", gt=0)
    left: bool = flag(meaning="whether the thread is left-handed")

    def motion(self, *q: Scalar) -> Pose:
        return Pose(rot_z(self._turn(q[0])), Vec3(0.0, 0.0, q[0]))

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        return X_FM.p.x, X_FM.p.y, X_FM.z.x, X_FM.z.y, self._thread(X_FM)[1]

    def fit(self, X_FM: Pose) -> tuple[Scalar, ...]:
        return (X_FM.p.z,)

    def sense(self, X_FM: Pose) -> Scalar:
        return minimum(X_FM.z.z, self._thread(X_FM)[0])

    def _turn(self, s: Scalar) -> Scalar:
        return -self.winding * s if self.left else self.winding * s

    def _thread(self, X_FM: Pose) -> tuple[Scalar, Scalar]:
        c, s = cos(self._turn(X_FM.p.z)), sin(self._turn(X_FM.p.z))
        return c * X_FM.x.x + s * X_FM.x.y, c * X_FM.x.y - s * X_FM.x.x


class OnSphere(FrameConstraint):
    """The origin of M on a sphere about the origin of F: |p_FM| = radius."""

    rows = lengths("|p_FM|")
    radius: Scalar = param("m", "radius of the sphere", gt=0)

    def closure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        return (X_FM.p.norm() - self.radius,)


class SquareCam(Relation):
    """A follower that is lifted by the square of the turn of its cam: s = lift theta^2."""

    ends = ("follower", "cam")
    lift: Scalar = param("1", "lift per square of a radian", default=0.1)

    def residual(self, t: Scalar, *coordinates: Scalar) -> Scalar:
        s, theta = coordinates
        return s - self.lift * theta**2


class SoftDrag(Force):
    """A force against the velocity of a point, up to a limit in each direction: P* = - limit tanh(v) . v*."""

    ends = ("at",)
    port = Point
    limit: Scalar = param("N", "largest force", ge=0)
    law: str = choice("smooth", "linear", meaning="how the force follows the speed", default="smooth")

    def power(self, point: Point, virtual: Point) -> Scalar:
        v = point.v if self.law == "linear" else Vec3(*map(tanh, point.v))
        return -self.limit * v.dot(virtual.v)


class Wobble(Driver):
    """A coordinate to and fro: size sin(3 t)."""

    size: Scalar = param("coordinate", "amplitude")

    def value(self, t: Scalar) -> Scalar:
        return self.size * sin(3.0 * t)


class Bearing(Sensor):
    """The direction in which M is seen from F, about z_F."""

    quantities = (angle("phi"),)
    watched: tuple[str, ...] = names(meaning="what else it is about", default=())

    def measure(self, X_FM: Pose) -> tuple[Scalar, ...]:
        return (atan2(X_FM.p.y, X_FM.p.x),)
