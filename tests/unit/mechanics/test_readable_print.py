"""The printed page: what stands on it, under which names, how long it is, and that it can be typeset."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from sarrus.elements.body import Body
from sarrus.elements.drivers import Motion
from sarrus.elements.forces import AppliedTorque, Gravity, SpringDamper
from sarrus.elements.joints import Prismatic, Revolute, Spherical, Weld
from sarrus.elements.solids import Box, Rod
from sarrus.mechanics.readable import readable
from sarrus.model import Mechanism

WORDS = """mathbf boldsymbol mathit text operatorname dot ddot tilde widetilde frac tfrac sqrt sf begin end hline quad
    cdot times circ bigl bigr sin cos tan arcsin arccos arctan exp ln tanh lfloor rfloor le alpha beta gamma eta theta
    lambda mu tau chi psi omega Omega pi ell perp kappa zeta nu rho sigma phi max min hat sum Delta partial"""
COMMANDS = {"\\" + word for word in WORDS.split()} | {"\\,", "\\ ", "\\\\", "\\_", "\\|"}
ONE = r"(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\text\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|\w)"
TWICE = re.compile(rf"\^{ONE}(?:_{ONE})?\^|_{ONE}(?:\^{ONE})?_")
"""A second exponent or index on the same letter, which LaTeX refuses."""
ENVIRONMENTS = {"aligned", "gathered", "bmatrix", "array", "cases"}


def fourbar():
    m = Mechanism("four-bar", plane="xy")
    a, b, c, d = m.parameters(a=0.30, b=0.90, c=0.70, d=1.00)
    D = m.ground.point("D", (d, 0))
    crank = m.add(Body("crank", Rod(length=a, mass=0.3)))
    coupler = m.add(Body("coupler", Rod(length=b, mass=0.9)))
    rocker = m.add(Body("rocker", mass=0.7, center=(c / 2, 0), inertia=0.0286))
    m.add(Revolute("A", m.ground, crank.start))
    m.add(Revolute("B", crank.end, coupler.start))
    m.add(Revolute("C", coupler.end, rocker.point("top", (c, 0))))
    m.add(Revolute("D", D, rocker))
    m.add(Gravity("weight", (0, -9.81)))
    return m


def pendulum_pair():
    m = Mechanism("pendulum-pair")
    l, k = m.parameters(l=0.5, k=0.2)
    arm = m.add(
        Body("arm", mass=2, center=(l / 2, 0, 0), inertia=(0.002, 0.043, 0.043), points={"tip": (l, 0, 0)})
    )
    bob = m.add(Body("bob", mass=1, center=(k, 0, 0), inertia=(0.001, 0.004, 0.004)))
    m.add(Spherical("ball", m.ground, arm))
    m.add(Revolute("hinge", arm.tip, bob))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def odd_names():
    m = Mechanism("odd_names & more", plane="xy")
    l_0, _, w2 = m.parameters(l_0=0.3, omega=2, w2=1)
    one = m.add(Body("left-hand_arm", Rod(length=l_0, mass=1)))
    two = m.add(Body("left-hand_leg", mass=w2, center=(0.1, 0.2), inertia=0.1))
    m.add(Revolute("pin_1", m.ground.frame("corner-post", (0.1, 0.2), "30 deg"), one.start))
    m.add(Prismatic("slot-2", one.frame("groove_a", (0.1, 0), 0.3), two))
    m.add(SpringDamper("pull-back", one.end, two, stiffness=20, damping=1, free_length=0.1))
    m.add(AppliedTorque("push", one, two, moment="2*sin(omega*t) if t < 1 else 0"))
    m.add(AppliedTorque("hold", one.frame("unused_axes", (0, 0), 0.2), two, moment=1))
    m.add(Motion("drive_it", "pin_1.theta", "atan2(sin(omega*t), 2) + t**2/7"))
    return m


def chain(links, plane="xy"):
    m = Mechanism("chain", plane=plane)
    (l,) = m.parameters(l=0.3)
    last = m.ground
    for k in range(links):
        solid = Rod(length=l, mass=1) if plane else Box(length=l, width=0.1, height=0.1, mass=1)
        link = m.add(Body(f"link{k + 1}", solid))
        m.add(Revolute(f"j{k + 1}", last, link.start))
        last = link.end
    return m


def free_body():
    m = Mechanism("stone")
    m.add(Body("stone", mass=1, inertia=(1, 2, 2.5)))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def welded():
    m = Mechanism("welded")
    one = m.add(Body("one", mass=1, inertia=(1, 2, 2.5)))
    m.add(Weld("foot", m.ground.frame("base", (0, 0, 1), (0, "20 deg", 0)), one))
    return m


PAGES = [fourbar, pendulum_pair, odd_names, free_body, welded, lambda: chain(9), lambda: chain(8, None)]
every_page = pytest.mark.parametrize(
    "make", PAGES, ids=["fourbar", "pair", "odd", "free", "weld", "nine", "eight"]
)


def page(make):
    return readable(make().snapshot())


def formulas(markdown):
    """What stands between dollars."""
    displays = re.findall(r"\$\$(.*?)\$\$", markdown, re.DOTALL)
    return displays + re.findall(r"\$(.*?)\$", re.sub(r"\$\$.*?\$\$", "", markdown, flags=re.DOTALL))


def test_fourbar_page_holds_the_equations_of_the_sample():
    found = page(fourbar).markdown()
    for part in (
        r"$\mathbf r_i=(x_i,y_i)$, $\psi_i$",
        r"| $a$, $b$, $c$, $d$ | parameters | m | 0.3, 0.9, 0.7, 1 |",
        r"| $m_i$ | mass | kg | 0.3, 0.9, 0.7 |",
        r"| $\boldsymbol\gamma=(0,\gamma_y)$ | gravity of `weight` | m/s² | (0, −9.81) |",
        "9 coordinates, 8 rows, 1 degree of freedom",
        r"\mathbf e_i=(\cos\psi_i,\sin\psi_i),\quad \mathbf n_i=(-\sin\psi_i,\cos\psi_i),\quad "
        r"\dot{\mathbf e}_i=\dot\psi_i\mathbf n_i",
        r"\mathbf p_\text{crank.end}&=\mathbf r_\text{crank}+a\mathbf e_\text{crank}, &\dot{\mathbf p}_\text{crank.end}"
        r"&=\dot{\mathbf r}_\text{crank}+a\dot\psi_\text{crank}\mathbf n_\text{crank}",
        r"| `A.x`, `A.y` | crank on ground | $\mathbf g_A=\mathbf r_\text{crank}$ |",
        r"$\mathbf g_B=\mathbf r_\text{coupler}-\mathbf p_\text{crank.end}$",
        r"| rocker.top on coupler.end | $\mathbf g_C=\mathbf p_\text{rocker.top}-\mathbf p_\text{coupler.end}$ |",
        r"$\mathbf g_D=\mathbf r_\text{rocker}-(d,0)$",
        r"C&\cdot&\cdot&-\mathbf I&-b\mathbf n_\text{coupler}&\mathbf I&c\mathbf n_\text{rocker}",
        r"\boldsymbol\beta=(\mathbf 0,\ -a\dot\psi_\text{crank}^2\mathbf e_\text{crank},\ c\dot\psi_\text{rocker}^2"
        r"\mathbf e_\text{rocker}-b\dot\psi_\text{coupler}^2\mathbf e_\text{coupler},\ \mathbf 0)",
        r"\mathbf M_i=\begin{bmatrix}m_i\mathbf I&h_i\mathbf n_i\\ h_i\mathbf n_i^{\sf T}&J_i\end{bmatrix}",
        r"\begin{bmatrix}m_i\boldsymbol\gamma+h_i\dot\psi_i^2\mathbf e_i\\ h_i\mathbf n_i\cdot\boldsymbol\gamma\end{bmatrix}",
        r"h_\text{rocker}&=\tfrac12m_\text{rocker}c",
        r"J_\text{crank}&=\tfrac13m_\text{crank}a^2",
        r"J_\text{rocker}&=J^C_\text{rocker}+\tfrac14m_\text{rocker}c^2",
        r"\mathbf M_i\begin{bmatrix}\ddot{\mathbf r}_i\\ \ddot\psi_i\end{bmatrix}=\mathbf f_i+\mathbf w_i",
        r"\mathbf w_\text{coupler}=\begin{bmatrix}\boldsymbol\lambda_B-\boldsymbol\lambda_C\\ "
        r"-b\mathbf n_\text{coupler}\cdot\boldsymbol\lambda_C\end{bmatrix}",
        r"Together, 9 + 8 equations",
        r"`C.reaction` = $\boldsymbol\lambda_C$ on rocker",
        "no torques",
    ):
        assert part in found, part


def test_fourbar_formulas_fit_in_three_and_a_half_kilobytes():
    assert sum(len(f.encode()) for f in formulas(page(fourbar).markdown())) <= 3500


def test_sections_stand_in_the_agreed_order():
    titles = re.findall(r"^#### (\w+)", page(fourbar).markdown(), re.MULTILINE)
    assert titles == ["What", "Kinematics", "Constraints", "Jacobian", "Mass", "The", "Reactions"]


def test_spatial_pair_prints_axes_arms_and_joint_torques():
    found = page(pendulum_pair).markdown()
    for part in (
        r"s_1s_2c_3+c_1s_3",
        r"\boldsymbol\Omega_i=\mathbf A_i\boldsymbol\omega_i",
        r"\mathbf p_\text{arm.tip}=\mathbf r_\text{arm}+l\mathbf x_\text{arm}",
        r"$g_{\text{hinge},1}=\mathbf z_\text{bob}\cdot\mathbf x_\text{arm}$",
        r"\mathbf t_1=\mathbf z_\text{bob}\times\mathbf x_\text{arm}",
        r"&\mathbf A_\text{arm}\tilde{\mathbf s}_\text{arm.tip}&\mathbf I&\cdot",
        r"-\mathbf t_1^{\sf T}\mathbf A_\text{arm}&\cdot&\mathbf t_1^{\sf T}\mathbf A_\text{bob}",
        r"-\mathbf z^\circ_\text{bob}\cdot\mathbf x_\text{arm}-2\dot{\mathbf z}_\text{bob}\cdot\dot{\mathbf x}_\text{arm}"
        r"-\mathbf z_\text{bob}\cdot\mathbf x^\circ_\text{arm}",
        r"\boldsymbol\tau_\text{hinge}=\mu_1\mathbf t_1+\mu_2\mathbf t_2",
        r"-\mathbf A_\text{arm}^{\sf T}\boldsymbol\tau_\text{hinge}",
        r"diag(0.002, 0.043, 0.043)",
    ):
        assert part in found, part
    assert sum(len(f.encode()) for f in formulas(found)) <= 4700


def test_spring_prints_its_pull_as_it_is_stated():
    m = fourbar()
    m.add(SpringDamper("return", "ground.D", "crank.end", stiffness="200 N/m", damping=2, free_length=0.8))
    found = page(lambda: m).markdown()
    pull = r"F_\text{return}=k_\text{return}(\ell_\text{return}-\ell_{0,\text{return}})+c_\text{return}\dot\ell_\text{return}"
    assert pull in found
    assert r"\ell_\text{return}=|\mathbf p_\text{crank.end}-(d,0)|" in found
    assert r"a\,F_\text{return}\mathbf n_\text{crank}\cdot\mathbf u_\text{return}" in found
    assert "| $k_\\text{return}$ | stiffness of `return` | N/m | 200 |" in found


def test_driver_prints_its_coordinate_and_function():
    m = fourbar()
    m.add(Motion("motor", "B.theta", "2*pi*t"))
    found = page(lambda: m).markdown()
    assert r"\theta_B=\psi_\text{coupler}-\psi_\text{crank}" in found
    assert r"$g_\text{motor}=\theta_B-2\pi t$" in found
    assert r"\boldsymbol\alpha=(\mathbf 0,\ \mathbf 0,\ \mathbf 0,\ \mathbf 0,\ 2\pi)" in found


def test_long_and_odd_names_are_cut_and_escaped():
    found = page(odd_names)
    text = found.markdown()
    assert r"`left-hand_a` for `left-hand_arm`" in text
    assert r"\psi_\text{left{-}hand\_a}" in text
    assert r"\omega" in text and "l_0" in text and "w_2" in text
    assert r"\section*{odd\_names \& more}" in found.latex()
    assert r"\begin{cases}" in text and r"\operatorname{atan2}" in text


@every_page
def test_formulas_are_balanced_and_use_known_commands_only(make):
    found = page(make)
    for formula in formulas(found.markdown()):
        _check(formula)
    body = re.sub(r"\$(.*?)\$", "", re.sub(r"\\\[.*?\\\]", "", found.latex(), flags=re.DOTALL))
    known = {r"\section", r"\subsection", r"\subsubsection", r"\begin", r"\end", r"\hline", r"\texttt"}
    assert set(re.findall(r"\\[A-Za-z]+", body)) <= known
    assert set(re.findall(r"\\begin\{(\w+)\}", body)) <= {"tabular", "verbatim"}
    assert body.count("{") == body.count("}")


def _check(formula):
    commands = re.findall(r"\\(?:[A-Za-z]+|.)", formula, re.DOTALL)
    assert set(commands) <= COMMANDS, set(commands) - COMMANDS
    bare = re.sub(r"\\(?:[A-Za-z]+|.)", " ", formula, flags=re.DOTALL)
    depth = 0
    for c in bare:
        depth += {"{": 1, "}": -1}.get(c, 0)
        assert depth >= 0, formula
    assert depth == 0, formula
    opened = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", formula):
        assert name in ENVIRONMENTS
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    assert not TWICE.search(formula), formula
    assert formula.count(r"\bigl") == formula.count(r"\bigr")
    assert all(ord(c) < 128 for c in formula), formula


@every_page
def test_text_fits_into_a_terminal(make):
    found = page(make).text()
    for line in found.splitlines():
        assert sum(not unicodedata.combining(c) for c in line) <= 110, line
        assert line == line.rstrip()
    assert "\\" not in found and "$" not in found


def test_text_is_what_print_shows():
    found = page(fourbar)
    assert str(found) == found.text()
    assert "w_coupler = [ λ_B − λ_C ;  −b n_coupler·λ_C ]" in found.text()
    assert repr(found) == "Readable('four-bar': newton-euler, 3 bodies, 10 unknowns)"


def test_many_bodies_print_the_jacobian_as_a_list():
    found = page(lambda: chain(9)).markdown()
    assert r"\begin{array}" not in found
    assert r"| `j1.x`, `j1.y` | ground | $(\mathbf I,\ \mathbf 0)$ | $\mathbf 0$ |" in found
    assert (
        r"| `j2.x`, `j2.y` | $(-\mathbf I,\ -l\mathbf n_\text{link1})$ | $(\mathbf I,\ \mathbf 0)$ | $-l\dot\psi"
        in found
    )


def test_a_long_chain_is_printed_without_delay():
    found = page(lambda: chain(100))
    assert len(found.markdown()) < 120_000  # a hundred lines in each of a few tables


def test_sympy_symbols_bear_the_names_of_the_user():
    s = page(fourbar).sympy()
    assert [str(x) for x in s.q[:3]] == ["x_crank", "y_crank", "psi_crank"]
    assert [str(x) for x in s.lam[:2]] == ["lambda_A_x", "lambda_A_y"]
    names = {str(x) for x in s.M.free_symbols | s.f.free_symbols | s.g.free_symbols}
    assert {"a", "b", "c", "d", "m_crank", "JC_rocker", "gamma_y", "psidot_rocker"} <= names
    assert {str(x): v for x, v in s.values.items()}["JC_rocker"] == 0.0286


def test_printing_does_not_load_sympy():
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import test_readable_print as p; "
        "r = p.page(p.fourbar); r.markdown(); r.text(); r.latex(); assert 'sympy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
