"""The contract of every form on the shelf: what is printed has a value, what is used is defined, what is said is refused by name.

All tests run over `FORMS`, so that a new form joins by its line there. Mechanisms are those on which mutants are tried: small,
without zeros or symmetry, plane and space.
"""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
import subprocess
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache

import mutate_mechanisms
import numpy as np
import pytest

import sarrus
from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.linear.manifold import Manifold
from sarrus.analysis.linear.point import operating_point
from sarrus.analysis.verifying.identities import derivative
from sarrus.analysis.verifying.states import random_points, row_of
from sarrus.elements.joints import Spherical
from sarrus.errors import ModelError, UsageError
from sarrus.mechanics.readable import readable
from sarrus.mechanics.readable.algebra.terms import BODY, COLUMN, Name, Term
from sarrus.mechanics.readable.algebra.trees import name_at, names_in, parts_in
from sarrus.mechanics.readable.derive.angles import angle_rates
from sarrus.mechanics.readable.forms import FORMS, WORDS, form_of
from sarrus.model import snapshot_of
from tests.unit.mechanics import test_readable_blocks as blocks
from tests.unit.mechanics import test_readable_print as printing
from tests.unit.mechanics.test_statements import pendulum as stating_more

KEYWORDS = [form.keyword for form in FORMS]
LOADS_ELSEWHERE = ("reaction_F", "reaction_M", "torque_F", "torque_M")
"""Loads of joints that a run computes when they are asked for."""
MODELS = {make.__name__: make for make in mutate_mechanisms.MECHANISMS}
TIME = Name("t", own=True)
every_form = pytest.mark.parametrize("keyword", KEYWORDS)
every_model = pytest.mark.parametrize("model", MODELS)


@cache
def point_of(model):
    """A random state of a mechanism."""
    return next(random_points(find_start(snapshot_of(MODELS[model]()), 0.3), 1, 0, 0.3))


@cache
def at_state(model):
    """A snapshot, and what a run publishes of it at a random state."""
    return snapshot_of(MODELS[model]()), row_of(point_of(model))


@cache
def form_at(model, keyword):
    """A form of a mechanism, or None where it refuses that."""
    try:
        return readable(at_state(model)[0], keyword)
    except ModelError:
        return None


def form_or_skip(model, keyword):
    found = form_at(model, keyword)
    return found if found is not None else pytest.skip(f"{keyword} cannot say {model}")


@every_form
def test_a_form_says_what_it_is_and_most_mechanisms(keyword):
    form = form_of(keyword)
    assert form.keyword == keyword and form.says and not form.says.endswith(".")
    assert form.knows
    assert any(form_at(model, keyword) for model in MODELS)


def test_words_for_forms_are_distinct():
    assert len(WORDS) == len(set(WORDS))
    assert form_of("dae") is form_of("newton-euler")
    with pytest.raises(UsageError, match=r"form 'lagrang' is unknown\. Allowed: newton-euler, .*lagrange"):
        form_of("lagrang")


@every_form
@every_model
def test_every_definition_and_every_unknown_has_a_finite_value(model, keyword):
    found, (_, row) = form_or_skip(model, keyword), at_state(model)
    solved, written = found.solve(row, 0.3), found.written
    names = [d.name for d in (*written.definitions, *written.implied)]
    names += [x.name for x in (*written.given, *written.unknowns)]
    for name in names:
        assert np.isfinite(solved.named[name]).all(), name
    assert solved.open < 1e-12  # all equations are met: they contradict each other nowhere
    for given in (*written.given, *written.unknowns):
        assert len(given.words) == max(given.size, 1)
        assert np.size(solved.named[given.name]) == max(given.size, 1)


@every_form
@every_model
def test_no_name_stands_for_two_things(model, keyword):
    written = form_or_skip(model, keyword).written
    names = [*written.numbers.values, *(g.name for g in written.given), *(u.name for u in written.unknowns)]
    names += [d.name for d in (*written.definitions, *written.implied)]
    assert not [name for name, times in Counter(names).items() if times > 1]
    words = [word for x in (*written.given, *written.unknowns) for word in x.words]
    assert not [word for word, times in Counter(words).items() if times > 1]
    printed = form_at(model, keyword).definitions()
    assert len(printed) == len(written.definitions) + len(written.implied)


@every_form
@every_model
def test_what_is_used_is_defined_before_it_is_used(model, keyword):
    found = form_or_skip(model, keyword)
    written, bodies = found.written, [b.name for b in found.model.bodies]

    def used(*terms):
        """Names in formulas; those of any body, over which a sum goes, of every body."""
        return {name_at(name, body) for name in names_in(*terms) for body in bodies}

    known = {TIME, *written.numbers.values, *(g.name for g in written.given)}
    for d in written.definitions:
        assert used(d.value) <= known, d.name
        known.add(d.name)
    known |= {u.name for u in written.unknowns}
    for d in written.implied:
        assert used(d.value) <= known, d.name
        known.add(d.name)
    for e in written.equations:
        assert used(e.left, e.right) <= known
    for value in written.published.values():
        assert used(value) <= known


def names_on(page):
    """All names that stand in formulas of a page, however deep."""
    found, waiting = set(), list(page.blocks)
    while waiting:
        item = waiting.pop()
        if isinstance(item, Term):
            found |= names_in(item)
            waiting += [v for part in parts_in(item) for v in vars(part).values() if isinstance(v, tuple)]
        elif dataclasses.is_dataclass(item):
            waiting += vars(item).values()
        elif isinstance(item, (tuple, list)):
            waiting += item
    return found


@every_form
@every_model
def test_what_equations_use_is_printed(model, keyword):
    """On the page a line may stand for every body: then its names have the index of any."""
    found = form_or_skip(model, keyword)
    written = found.written
    shown = names_on(written.document)
    bodies = [b.name for b in found.model.bodies]
    shown |= {name_at(name, body) for name in shown for body in bodies}
    defined = {d.name: d.value for d in (*written.definitions, *written.implied)}
    needed, waiting = set(), [n for e in written.equations for n in names_in(e.left, e.right)]
    while waiting:
        name = waiting.pop()
        if name in defined and name not in needed:
            needed.add(name)
            waiting += names_in(defined[name])
    # the page says "likewise y_i, z_i" in words, and shows columns by their parts
    hidden = {n for n in needed if n not in shown and dataclasses.replace(n, letter="x") not in shown}
    hidden = {n for n in hidden if not names_in(defined[n]) <= shown}
    assert not hidden


@every_form
@every_model
def test_page_prints_in_every_notation(model, keyword):
    found = form_or_skip(model, keyword)
    for formula in printing.formulas(found.markdown()):
        printing._check(formula)
    body = re.sub(r"\$(.*?)\$", "", re.sub(r"\\\[.*?\\\]", "", found.latex(), flags=re.DOTALL))
    assert set(re.findall(r"\\begin\{(\w+)\}", body)) <= {"tabular", "verbatim"}
    assert body.count("{") == body.count("}")
    for line in found.text().splitlines():
        assert sum(not unicodedata.combining(c) for c in line) <= 130, line
    assert "\\" not in found.text() and "$" not in found.text()
    page = found.blocks()
    assert json.loads(json.dumps(page)) == page


@every_form
@every_model
def test_html_is_well_formed_and_every_formula_has_its_parts(model, keyword):
    root = ET.fromstring(form_or_skip(model, keyword).html())  # noqa: S314
    counts = {"msub": 2, "msup": 2, "msubsup": 3, "mover": 2, "mfrac": 2}
    for element in root.iter():
        if element.tag in counts:
            assert len(element) == counts[element.tag], ET.tostring(element)
        if element.tag in ("mi", "mn", "mo", "mtext"):
            assert len(element) == 0 and element.text
    assert len(list(root.iter("math"))) > 10


@pytest.mark.skipif(
    shutil.which("node") is None or not blocks.KATEX.exists(),
    reason="needs Node and the libraries of the page",
)
def test_katex_reads_every_formula_of_every_form():
    pages = [form_at(model, keyword) for model in MODELS for keyword in KEYWORDS]
    formulas = [f for page in pages if page for f in blocks.formulas_of(page.blocks())]
    command = ["node", "-e", blocks.RENDER, str(blocks.KATEX)]
    text = json.dumps(formulas)
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=True)
    assert not done.stdout


@every_form
@every_model
def test_a_form_agrees_with_the_kernels_in_all_that_it_publishes(model, keyword):
    """Not only in what `verify` compares: names and sizes are those of a run."""
    found, (_, row) = form_or_skip(model, keyword), at_state(model)
    solved = found.solve(row, 0.3)
    assert solved.unique == set(solved.published)
    beyond = {f"{joint.name}.{load}" for joint in found.model.joints for load in LOADS_ELSEWHERE}
    assert set(solved.published) <= {*row, *beyond}
    accelerations = [n for n in solved.published if n.endswith("_ddot")]
    assert len(accelerations) >= len(found.model.bodies)


@every_form
@every_model
def test_what_is_printed_as_a_rate_is_the_rate_of_what_is_printed(model, keyword):
    """Along the motion, by differences of fourth order: 1e-9 of the largest value."""
    found, point = form_or_skip(model, keyword), point_of(model)
    xdot = derivative(point)

    def at(step):
        x = point.x + step * xdot
        row = point.e.evaluate("output", [point.t + step], x, point.vdot, point.lam)[0]
        values = {c.name: np.array(row[c.start : c.start + c.size]) for c in point.e.channels}
        plain = {name: float(v[0]) if len(v) == 1 else v for name, v in values.items()}
        return found.solve(plain, point.t + step).named

    here, h = at(0.0), 1e-3
    far, near = ([at(s) for s in (-step, step)] for step in (2 * h, h))
    known = {d.name for d in found.written.definitions} | {g.name for g in found.written.given}
    checked = 0
    for name in known:
        rate = name.marked("dot")
        if name.mark or rate not in known:
            continue
        slope = (8 * (near[1][name] - near[0][name]) - (far[1][name] - far[0][name])) / (12 * h)
        size = max(1.0, float(np.abs(here[rate]).max()))
        assert np.abs(slope - here[rate]).max() <= 1e-9 * size, name
        checked += 1
    assert checked or found.system is None


@every_model
def test_momenta_times_rates_are_twice_the_kinetic_energy(model):
    """Of Hamilton's p, which no equation but its own derivative uses."""
    found, (_, row) = form_at(model, "hamilton"), at_state(model)
    named, total = found.solve(row, 0.3).named, 0.0
    for body in found.system.bodies:
        b = body.name
        places = "xy" if body.planar else "xyz"
        rates = [row[f"{b}.{axis}_dot"] for axis in places]
        rates += [row[f"{b}.psi_dot"]] if body.planar else [named[name] for name in angle_rates(body)]
        total += float(named[Name("p", (b,), COLUMN)] @ np.array(rates, dtype=float))
    assert total / 2 == pytest.approx(row["energy.kinetic"], rel=1e-12)


# What a form cannot say it refuses by name.


def rubbing():
    """Friction by the load of its joint: its equations are not affine in the multipliers."""
    m = sarrus.Mechanism("rubbing", plane="xy")
    bar = m.add(sarrus.Body("bar", mass=1, center=(0.3, 0.1), inertia=0.2))
    m.add(sarrus.Revolute("pin", m.ground, bar))
    m.add(sarrus.Gravity("weight", (0, -9.81)))
    m.add(sarrus.Friction("rub", "pin.theta", coefficient=0.3, radius=0.05, normal="reaction", smooth=0.01))
    return m


@every_form
def test_friction_by_reaction_is_printed_or_refused_by_name(keyword):
    model = snapshot_of(rubbing())
    if keyword == "newton-euler":
        assert readable(model, keyword).text()
        return
    with pytest.raises(ModelError, match="rub") as refused:
        readable(model, keyword)
    assert "newton-euler" in str(refused.value) and "rub" in str(refused.value)


def test_verify_lists_forms_that_refuse_and_compares_the_others():
    found = sarrus.verify(rubbing(), states=1)
    others = set(KEYWORDS) - {"newton-euler"}
    assert others <= set(found.refused)
    assert all("rub" in found.refused[keyword] for keyword in others)
    assert "not compared:" in found.text()
    assert found.ok and "absolute formulation" in found.found


@every_form
def test_an_unknown_statement_is_refused_by_name(keyword):
    with pytest.raises(ModelError, match="heavy states 'kinetic'") as refused:
        readable(stating_more().snapshot(), keyword)
    assert keyword in str(refused.value)


def test_angles_that_are_singular_are_refused_by_the_name_of_the_body():
    """Two axes of the angles coincide: their rates are no speeds; forms with angular velocities do not mind."""
    m = sarrus.Mechanism("lock")
    bar = m.add(sarrus.Body("bar", mass=1, center=(0.1, 0.2, 0.3), inertia=(0.4, 0.5, 0.6)))
    m.add(Spherical("ball", m.ground, bar))
    m.start(fixed={"ball.a2": np.pi / 2 - 1e-5, "ball.a1_dot": 0.3, "ball.a3_dot": 0.2})
    model = snapshot_of(m)
    start = find_start(model, 0.0)
    row = row_of(operating_point(Manifold(start.equations, 0.0), start.x))
    for keyword in ("lagrange", "second-order", "hamilton"):
        with pytest.raises(ValueError, match="angles of body 'bar' are singular"):
            readable(model, keyword).solve(row)
    for keyword in ("newton-euler", "newton-euler-ground", "newton-euler-body", "boltzmann-hamel"):
        assert readable(model, keyword).solve(row).open < 1e-12


# How forms grow.


def ball_chain(links):
    """Bodies without symmetry on balls, one behind the other."""
    m = sarrus.Mechanism("chain")
    last = m.ground
    for k in range(links):
        body = m.add(
            sarrus.Body(
                f"b{k + 1}",
                mass=1 + 0.1 * k,
                center=(0.1, 0.02, 0.03),
                inertia=(0.3, 0.4, 0.5),
                products=(0.01, 0.02, -0.03),
                points={"tip": (0.4, 0.1, 0.05)},
            )
        )
        m.add(Spherical(f"s{k + 1}", last, body))
        last = body.tip
    m.add(sarrus.Gravity("weight", (0.1, 0.2, -9.81)))
    return m.snapshot()


def nodes(written):
    """Names, numbers and operations of all definitions and equations, every body written out."""
    terms = [d.value for d in (*written.definitions, *written.implied)]
    terms += [side for e in written.equations for side in (e.left, e.right)]
    return sum(1 for term in terms for _ in parts_in(term))


@every_form
def test_twelve_freedoms_in_space_take_less_than_five_thousand_operations(keyword):
    try:
        count = nodes(readable(ball_chain(4), keyword).written)
    except ModelError:
        pytest.skip(f"{keyword} cannot say balls")
    print(f"{keyword}: {count} nodes")
    assert count < 5000


@every_form
def test_thirty_bodies_take_twice_the_formulas_of_fifteen(keyword):
    """5 % for what is said once; forms in coordinates of joints may grow with the square of the bodies, and no faster."""
    try:
        small, large = (readable(ball_chain(links), keyword) for links in (15, 30))
    except ModelError:
        pytest.skip(f"{keyword} cannot say balls")
    most = 2.1 if small.written.system is not None else 4.2
    assert nodes(large.written) <= most * nodes(small.written)
    assert len(large.latex()) <= most * len(small.latex())


def test_index_letter_stands_for_any_body_only():
    assert name_at(Name("A", (BODY,)), "one") == Name("A", ("one",))
