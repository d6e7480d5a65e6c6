"""Integrators, one file each; the contract they share stands in `base`."""

from sarrus.solvers.integrators.base import Integration, Integrator
from sarrus.solvers.integrators.dop853 import DOP853
from sarrus.solvers.integrators.rk4 import RK4

INTEGRATORS: dict[str, Integrator] = {item.name: item for item in (DOP853, RK4)}

__all__ = ["DOP853", "INTEGRATORS", "RK4", "Integration", "Integrator"]
