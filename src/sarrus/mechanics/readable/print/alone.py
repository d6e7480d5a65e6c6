"""A LaTeX body as a document that compiles by itself."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["PACKAGES", "standalone"]

PACKAGES = ("iftex", "geometry", "amsmath", "array", "longtable")
"""What the preamble loads; every TeX distribution has them."""

PREAMBLE = r"""
\documentclass[a4paper]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
%s\else
  \usepackage{fontspec}
\fi
\usepackage[margin=2cm]{geometry}
\usepackage{amsmath}
\usepackage{array}
\usepackage{longtable}
\setcounter{MaxMatrixCols}{%d}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\setlength{\parskip}{1ex}
\begin{document}
""".lstrip()

TABLE = re.compile(r"\\begin\{tabular\}\{l+\}(.*?)\\end\{tabular\}", re.DOTALL)
ROOM = 88
"""Letters in a line of a page."""
KNOWN = frozenset("ßæœøłÆŒØŁ")
"""Letters that pdfTeX has with the fonts of every installation, besides those of ASCII with a usual accent."""
ACCENTS = frozenset("\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327")
"""Grave, acute, circumflex, tilde, macron, breve, dot, diaeresis, ring, double acute, caron, cedilla."""


def standalone(body: str) -> str:
    """The document around a body: pdflatex, xelatex and lualatex take it.

    Letters of other scripts, which only the name of a mechanism may have, are shown by xelatex and lualatex; pdflatex sets a
    question mark. Tables may go on over the end of a page, and wide cells have several lines.
    """
    strange = sorted(ord(c) for c in set(body) if not _is_known(c))
    declared = "".join(f"  \\DeclareUnicodeCharacter{{{c:04X}}}{{?}}\n" for c in strange)
    wide = max((line.count("&") for line in body.split(r"\\")), default=0) + 1
    text = TABLE.sub(lambda found: _long_table(found[1]), body)
    return f"{PREAMBLE % (declared, max(10, wide))}\n{text.rstrip()}\n\n\\end{{document}}\n"


def _long_table(inside: str) -> str:
    """A table that may go on over the end of a page, with columns as wide as they need and the page allows."""
    cells = [row.split(" & ") for row in inside.split(r"\\") if row.strip()]
    columns = max(map(len, cells))
    needed = [max(_size(row[k]) for row in cells if k < len(row)) for k in range(columns)]
    long = {k for k in range(columns) if needed[k] > ROOM / columns} if sum(needed) > ROOM else set()
    left = 1.0 - (sum(needed[k] for k in range(columns) if k not in long) + 2 * columns) / ROOM
    share = {k: max(0.1, left * needed[k] / sum(needed[i] for i in long)) for k in long}
    shape = "".join(
        rf">{{\raggedright\arraybackslash}}p{{{share[k]:.2f}\linewidth}}" if k in long else "l"
        for k in range(columns)
    )
    return f"\\begin{{longtable}}[l]{{{shape}}}{inside}\\end{{longtable}}"


def _size(cell: str) -> int:
    """About how many letters wide a cell is; commands and braces take no room, indices less."""
    return len(re.sub(r"\\[A-Za-z]+ ?|[{}$^_\\]", "", cell).strip())


def _is_known(letter: str) -> bool:
    """Whether pdfTeX sets a letter."""
    base, *marks = list(unicodedata.normalize("NFD", letter))
    return letter in KNOWN or (base.isascii() and len(marks) < 2 and ACCENTS.issuperset(marks))
