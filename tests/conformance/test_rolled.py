"""Every element of the catalogue as loops over tables: kernel by kernel the numbers of straight-line code.

A new element is tested here without a change to this file.
"""

from __future__ import annotations

import sys

import pytest

from sarrus.elements import constraints, drivers, forces, joints, sensors
from sarrus.elements.joints import Revolute
from sarrus.testing import check_constraint, check_driver, check_force, check_joint, check_sensor
from sarrus.testing import rolled as comparing
from sarrus.testing.loops import check_loops, placements
from sarrus.testing.samples import fits_plane

KINDS = [k for shelf in (constraints, drivers, forces, joints, sensors) for k in shelf.CATALOGUE]
CASES = [
    (kind, planar)
    for kind in KINDS
    for planar in (False, True)
    if not (planar and kind in joints.CATALOGUE and not fits_plane(kind))
]
PUBLIC = [
    (check_joint, Revolute),
    *((check_constraint, k) for k in constraints.CATALOGUE[:1]),
    *((check_driver, k) for k in drivers.CATALOGUE[:1]),
    *((check_force, k) for k in forces.CATALOGUE[:1]),
    *((check_sensor, k) for k in sensors.CATALOGUE[:1]),
]


@pytest.mark.parametrize(
    ("kind", "planar"), CASES, ids=[f"{k.keyword}-{'plane' if p else 'space'}" for k, p in CASES]
)
def test_element_has_the_same_numbers_in_a_large_mechanism(kind, planar):
    for seed in range(placements(kind, planar)):
        check_loops(kind, planar, seed)


@pytest.mark.parametrize(("check", "kind"), PUBLIC, ids=lambda x: x.__name__)
def test_public_check_of_an_element_looks_at_loops(monkeypatch, check, kind):
    """Its other checks are left out here."""
    module, seen = sys.modules[check.__module__], []
    for name in vars(module):
        if name.endswith("_CHECKS"):
            monkeypatch.setattr(module, name, ())
        elif name.startswith("check_") and name != check.__name__:
            monkeypatch.setattr(module, name, lambda *given, name=name: seen.append((name, *given)))
    check(kind, seeds=[7, 8])
    looked_at = [given for name, *given in seen if name == "check_loops"]
    assert sorted(g[1:] for g in looked_at) == [[False, 7], [False, 8], [True, 7], [True, 8]]
    assert all(g[0] is kind for g in looked_at)


def test_what_only_loops_get_wrong_is_found_out(monkeypatch):
    right = comparing._loops

    def wrong(rolled, name, compiled):
        run = right(rolled, name, compiled)
        return lambda *inputs: [[a * (1.0 + 1e-9) for a in part] for part in run(*inputs)]

    monkeypatch.setattr(comparing, "_loops", wrong)
    with pytest.raises(AssertionError, match="relative coordinates as in a large mechanism: its numbers are"):
        check_loops(Revolute, True, 0)


def test_what_loops_are_about_is_told_where_it_differs(monkeypatch):
    right = comparing.formulate

    def wrong(model, formulation, rolled):
        found = right(model, formulation, rolled=rolled)
        return type(found)(**{**vars(found), "measured": ()}) if rolled else found

    monkeypatch.setattr(comparing, "formulate", wrong)
    with pytest.raises(AssertionError, match="as in a large mechanism: the measured differ"):
        check_loops(Revolute, True, 0)
