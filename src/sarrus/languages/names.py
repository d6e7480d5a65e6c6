"""Identifiers for the names of a model: safe in every language, and no two alike."""

from __future__ import annotations

import keyword
import re
import unicodedata

__all__ = ["KEYWORDS", "RESERVED", "FreshNames", "in_comment"]

LONGEST = 48
"""Characters of an identifier; MATLAB reads 63, and a number may follow."""

C_KEYWORDS = (
    "asm auto bool break case char complex const continue default do double else enum extern false float for fortran "
    "goto if imaginary inline int long register restrict return short signed sizeof static struct switch true "
    "typedef typeof union unsigned void volatile while linux unix i386 errno stdin stdout stderr assert"
)
C_WORDS = (
    "main sin cos tan asin acos atan atan2 sqrt exp log tanh abs fabs floor pow fmax fmin isfinite "
    "gamma lgamma j0 j1 jn y0 y1 yn signgam printf fprintf strlen strtod atof atoi exit memcpy"
)
MATLAB_KEYWORDS = (
    "break case catch classdef continue do else elseif end endfunction endif endfor endswitch endwhile end_try_catch for "
    "function global if otherwise parfor persistent return spmd switch try until while unwind_protect end_unwind_protect"
)
MATLAB_WORDS = (
    "ans pi inf nan Inf NaN eps i j e NA zeros ones eye diag size numel norm any all isfinite max min find struct error varargin "
    "nargin properties methods events enumeration arguments import"
)
PYTHON_WORDS = (
    "np jnp jax lax sys math array float64 where inf nan self print len range list tuple float int str bool dict zip enumerate "
    "sum any all min max abs map"
)
OWN_WORDS = (
    "t x u p q y g f M G H lam vdot qdot alpha beta phi step rate rates retract closure dynamics flows outputs start pushes law "
    "law_rate d_vdot d_lam accelerations derivative project simulate look_up choose divide root held held_speeds "
    "Parameters PARAMETERS INPUTS"
)
MACROS = "NQ NV NX NR NY NU NZ NP NA NAN INFINITY NULL EOF BUFSIZ RAND_MAX FILE HUGE_VAL EXIT_FAILURE EXIT_SUCCESS NO_MAIN OUTPUTS none"
KEYWORDS = frozenset(
    {*keyword.kwlist, *keyword.softkwlist, *MACROS.split(), *C_KEYWORDS.split(), *MATLAB_KEYWORDS.split()}
)
"""Words that no field of a record can be called in one of the languages."""
RESERVED = KEYWORDS | frozenset(f"{C_WORDS} {MATLAB_WORDS} {PYTHON_WORDS} {OWN_WORDS}".split())
"""Words that mean something else inside a function."""


class FreshNames:
    """Gives out identifiers: that which was wished where it is free, else with a number behind it.

    Args:
        taken: names that are not free; the reserved ones when left out.
    """

    def __init__(self, taken: frozenset[str] = RESERVED) -> None:
        self._taken = set(taken)

    @property
    def taken(self) -> frozenset[str]:
        """What is not free by now."""
        return frozenset(self._taken)

    def new(self, wished: str) -> str:
        """An identifier that nobody has yet."""
        base = _plain(wished)
        base = f"{base}_" if base in RESERVED & self._taken else base
        name, count = base, 1
        while name in self._taken:
            count += 1
            name = f"{base}_{count}"
        self._taken.add(name)
        return name


def _plain(wished: str) -> str:
    """Letters, digits and single underscores, a letter first."""
    text = re.sub(r"[^A-Za-z0-9]+", "_", "".join(map(_in_letters, wished))).strip("_")[:LONGEST].rstrip("_")
    return text if text[:1].isalpha() else f"n_{text}"


def _in_letters(character: str) -> str:
    """A character in letters that every language has: alpha for the Greek one, a for one with an accent."""
    if character.isascii():
        return character
    base = unicodedata.normalize("NFKD", character)[0]
    if base.isascii():
        return base
    return unicodedata.name(character, "_").rpartition(" ")[2].lower()


def in_comment(text: str) -> str:
    """A text of the model as part of a comment: one line of plain characters that ends no comment."""
    line = " ".join(text.split()).encode("ascii", "replace").decode()
    return (
        line.replace("*/", "* /")
        .replace("/*", "/ *")
        .replace('"""', "'''")
        .replace("\\", "/")
        .replace("??", "? ?")
    )
