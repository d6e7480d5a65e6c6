"""Names in printed equations: what SymPy prints it reads, and the index of any body is no body's name."""

from __future__ import annotations

import re

import pytest

from sarrus import (
    AppliedForce,
    Body,
    Gravity,
    Mechanism,
    Motion,
    Revolute,
    Rod,
    Rope,
    Spherical,
    equations,
)
from sarrus.mechanics.readable.algebra.terms import ANY, BODY
from sarrus.mechanics.readable.derive.listing import MATRICES, symbols_of
from tests.unit.mechanics import test_readable as pages


def awkward() -> Mechanism:
    """Names that are no identifiers, that coincide as such, or that Python and SymPy have a meaning for."""
    m = Mechanism("awkward", plane="xy")
    g, beta, S, lambda_, E, m_i = m.parameters(g=9.81, beta=0.3, S=0.6, lambda_=0.2, E=2.0, m_i=1.0)
    one = m.add(Body("a-b", Rod(length=S, mass=m_i)))
    two = m.add(Body("a_b", mass=E, center=(beta, lambda_), inertia=0.1))
    m.add(Revolute("A", m.ground, one.start))
    m.add(Revolute("B", one.end, two))
    m.add(Motion("go", "B.theta", function="e*sin(2*pi*t)"))
    m.add(AppliedForce("push", two.center, force=(3, 4)))
    m.add(Gravity("weight", (0, -g)))
    wall = m.ground.point("wall", (1.5, 0))
    m.add(Rope("line", wall, one.end, stiffness=10, damping=1, free_length=0.2))
    return m


def hahn(count: int = 2, names: tuple[str, ...] = ("i", "j")) -> Mechanism:
    """A chain whose first bodies bear the names given."""
    m = Mechanism("chain")
    last = m.ground
    for k in range(count):
        body = m.add(Body(names[k] if k < len(names) else f"b{k}", Rod(length=1, mass=1)))
        m.add(Spherical(f"S{k}", last, body.start))
        last = body.end
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


@pytest.mark.parametrize("make", [awkward, hahn, pages.fourbar], ids=lambda make: make.__name__)
def test_the_sympy_listing_gives_the_same_expressions_back(make):
    sympy = pytest.importorskip("sympy")
    found = equations(make())
    symbolic, text = found.sympy(), found.listing()
    namespace: dict[str, object] = {}
    exec(text, namespace)  # noqa: S102 - a text of our own
    symbols = symbols_of(symbolic)
    lines = dict(line.split(" = ", 1) for line in text.splitlines()[2 + len(symbols) :])
    assert len(lines) == len(MATRICES)
    for name, (called, written) in zip(MATRICES, lines.items(), strict=True):
        assert called.rstrip("_") == name
        expected = getattr(symbolic, name)
        assert namespace[called] == expected
        if name != "values":
            read = sympy.parse_expr(written, local_dict=symbols)
            assert read == expected


def test_a_matrix_does_not_take_the_letter_of_a_parameter():
    text = equations(awkward()).listing()
    assert text.startswith("# M vdot = f + G^T lam,  g_ = 0,  G v = alpha,  G vdot = beta_\n")
    assert "\ng_ = Matrix(" in text and '\ng = Symbol("g", real=True)' in text


FORMATS = ("text", "markdown", "latex", "html")


@pytest.mark.parametrize("count", [2, 9, 30])
@pytest.mark.parametrize("format", FORMATS)
def test_the_index_of_any_body_is_no_name_in_the_model(count, format):
    usual, other = (getattr(equations(hahn(count, names)), format)() for names in (("p", "s"), ("i", "j")))
    for token in (BODY, ANY):
        assert not re.search(rf"(_|_\{{|>|`){re.escape(token)}(?!\*)", usual + other)
    if format == "text":
        assert "Bodies i: p, s" in usual
        assert "Bodies k: i, j" in other and "Joints l:" in other
        assert "r_k" in other and ("λ_l" in other or "S0" in other)
    # the same page with other letters
    for old, new in (("i", "k"), ("j", "l")):
        assert usual.count(f"_{old}") == 0 or f"_{new}" in other


@pytest.mark.parametrize("count", [2, 9, 30])
def test_every_index_letter_of_the_page_is_explained_once(count):
    text = equations(hahn(count)).text()
    assert "M_k" in text and "M_i" not in text and "f_k" in text
    assert re.search(r"\bbody k\b", text) and not re.search(r"\bbody i\b", text)


def test_a_parameter_or_a_joint_called_i_has_its_name_for_itself():
    m = Mechanism("one", plane="xy")
    (i,) = m.parameters(i=0.5)
    bar = m.add(Body("bar", Rod(length=i, mass=1)))
    m.add(Revolute("j", m.ground, bar))
    assert "Bodies k: bar in the plane xy. Joints l: j (revolute)." in equations(m).text()
