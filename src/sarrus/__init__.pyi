"""Everything that `import sarrus` brings, with its types.

Written by tools/make_stubs.py from the declarations of the elements. Do not edit; run `make stubs`.
"""

from typing import Literal

from sarrus import element as element
from sarrus import errors as errors
from sarrus.analysis.assemble import assemble as assemble
from sarrus.analysis.check import check as check
from sarrus.analysis.equations import equations as equations
from sarrus.analysis.equilibrium import equilibrium as equilibrium
from sarrus.analysis.export import export as export
from sarrus.analysis.floquet import floquet as floquet
from sarrus.analysis.inverse import inverse as inverse
from sarrus.analysis.inverse import inverse_function as inverse_function
from sarrus.analysis.kinematics import kinematics as kinematics
from sarrus.analysis.linearize import linearize as linearize
from sarrus.analysis.modes import modes as modes
from sarrus.analysis.outputs import outputs as outputs
from sarrus.analysis.outputs import with_outputs as with_outputs
from sarrus.analysis.reach import reach as reach
from sarrus.analysis.roots import roots as roots
from sarrus.analysis.run import run as run
from sarrus.analysis.simulate import simulate as simulate
from sarrus.analysis.verify import verify as verify
from sarrus.elements.body import Body as Body
from sarrus.elements.constraints.condition import Condition as _Condition
from sarrus.elements.constraints.coupler import Coupler as _Coupler
from sarrus.elements.constraints.distance import Distance as _Distance
from sarrus.elements.constraints.gear import Gear as _Gear
from sarrus.elements.constraints.point_on_line import PointOnLine as _PointOnLine
from sarrus.elements.constraints.rack_and_pinion import RackAndPinion as _RackAndPinion
from sarrus.elements.constraints.rolling_disk import RollingDisk as _RollingDisk
from sarrus.elements.drivers.motion import Motion as _Motion
from sarrus.elements.drivers.polynomial import Polynomial as _Polynomial
from sarrus.elements.drivers.ramp import Ramp as _Ramp
from sarrus.elements.drivers.sine import Sine as _Sine
from sarrus.elements.drivers.spline import Spline as _Spline
from sarrus.elements.drivers.table import Table as _Table
from sarrus.elements.forces.applied_force import AppliedForce as _AppliedForce
from sarrus.elements.forces.applied_torque import AppliedTorque as _AppliedTorque
from sarrus.elements.forces.bump_stop import BumpStop as _BumpStop
from sarrus.elements.forces.bushing import Bushing as _Bushing
from sarrus.elements.forces.coordinate_force import CoordinateForce as _CoordinateForce
from sarrus.elements.forces.follower_force import FollowerForce as _FollowerForce
from sarrus.elements.forces.friction import Friction as _Friction
from sarrus.elements.forces.gravity import Gravity as _Gravity
from sarrus.elements.forces.line_force import LineForce as _LineForce
from sarrus.elements.forces.polynomial_spring import PolynomialSpring as _PolynomialSpring
from sarrus.elements.forces.rope import Rope as _Rope
from sarrus.elements.forces.spring_damper import SpringDamper as _SpringDamper
from sarrus.elements.forces.table_spring import TableSpring as _TableSpring
from sarrus.elements.forces.torsional_spring_damper import TorsionalSpringDamper as _TorsionalSpringDamper
from sarrus.elements.joints.cylindrical import Cylindrical as _Cylindrical
from sarrus.elements.joints.free import Free as _Free
from sarrus.elements.joints.planar import Planar as _Planar
from sarrus.elements.joints.prismatic import Prismatic as _Prismatic
from sarrus.elements.joints.revolute import Revolute as _Revolute
from sarrus.elements.joints.screw import Screw as _Screw
from sarrus.elements.joints.spherical import Spherical as _Spherical
from sarrus.elements.joints.universal import Universal as _Universal
from sarrus.elements.joints.weld import Weld as _Weld
from sarrus.elements.outside import register as register
from sarrus.elements.sensors.angle_sensor import AngleSensor as _AngleSensor
from sarrus.elements.sensors.distance_sensor import DistanceSensor as _DistanceSensor
from sarrus.elements.sensors.expression_sensor import ExpressionSensor as _ExpressionSensor
from sarrus.elements.sensors.point_sensor import PointSensor as _PointSensor
from sarrus.elements.sensors.reaction_sensor import ReactionSensor as _ReactionSensor
from sarrus.elements.solids.box import Box as _Box
from sarrus.elements.solids.cone import Cone as _Cone
from sarrus.elements.solids.cylinder import Cylinder as _Cylinder
from sarrus.elements.solids.link import Link as _Link
from sarrus.elements.solids.plate import Plate as _Plate
from sarrus.elements.solids.rod import Rod as _Rod
from sarrus.elements.solids.sphere import Sphere as _Sphere
from sarrus.elements.solids.tube import Tube as _Tube
from sarrus.elements.turns import turn as turn
from sarrus.elements.written import FilePath, FrameEnd, Listed, Named, Number, NumberRows, Numbers, Vector
from sarrus.errors import Interrupted as Interrupted
from sarrus.errors import ModelError as ModelError
from sarrus.errors import NumericalError as NumericalError
from sarrus.errors import SarrusError as SarrusError
from sarrus.errors import UsageError as UsageError
from sarrus.io import load as load
from sarrus.io import save as save
from sarrus.model import Mechanism as Mechanism
from sarrus.results import Result as Result
from sarrus.results import load_result as load_result
from sarrus.views.plot import plot as plot

__all__ = [
    "AngleSensor",
    "AppliedForce",
    "AppliedTorque",
    "Body",
    "Box",
    "BumpStop",
    "Bushing",
    "Condition",
    "Cone",
    "CoordinateForce",
    "Coupler",
    "Cylinder",
    "Cylindrical",
    "Distance",
    "DistanceSensor",
    "ExpressionSensor",
    "FollowerForce",
    "Free",
    "Friction",
    "Gear",
    "Gravity",
    "Interrupted",
    "LineForce",
    "Link",
    "Mechanism",
    "ModelError",
    "Motion",
    "NumericalError",
    "Planar",
    "Plate",
    "PointOnLine",
    "PointSensor",
    "Polynomial",
    "PolynomialSpring",
    "Prismatic",
    "RackAndPinion",
    "Ramp",
    "ReactionSensor",
    "Result",
    "Revolute",
    "Rod",
    "RollingDisk",
    "Rope",
    "SarrusError",
    "Screw",
    "Sine",
    "Sphere",
    "Spherical",
    "Spline",
    "SpringDamper",
    "Table",
    "TableSpring",
    "TorsionalSpringDamper",
    "Tube",
    "Universal",
    "UsageError",
    "Weld",
    "assemble",
    "check",
    "equations",
    "equilibrium",
    "export",
    "floquet",
    "inverse",
    "inverse_function",
    "kinematics",
    "linearize",
    "load",
    "load_result",
    "modes",
    "outputs",
    "plot",
    "reach",
    "register",
    "roots",
    "run",
    "save",
    "simulate",
    "turn",
    "verify",
    "with_outputs",
]

__version__: str

class AngleSensor(_AngleSensor):
    """Angle of x_M about z_F, from x_F, within one turn.

        angle = atan2(x_M . y_F, x_M . x_F)

    Not defined where x_M is parallel to z_F.

    Args:
        name: of the element, unique in its mechanism.
        frame: frame, such as crank.end.
        target: frame, such as crank.end.
    """
    def __init__(self, name: str, frame: FrameEnd, target: FrameEnd, /) -> None: ...

class AppliedForce(_AppliedForce):
    """Force on a point of a body, its direction fixed in space.

        P* = force . v*          v: velocity of the point, ground components

    May depend on time t, inputs and signals.

    Args:
        name: of the element, unique in its mechanism.
        at: frame, such as crank.end.
        force: force on the body, ground components [N]; a vector.
    """
    def __init__(self, name: str, at: FrameEnd, /, *, force: Vector) -> None: ...

class AppliedTorque(_AppliedTorque):
    """Torque exerted by the base on the follower, and its opposite on the base.

        P* = moment . w*          w: angular velocity of the follower against the base, base components

    With ground as base it is a torque fixed in space on one body; with the frames of a joint it is a motor. Positive:
    right-handed about the base axes; in the plane, counter-clockwise on the follower. May depend on
    time t, inputs and signals.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
        moment: torque on the follower, base components [N m]; an axial vector.
    """
    def __init__(
        self, name: str, base: FrameEnd, follower: FrameEnd, /, *, moment: Number | Vector
    ) -> None: ...

class Box(_Box):
    """Uniform block along x; the body frame is the middle of its `start` face.

    J_C = m/12 diag(w^2 + h^2, l^2 + h^2, l^2 + w^2)        width w along y, height h along z

    Args:
        length: size along x [m]; greater than 0.
        width: size along y [m]; greater than 0.
        height: size along z [m]; greater than 0.
        mass: mass [kg]; at least 0.
    """
    def __init__(self, *, length: Number, width: Number, height: Number, mass: Number) -> None: ...

class BumpStop(_BumpStop):
    """Elastic stop between P and Q: it pushes when they come closer than its length, and is out of touch otherwise.

        e = l - l0      V = k e^2 / 2 for e < 0, else 0      pull = min(0, k e + c ldot) for e < 0, else 0

    A stop never pulls: where its ends part so fast that its damper would pull harder than its spring pushes, the damper
    takes all of the spring's push and no more. The push of the spring begins smoothly from zero; that of the damper does
    not.

    Args:
        name: of the element, unique in its mechanism.
        P: frame, such as crank.end.
        Q: frame, such as crank.end.
        stiffness: push per metre of compression [N/m]; at least 0.
        damping: push per metre per second, while compressed [N s/m]; at least 0; 0 when left out.
        free_length: distance at which it touches [m]; at least 0.
    """
    def __init__(
        self,
        name: str,
        P: FrameEnd,
        Q: FrameEnd,
        /,
        *,
        stiffness: Number,
        damping: Number = 0,
        free_length: Number,
    ) -> None: ...

class Bushing(_Bushing):
    """Elastic bearing between two frames, with coupled stiffness in all directions.

        e = (p_FM, r), r: rotation vector of R_FM      V = (e - e0)^T K (e - e0)/2      D = edot^T C edot/2

    Rows and columns of K and C are x, y, z, then turns about x, y, z, in base components. Their blocks are lists: the
    diagonal [xx, yy, zz], or [xx, yy, zz, yz, zx, xy]; `coupling` has the rows x, y, z of the block of forces by turns, nine
    numbers. K and C may have no negative eigenvalue. Force and moment follow from V and D, so both bodies feel what they
    should at any angle below half a turn; r jumps there.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
        stiffness: force per metre [N/m]; a list of numbers.
        turning_stiffness: moment per radian [N m/rad]; a list of numbers.
        coupling: force per radian [N]; a list of numbers; may be left out.
        damping: force per metre per second [N s/m]; a list of numbers; may be left out.
        turning_damping: moment per radian per second [N m s/rad]; a list of numbers; may be left out.
        coupling_damping: force per radian per second [N s]; a list of numbers; may be left out.
        free_position: p_FM without force [m]; a list of numbers; may be left out.
        free_turn: r without moment [rad]; a list of numbers; may be left out.
    """
    def __init__(
        self,
        name: str,
        base: FrameEnd,
        follower: FrameEnd,
        /,
        *,
        stiffness: Numbers,
        turning_stiffness: Numbers,
        coupling: Numbers = (),
        damping: Numbers = (),
        turning_damping: Numbers = (),
        coupling_damping: Numbers = (),
        free_position: Numbers = (),
        free_turn: Numbers = (),
    ) -> None: ...

class Condition(_Condition):
    """Keep an expression of signals at zero.

        function(t, signals) = 0

    Its signals are positions: coordinates of joints and of constraints, what sensors measure, points of bodies. Whatever
    effort that needs acts along each of them, as the slopes of the expression are to each other; `effort` is the one along the
    first signal in the expression. Inputs and time t may stand in it; inputs count as constant between their changes.

    With `level: velocity` its signals are also rates of these, and angular velocities of bodies. It must be linear in the
    rates: a sum of rates, each times an expression of positions, inputs and time, and of such an expression alone. It
    forbids velocities and no pose, so that no position is corrected by it: v - r w = 0 lets a wheel begin anywhere. Its
    effort acts along the rates; `effort` is the one along the first rate in the expression. A part without rates moves
    the condition, as a turntable does, and its power is counted as supplied.

    Args:
        name: of the element, unique in its mechanism.
        function: expression that is zero [1].
        unit: unit of the expression; a unit of SI, such as N, rad or m/s; 1 for a number without.
        level: what the expression is made of; one of position, velocity; position when left out.
    """
    def __init__(
        self,
        name: str,
        /,
        function: Number,
        *,
        unit: str,
        level: Literal["position", "velocity"] = "position",
    ) -> None: ...

class Cone(_Cone):
    """Uniform full cone along x, from the middle of its base, `start` (the body frame), to its `tip`.

    x_C = l/4      J_C = 3/10 m diag(r^2, r^2/2 + l^2/8, r^2/2 + l^2/8)

    Args:
        length: height, along x [m]; greater than 0.
        radius: radius of the base [m]; greater than 0.
        mass: mass [kg]; at least 0.
    """
    def __init__(self, *, length: Number, radius: Number, mass: Number) -> None: ...

class CoordinateForce(_CoordinateForce):
    """Effort along a joint coordinate, as an expression.

        P* = function . rate*

    A torque [N m] along an angle, a force [N] along a length; positive in the direction of the coordinate, on the
    follower, and its opposite on the base. The expression may read time t, parameters, inputs, signals, and of its
    coordinate `value` (over full turns, but for angles of a turn in space) and `rate`.

    Args:
        name: of the element, unique in its mechanism.
        coordinate: joint coordinate, such as 'A.theta'.
        function: effort along the coordinate [N or N m].
    """
    def __init__(self, name: str, coordinate: str, /, *, function: Number) -> None: ...

class Coupler(_Coupler):
    """Make one coordinate follow another in proportion.

        first - ratio second - offset = 0

    The ratio carries the units: metres per radian where a slide follows a turn.

    Args:
        name: of the element, unique in its mechanism.
        first: joint coordinate, such as 'A.theta'.
        second: joint coordinate, such as 'A.theta'.
        ratio: change of the first coordinate per change of the second [1].
        offset: first coordinate where the second is zero [1]; 0 when left out.
    """
    def __init__(
        self, name: str, first: str, second: str, /, *, ratio: Number, offset: Number = 0
    ) -> None: ...

class Cylinder(_Cylinder):
    """Uniform round cylinder along x; the body frame is the middle of its `start` face.

    J_C = m diag(r^2/2, r^2/4 + l^2/12, r^2/4 + l^2/12)

    Args:
        length: size along x [m]; greater than 0.
        radius: radius [m]; greater than 0.
        mass: mass [kg]; at least 0.
    """
    def __init__(self, *, length: Number, radius: Number, mass: Number) -> None: ...

class Cylindrical(_Cylindrical):
    """Turn about, and slide along, one shared axis, the z axis of both frames.

        motion    R_FM = Rz(theta)                  p_FM = s z_F
        closure   p_FM . x_F = p_FM . y_F = 0,   z_M . x_F = z_M . y_F = 0

    Zero: F and M coincide. Positive theta: right-handed about z_F; positive s: along z_F.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.

    References:
        Featherstone (2008), section 4.4.
    """
    def __init__(self, name: str, base: FrameEnd, follower: FrameEnd, /) -> None: ...

class Distance(_Distance):
    """Keep two points at a fixed distance: a massless rod with a ball at each end.

        |p_FM| - length = 0

    Only the origins of the frames matter. The reaction is along the line; a pull on the follower points to the base.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
        length: distance of the two points [m]; greater than 0.
    """
    def __init__(self, name: str, base: FrameEnd, follower: FrameEnd, /, *, length: Number) -> None: ...

class DistanceSensor(_DistanceSensor):
    """Distance of two points, |p_FM|, published as `length`.

    Args:
        name: of the element, unique in its mechanism.
        frame: frame, such as crank.end.
        target: frame, such as crank.end.
    """
    def __init__(self, name: str, frame: FrameEnd, target: FrameEnd, /) -> None: ...

class ExpressionSensor(_ExpressionSensor):
    """Publish what an expression makes of time t, parameters, inputs and signals, as `value`.

    Signals of everything that is published may stand in it, accelerations and reactions included. The expression is
    in SI; `unit` says in which unit that is.

    Args:
        name: of the element, unique in its mechanism.
        function: what is published [1].
        unit: unit of the value; a unit of SI, such as N, rad or m/s; 1 for a number without.
    """
    def __init__(self, name: str, /, function: Number, *, unit: str) -> None: ...

class FollowerForce(_FollowerForce):
    """Force on a point of a body, its direction fixed in the frame at the point: a thruster.

        P* = force . v*          v: velocity of the point, components of its frame

    May depend on time t, inputs and signals. It has no potential.

    Args:
        name: of the element, unique in its mechanism.
        at: frame, such as crank.end.
        force: force on the body, components of the frame [N]; a vector.
    """
    def __init__(self, name: str, at: FrameEnd, /, *, force: Vector) -> None: ...

class Free(_Free):
    """Six freedoms: it forbids nothing, and gives a floating body coordinates.

        motion    R_FM = R(quaternion)              p_FM = (x, y, z)

    Read and written as x, y, z and angles a1, a2, a3 of a sequence of axes, Bryant angles unless another is chosen; kept
    inside as position and unit quaternion. Speeds are the velocity in F components and the angular velocity in M
    components.
    Between planar bodies the coordinates are x, y, psi.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
        sequence: axes that a1, a2, a3 turn about: 1, 2, 3 are x, y, z; one of 1-2-3, 1-3-2, 2-1-3, 2-3-1, 3-1-2, 3-2-1, 1-2-1, 1-3-1, 2-1-2, 2-3-2, 3-1-3, 3-2-3; 1-2-3 when left out.
    """
    def __init__(
        self,
        name: str,
        base: FrameEnd,
        follower: FrameEnd,
        /,
        *,
        sequence: Literal[
            "1-2-3",
            "1-3-2",
            "2-1-3",
            "2-3-1",
            "3-1-2",
            "3-2-1",
            "1-2-1",
            "1-3-1",
            "2-1-2",
            "2-3-2",
            "3-1-3",
            "3-2-3",
        ] = "1-2-3",
    ) -> None: ...

class Friction(_Friction):
    """Dry friction in a pin or a guide, from the load that its joint carries or from a given one.

        v = r thetadot, or sdot      N: normal load      F = mu(v) N, against v      effort on the follower - r F, or - F

        coulomb    mu = mu_k tanh(v/v0)
        stribeck   mu = (mu_k + (mu_s - mu_k) exp(-(v/v_s)^2)) tanh(v/v0)
        lugre      zdot = v - k |v| z/(mu N)      F = k z + c zdot + d v      mu without tanh; Canudas de Wit et al. (1995)

    With `normal: reaction` N is the part of the joint's own load across its axis: |F|, or of two supports `span` apart
    |F/2 + M/span| + |F/2 - M/span|. It is found together with the accelerations, never from a step before. What friction
    takes turns into heat. Where joints repeat each other, rigid bodies do not tell how they share a load: friction that needs it
    is refused, or takes the least loads of all joints with `share: minimum-norm` (sum of the squares of forces and of torques
    over the length of the part). `smooth` is v0: below it the joint creeps where it should stick.

    Args:
        name: of the element, unique in its mechanism.
        coordinate: joint coordinate, such as 'A.theta'.
        coefficient: of sliding friction, mu_k [1]; at least 0.
        static: of friction at rest, mu_s; that of sliding if left out [1]; at least 0; 0 when left out.
        radius: of the pin; of an angle only [m]; at least 0; 0 when left out.
        normal: load across the joint, or the word reaction [N]; at least 0 or reaction.
        smooth: speed v0 below which friction is weaker (coulomb, stribeck) [m/s]; at least 0; 0 when left out.
        stribeck: speed v_s at which friction has fallen [m/s]; at least 0; 0 when left out.
        span: distance of two supports along the axis [m]; at least 0; 0 when left out.
        stiffness: of the bristles, k (lugre) [N/m]; at least 0; 0 when left out.
        damping: of the bristles, c (lugre) [N s/m]; at least 0; 0 when left out.
        viscous: drag beside dry friction, d [N s/m]; at least 0; 0 when left out.
        law: how friction depends on speed; one of coulomb, stribeck, lugre; coulomb when left out.
        supports: where the joint is held; one of one, two; one when left out.
        share: what load counts where joints that repeat each other share it: none, or the least; one of unique, minimum-norm; unique when left out.
    """
    def __init__(
        self,
        name: str,
        coordinate: str,
        /,
        *,
        coefficient: Number,
        static: Number = 0,
        radius: Number = 0,
        normal: Number,
        smooth: Number = 0,
        stribeck: Number = 0,
        span: Number = 0,
        stiffness: Number = 0,
        damping: Number = 0,
        viscous: Number = 0,
        law: Literal["coulomb", "stribeck", "lugre"] = "coulomb",
        supports: Literal["one", "two"] = "one",
        share: Literal["unique", "minimum-norm"] = "unique",
    ) -> None: ...

class Gear(_Gear):
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

    Args:
        name: of the element, unique in its mechanism.
        first: joint coordinate, such as 'A.theta'.
        second: joint coordinate, such as 'A.theta'.
        first_radius: pitch radius of the first wheel, not 0, negative with inner teeth [m].
        second_radius: pitch radius of the second wheel, not 0, negative with inner teeth [m].
        offset: arc by which the mesh is shifted [m]; 0 when left out.
        pressure_angle: angle of the force against the common tangent [rad]; at least 0 and less than 1.5708; 0 when left out.

    References:
        Willis, R. (1841), Principles of Mechanism, for trains with a moving carrier.
    """
    def __init__(
        self,
        name: str,
        first: str,
        second: str,
        /,
        *,
        first_radius: Number,
        second_radius: Number,
        offset: Number = 0,
        pressure_angle: Number = 0,
    ) -> None: ...

class Gravity(_Gravity):
    """Weight of every body in a uniform field.

        V = - m gamma . r_C

    gamma is the acceleration of free fall in ground components: (0, -9.81) pulls along -y. It acts at mass centres.

    Args:
        name: of the element, unique in its mechanism.
        acceleration: acceleration of free fall, ground components [m/s^2]; a vector.
    """
    def __init__(self, name: str, /, acceleration: Vector) -> None: ...

class LineForce(_LineForce):
    """Pull along the line between points P and Q, as an expression.

        P* = -function . length_dot*

    Positive draws the ends together. The expression may read time t, parameters, inputs, signals, and of its line
    `length` and `rate`. Where both points meet there is no direction, and no force.

    Args:
        name: of the element, unique in its mechanism.
        P: frame, such as crank.end.
        Q: frame, such as crank.end.
        function: pull [N].
    """
    def __init__(self, name: str, P: FrameEnd, Q: FrameEnd, /, *, function: Number) -> None: ...

class Link(_Link):
    """Thin uniform bars along the edges of a polygon: two points make one bar, three a triangle of three bars.

        m_i = m l_i / sum l      J_C = sum of m_i (|e_i|^2 I - e_i e_i^T)/12 + m_i (|d_i|^2 I - d_i d_i^T)

    e_i runs along edge i from point i to the next, the last edge back to the first point; d_i runs from the mass
    centre to the middle of the edge. The points are given in body components, where the body frame need not be one of
    them, and bring the frames `p1`, `p2`, `p3`, ... in their order.

    Args:
        between: points it joins, two or more [m]; a list of points.
        mass: mass [kg]; at least 0.
    """
    def __init__(self, *, between: NumberRows, mass: Number) -> None: ...

class Motion(_Motion):
    """Make a joint coordinate follow an expression of time t.

        coordinate - function(t) = 0

    The function must be smooth. Its unit is that of the coordinate.

    Args:
        name: of the element, unique in its mechanism.
        coordinate: joint coordinate, such as 'A.theta'.
        function: value of the coordinate over time t [unit of the coordinate].
    """
    def __init__(self, name: str, coordinate: str, /, function: Number) -> None: ...

class Planar(_Planar):
    """Slide on a plane and turn about its normal, the z axis of both frames.

        motion    R_FM = Rz(theta)                  p_FM = (x, y, 0)
        closure   p_FM . z_F = 0,   z_M . x_F = z_M . y_F = 0

    Zero: F and M coincide. Positive theta: right-handed about z_F. Between planar bodies it forbids nothing.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
    """
    def __init__(self, name: str, base: FrameEnd, follower: FrameEnd, /) -> None: ...

class Plate(_Plate):
    """Uniform rectangle in the x-y plane, thin unless it is given a thickness along z.

        J_C = m/12 diag(w^2 + t^2, l^2 + t^2, l^2 + w^2)        width w along y, thickness t along z

    The body frame is the middle of its `start` edge, at half its thickness.

    Args:
        length: size along x [m]; greater than 0.
        width: size along y [m]; greater than 0.
        thickness: size along z [m]; at least 0; 0 when left out.
        mass: mass [kg]; at least 0.
    """
    def __init__(self, *, length: Number, width: Number, thickness: Number = 0, mass: Number) -> None: ...

class PointOnLine(_PointOnLine):
    """Keep the origin of M on the x axis of F: a pin in a slot.

        p_FM . y_F = p_FM . z_F = 0

    M may turn freely. In the plane one row remains: p_FM.y_F.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
    """
    def __init__(self, name: str, base: FrameEnd, follower: FrameEnd, /) -> None: ...

class PointSensor(_PointSensor):
    """Position of M's origin in F components, with velocity and acceleration as seen from F.

    With ground as frame these are the absolute ones; with a moving frame, those an observer on it would measure.

    Args:
        name: of the element, unique in its mechanism.
        frame: frame, such as crank.end.
        target: frame, such as crank.end.
    """
    def __init__(self, name: str, frame: FrameEnd, target: FrameEnd, /) -> None: ...

class Polynomial(_Polynomial):
    """Make a coordinate follow a polynomial of time.

    value = c0 + c1 t + c2 t^2 + ...

    Args:
        name: of the element, unique in its mechanism.
        coordinate: joint coordinate, such as 'A.theta'.
        coefficients: c0, c1, c2, ..., SI [1]; a list of numbers.
    """
    def __init__(self, name: str, coordinate: str, /, *, coefficients: Numbers) -> None: ...

class PolynomialSpring(_PolynomialSpring):
    """Straight spring between P and Q whose pull is a polynomial of the stretch, with a damper beside it.

        e = l - l0      F = c1 e + c2 e^2 + c3 e^3 + ...      V = c1 e^2/2 + c2 e^3/3 + ...

    Coefficients begin with the linear one: [100, 0, 500] is F = 100 e + 500 e^3. Pull is positive.

    Args:
        name: of the element, unique in its mechanism.
        P: frame, such as crank.end.
        Q: frame, such as crank.end.
        coefficients: pull per power of the stretch, N/m, N/m^2, ... [1]; a list of numbers.
        damping: pull per metre per second of stretching [N s/m]; at least 0; 0 when left out.
        free_length: length without pull [m]; at least 0; 0 when left out.
    """
    def __init__(
        self,
        name: str,
        P: FrameEnd,
        Q: FrameEnd,
        /,
        *,
        coefficients: Numbers,
        damping: Number = 0,
        free_length: Number = 0,
    ) -> None: ...

class Prismatic(_Prismatic):
    """Slide along the x axis of both frames, without turning.

        motion    R_FM = I                          p_FM = s x_F
        closure   p_FM . y_F = p_FM . z_F = 0,   x_M . y_F = x_M . z_F = y_M . z_F = 0

    Zero: F and M coincide. Positive s: M moves along +x_F.
    In the plane two rows remain: p_FM.y_F and x_M.y_F.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
    """
    def __init__(self, name: str, base: FrameEnd, follower: FrameEnd, /) -> None: ...

class RackAndPinion(_RackAndPinion):
    """A wheel that rolls on a straight rack: the slide of one follows the turn of the other.

        s + radius theta - offset = 0

    s is the coordinate of the joint that guides the rack (or the wheel's centre), theta that of the wheel's joint.
    With the wheel above a rack along x, both seen from the same base, a wheel that turns counter-clockwise rolls
    towards -x. A negative radius turns the sense round.

    The two joints touch one body. Where that is the base of both, the rack slides past a fixed axle. Where the slide
    carries the wheel, the rack is on the base of the slide. s and theta may also be coordinates of one joint that lets
    the wheel move in a plane; the rack is then on its base.

    The sign of the radius says on which side of the wheel the rack is. Let u be the direction in which the rack moves
    past the wheel's centre when s grows, and a the axis about which the wheel turns when theta grows: the contact is at
    radius a x u from the centre. There the force acts, along the rack; with a pressure angle, teeth also push the wheel
    away from the rack.

    Args:
        name: of the element, unique in its mechanism.
        slide: joint coordinate, such as 'A.theta'.
        turn: joint coordinate, such as 'A.theta'.
        radius: pitch radius of the wheel, not 0; its sign says on which side the rack is [m].
        offset: slide where the wheel's angle is zero [m]; 0 when left out.
        pressure_angle: angle of the force against the common tangent [rad]; at least 0 and less than 1.5708; 0 when left out.
    """
    def __init__(
        self,
        name: str,
        slide: str,
        turn: str,
        /,
        *,
        radius: Number,
        offset: Number = 0,
        pressure_angle: Number = 0,
    ) -> None: ...

class Ramp(_Ramp):
    """Move a coordinate from one value to another in a given time, without jerks at the ends.

        u = (t - start)/duration within 0..1      value = first + (last - first) (10 u^3 - 15 u^4 + 6 u^5)

    Velocity and acceleration are zero at both ends; the peak velocity is 1.875 (last - first)/duration.

    Args:
        name: of the element, unique in its mechanism.
        coordinate: joint coordinate, such as 'A.theta'.
        first: value before [unit of the coordinate].
        last: value after [unit of the coordinate].
        start: time at which it begins [s]; 0 when left out.
        duration: time it takes [s]; greater than 0.
    """
    def __init__(
        self,
        name: str,
        coordinate: str,
        /,
        *,
        first: Number,
        last: Number,
        start: Number = 0,
        duration: Number,
    ) -> None: ...

class ReactionSensor(_ReactionSensor):
    """Publish the load that a joint or a constraint between frames carries, as `force` and `torque` at a point.

        on follower   force = F                torque = T + (p_M - p) x F
        on base       the opposite

    F and T are its `reaction` and `torque`, exerted by the base on the follower at the origin of M. The point p moves with
    the frame it is on. Components are those of ground, of the frames F of the base and M of the follower, or of any frame.

    Args:
        name: of the element, unique in its mechanism.
        joint: joint or constraint between frames whose load it is; a name.
        point: frame at whose origin it is taken; where left out, M of the joint; a name;  when left out.
        on: body that the load acts on; one of follower, base; follower when left out.
        components: frame whose components are published: ground, base or follower (the joint's own), or any frame; a name; ground when left out.
    """
    def __init__(
        self,
        name: str,
        /,
        joint: Named | Listed[Named],
        *,
        point: Named | Listed[Named] = "",
        on: Literal["follower", "base"] = "follower",
        components: Named | Listed[Named] = "ground",
    ) -> None: ...

class Revolute(_Revolute):
    """Turn about one shared axis, the z axis of both frames.

        motion    R_FM = Rz(theta)                  p_FM = 0
        closure   p_FM = 0,   z_M . x_F = z_M . y_F = 0

    Zero: F and M coincide. Positive theta: right-handed about z_F.
    In the plane two rows remain: p_FM.x_F and p_FM.y_F.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.

    References:
        Featherstone (2008), section 4.4.
    """
    def __init__(self, name: str, base: FrameEnd, follower: FrameEnd, /) -> None: ...

class Rod(_Rod):
    """Thin uniform rod along x, from `start` (the body frame) to `end`.

        J_C = diag(0, m l^2/12, m l^2/12)

    It has no inertia about its own axis: a model in which nothing holds that turn is refused.

    Args:
        length: length [m]; greater than 0.
        mass: mass [kg]; at least 0.
    """
    def __init__(self, *, length: Number, mass: Number) -> None: ...

class RollingDisk(_RollingDisk):
    """Roll a disk about the z axis of M on a plane of F without slipping.

        u = (n - (n . z_M) z_M)/s,   s = sqrt(1 - (n . z_M)^2)          c = - radius u - tube n
        p_FM . n - radius s - tube = 0                                  (one row of positions)
        (v_FM + w_FM x c) . x_F = 0, and the same along the other axis  (two rows of velocities)

    n is the axis of F that is normal to the plane; the origin of F lies on the plane, and the disk on the side that n
    points to. c runs from the centre of the disk, which is the origin of M, to the point that touches. With a tube the
    wheel is a torus: `radius` is that of its centre line, `tube` that of its cross-section. The reaction is the contact
    force, and the torque is about the centre: force and torque together act at the point that touches.

    Two rows forbid velocities and no pose: the disk can be brought to any place, yet only by rolling there. In the plane
    z_M is along z_F; then `normal: y` rolls along the x axis of F. A disk that lies flat touches everywhere: a run ends there.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
        radius: radius of the disk, or of the centre line of the tube [m]; greater than 0.
        tube: radius of the tube around the rim; 0 for a sharp edge [m]; at least 0; 0 when left out.
        normal: axis of F that is normal to the plane; one of z, y; z when left out.

    References:
        Neimark & Fufaev (1972), Dynamics of nonholonomic systems, on the disk that rolls on a plane.
    """
    def __init__(
        self,
        name: str,
        base: FrameEnd,
        follower: FrameEnd,
        /,
        *,
        radius: Number,
        tube: Number = 0,
        normal: Literal["z", "y"] = "z",
    ) -> None: ...

class Rope(_Rope):
    """Elastic rope between P and Q: it pulls when stretched and hangs slack otherwise.

        e = l - l0      V = k e^2 / 2 for e > 0, else 0      pull = max(0, k e + c ldot) for e > 0, else 0

    A rope never pushes: where it shortens so fast that its damper would push harder than its spring pulls, the damper
    takes all of the spring's pull and no more. The pull of the spring begins smoothly from zero; that of the damper does
    not.

    Args:
        name: of the element, unique in its mechanism.
        P: frame, such as crank.end.
        Q: frame, such as crank.end.
        stiffness: pull per metre of stretch [N/m]; at least 0.
        damping: pull per metre per second, while stretched [N s/m]; at least 0; 0 when left out.
        free_length: length at which it becomes taut [m]; at least 0.
    """
    def __init__(
        self,
        name: str,
        P: FrameEnd,
        Q: FrameEnd,
        /,
        *,
        stiffness: Number,
        damping: Number = 0,
        free_length: Number,
    ) -> None: ...

class Screw(_Screw):
    """Turn about the shared z axis of both frames, and advance along it by a lead per turn.

        motion    R_FM = Rz(theta)                  p_FM = lead theta/(2 pi) z_F
        closure   p_FM . x_F = p_FM . y_F = 0,   z_M . x_F = z_M . y_F = 0,   p_FM . z_F - lead theta/(2 pi) = 0

    Zero: F and M coincide. Positive theta: right-handed about z_F. A right-handed thread has a positive lead. The last row is
    called thread.

    A turn more is another pose. Where theta is read from a pose, x_M tells the angle within a turn. At a start the advance
    tells the turn, the nearest one. In motion turns are counted: the drift of an integration may be larger than a fine lead,
    and the row then leads back to the turn that was left. A lead of 0 is legal, and a hinge: no advance tells its turns,
    and it starts on the turn that start values tell.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
        lead: advance per turn, positive for a right-handed thread [m].

    References:
        Featherstone (2008), section 4.4.
    """
    def __init__(self, name: str, base: FrameEnd, follower: FrameEnd, /, *, lead: Number) -> None: ...

class Sine(_Sine):
    """Swing a coordinate about a mean value.

    value = mean + amplitude sin(2 pi frequency t + phase)

    Args:
        name: of the element, unique in its mechanism.
        coordinate: joint coordinate, such as 'A.theta'.
        amplitude: largest distance from the mean [unit of the coordinate].
        frequency: swings per second [Hz]; at least 0.
        phase: phase at t = 0 [rad]; 0 when left out.
        mean: value about which it swings [unit of the coordinate]; 0 when left out.
    """
    def __init__(
        self,
        name: str,
        coordinate: str,
        /,
        *,
        amplitude: Number,
        frequency: Number,
        phase: Number = 0,
        mean: Number = 0,
    ) -> None: ...

class Sphere(_Sphere):
    """Uniform ball; the body frame is its centre.

    J_C = 2/5 m r^2 diag(1, 1, 1)

    Args:
        radius: radius [m]; greater than 0.
        mass: mass [kg]; at least 0.
    """
    def __init__(self, *, radius: Number, mass: Number) -> None: ...

class Spherical(_Spherical):
    """Turn freely about a common point (ball joint).

        motion    R_FM = R(quaternion)              p_FM = 0
        closure   p_FM = 0

    Read and written as angles of a sequence of axes, Bryant angles R_FM = Rx(a1) Ry(a2) Rz(a3) unless another is chosen;
    kept inside as a unit quaternion (w, x, y, z), so that no pose is singular. Speeds are the angular velocity of M
    against F in M components.
    Zero: the axes of F and M coincide.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
        sequence: axes that a1, a2, a3 turn about: 1, 2, 3 are x, y, z; one of 1-2-3, 1-3-2, 2-1-3, 2-3-1, 3-1-2, 3-2-1, 1-2-1, 1-3-1, 2-1-2, 2-3-2, 3-1-3, 3-2-3; 1-2-3 when left out.
    """
    def __init__(
        self,
        name: str,
        base: FrameEnd,
        follower: FrameEnd,
        /,
        *,
        sequence: Literal[
            "1-2-3",
            "1-3-2",
            "2-1-3",
            "2-3-1",
            "3-1-2",
            "3-2-1",
            "1-2-1",
            "1-3-1",
            "2-1-2",
            "2-3-2",
            "3-1-3",
            "3-2-3",
        ] = "1-2-3",
    ) -> None: ...

class Spline(_Spline):
    """Make a coordinate follow the cubic spline through points of time and value.

        drive: {spline: A.theta, points: [[0, 0], [0.5, 0.31], [1, 0.2], [2, 0.5]], boundary: natural}

    Times ascend. Between the points the curve is twice differentiable. Points that are many, or measured, are better kept in
    a file: `table`. What the curve does at its first and at its last point, `boundary` says:

        not-a-knot   nothing is assumed: the two first pieces are one cubic, and the two last; this needs four points,
                     through three goes a parabola, through two a line
        natural      no acceleration
        periodic     rate and acceleration at the end are those at the beginning; so must the values be
        clamped      the given `rates`, or rest

    and what happens before the first and after the last point, `beyond`:

        stop         a run ends there, and says so
        hold         the value stays; only where the rate is 0. The acceleration steps to zero
        extend       the first and the last cubic go on, smoothly, and soon far away; a periodic curve is repeated

    Args:
        name: of the element, unique in its mechanism.
        coordinate: joint coordinate, such as 'A.theta'.
        points: time and value, ascending [s, coordinate]; a table of pairs.
        rates: rates at the first and the last point of a clamped curve; 0, 0 when left out [unit of the coordinate/s]; a list of numbers; may be left out.
        boundary: what the curve does at its ends; one of not-a-knot, natural, periodic, clamped; not-a-knot when left out.
        beyond: what happens before the first and after the last point; one of stop, hold, extend; stop when left out.

    References:
        de Boor (1978), chapter IV.
    """
    def __init__(
        self,
        name: str,
        coordinate: str,
        /,
        *,
        points: NumberRows,
        rates: Numbers = (),
        boundary: Literal["not-a-knot", "natural", "periodic", "clamped"] = "not-a-knot",
        beyond: Literal["stop", "hold", "extend"] = "stop",
    ) -> None: ...

class SpringDamper(_SpringDamper):
    """Straight spring and viscous damper between points P and Q.

        l = |p_PQ|      V = k (l - l0)^2 / 2      D = c ldot^2 / 2

    Safe at l = 0: a spring of free length 0 pulls with k p_PQ, any other exerts nothing there, for lack of a direction.
    Pull is positive: the ends are drawn together when l > l0.

    Args:
        name: of the element, unique in its mechanism.
        P: frame, such as crank.end.
        Q: frame, such as crank.end.
        stiffness: pull per metre of stretch [N/m]; at least 0.
        damping: pull per metre per second of stretching [N s/m]; at least 0; 0 when left out.
        free_length: length without pull [m]; at least 0; 0 when left out.
    """
    def __init__(
        self,
        name: str,
        P: FrameEnd,
        Q: FrameEnd,
        /,
        *,
        stiffness: Number,
        damping: Number = 0,
        free_length: Number = 0,
    ) -> None: ...

class Table(_Table):
    """Make a coordinate follow the cubic spline through the rows of a CSV file: time and value.

    drive: {table: A.theta, file: data/measured.csv, beyond: extend}

    A row has two numbers in SI units with a comma between them, times ascend, and a line that begins with # is left out:

        # time [s], angle [rad]
        0.0, 0.00
        0.5, 0.31

    The path is relative to the folder of the model file (of the mechanism, `Mechanism.folder`) and stays inside it. The
    file is read anew for every analysis; its numbers, and how many there are, are live. The curve with its `boundary` and
    what lies `beyond` are those of `spline`.

    Args:
        name: of the element, unique in its mechanism.
        coordinate: joint coordinate, such as 'A.theta'.
        file: file of time and value, ascending [s, coordinate]; a path of a file.
        rates: rates at the first and the last point of a clamped curve; 0, 0 when left out [unit of the coordinate/s]; a list of numbers; may be left out.
        boundary: what the curve does at its ends; one of not-a-knot, natural, periodic, clamped; not-a-knot when left out.
        beyond: what happens before the first and after the last point; one of stop, hold, extend; stop when left out.
    """
    def __init__(
        self,
        name: str,
        coordinate: str,
        /,
        *,
        file: FilePath,
        rates: Numbers = (),
        boundary: Literal["not-a-knot", "natural", "periodic", "clamped"] = "not-a-knot",
        beyond: Literal["stop", "hold", "extend"] = "stop",
    ) -> None: ...

class TableSpring(_TableSpring):
    """Straight spring between P and Q whose pull is read from a table of stretch and force, with a damper beside it.

        e = l - l0      F(e): straight lines between the points, continued at both ends      V = integral of F

    Points ascend in the stretch. Pull is positive.

    Args:
        name: of the element, unique in its mechanism.
        P: frame, such as crank.end.
        Q: frame, such as crank.end.
        points: stretch and pull, ascending [m, N]; a table of pairs.
        damping: pull per metre per second of stretching [N s/m]; at least 0; 0 when left out.
        free_length: length without pull [m]; at least 0; 0 when left out.
    """
    def __init__(
        self,
        name: str,
        P: FrameEnd,
        Q: FrameEnd,
        /,
        *,
        points: NumberRows,
        damping: Number = 0,
        free_length: Number = 0,
    ) -> None: ...

class TorsionalSpringDamper(_TorsionalSpringDamper):
    """Spring and viscous damper on the angle of a joint.

        V = k (theta - theta0)^2 / 2      D = c thetadot^2 / 2

    The torque on the follower is -k (theta - theta0) - c thetadot; the base feels the opposite. The angle is counted
    over full turns.

    Args:
        name: of the element, unique in its mechanism.
        coordinate: joint coordinate, such as 'A.theta'.
        stiffness: torque per radian of twist [N m/rad]; at least 0.
        damping: torque per radian per second [N m s/rad]; at least 0; 0 when left out.
        free_angle: angle without torque [rad]; 0 when left out.
    """
    def __init__(
        self, name: str, coordinate: str, /, *, stiffness: Number, damping: Number = 0, free_angle: Number = 0
    ) -> None: ...

class Tube(_Tube):
    """Uniform hollow cylinder along x; the body frame is the middle of its `start` face.

        r^2 = r_i^2 + r_o^2      J_C = m diag(r^2/2, r^2/4 + l^2/12, r^2/4 + l^2/12)

    Two equal radii make a thin wall, an inner radius of zero a full cylinder.

    Args:
        length: size along x [m]; greater than 0.
        inner_radius: radius of the hole [m]; at least 0.
        outer_radius: radius outside [m]; greater than 0.
        mass: mass [kg]; at least 0.
    """
    def __init__(
        self, *, length: Number, inner_radius: Number, outer_radius: Number, mass: Number
    ) -> None: ...

class Universal(_Universal):
    """Turn about the x axis of F, then about the y axis of M, which crosses it at a right angle (Cardan joint).

        motion    R_FM = Rx(theta1) Ry(theta2)      p_FM = 0
        closure   p_FM = 0,   y_M . x_F = 0

    Another sequence of two axes may be chosen: with 1-3 the second axis is z of M, and z_M . x_F = 0.
    Zero: F and M coincide. Both angles right-handed about their axes. Every pose that closes is one the joint allows.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
        sequence: axes that theta1, theta2 turn about: 1, 2, 3 are x, y, z; one of 1-2, 1-3, 2-1, 2-3, 3-1, 3-2; 1-2 when left out.
    """
    def __init__(
        self,
        name: str,
        base: FrameEnd,
        follower: FrameEnd,
        /,
        *,
        sequence: Literal["1-2", "1-3", "2-1", "2-3", "3-1", "3-2"] = "1-2",
    ) -> None: ...

class Weld(_Weld):
    """Hold F and M together.

        motion    R_FM = I                          p_FM = 0
        closure   p_FM = 0,   x_M . y_F = x_M . z_F = y_M . z_F = 0

    In the plane three rows remain: p_FM.x_F, p_FM.y_F and x_M.y_F.

    Args:
        name: of the element, unique in its mechanism.
        base: frame, such as crank.end.
        follower: frame, such as crank.end.
    """
    def __init__(self, name: str, base: FrameEnd, follower: FrameEnd, /) -> None: ...
