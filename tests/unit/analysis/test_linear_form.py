"""The forms linear and transfer: pages of a linear model, with the numbers of linearize."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
import sympy

import sarrus
from sarrus import (
    Body,
    CoordinateForce,
    Cylindrical,
    Gravity,
    Mechanism,
    ModelError,
    NumericalError,
    Prismatic,
    Revolute,
    Rod,
    Universal,
    UsageError,
)
from sarrus.results import load_result
from tests.unit.mechanics import test_readable_blocks as rendered
from tests.unit.mechanics.test_slopes import hung_four_bar

ENDS = {"inputs": ["push"], "outputs": ["slide.s", "pin.theta", "pin.theta_ddot"]}


def cart_pole(push="push"):
    """A cart with a pole that stands; a root is zero, and the angle does not show it."""
    m = Mechanism("cart-pole", plane="xy")
    cart = m.add(Body("cart", mass=1, inertia=0.1))
    up = cart.frame("up", at=(0, 0), turn="90 deg")
    pole = m.add(Body("pole", Rod(length=0.6, mass=0.2)))
    m.add(Prismatic("slide", m.ground, cart))
    m.add(Revolute("pin", up, pole.start))
    m.add(Gravity("weight", (0, -9.81)))
    m.add(CoordinateForce("drag", "slide.s", function="-0.1*rate"))
    m.inputs(**{push: 0})
    m.add(CoordinateForce("motor", "slide.s", function=push))
    m.start(fixed={"slide.s": 0, "pin.theta": 0})
    return m


def pendulums(count, apart=False):
    """Rods that hang, one from the other or each for itself."""
    m = Mechanism("pendulums", plane="xy")
    above = m.ground
    for k in range(1, count + 1):
        rod = m.add(Body(f"rod{k}", Rod(length=1 + 0.1 * k, mass=1)))
        m.add(Revolute(f"J{k}", m.ground if apart else above, rod.start))
        above = rod.end
        m.start(fixed={f"J{k}.theta": -np.pi / 2 if apart or k == 1 else 0.0})
    m.add(Gravity("weight", (0, -9.81)))
    return m


def grid_of(latex, letter):
    """Cells of a printed matrix, as texts."""
    body = re.search(rf"\\mathbf {letter}=\\begin{{array}}.*?\\hline (.*?)\\end{{array}}", latex)[1]
    return [row.split("&")[1:] for row in body.split(r"\\ ")]


def value(text):
    """A printed number."""
    mantissa, _, exponent = text.partition(r"\cdot10^")
    return 0.0 if text == r"\cdot" else float(mantissa) * 10.0 ** int(exponent.strip("{}") or 0)


@pytest.mark.parametrize("letter", "ABCD")
def test_printed_matrices_are_those_of_linearize_to_six_digits(letter):
    model = sarrus.linearize(cart_pole(), at="start", **ENDS)
    printed = grid_of(sarrus.equations(cart_pole(), form="linear", at="start", **ENDS).latex(), letter)
    matrix = getattr(model, letter)
    assert np.shape(printed) == matrix.shape
    sizes = np.abs(matrix).max()
    for text, x in zip(np.ravel(printed), np.ravel(matrix), strict=True):
        assert value(text) == (float(f"{x:.6g}") if abs(x) > 1e-12 * sizes else 0.0)


def test_hung_four_bar_swings_as_fast_as_spec_07_says():
    page = sarrus.equations(hung_four_bar(), form="linear", states=["A.theta"])
    assert page.linear.A.shape == (2, 2)
    assert -page["A[A.theta_dot, A.theta]"] == pytest.approx(29.98828997, rel=1e-9)
    text = page.text()
    assert "δ θ̈_A = −29.9883 δ θ_A" in text
    assert "± 5.47616 i" in text and "swings on" in text
    assert "where it rests, found downhill from the start" in text
    assert re.search(r"A\.theta +θ_A +x +rad +(4\.91687|−1\.36632)", text)
    assert "The bodies there" in text  # one state does not tell which way the loop closes


def test_a_pendulum_is_one_line():
    m = pendulums(1)
    page = sarrus.equations(m, form="linear", at="start").text()
    rate = 3 * 9.81 / (2 * 1.1)  # of a rod about its end
    assert f"δ θ̈_J1 = −{rate:.6g} δ θ_J1" in page
    assert "The bodies there" not in page


@pytest.mark.parametrize("form", ["linear", "transfer"])
def test_symbolic_of_a_linear_model_is_the_same_answer(form):
    asked = sarrus.equations(cart_pole(), form=form, at="start", **ENDS)
    made = sarrus.linearize(cart_pole(), at="start", **ENDS).symbolic(form)
    assert type(made) is type(asked)
    for way in ("text", "markdown", "latex", "html", "listing", "blocks", "quantities"):
        assert getattr(made, way)() == getattr(asked, way)()
    assert (made.analysis, made.form, made.status.text) == (
        "equations",
        form,
        "Small motions about an equilibrium.",
    )
    assert repr(made).startswith(
        f"WrittenEquations(equations of 'cart-pole': {form}; 4 states, 1 input, 3 outputs;"
    )


@pytest.mark.parametrize("form", ["linear", "transfer"])
@pytest.mark.parametrize("outputs", [["slide.s"], ENDS["outputs"]], ids=["one", "three"])
def test_saved_pages_are_whole(form, outputs, tmp_path):
    asked = sarrus.equations(cart_pole(), form=form, at="start", inputs=["push"], outputs=outputs)
    loaded = load_result(asked.save(tmp_path / "page.h5"))
    for way in ("text", "markdown", "latex", "html", "listing", "blocks", "quantities"):
        assert getattr(loaded, way)() == getattr(asked, way)()
    assert loaded.linear.sympy() == asked.linear.sympy()


def test_roots_have_their_polynomial_and_a_verdict():
    def said(m):
        return sarrus.equations(m, form="linear", at="start").text().replace("\n", " ")

    assert "det(s I − A) = s⁴ + 0.0952381 s³ − 28.0286 s² − 2.33571 s" in said(cart_pole())
    assert "Unstable: a root has a positive real part." in said(cart_pole())
    m = pendulums(1)
    assert "the linear model does not decide on stability" in said(m)
    m.add(CoordinateForce("drag", "J1.theta", function="-0.1*rate"))
    assert "Asymptotically stable: every root has a negative real part." in said(m)


def test_saved_page_without_inputs_and_outputs_is_whole(tmp_path):
    asked = sarrus.equations(pendulums(2), form="linear")
    loaded = load_result(asked.save(tmp_path / "page.h5"))
    assert (loaded.blocks(), loaded.listing()) == (asked.blocks(), asked.listing())
    assert loaded.document() == asked.document()


def test_transfer_functions_are_those_of_the_linear_model():
    model = sarrus.linearize(cart_pole(), at="start", **ENDS)
    page = model.symbolic("transfer")
    found = page.linear.sympy()
    for k, output in enumerate(model.outputs):
        exact = model.transfer(output, "push")
        for s in (0.7 + 0.3j, 2.0j):
            assert complex(found.G[k, 0].subs(found.s, s)) == pytest.approx(exact(s), rel=1e-9)
    assert page["slide.s/push.gain"] == model.transfer("slide.s", "push").gain


def test_transfer_page_says_polynomials_factors_and_what_cancels():
    text = sarrus.equations(cart_pole(), form="transfer", at="start", **ENDS).text()
    assert "s_slide/push = (0.952381 s² − 23.3571)/(s⁴ + 0.0952381 s³ − 28.0286 s² − 2.33571 s)" in text
    assert "s_slide/push = 0.952381 (s − 4.95227) (s + 4.95227)/(s (s + 0.0833304)" in text.replace(
        "(s + 4.95227) (s − 4.95227)", "(s − 4.95227) (s + 4.95227)"
    )
    assert "Cancelled: 0, which pin.theta does not show." in text
    assert re.search(r"s_slide/push .* infinite", text)
    assert re.search(r"θ_pin/push .* 0 rad per unit\n", text)


def test_a_root_that_the_input_does_not_reach_is_said_to_be_that():
    ends = {"inputs": ["load.J1.theta"], "outputs": ["J1.theta"]}
    text = sarrus.equations(pendulums(2, apart=True), form="transfer", at="start", **ends).text()
    assert re.search(r"Cancelled: ± [0-9.]+ i, which load\.J1\.theta does not reach\.", text)
    assert "does not show" not in text
    text = sarrus.equations(pendulums(2, apart=True), form="linear", at="start", **ends).text()
    assert "No input reaches: ± " in text and "No output shows: ± " in text


def test_listing_is_python_that_gives_the_matrices():
    page = sarrus.equations(cart_pole(), form="transfer", at="start", **ENDS)
    scope = {}
    exec(page.listing(), scope)  # noqa: S102
    found = page.linear.sympy()
    for letter in "xuyABCD":
        assert scope[letter] == getattr(found, letter)
    assert sympy.simplify((scope["G"] - found.G).subs(found.s, 2)).norm() < 1e-12
    assert not any(scope["x0"])


def test_two_names_never_have_one_symbol():
    m = Mechanism("arm")
    arm = m.add(Body("arm", mass=1, center=(0, 0, -0.3), inertia=(0.1, 0.1, 0.05)))
    m.add(Universal("U", m.ground, arm))
    m.add(Gravity("weight", (0, 0, -9.81)))
    inputs = ["load.U.theta1", "load.U.theta2"]
    text = sarrus.equations(m, form="linear", at="start", inputs=inputs).text()
    assert "Q_1,U" in text and "Q_2,U" in text
    assert "θ_1,U" in text and "θ̇_2,U" in text
    rod = Mechanism("rod")
    bar = rod.add(Body("bar", mass=1, inertia=(0.1, 0.1, 0.05)))
    rod.add(Cylindrical("C", rod.ground, bar))
    text = sarrus.equations(rod, form="linear", at="start", inputs=["load.C.theta", "load.C.s"]).text()
    assert "Q_C.theta" in text and "Q_C.s" in text


def test_the_variable_of_laplace_yields_to_an_input_called_s():
    page = sarrus.equations(
        cart_pole("s"), form="transfer", at="start", inputs=["s"], outputs=["slide.s"]
    ).text()
    assert "s_slide/s = (0.952381 p² − 23.3571)" in page
    assert "Y(p) = G(p) U(p)" in page


@pytest.mark.parametrize("form", ["linear", "transfer"])
def test_every_format_is_written(form):
    page = sarrus.equations(cart_pole(), form=form, at="start", **ENDS)
    html = page.html()
    assert ElementTree.fromstring(html).tag == "section"  # noqa: S314 (our own text)
    assert page.markdown().startswith("### cart-pole\n\n#### Operating point")
    assert page.latex(standalone=True).startswith(r"\documentclass")
    for math, is_display in rendered.formulas_of(page.blocks()):
        assert (f"$${math}$$" if is_display else f"${math}$") in page.markdown()
    assert max(map(len, page.text().splitlines())) <= 120


@pytest.mark.skipif(
    shutil.which("node") is None or not rendered.KATEX.exists(),
    reason="needs Node and the libraries of the page",
)
def test_katex_reads_every_formula():
    pages = [sarrus.equations(cart_pole(), form=form, at="start", **ENDS) for form in ("linear", "transfer")]
    pages += [sarrus.equations(pendulums(n), form="linear", complete=True) for n in (1, 7)]
    formulas = [f for page in pages for f in rendered.formulas_of(page.blocks())]
    command = ["node", "-e", rendered.RENDER, str(rendered.KATEX)]
    done = subprocess.run(
        command, input=json.dumps(formulas), capture_output=True, text=True, timeout=60, check=True
    )
    assert not done.stdout


def test_a_large_matrix_is_a_pattern_and_its_numbers_come_when_asked_for():
    m = pendulums(7)
    short, whole = (sarrus.equations(m, form="linear", complete=c) for c in (False, True))
    assert "A is 14 by 14; # is an entry that is not zero" in short.text()
    assert re.search(r"θ̇_J1 +\.{7}#\.{6}\n", short.text())
    assert "The numbers: sarrus equations MODEL --all, or sarrus linearize MODEL --json." in short.text()
    assert len(short.latex()) < 5000
    assert "δ θ̈_J7 = " in whole.text() and "The numbers:" not in whole.text()


def test_roots_along_a_motion_are_said_to_tell_nothing():
    m = pendulums(1)
    m.start(fixed={"J1.theta": 0.3})
    text = sarrus.equations(m, form="linear", at="start").text()
    assert "Roots of A at this point" in text and "tell nothing of stability" in text
    assert "swings" not in text
    assert "The point: the start at t = 0.5 s." in sarrus.equations(m, form="linear", at=0.5).text()


def test_where_the_point_is_is_said_of_answers():
    m = pendulums(1)
    rest = sarrus.equilibrium(m)
    assert "where the answer of equilibrium stands" in sarrus.equations(m, form="linear", at=rest).text()
    run = sarrus.simulate(m, 0.1, rows=2)
    assert "the last row of a run of simulate, t = 0.1 s" in sarrus.equations(m, form="linear", at=run).text()


REFUSED = {
    "inputs of another form": (
        {"inputs": ["push"]},
        r"'inputs' belongs to the forms linear and transfer, which hold at an operating point, and the form is newton-euler\. "
        r"Leave it out, or ask for form linear\.",
    ),
    "point and outputs of another form": (
        {"form": "lagrange", "at": "start", "outputs": ["slide.s"]},
        r"'at' and 'outputs' belong to the forms .* the form is lagrange\. Leave them out",
    ),
    "index": ({"form": "linear", "index": 3}, r"index 3 belongs to forms that print constraint rows.* Leave it out\."),
    "general": ({"form": "transfer", "general": True}, r"general belongs to forms .* the form transfer has neither"),
    "transfer without ends": (
        {"form": "transfer"},
        r"goes from inputs to outputs, and no inputs and no outputs are named\. Name some: inputs=\['load\.A\.theta'\]",
    ),
    "transfer without outputs": ({"form": "transfer", "inputs": ["push"]}, r"and no outputs are named"),
    "unknown form": ({"form": "linaer"}, r"form 'linaer' is unknown\. Allowed are: .*linear, transfer\. Did you mean 'linear'\?"),
    "unknown input": ({"form": "linear", "inputs": ["pull"]}, r"'pull' is no input of this mechanism"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_belong_together_is_refused_with_a_sentence(case):
    told, said = REFUSED[case]
    with pytest.raises(UsageError, match=said):
        sarrus.equations(cart_pole(), **told)


def test_definitions_and_symbols_of_a_page_of_numbers_are_refused():
    page = sarrus.equations(cart_pole(), form="linear", at="start")
    for ask in (page.definitions, page.sympy, lambda: page.system):
        with pytest.raises(UsageError, match=r"The form linear is made of numbers.*`\.linear\.sympy\(\)`"):
            ask()


def test_symbolic_refuses_other_forms_and_missing_ends():
    model = sarrus.linearize(cart_pole(), at="start")
    with pytest.raises(
        UsageError, match=r"form 'kane' is none of a linear model\. Allowed: linear, transfer\."
    ):
        model.symbolic("kane")
    with pytest.raises(UsageError, match=r"has no inputs: name some with inputs=\[\.\.\.\]"):
        model.symbolic("transfer")


def test_a_model_without_equilibrium_is_refused_as_linearize_refuses_it():
    m = pendulums(1)
    m.add(CoordinateForce("torque", "J1.theta", function="20"))
    said = []
    for ask in (sarrus.linearize, lambda m: sarrus.equations(m, form="linear")):
        with pytest.raises((NumericalError, ModelError)) as caught:
            ask(m)
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert "equilibrium" in said[0]


@pytest.mark.parametrize(("form", "has"), [("linear", "State space"), ("lagrange", "Lagrange's equations")])
def test_the_report_shows_the_form_that_was_asked_for(form, has, tmp_path):
    page = sarrus.equations(pendulums(1), form=form).report(tmp_path / "page.html")
    assert has in page.read_text()


def test_what_is_rounding_at_the_operating_point_is_printed_as_zero():
    outputs = ["pin.theta_ddot", "pin.reaction.x"]
    page = sarrus.equations(cart_pole(), form="linear", at="start", outputs=outputs)
    assert re.findall(r"^ +pin\S+ +\S+ +y +\S+ +(\S+)$", page.text(), re.MULTILINE) == ["0", "0"]


def test_a_formula_that_few_digits_are_right_of_says_so():
    ends = {"inputs": ["load.J1.theta"], "outputs": ["J1.theta"]}
    page = sarrus.equations(pendulums(3), form="transfer", **ends)
    assert page.linear.transfers[0].doubt < 1e-9
    assert "Ill conditioned" not in page.text()
    wrong = replace(page.linear.transfers[0], doubt=3e-4)
    doubtful = replace(page, linear=replace(page.linear, transfers=(wrong,)))
    assert "differs from what the matrices give by a part of 0.0003" in doubtful.text()
    hopeless = replace(page, linear=replace(page.linear, transfers=(replace(wrong, doubt=2.0),)))
    assert "θ_J1/Q_J1 is not written: its zeros are so ill conditioned" in hopeless.text()
    assert "θ_J1/Q_J1 = " not in hopeless.text()
