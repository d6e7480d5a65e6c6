"""The commands and their options. Analyses, with the compiler behind them, load when a command runs."""

from sarrus.cli.commands import learning, asking, kept, showing, writing  # noqa: F401, I001  in the order of the help
from sarrus.cli.commands.app import app, call

__all__ = ["app", "call"]
