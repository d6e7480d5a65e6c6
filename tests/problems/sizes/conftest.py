"""The tests of this folder share mechanisms that can be built at any size, mass and place."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
