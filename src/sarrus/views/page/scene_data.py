"""A scene as a page reads it: JSON whose keys are the names of the fields, arrays packed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from sarrus.views.page.packing import doubles, singles
from sarrus.views.scene.base import Array, Arrow, Drawn, Scene

__all__ = ["scene_data"]

DIGITS = 9
"""Of lengths in the drawing."""


def scene_data(scene: Scene, *, is_timed: bool = True) -> dict[str, Any]:
    """The scene; what is placed at no finite number is left out.

    Args:
        scene: what is drawn.
        is_timed: whether its rows follow time; else each is a pose of its own.
    """
    return {
        **{f.name: getattr(scene, f.name) for f in fields(scene) if f.name != "psi"},
        "up": _or(scene.up, (0.0, 1.0, 0.0) if scene.planar else (0.0, 0.0, 1.0)),
        "size": _or(scene.size, 1.0),
        "low": _or(scene.low, (-1.0, -1.0, -1.0)),
        "high": _or(scene.high, (1.0, 1.0, 1.0)),
        "t": doubles(scene.t) if is_timed else None,
        "poses": singles(_flat(scene) if scene.planar else scene.poses),
        "drawn": [found for drawn in scene.drawn if (found := _drawn(drawn))["primitives"]],
        "spans": _finite(scene.spans),
        "arrows": [_arrow(arrow) for arrow in scene.arrows if _is_finite(_plain(arrow.at))],
        "marks": _finite(scene.marks),
        "force_scale": _or(scene.force_scale, 1.0),
        "torque_scale": _or(scene.torque_scale, 1.0),
    }


def _flat(scene: Scene) -> Array:
    """x, y and psi of poses in the plane; psi goes on over full turns, so that a page can draw between rows."""
    return np.stack([scene.poses[..., 0], scene.poses[..., 1], scene.psi], axis=-1)


def _drawn(drawn: Drawn) -> dict[str, Any]:
    primitives = [{"form": type(p).__name__.lower(), **_plain(p)} for p in drawn.primitives]
    return {**_plain(drawn), "primitives": list(filter(_is_finite, primitives))}


def _arrow(arrow: Arrow) -> dict[str, Any]:
    about = {key: getattr(arrow, key) for key in ("owner", "role", "quantity")}
    return {**about, "at": _plain(arrow.at), "values": singles(arrow.values)}


def _finite(items: Iterable[Any]) -> list[Any]:
    return [found for item in items if _is_finite(found := _plain(item))]


def _plain(value: Any) -> Any:
    """Dictionaries, lists and numbers of a part of the scene."""
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, bool | int | str):
        return value
    return float(f"{float(value):.{DIGITS}g}") + 0.0  # no minus before a zero


def _or(value: float | Sequence[float], otherwise: float | Sequence[float]) -> Any:
    found = _plain(value)
    return found if _is_finite(found) else _plain(otherwise)


def _is_finite(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_finite, value.values()))
    if isinstance(value, list):
        return all(map(_is_finite, value))
    return not isinstance(value, float) or math.isfinite(value)
