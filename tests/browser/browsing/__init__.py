"""A browser, the pages that are open in it, and what is seen on them."""

from .chromium import find_chromium, started
from .opened import Opened
from .pixels import center_of, colors_in, paper_of, points_of, read_picture
from .poison import TEXTS, poisoned

__all__ = [
    "TEXTS",
    "Opened",
    "center_of",
    "colors_in",
    "find_chromium",
    "paper_of",
    "points_of",
    "poisoned",
    "read_picture",
    "started",
]
