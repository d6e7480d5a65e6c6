"""The tests of this folder share the random mechanisms."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
