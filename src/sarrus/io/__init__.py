"""Model files and foreign formats, a file each: text in, plain located data out. Knows no equations."""

from sarrus.io.hints import hints
from sarrus.io.json_schema import schema
from sarrus.io.model_file import load, loads
from sarrus.io.write import dumps, save

__all__ = ["dumps", "hints", "load", "loads", "save", "schema"]
