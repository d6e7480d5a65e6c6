"""The forms a page can take: index 3, 2 and 1, general numbers, and HTML."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from sarrus.elements.body import Body
from sarrus.elements.drivers import Motion
from sarrus.elements.forces import Gravity
from sarrus.elements.joints import Revolute
from sarrus.elements.solids import Rod
from sarrus.mechanics.readable import readable
from sarrus.mechanics.readable.algebra.evaluate import as_floats
from sarrus.model import Mechanism
from tests.unit.mechanics import test_readable as values
from tests.unit.mechanics import test_readable_print as pages
from tests.unit.mechanics.test_readable_elements import shafts, wheels
from tests.unit.mechanics.test_readable_growth import fourbars, mixed

MODELS = [*pages.PAGES, shafts, wheels, values.everything_in_space, lambda: mixed(22), lambda: fourbars(40)]
BETA = (r"\boldsymbol\beta", r"\circ")
TAGS = """math mrow mi mn mo mtext mspace msub msup msubsup mover mfrac msqrt mtable mtr mtd
    section style h2 h3 h4 p div table thead tbody tr th td code pre"""


def driven():
    m = pages.fourbar()
    m.add(Motion("motor", "A.theta", "2*pi*t"))
    return m


@pytest.mark.parametrize("make", [driven, shafts, lambda: mixed(22), lambda: pages.chain(9)], ids=range(4))
def test_index_three_and_two_print_no_second_derivatives(make):
    model = make().snapshot()
    for index in (3, 2):
        found = readable(model, index=index).markdown()
        assert not any(word in found.replace(r"^\circ$", "") for word in BETA), index
        assert "equations of index" in found
    assert r"\boldsymbol\beta" in readable(model).markdown()


def test_each_index_says_which_rows_close_the_system():
    model = driven().snapshot()
    three, two, one = (readable(model, index=n).markdown() for n in (3, 2, 1))
    assert r"#### Jacobian $\mathbf G$" in three
    assert (
        r"\dot{\mathbf q}=\mathbf v,\quad \mathbf M\dot{\mathbf v}=\mathbf f+\mathbf G^{\sf T}\boldsymbol\lambda"
        in three
    )
    assert r"\boldsymbol\alpha" not in three and r",\quad \mathbf g=\mathbf 0" in three
    assert r"#### Jacobian: $\mathbf G\mathbf v=\boldsymbol\alpha$" in two
    assert r"with $\mathbf G\mathbf v=\boldsymbol\alpha$" in two and r"$\mathbf g=\mathbf 0$ holds" in two
    assert r"\boldsymbol\alpha=(\mathbf 0,\ \mathbf 0,\ \mathbf 0,\ \mathbf 0,\ 2\pi)" in two
    assert r"\begin{bmatrix}\mathbf f\\ \boldsymbol\beta\end{bmatrix}" in one
    assert r"\begin{bmatrix}\mathbf f\\" not in two + three


def test_an_index_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="index 4 is not a form"):
        readable(pages.fourbar().snapshot(), index=4)


def test_general_equations_keep_written_zeros_as_symbols():
    model = pages.fourbar().snapshot()
    general, special = (readable(model, general=g) for g in (True, False))
    text = general.markdown()
    assert (
        r"\boldsymbol\gamma=(\gamma_x,\gamma_y)" in text
        and r"gravity of `weight` | m/s² | (0, −9.81)" in text
    )
    assert r"s_{\text{rocker.top}}" in text or r"s_\text{rocker.top}" in text
    assert r"\gamma_x" not in special.markdown()
    rng = np.random.default_rng(1)
    q, v = list(rng.uniform(-1, 1, 9)), list(rng.uniform(-1, 1, 9))
    for part in ("M", "f", "g", "G", "alpha", "beta"):
        one, two = (as_floats(getattr(form.evaluate(0.3, q, v), part)) for form in (general, special))
        values.close(one, two)


def test_general_numbers_reach_sympy():
    s = readable(pages.fourbar().snapshot(), general=True).sympy()
    found = {str(symbol): value for symbol, value in s.values.items()}
    assert found["gamma_x"] == 0.0 and found["gamma_y"] == -9.81


@pytest.mark.parametrize("make", MODELS, ids=range(len(MODELS)))
@pytest.mark.parametrize("index", [1, 3])
def test_html_is_well_formed_and_needs_nothing_else(make, index):
    found = readable(make().snapshot(), index=index).html()
    root = ET.fromstring(found)  # noqa: S314
    tags = {element.tag for element in root.iter()}
    assert tags <= set(TAGS.split()), tags - set(TAGS.split())
    assert not re.search(r"(?i)<script|https?:|src=|url\(|@import", found)
    counts = {"msub": 2, "msup": 2, "mfrac": 2, "mover": 2, "msubsup": 3}
    for element in root.iter():
        if element.tag in counts:
            assert len(element) == counts[element.tag], ET.tostring(element)
        if element.tag in ("mi", "mn", "mo", "mtext"):
            assert len(element) == 0 and element.text
        if element.tag == "mtr":
            assert {child.tag for child in element} == {"mtd"}


def test_user_text_is_escaped_in_html():
    m = Mechanism("a <b> & \"c\" 'd'", plane="xy")
    (l,) = m.parameters(l_0=0.3)
    m.add(Body("bar", Rod(length=l, mass=1)))
    m.add(Revolute("A", m.ground, "bar"))
    m.add(Gravity("weight", (0, -9.81)))
    found = readable(m.snapshot()).html()
    assert "<h2>a &lt;b&gt; &amp; &quot;c&quot; &#x27;d&#x27;</h2>" in found
    root = ET.fromstring(found)  # noqa: S314
    assert root.find("h2").text == "a <b> & \"c\" 'd'"


def test_html_holds_the_formulas_of_the_page():
    found = readable(pages.fourbar().snapshot()).html()
    assert '<msub><mi mathvariant="normal" class="bold">λ</mi><mrow><mi>A</mi></mrow></msub>' in found
    assert "<mtext>crank.end</mtext>" in found
    assert found.count("<table>") == 2 and found.count("<h3>") == 7


@pytest.mark.parametrize("make", MODELS, ids=range(len(MODELS)))
def test_every_page_can_be_typeset(make):
    found = readable(make().snapshot())
    for formula in pages.formulas(found.markdown()):
        pages._check(formula)
    for line in found.text().splitlines():
        assert len(line) <= 130
