"""Vectors, rotations, poses, twists, wrenches and inertia, over numbers or expressions. No bodies, no joints."""

from sarrus.spatial.inertia import Inertia, Symmetric
from sarrus.spatial.pose import Kinematics, Pose, Twist, Wrench
from sarrus.spatial.rotation import Rotation, from_bryant, from_quaternion, rot_x, rot_y, rot_z, to_bryant
from sarrus.spatial.vector import Vec3

__all__ = [
    "Inertia",
    "Kinematics",
    "Pose",
    "Rotation",
    "Symmetric",
    "Twist",
    "Vec3",
    "Wrench",
    "from_bryant",
    "from_quaternion",
    "rot_x",
    "rot_y",
    "rot_z",
    "to_bryant",
]
