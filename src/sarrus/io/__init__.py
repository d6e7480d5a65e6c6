"""Model files and foreign formats, a file each: text in, plain located data out. Knows no equations."""

from sarrus.io.json_schema import schema
from sarrus.io.model_file import load, loads
from sarrus.io.write import dumps, save

__all__ = ["dumps", "load", "loads", "save", "schema"]
