"""A browser, the pages that are open in it, and what is seen on them."""

from .chromium import find_chromium, started
from .made_up import MADE_UP, rows_of, tangent
from .made_up import TEXTS as SHAPE_TEXTS
from .opened import Opened
from .pixels import center_of, colors_in, paper_of, points_of, read_picture
from .poison import TEXTS, poisoned

__all__ = [
    "MADE_UP",
    "SHAPE_TEXTS",
    "TEXTS",
    "Opened",
    "center_of",
    "colors_in",
    "find_chromium",
    "paper_of",
    "points_of",
    "poisoned",
    "read_picture",
    "rows_of",
    "started",
    "tangent",
]
