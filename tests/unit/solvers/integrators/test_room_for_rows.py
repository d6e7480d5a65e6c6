"""Room for fewer rows than there are: the same bits come out, whatever the room, and no step is judged differently."""

from typing import Any

import numpy as np
import pytest

from sarrus.solvers.integrators import INTEGRATORS, Integrator
from sarrus.solvers.integrators.base import wants_room
from sarrus.solvers.status import OK, RETRY, RUNNING


@pytest.fixture(params=INTEGRATORS.values(), ids=INTEGRATORS)
def integrator(request: pytest.FixtureRequest) -> Integrator:
    item: Integrator = request.param
    return item


class Leftovers:
    """A write that begins from what the call before it left, as a projection in a stale metric does."""

    def __init__(self, refuse: tuple[float, float] = (9.0, 0.0)) -> None:
        self.refuse = refuse  # rows between these times, when they are far from the step's begin
        self.left, self.accepted = 0.0, 0.0

    def rhs(self, t: float, x: np.ndarray, dx: np.ndarray, memory: Any) -> int:
        dx[:] = [x[1], -x[0]]
        self.left = x[0]
        return OK

    def accept(self, t: float, x: np.ndarray, spot: np.ndarray, memory: Any) -> int:
        self.accepted = t
        return OK

    def write(self, t: float, x: np.ndarray, row: np.ndarray, memory: Any) -> int:
        row[:] = x
        row[0] += 1e-3 * self.left
        self.left = x[1]
        low, high = self.refuse
        return RETRY if low < t < high and self.accepted - t > 0.05 else OK


def counted(r: Any) -> dict[str, float]:
    """What does not depend on the room."""
    return {name: value for name, value in r.kept.items() if name not in ("checked", "is_landing")}


def drained(r: Any, room: int, max_steps: int = 10**9) -> tuple[np.ndarray, int]:
    """All rows of a run that has room for a few, and the most that a call had to leave."""
    r.give_room(room)
    taken, calls = [], 0
    status = RUNNING
    while status == RUNNING:
        status = r(max_steps)
        calls += 1
        done = r.steps.written - r.steps.first
        assert done <= room
        if wants_room(r.steps) or status != RUNNING:
            taken.append(r.rows[:done].copy())
            r.steps.first = r.steps.written
    assert status == OK
    return np.concatenate(taken), calls


@pytest.mark.parametrize("room", [1, 2, 7, 100, 400])
@pytest.mark.parametrize("max_steps", [1, 10**9])
def test_same_bits_whatever_the_room(run: Any, integrator: Integrator, room: int, max_steps: int) -> None:
    def make() -> Any:
        c = Leftovers()
        times = np.linspace(0, 3, 301).tolist()
        return run(
            None, [1.0, 0.0], 3.0, integrator=integrator, times=times, h=0.1,
            rhs=c.rhs, accept=c.accept, write=c.write,
        )  # fmt: skip

    whole, cut = make(), make()
    assert whole() == OK
    rows, calls = drained(cut, room, max_steps)
    assert calls >= 301 // room
    assert rows.tobytes() == whole.rows.tobytes()
    assert cut.x.tobytes() == whole.x.tobytes()
    assert counted(cut) == counted(whole)


@pytest.mark.parametrize("room", [1, 3, 8, 50])
def test_a_refused_row_takes_back_its_step_whatever_the_room(run: Any, room: int) -> None:
    def make() -> Any:
        c = Leftovers(refuse=(1.0, 1.4))
        times = np.linspace(0, 2, 201).tolist()
        return run(None, [1.0, 0.0], 2.0, times=times, rhs=c.rhs, accept=c.accept, write=c.write)

    whole, cut = make(), make()
    assert whole() == OK
    assert whole.steps.rejected > 0, "the case is meant to refuse rows"
    rows, _ = drained(cut, room)
    assert rows.tobytes() == whole.rows.tobytes()
    assert counted(cut) == counted(whole)


def test_without_room_nothing_happens_until_rows_are_taken(run: Any, integrator: Integrator) -> None:
    times = np.linspace(0, 1, 11).tolist()
    r = run(lambda t, x: [1.0], [0.0], 1.0, integrator=integrator, times=times, h=0.05)
    r.give_room(4)
    assert r() == RUNNING and wants_room(r.steps)
    before = r.t, r.steps.written, r.rows[:4].tobytes(), r.steps.is_landing
    assert r() == RUNNING and wants_room(r.steps)
    assert before == (r.t, r.steps.written, r.rows[:4].tobytes(), r.steps.is_landing)
