"""Python that needs NumPy and nothing else, with a program that steps through time."""

from __future__ import annotations

from sarrus.languages.python_text import PythonSpelling, PythonText

__all__ = ["NumpyPython"]


class NumpyPython(PythonText):
    """A module of Python; run as a program it prints rows over time."""

    title = "Python with NumPy"
    endings = (".py",)
    use = "python {file} 1.0 101"
    module = "np"
    part = "numpy.txt"
    decorator = '@np.errstate(all="ignore")'
    spelling = PythonSpelling("np")
    # of NumPy's own kind, with which a quotient by zero is infinite and no mistake
    timed = "    t = np.float64(t)"
    numbered = "    p = Parameters(*map(np.float64, p))"
