"""The reference states P and S of spec 04, section 11: off the constraint manifold, so that no term can hide.

They are those of the unit tests of elements (tests/unit/elements/conftest.py), here without pytest.
"""

from __future__ import annotations

import inspect
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace

import numpy as np

_FILE = Path(__file__).parents[2] / "unit" / "elements" / "conftest.py"
_spec = spec_from_file_location("reference_states", _FILE)
_module = module_from_spec(_spec)
_spec.loader.exec_module(_module)

planar = inspect.unwrap(_module.P)
"""planar(): two bodies in state P."""
spatial = inspect.unwrap(_module.S)
"""spatial(): two bodies in state S."""
recovered = inspect.unwrap(_module.recovered)()
"""recovered(rotation, turning, its rate, way, its rates): body j of section 11.3."""
BODIES = {"i": _module.BODY_I, "j": _module.BODY_J}
matrix = _module.matrix


def negated(found):
    """Rows with the opposite sign."""
    return SimpleNamespace(**{k: None if a is None else -a for k, a in vars(found).items()})


def shifted(found, c):
    """Rows of the spec have an offset; ours do not."""
    return SimpleNamespace(**{**vars(found), "g": found.g - c})


def scaled(found, factors):
    """Rows times factors."""
    s = np.atleast_1d(factors)
    new = {k: None if a is None else (s[:, None] * a if k == "J" else s * a) for k, a in vars(found).items()}
    return SimpleNamespace(**new)


def stacked(*rows):
    """Rows of several elements as one."""
    fields = vars(rows[0])
    join = {k: None if a is None else np.concatenate([vars(r)[k] for r in rows]) for k, a in fields.items()}
    return SimpleNamespace(**join)


def half_square(found, length):
    """(d^2 - l^2)/2 from d - l: the slope becomes d J, and beta follows from d''d + d'^2."""
    d = found.g + length
    return SimpleNamespace(
        g=(d**2 - length**2) / 2,
        J=d[:, None] * found.J,
        Jv=d * found.Jv,
        beta=d * found.beta - found.Jv**2,
        bend=None if found.bend is None else d * found.bend + found.Jv**2,
    )


def angle_of_sine(found):
    """x from the row sin(x), for x between -90 and 90 deg."""
    x = np.arcsin(found.g)
    rate = found.Jv / np.cos(x)
    J = found.J / np.cos(x)[:, None]
    return SimpleNamespace(g=x, J=J, Jv=rate, beta=(found.beta - np.sin(x) * rate**2) / np.cos(x), bend=None)


def in_ground(found, A, w, columns):
    """Rows of a vector that are given in a turning frame, in ground components.

        g_W = A g      g_W' = A (g' + w x g)      g_W'' = A (g'' + 2 w x g' + w' x g + w x (w x g))

    A: rotation of the frame; w: its angular velocity in frame components; columns: w = E v, the matrix E.
    """

    def sk(a):
        return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])

    n = len(found.g)
    g, rate, beta = (np.pad(a, (0, 3 - n)) for a in (found.g, found.Jv, found.beta))
    J = np.pad(found.J, ((0, 3 - n), (0, 0)))
    turned = SimpleNamespace(
        g=A @ g,
        J=A @ (J - sk(g) @ columns),
        Jv=A @ (rate + np.cross(w, g)),
        beta=A @ (beta - 2 * np.cross(w, rate) - np.cross(w, np.cross(w, g))),
    )
    return SimpleNamespace(**{k: a[:n] for k, a in vars(turned).items()}, bend=None)
