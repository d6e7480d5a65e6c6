"""What the problems share: a mechanism at an instant on plain floats, and runs looked at where the sources list values."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sarrus.analysis.assembly.start import Start
from sarrus.analysis.rank.mobility import Mobility
from sarrus.mechanics import FORMULATIONS

sys.path.append(str(Path(__file__).parent))  # the tests of this folder share the list of oracles with tools/

from oracles.instant import Instant, both_at, channels, mobility_of, solve_at, started
from oracles.registry import graded


@pytest.fixture(scope="session")
def solve() -> Callable[..., Instant]:
    """solve(equations, x, t): accelerations and multipliers of a formulation at a state."""
    return solve_at


@pytest.fixture(scope="session")
def at_start() -> Callable[..., dict[str, Instant]]:
    """at_start(mechanism, t): both formulations at the assembled start."""
    return both_at


@pytest.fixture(scope="session")
def assembled() -> Callable[..., Start]:
    """assembled(mechanism, t): the start that closes."""
    return started


@pytest.fixture(scope="session")
def freedom() -> Callable[..., Mobility]:
    """freedom(mechanism): rank report in absolute coordinates."""
    return mobility_of


@pytest.fixture(scope="session")
def published() -> Callable[..., dict[str, np.ndarray]]:
    """published(equations, t, x, vdot, lam): quantities by name."""
    return channels


@pytest.fixture(scope="session", params=FORMULATIONS)
def formulation(request: pytest.FixtureRequest) -> str:
    """Each formulation in turn."""
    return str(request.param)


@pytest.fixture(scope="session")
def deviation() -> Callable[..., float]:
    """deviation(found, reference): largest difference over max(1, |reference|), as spec 06 compares."""

    return lambda found, reference: graded(np.asarray(found, float), np.asarray(reference, float))
