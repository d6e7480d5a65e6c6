"""The two array types of restricted Python: 1-D, contiguous, double precision or 64-bit integers."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
