"""Sensors: one file each, one line here."""

from sarrus.elements.catalogue import shelf
from sarrus.elements.sensors.angle_sensor import AngleSensor as AngleSensor
from sarrus.elements.sensors.base import Computed, LoadSensor, Sensor
from sarrus.elements.sensors.distance_sensor import DistanceSensor as DistanceSensor
from sarrus.elements.sensors.expression_sensor import ExpressionSensor as ExpressionSensor
from sarrus.elements.sensors.point_sensor import PointSensor as PointSensor
from sarrus.elements.sensors.reaction_sensor import ReactionSensor as ReactionSensor

CATALOGUE: tuple[type[Sensor], ...] = shelf(globals(), (Sensor, Computed, LoadSensor))
