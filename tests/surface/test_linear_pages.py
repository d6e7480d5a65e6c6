"""Linear models to read, on the command line and in a file."""

import json
from pathlib import Path

import pytest

import sarrus
from sarrus.io import loads

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(("form", "has"), [("linear", "State space"), ("transfer", "Transfer functions")])
def test_equations_of_small_motions_are_shown_in_every_format(run, form, has):
    words = ("--form", form, "--input", "load.rail.s", "--outputs", "rail.s,hinge.theta")
    for format in ("text", "markdown", "latex", "html"):
        code, out, err = run("equations", EXAMPLES / "cart-pendulum.yaml", *words, "--format", format)
        assert (code, err) == (0, "")
        assert has in out
    code, out, _ = run("equations", EXAMPLES / "cart-pendulum.yaml", *words, "--format", "sympy")
    assert (code, "A = Matrix(4, 4, [" in out) == (0, True)
    code, out, _ = run("equations", EXAMPLES / "cart-pendulum.yaml", *words, "--json")
    assert (code, json.loads(out)["linear"]["configurations"]) == (0, 2)


def test_output_of_equations_is_a_file_and_outputs_are_names(run):
    words = ("equations", EXAMPLES / "cart-pendulum.yaml", "--form", "linear", "--output", "rail.s")
    code, _, err = run(*words)
    assert (code, "forms linear and transfer are named with --outputs." in err) == (2, True)


def test_a_model_may_keep_the_question():
    kept = "analyses:\n  small: {equations: , form: linear, at: start, inputs: [load.rail.s]}\n"
    m = loads((EXAMPLES / "cart-pendulum.yaml").read_text() + kept, "cart.yaml")
    asked = sarrus.equations(m, form="linear", at="start", inputs=["load.rail.s"])
    assert sarrus.run(m, "small").text() == asked.text()
