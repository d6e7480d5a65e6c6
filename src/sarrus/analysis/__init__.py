"""One file per question a user asks. Links kernels and loops into one module; knows no pixels."""

from sarrus.analysis.assemble import assemble
from sarrus.analysis.check import check
from sarrus.analysis.kinematics import kinematics
from sarrus.analysis.simulate import simulate

__all__ = ["assemble", "check", "kinematics", "simulate"]
