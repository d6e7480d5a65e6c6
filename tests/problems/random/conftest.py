"""Where the packages `drawing` (random mechanisms), `asking` (identities they obey) and `reference` are found."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[2]))

from drawing import draw_blueprint

DEEP = bool(os.environ.get("SARRUS_DEEP"))


def sampled(count: int, seeds: int) -> tuple[int, ...]:
    """A few seeds of small mechanisms that differ as much as can be: each brings the most that is new, then others.

    They are looked at when time begins, so that they can be run.
    """
    features, chosen, seen = {}, list[int](), set[object]()
    for seed in range(seeds):
        plan = draw_blueprint(seed)
        if len(plan.poses) <= 2 and plan.t == 0.0:
            loops = len(plan.joints) - len(plan.poses)
            features[seed] = plan.kinds | {plan.family, (plan.family, loops > 0), min(loops, 2)}
    while len(chosen) < count:
        best = max((s for s in features if s not in chosen), key=lambda s: (len(features[s] - seen), -s))
        chosen.append(best)
        seen |= features[best]
    return tuple(chosen)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Seeds of the samples."""
    counts = {"compiled_seed": 60 if DEEP else 15, "derived_seed": 200 if DEEP else 40}
    for name, count in counts.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(
                name, [pytest.param(s, id=f"seed{s}") for s in sampled(count, 2000 if DEEP else 300)]
            )
