"""How a cost grows with a size."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


def exponent(costs: Mapping[int, float]) -> float:
    """Slope of the straight line through the logarithms, by least squares."""
    sizes, times = np.log(np.array(list(costs))), np.log(np.array(list(costs.values())))
    return float(np.polyfit(sizes, times, 1)[0])
