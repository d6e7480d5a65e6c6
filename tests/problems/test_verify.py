"""`verify`: all forms of the equations and both formulations agree on every example (spec 03, D14), and what it says if not.

Beside what `verify` compares, identities of the kernels are asked at the same states, in both formulations.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import sarrus
from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.verifying.identities import IDENTITIES, identities
from sarrus.analysis.verifying.states import in_bodies, random_points
from sarrus.errors import NumericalError, UsageError
from sarrus.mechanics.readable.forms import FORMS
from sarrus.model import snapshot_of

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
AGREED = 1e-10
SINGULAR = {"collars-and-bar": {"lagrange", "second-order", "hamilton"}}
"""Examples in which a body stands where two axes of its angles coincide, and the forms whose speeds are rates of angles."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_all_equations_of_every_example_agree(path):
    """D14: 1e-10 of the largest value of its kind, every form that can say the mechanism, and both formulations."""
    found = sarrus.verify(sarrus.load(path), states=2)
    assert found.ok and found.worst <= AGREED and found.states == 2
    assert set(found.found) | set(found.refused) >= {form.keyword for form in FORMS}
    for form, why in found.refused.items():
        print(f"{path.stem}: {form}: {why}")
    allowed = SINGULAR.get(path.stem, set())
    absolute = {form.keyword for form in FORMS if form.keyword in ABSOLUTE}
    assert set(found.refused) & absolute <= allowed


ABSOLUTE = (
    "newton-euler",
    "newton-euler-ground",
    "newton-euler-body",
    "lagrange",
    "boltzmann-hamel",
    "second-order",
    "hamilton",
)
"""Forms in coordinates of bodies: they can say every element of the examples."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_kernels_of_every_example_obey_their_identities(path):
    """Matrices of runs, rates of what is published, attitudes and energy, in both formulations."""
    start = find_start(snapshot_of(sarrus.load(path)), 0.3)
    for point in random_points(start, 2, 0, 0.3):
        for at in (point, in_bodies(start, point)):
            found = identities(at)
            assert {"runs", "rates", "energy"} <= set(found) <= set(IDENTITIES)
            for kind, (off, name) in found.items():
                assert off <= AGREED, (kind, name)


def test_a_disagreement_is_raised_with_the_table_and_names_form_and_quantity(monkeypatch):
    """Nothing agrees to less than nothing."""
    monkeypatch.setattr("sarrus.analysis.verifying.answer.AGREED", -1.0)
    m = sarrus.load(EXAMPLES[0])
    with pytest.raises(
        NumericalError, match=r"The equations disagree by .*, beyond -1: .* of '.*' by "
    ) as raised:
        sarrus.verify(m, states=1)
    assert raised.value.result.states == 1
    found = sarrus.verify(m, states=1, strict=False)
    assert not found.ok and "newton-euler" in found.text() and found.worst < AGREED
    assert len(found.quantities()) == sum(map(len, found.found.values()))


def test_verify_refuses_a_number_of_states_that_is_none():
    with pytest.raises(UsageError, match=r"states is 0\. It must be at least 1\."):
        sarrus.verify(sarrus.load(EXAMPLES[0]), states=0)


def test_other_seeds_take_other_states():
    m = sarrus.load(EXAMPLES[1])
    start = find_start(snapshot_of(m), 0.3)
    one, two, again = (next(random_points(start, 1, seed, 0.3)).x for seed in (0, 1, 0))
    assert (one == again).all() and not (one == two).all()
