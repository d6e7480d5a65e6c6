"""Every joint of the catalogue over several turns: its coordinates are the same on the tree, as a cut and by bodies.

A new joint is tested here without a change to this file.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from sarrus.elements.joints import CATALOGUE, Revolute
from sarrus.testing.samples import fits_plane
from sarrus.testing.turns import check_turns

DEEP = "SARRUS_DEEP" in os.environ

FORMS = [(kind, planar) for kind in CATALOGUE for planar in (False, True) if not planar or fits_plane(kind)]
FORM_NAMES = [f"{kind.keyword}-{'plane' if planar else 'space'}" for kind, planar in FORMS]


@pytest.mark.parametrize("seed", range(21, 31 if DEEP else 22), ids="seed{}".format)
@pytest.mark.parametrize(("kind", "planar"), FORMS, ids=FORM_NAMES)
def test_coordinates_count_turns_on_the_tree_as_a_cut_and_in_body_coordinates(kind, planar, seed):
    check_turns(kind, planar, seed)


def test_turns_that_nobody_counts_are_found_out(monkeypatch):
    from sarrus.mechanics import orchestration

    monkeypatch.setattr(orchestration, "turning_names", lambda layout: [])
    with pytest.raises(
        AssertionError, match=r"as a cut joint, '[AB].theta' is .* on the tree, .* turns from the start"
    ):
        check_turns(Revolute, True, 51)


def test_turns_that_a_start_forgets_are_found_out(monkeypatch):
    from sarrus.analysis.assembly import start

    right = start.published

    def wrong(search, q, v):
        return {n: np.sin(c) if n == "A.theta" else c for n, c in right(search, q, v).items()}

    monkeypatch.setattr(start, "published", wrong)
    with pytest.raises(AssertionError, match=r"'A.theta' begins at .*, told was"):
        check_turns(Revolute, True, 51)
