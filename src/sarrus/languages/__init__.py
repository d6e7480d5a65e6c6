"""Languages that the equations of a mechanism are written in, to be taken away: a file each, and a line here."""

from sarrus.languages.base import Language
from sarrus.languages.c99 import C99
from sarrus.languages.jax_code import JaxPython
from sarrus.languages.matlab import Matlab
from sarrus.languages.numpy_code import NumpyPython

__all__ = ["LANGUAGES", "Language"]

LANGUAGES: dict[str, Language] = {
    "numpy": NumpyPython(),
    "c": C99(),
    "matlab": Matlab(),
    "jax": JaxPython(),
}
"""By the word that asks for them."""
