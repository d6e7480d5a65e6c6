"""`verify` on random mechanisms: every form and both formulations agree, and kernels obey their identities.

Ten mechanisms a test. What forms refuse is counted by reason and printed. `verify` measures by the largest value of a kind; where
all of these cancel (a mechanism that is held fast, a body that nothing pulls), round-off is measured here by what cancels:
accelerations that the loads would make of the mass, and that the speeds make along a bend.
"""

from __future__ import annotations

import os
import re
from collections import Counter

import numpy as np
import pytest
from drawing import build, prepared

import sarrus
from sarrus.analysis.assembly.start import find_start
from sarrus.analysis.verifying.states import in_bodies, random_points
from sarrus.mechanics.readable.forms import FORMS
from sarrus.model import snapshot_of

BLOCKS = 50 if os.environ.get("SARRUS_DEEP") else 10
EACH = 10
AGREED = 1e-10
EPS = float(np.finfo(float).eps)
__tracebackhide__ = True


@pytest.mark.parametrize("block", range(BLOCKS))
def test_all_equations_of_random_mechanisms_agree(block):
    """Spec 03 D14."""
    refused: Counter[str] = Counter()
    for seed in range(block * EACH, (block + 1) * EACH):
        plan, _ = prepared(seed)
        mechanism = build(plan)
        found = sarrus.verify(mechanism, states=1, at=plan.t, strict=False)
        start = find_start(snapshot_of(mechanism), plan.t)
        points = list(random_points(start, 1, 0, plan.t))
        # multipliers follow from G M^-1 G^T, which has the square of the condition of the rows of all joints
        condition = max(in_bodies(start, p).stand.condition for p in points)
        limit = max(AGREED, EPS * condition**2)
        for form, row in found.found.items():
            for kind, off in row.items():
                assert off <= limit, (seed, form, kind, found.where[form][kind], off)
        assert set(found.found) | set(found.refused) >= {form.keyword for form in FORMS}
        refused.update(re.sub(r"'[^']*'", "'...'", why) for why in found.refused.values())
    for why, times in refused.most_common():
        print(f"{times} x {why[:150]}")
