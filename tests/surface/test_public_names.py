"""The public face: names are promises, so each one added or taken away shows here."""

import pytest

import sarrus
from sarrus.elements import SHELVES

NAMES = [
    "Body",
    "Interrupted",
    "Mechanism",
    "ModelError",
    "NumericalError",
    "Result",
    "SarrusError",
    "UsageError",
    "assemble",
    "check",
    "equations",
    "export",
    "equilibrium",
    "inverse",
    "inverse_function",
    "kinematics",
    "linearize",
    "floquet",
    "modes",
    "roots",
    "load",
    "load_result",
    "outputs",
    "plot",
    "reach",
    "register",
    "run",
    "save",
    "simulate",
    "turn",
    "verify",
    "with_outputs",
]

CATALOGUE = {
    "joints": [
        "Cylindrical",
        "Free",
        "Planar",
        "Prismatic",
        "Revolute",
        "Screw",
        "Spherical",
        "Universal",
        "Weld",
    ],
    "constraints": [
        "Condition",
        "Coupler",
        "Distance",
        "Gear",
        "PointOnLine",
        "RackAndPinion",
        "RollingDisk",
    ],
    "forces": [
        "AppliedForce",
        "AppliedTorque",
        "BumpStop",
        "Bushing",
        "CoordinateForce",
        "FollowerForce",
        "Friction",
        "Gravity",
        "LineForce",
        "PolynomialSpring",
        "Rope",
        "SpringDamper",
        "TableSpring",
        "TorsionalSpringDamper",
    ],
    "drivers": ["Motion", "Polynomial", "Ramp", "Sine", "Spline", "Table"],
    "sensors": ["AngleSensor", "DistanceSensor", "ExpressionSensor", "PointSensor", "ReactionSensor"],
    "solids": ["Box", "Cone", "Cylinder", "Link", "Plate", "Rod", "Sphere", "Tube"],
}


def test_public_names_are_pinned():
    assert sorted(sarrus.__all__) == sorted([*NAMES, *(e for items in CATALOGUE.values() for e in items)])


def test_catalogue_is_pinned():
    found = {shelf: sorted(element.__name__ for element in items) for shelf, items in SHELVES.items()}
    assert found == CATALOGUE


@pytest.mark.parametrize("name", [*NAMES, *(e for items in CATALOGUE.values() for e in items)])
def test_every_name_is_at_hand_listed_and_described(name):
    assert getattr(sarrus, name).__doc__
    assert name in dir(sarrus)


def test_unknown_name_is_an_attribute_error():
    for name in ("Revolut", "simulat"):
        with pytest.raises(AttributeError, match=name):
            getattr(sarrus, name)


def test_version_is_that_of_the_installed_package():
    from importlib.metadata import version

    assert sarrus.__version__ == version("sarrus")
