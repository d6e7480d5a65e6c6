"""Where bodies lie that have planes of their own: the words for it."""

from __future__ import annotations

from typing import Any

from sarrus.elements.base import Param
from sarrus.errors import ModelError, quote

LAYER = Param("m", "height above its plane, along the normal")
XY, SPACE = "xy", "space"
"""Planes of bodies, beside frames on ground."""


def guide_of(body: str) -> str:
    """The name of the joint that holds a body in its plane."""
    return f"{body}-plane"


def plane_as_written(given: Any, where: str) -> str | None:
    """The plane of a body as written: xy, space, or a frame on ground by its path."""
    path = getattr(given, "path", given)
    if path is None or (isinstance(path, str) and (path in (XY, SPACE) or path.startswith("ground."))):
        return path
    raise ModelError.one(
        where,
        f"its plane is {quote(path) if isinstance(path, str) else f'of the type {type(given).__name__}'}",
        "It is xy, space, or a frame on ground whose x-y plane is meant, such as ground.tilted",
    )
