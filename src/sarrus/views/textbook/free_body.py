"""Free-body diagrams, said once: each body by itself, with everything that acts on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sarrus.errors import UsageError, quote
from sarrus.mechanics.readable import readable
from sarrus.mechanics.readable.derive.system import System
from sarrus.mechanics.readable.page.acting import ActingLoad, ActingState, UnseenLoad, acting_loads
from sarrus.mechanics.readable.page.cuts import cuts_of
from sarrus.mechanics.readable.print.plain import Plain
from sarrus.model import Snapshot
from sarrus.results import Result, Series
from sarrus.views.scene import scene_of
from sarrus.views.scene.base import Array, Scene
from sarrus.views.scene.geometry import matrices

__all__ = ["FreeBodies", "FreeBody", "free_bodies", "one_row"]

RULE = (
    "Arrows of numbers (λ, μ, Q, F of a line) show the sense in which they are positive, arrows of vectors (m γ, F) where they "
    "point now. Dashed lines are lines of action, the quartered circle is the mass centre."
)
"""How arrows are read."""


@dataclass(frozen=True, eq=False)
class FreeBody:
    """One body with what acts on it.

    Attributes:
        name: of the body.
        number: of the body in the scene.
        axes: symbols of the axes of its frame.
        center: its mass centre in ground components [m]; None where it has no mass.
        loads: what is drawn.
        unseen: what is not, and why.
    """

    name: str
    number: int
    axes: tuple[str, ...]
    center: Array | None
    loads: tuple[ActingLoad, ...]
    unseen: tuple[UnseenLoad, ...]

    @property
    def note(self) -> str:
        """What the drawing leaves out, by name; "" where that is nothing."""
        return "; ".join(f"{u.symbol} of {u.owner} {u.why}" for u in self.unseen)

    @property
    def told(self) -> str:
        """The drawing in words, for readers who cannot see it."""
        drawn = ", ".join(dict.fromkeys(load.symbol for load in self.loads))
        return f"Free-body diagram of {self.name}: {drawn}" + (
            f". Not drawn: {self.note}" if self.note else ""
        )


@dataclass(frozen=True, eq=False)
class FreeBodies:
    """The bodies of a mechanism in one pose.

    Attributes:
        scene: of that pose alone.
        bodies: those on which something acts.
        alone: names of the others.
    """

    scene: Scene
    bodies: tuple[FreeBody, ...]
    alone: tuple[str, ...]

    @property
    def notes(self) -> list[str]:
        """Sentences below the drawings, without what single ones leave out."""
        found = [f"Drawn at t = {self.scene.t[0]:.6g} s. {RULE}"] if self.bodies else []
        if self.alone:
            found.append(f"Nothing acts on {', '.join(self.alone)}.")
        return found

    @property
    def left_out(self) -> list[str]:
        """What each drawing leaves out, by name."""
        return [f"Not drawn on {body.name}: {body.note}." for body in self.bodies if body.note]


def free_bodies(model: Snapshot, run: Result, row: int = 0) -> FreeBodies:
    """The free-body diagrams of a mechanism where a row of a result has it.

    Raises:
        ModelError: the equations of the mechanism cannot be printed, so that there are no symbols.
        UsageError: the pose is not known.
    """
    here = one_row(run, row)
    system = readable(model).system
    seen, unseen = acting_loads(system, _state(system, here))
    plain = Plain(cuts_of(system))
    scene = scene_of(model, here)
    found, alone = [], []
    for number, body in enumerate(model.bodies):
        own = tuple(load for load in seen if load.body == body.name)
        hidden = tuple(load for load in unseen if load.body == body.name)
        if not own and not hidden:
            alone.append(body.name)
            continue
        axes = tuple(plain.name(axis) for axis in system.points.body(body.name).axes)
        found.append(FreeBody(body.name, number, axes, _center(model, scene, number), own, hidden))
    return FreeBodies(scene, tuple(found), tuple(alone))


def one_row(run: Result, row: int) -> Result:
    """A result with one of its rows alone."""
    only = slice(row, row + 1) if row >= 0 else slice(row, None)
    series = {name: Series(name, s.unit, np.asarray(s.values)[only]) for name, s in run.series.items()}
    return replace(run, t=np.asarray(run.t)[only], series=series)


def _state(system: System, run: Result) -> ActingState:
    """The state that a row tells, in the coordinates of the equations; rates that it does not tell are taken as zero.

    Raises:
        UsageError: the pose is not known.
    """

    def pose(name: str) -> Array:
        known = (
            np.atleast_1d(np.asarray(run.series[name].values, dtype=float)[0]) if name in run.series else None
        )
        if known is None or not np.isfinite(known).all():
            raise UsageError(
                f"The result of {quote(run.mechanism)} does not tell '{name}' at t = {run.t[0]:.6g} s, so there is no pose to "
                "draw bodies in. Choose another time, or a result that holds all series of the mechanism."
            )
        return known

    def rate(name: str) -> Array:
        known = np.asarray(run.series[name].values, dtype=float)[0] if name in run.series else np.zeros(1)
        return np.asarray(np.nan_to_num(np.atleast_1d(known)))

    q: list[float] = []
    v: list[float] = []
    for body in system.model.bodies:
        places = ("x", "y", "psi") if system.model.planar else ("x", "y", "z", "a1", "a2", "a3")
        q += [float(pose(f"{body.name}.{place}")[0]) for place in places]
        v += [float(rate(f"{body.name}.{place}_dot")[0]) for place in places[:3]]
        if not system.model.planar:
            turn = matrices(pose(f"{body.name}.quaternion"))
            v += (turn.T @ np.broadcast_to(rate(f"{body.name}.w"), 3)).tolist()
    for own in system.own:
        q.append(float(pose(f"{own.owner}.{own.coordinate.name}")[0]))
        v.append(float(rate(f"{own.owner}.{own.coordinate.name}_dot")[0]))
    states = [f"{s.force}.{s.state.name}" for s in system.loads.states]
    z = [float(rate(name)[0]) for name in states] if all(name in run.series for name in states) else None
    return ActingState(float(run.t[0]), q, v, z)


def _center(model: Snapshot, scene: Scene, number: int) -> Array | None:
    from sarrus.views.drawing.moment import moment_at

    mass, center, _ = model.bodies[number].mass_properties(model.resolve, model.planar)
    if not mass:
        return None
    here: Sequence[float] = [float(c) for c in center]
    placed: Array = moment_at(scene, float(scene.t[0])).points(number, np.array([here]))[0]
    return placed
