"""Everything that an element of your own needs: the only module that its file imports.

    import sarrus
    from sarrus.element import Joint, Pose, Scalar, Vec3, length, lengths, directions, rot_z, param

    @sarrus.register
    class Helix(Joint):
        ...

What it is derived from:  Joint, FrameConstraint, Relation, Force, Driver, Sensor
What a force sees:        Line, Turn, Loaded, Pair, Relative, Point, Own, Bulk; a Port of your own says its Reach
What states it has:       State, of a force that states `flow`
What it declares:         param, choice, flag, names; Shape says what a parameter is in space and in the plane
What follows from tables: tabled, which gives Rows once for a parameter of Shape.TABLE or Shape.FILE
What load a joint has:    Carried, which friction asks for (`Joint.carried`)
What it publishes:        angle, length; Coordinate for other units. A FrameConstraint may have coordinates of its own, too
What must vanish:         lengths, directions; Row for other units
What it computes with:    Scalar, Vec3, Rotation, Pose, Twist, Wrench; rot_x, rot_y, rot_z; functions such as sin and where

Inside an element, use these functions and the operators only: the same lines run on numbers, and on symbols of which
derivatives are taken. docs/how-to-add-a-joint.md and docs/how-to-add-a-force.md show how; the checks of `sarrus.testing`
prove that an element keeps its contract.
"""

from sarrus.elements.base import (
    Coordinate,
    Fault,
    Row,
    Shape,
    State,
    angle,
    choice,
    directions,
    flag,
    length,
    lengths,
    names,
    param,
)
from sarrus.elements.constraints.base import FrameConstraint, Relation
from sarrus.elements.drivers.base import Driver
from sarrus.elements.forces.base import Force
from sarrus.elements.joints.base import Joint
from sarrus.elements.ports import Bulk, Line, Loaded, Own, Pair, Point, Port, Reach, Relative, Turn
from sarrus.elements.quantities import Carried
from sarrus.elements.sensors.base import Sensor
from sarrus.scalar import (
    Scalar,
    absolute,
    acos,
    asin,
    atan,
    atan2,
    cos,
    exp,
    floor,
    is_zero,
    log,
    maximum,
    minimum,
    root,
    sin,
    sqrt,
    tan,
    tanh,
    where,
    wrap,
)
from sarrus.scalar.tabled import Rows, tabled
from sarrus.spatial import (
    Kinematics,
    Pose,
    Rotation,
    Twist,
    Vec3,
    Wrench,
    from_bryant,
    from_quaternion,
    rot_x,
    rot_y,
    rot_z,
    to_bryant,
)

__all__ = [
    "Bulk",
    "Carried",
    "Coordinate",
    "Driver",
    "Fault",
    "Force",
    "FrameConstraint",
    "Joint",
    "Kinematics",
    "Line",
    "Loaded",
    "Own",
    "Pair",
    "Point",
    "Port",
    "Pose",
    "Reach",
    "Relation",
    "Relative",
    "Rotation",
    "Row",
    "Rows",
    "Scalar",
    "Sensor",
    "Shape",
    "State",
    "Turn",
    "Twist",
    "Vec3",
    "Wrench",
    "absolute",
    "acos",
    "angle",
    "asin",
    "atan",
    "atan2",
    "choice",
    "cos",
    "directions",
    "exp",
    "flag",
    "floor",
    "from_bryant",
    "from_quaternion",
    "is_zero",
    "length",
    "lengths",
    "log",
    "maximum",
    "minimum",
    "names",
    "param",
    "root",
    "rot_x",
    "rot_y",
    "rot_z",
    "sin",
    "sqrt",
    "tabled",
    "tan",
    "tanh",
    "to_bryant",
    "where",
    "wrap",
]
