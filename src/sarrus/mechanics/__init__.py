"""Functions of time, state and parameters: what a mechanism's motion obeys, compiled or readable."""

from sarrus.mechanics.base import Equations
from sarrus.mechanics.formulate import FORMULATIONS, formulate

__all__ = ["FORMULATIONS", "Equations", "formulate"]
