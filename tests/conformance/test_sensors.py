"""Every sensor of the catalogue keeps the contract; broken sensors are found out.

A new sensor is tested here without a change to this file.
"""

from __future__ import annotations

import os

import pytest

from sarrus.elements.sensors import CATALOGUE
from sarrus.elements.sensors.base import Computed, LoadSensor, Sensor, angle, length
from sarrus.scalar import atan2
from sarrus.spatial import Twist
from sarrus.testing import check_sensor
from sarrus.testing.sensors import COMPUTED_CHECKS, LOAD_CHECKS, SENSOR_CHECKS, SensorTrial

DEEP = "SARRUS_DEEP" in os.environ
COMPUTED = [kind for kind in CATALOGUE if issubclass(kind, Computed)]
LOADED = [kind for kind in CATALOGUE if issubclass(kind, LoadSensor)]
LOOKING = [kind for kind in CATALOGUE if kind not in (*COMPUTED, *LOADED)]


@pytest.mark.parametrize("seed", range(11, 61 if DEEP else 13), ids="seed{}".format)
@pytest.mark.parametrize("check", SENSOR_CHECKS, ids=lambda c: c.__name__.strip("_"))
@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
@pytest.mark.parametrize("kind", LOOKING, ids=lambda k: k.keyword)
def test_sensor_keeps_the_contract(kind, planar, check, seed):
    check(SensorTrial(kind, planar, seed))


@pytest.mark.parametrize("seed", range(11, 61 if DEEP else 13), ids="seed{}".format)
@pytest.mark.parametrize("check", COMPUTED_CHECKS, ids=lambda c: c.__name__.strip("_"))
@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
@pytest.mark.parametrize("kind", COMPUTED, ids=lambda k: k.keyword)
def test_sensor_without_frames_keeps_the_contract(kind, planar, check, seed):
    check(kind, planar, seed)


@pytest.mark.parametrize("seed", range(11, 61 if DEEP else 13), ids="seed{}".format)
@pytest.mark.parametrize("check", LOAD_CHECKS, ids=lambda c: c.__name__.strip("_"))
@pytest.mark.parametrize("planar", [False, True], ids=["space", "plane"])
@pytest.mark.parametrize("kind", LOADED, ids=lambda k: k.keyword)
def test_sensor_of_loads_keeps_the_contract(kind, planar, check, seed):
    check(kind, planar, seed)


class Bearing(Sensor):
    """A right sensor of two quantities."""

    quantities = (angle("azimuth"), length("range"))

    def measure(self, X_FM):
        return atan2(X_FM.p.y, X_FM.p.x), X_FM.p.norm()


def test_a_right_sensor_that_is_not_in_the_catalogue_passes():
    check_sensor(Bearing, seeds=[21])


class Unnamed(Bearing):
    """A number too many."""

    quantities = (angle("azimuth"),)


class OtherOnFloats(Bearing):
    """Looks at what it is given."""

    def measure(self, X_FM):
        return atan2(X_FM.p.y, X_FM.p.x), X_FM.p.norm() + (1e-3 if isinstance(X_FM.p.x, float) else 0.0)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Unnamed, "2 numbers, but `quantities` names 1"),
        (OtherOnFloats, "floats and expressions give numbers that differ"),
    ],
    ids=lambda x: x.__name__ if isinstance(x, type) else "",
)
def test_a_broken_sensor_is_found_out(kind, said):
    with pytest.raises(AssertionError, match=said):
        check_sensor(kind, seeds=[21])


def test_rates_that_forget_the_motion_of_the_frame_are_found_out(monkeypatch):
    """As seen from ground instead of from the frame."""
    from sarrus.spatial import Kinematics

    def relative(self, M):
        R = self.X.R
        return self.X.inverse() @ M.X, Twist(R.back(M.v - self.v), R.back(M.w - self.w)), Twist()

    monkeypatch.setattr(Kinematics, "relative", relative)
    with pytest.raises(AssertionError, match="the rate of what it measures is off"):
        SENSOR_CHECKS[1](SensorTrial(Bearing, False, 21))
