"""Symbols of joints in space. Each function draws the symbol that has its name; lengths are multiples of the size."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sarrus.spatial import Vec3
from sarrus.views.scene.base import GROUND, UNTURNED, Ball, Block, Drawn, Primitive, Round, Vector
from sarrus.views.scene.geometry import ORIGIN, unit, vector
from sarrus.views.scene.site import Layer, Site

PIN, PIN_LENGTH = 0.026, 0.075
COLLAR = 0.045
STAND = 0.2
FORK, FORK_ARM = 0.075, 0.018
RAIL = 0.013
"""Thinner than a bar, so that a rail does not hide what moves along it."""
NUT, THREAD, MOST_RINGS = 0.05, 0.045, 60
"""Half the length of a nut; distance of the rings that stand for a thread, and how many are drawn at most."""


def pin(site: Site) -> Iterator[Drawn]:
    """A short round bar along z through a collar; on ground the bar is held by two posts."""
    site = site.ground_first()
    s = site.size
    shaft = site.shaft
    if shaft:
        yield site.on_follower("body", Layer.BODY, Round(ORIGIN, (0.0, 0.0, shaft), 0.03 * s, 0.03 * s))
    l = PIN_LENGTH * s
    bolt = Round((0.0, 0.0, shaft - l), (0.0, 0.0, shaft + l), PIN * s, PIN * s)
    yield site.on_base("joint", Layer.JOINT, bolt)
    collar = Round(
        (0.0, 0.0, shaft - 0.55 * l), (0.0, 0.0, shaft + 0.55 * l), COLLAR * s, COLLAR * s, PIN * s
    )
    yield site.on_follower("joint", Layer.JOINT, collar)
    if site.is_grounded:
        yield site.on_base("ground", Layer.GROUND, *_posts(site, shaft, l))


def slider(site: Site) -> Iterator[Drawn]:
    """A carriage on a rail along x."""
    site = site.ground_first()
    s = site.size
    if site.is_bar_along(site.follower, 0):
        sleeve = Round((-0.12 * s, 0.0, 0.0), (0.12 * s, 0.0, 0.0), 0.045 * s, 0.045 * s, 0.024 * s)
        yield site.on_base("joint", Layer.JOINT, sleeve)
        if site.is_grounded:
            yield site.on_base("ground", Layer.GROUND, *stand(site, ORIGIN))
        return
    if not site.stage.shapes[site.follower]:
        yield site.on_follower("body", Layer.BLOCK, Block(ORIGIN, UNTURNED, (0.2 * s, 0.14 * s, 0.14 * s)))
    shoes = [Block((x, 0.0, 0.0), UNTURNED, (0.02 * s, 0.1 * s, 0.1 * s)) for x in (-0.11 * s, 0.11 * s)]
    yield site.on_follower("joint", Layer.JOINT, *shoes)
    first, last = site.travel(0)
    low, high = first - 0.2 * s, last + 0.2 * s
    rail = Block(((low + high) / 2.0, 0.0, 0.0), UNTURNED, (high - low, 2.0 * RAIL * s, 2.0 * RAIL * s))
    yield site.on_base("ground" if site.is_grounded else "joint", Layer.JOINT, rail)
    if site.is_grounded:
        yield site.on_base("ground", Layer.GROUND, *_ends(site, (low, 0.0, 0.0), (high, 0.0, 0.0)))


def axis(site: Site) -> Iterator[Drawn]:
    """A sleeve on a round bar along z."""
    site = site.ground_first()
    s = site.size
    if site.is_bar_along(site.follower, 2):
        sleeve = Round((0.0, 0.0, -0.1 * s), (0.0, 0.0, 0.1 * s), 0.045 * s, 0.045 * s, 0.024 * s)
        yield site.on_base("joint", Layer.JOINT, sleeve)
        return
    first, last = site.travel(2)
    low, high = first - 0.2 * s, last + 0.2 * s
    bar = Round((0.0, 0.0, low), (0.0, 0.0, high), RAIL * s, RAIL * s)
    yield site.on_base("ground" if site.is_grounded else "joint", Layer.JOINT, bar)
    sleeve = Round((0.0, 0.0, -0.1 * s), (0.0, 0.0, 0.1 * s), 0.065 * s, 0.065 * s, RAIL * s)
    role = "joint" if site.stage.has_own_shape(site.follower) else "body"
    yield site.on_follower(role, Layer.BLOCK, sleeve)
    rings = [
        Round((0.0, 0.0, z), (0.0, 0.0, z + 0.02 * s), 0.05 * s, 0.05 * s, RAIL * s)
        for z in (-0.12 * s, 0.1 * s)
    ]
    yield site.on_follower("joint", Layer.JOINT, *rings)
    if site.is_grounded:
        yield site.on_base("ground", Layer.GROUND, *_ends(site, (0.0, 0.0, low), (0.0, 0.0, high)))


def screw(site: Site) -> Iterator[Drawn]:
    """A nut on a threaded bar along z. The rings of its thread are no measure of the lead."""
    site = site.ground_first()
    s = site.size
    nut = Round((0.0, 0.0, -NUT * s), (0.0, 0.0, NUT * s), 0.08 * s, 0.08 * s, RAIL * s)
    if site.is_bar_along(site.follower, 2):
        yield site.on_base("joint", Layer.JOINT, nut)
        return
    first, last = site.travel(2)
    low, high = first - 0.2 * s, last + 0.2 * s
    role = "ground" if site.is_grounded else "joint"
    yield site.on_base(role, Layer.JOINT, Round((0.0, 0.0, low), (0.0, 0.0, high), RAIL * s, RAIL * s))
    count = min(MOST_RINGS, round((high - low) / (THREAD * s)))
    rings = [
        Round((0.0, 0.0, z - 0.006 * s), (0.0, 0.0, z + 0.006 * s), 0.024 * s, 0.024 * s, RAIL * s)
        for z in np.linspace(low, high, count + 2)[1:-1].tolist()
    ]
    yield site.on_base(role, Layer.JOINT, *rings)
    role = "joint" if site.stage.has_own_shape(site.follower) else "body"
    yield site.on_follower(role, Layer.BLOCK, nut)
    if site.is_grounded:
        yield site.on_base("ground", Layer.GROUND, *_ends(site, (0.0, 0.0, low), (0.0, 0.0, high)))


def ball(site: Site) -> Iterator[Drawn]:
    """A ball in a socket; the socket turns with the base."""
    site = site.ground_first()
    s = site.size
    yield site.on_follower("joint", Layer.JOINT, Ball(ORIGIN, 0.045 * s))
    if site.is_grounded:
        d = np.array(site.down)
        cup = Round(vector(0.06 * s * d), vector(0.005 * s * d), 0.04 * s, 0.062 * s)
        yield site.on_base("ground", Layer.GROUND, cup, *stand(site, vector(0.05 * s * d)))
    else:
        back = np.array(unit(site.towards(site.base), (0.0, 0.0, -1.0)))
        socket = Round(vector(0.06 * s * back), vector(-0.005 * s * back), 0.035 * s, 0.06 * s)
        yield site.on_base("joint", Layer.JOINT, socket)


def cross(site: Site) -> Iterator[Drawn]:
    """Two crossing bars, an axis of F and one of M, each held by the fork of its body."""
    s = site.size
    a = FORK * s
    r = 0.7 * FORK_ARM * s
    first, second = site.bars
    for on, bar in ((site.on_base, first), (site.on_follower, second)):
        end = a * np.eye(3)[bar]
        yield on("joint", Layer.JOINT, Round(vector(-end), vector(end), r, r))
    for on, body, bar, side in (
        (site.on_base, site.base, first, -1.0),
        (site.on_follower, site.follower, second, 1.0),
    ):
        away = site.towards(body) if body != GROUND else _up(site, body)
        back = _facing(away, bar, side)
        yield on("body", Layer.JOINT, *_fork(vector(np.eye(3)[bar]), back, s))
        if body == GROUND:
            yield on("ground", Layer.GROUND, plate(vector(1.5 * FORK * s * np.array(back)), back, s))


def plane(site: Site) -> Iterator[Drawn]:
    """A puck on a sheet across z."""
    site = site.ground_first()
    s = site.size
    ends = [site.travel(k) for k in (0, 1)]
    center = (sum(ends[0]) / 2.0, sum(ends[1]) / 2.0, -0.02 * s)
    sheet = Block(center, UNTURNED, (np.ptp(ends[0]) + 0.5 * s, np.ptp(ends[1]) + 0.5 * s, 0.015 * s))
    yield site.on_base("ground" if site.is_grounded else "joint", Layer.GROUND, sheet)
    yield site.on_follower(
        "joint", Layer.JOINT, Round((0.0, 0.0, -0.012 * s), (0.0, 0.0, 0.03 * s), 0.06 * s, 0.06 * s)
    )


def weld(site: Site) -> Iterator[Drawn]:
    """A small block."""
    site = site.ground_first()
    side = 0.07 * site.size
    yield site.on_follower("joint", Layer.JOINT, Block(ORIGIN, UNTURNED, (side, side, side)))
    if site.is_grounded:
        yield site.on_base("ground", Layer.GROUND, *stand(site, ORIGIN))


def slot(site: Site) -> Iterator[Drawn]:
    """Two rails along x_F, and a ball between them."""
    s = site.size
    first, last = site.travel(0)
    rails = [
        Round((first - 0.1 * s, side, 0.0), (last + 0.1 * s, side, 0.0), 0.014 * s, 0.014 * s)
        for side in (-0.05 * s, 0.05 * s)
    ]
    yield site.on_base("constraint", Layer.JOINT, *rails)
    yield site.on_follower("constraint", Layer.JOINT, Ball(ORIGIN, 0.036 * s))


def bushing(site: Site) -> Iterator[Drawn]:
    """A sleeve along z_F on the base, and a pin in it on the follower."""
    s = site.size
    sleeve = Round((0.0, 0.0, -0.03 * s), (0.0, 0.0, 0.03 * s), 0.055 * s, 0.055 * s, 0.04 * s)
    yield site.on_base("force", Layer.JOINT, sleeve)
    yield site.on_follower(
        "force", Layer.JOINT, Round((0.0, 0.0, -0.05 * s), (0.0, 0.0, 0.05 * s), 0.02 * s, 0.02 * s)
    )


def rolling(site: Site) -> Iterator[Drawn]:
    """A ring about z_M with two spokes, on a sheet."""
    assert site.wheel is not None
    s, normal = site.size, site.wheel.normal
    radius, half = float(site.wheel.radius), max(float(site.wheel.tube), 0.01 * site.size)
    rim = radius + float(site.wheel.tube)
    center, sides = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
    for k in range(3):
        low, high = (0.0, 0.0) if k == normal else site.travel(k)
        center[k], sides[k] = (low + high) / 2.0, high - low + 2.4 * rim
    center[normal], sides[normal] = -0.0075 * s, 0.015 * s
    sheet = Block(vector(center), UNTURNED, vector(sides))
    yield site.on_base("ground" if site.is_grounded else "constraint", Layer.GROUND, sheet)
    ring = Round((0.0, 0.0, -half), (0.0, 0.0, half), rim, rim, max(radius - half, 0.8 * radius))
    spokes = [
        Round(vector(-0.9 * radius * e), vector(0.9 * radius * e), 0.4 * half, 0.4 * half)
        for e in np.eye(3)[:2]
    ]
    yield site.on_follower("constraint", Layer.JOINT, ring, *spokes)


def none(site: Site) -> Iterator[Drawn]:
    """Nothing: nothing is held."""
    yield from ()


def dot(site: Site) -> Iterator[Drawn]:
    """What is drawn for a symbol that has no function here."""
    yield site.on_follower(site.kind, Layer.JOINT, Ball(ORIGIN, 0.03 * site.size))


SYMBOLS: dict[str, Callable[[Site], Iterator[Drawn]]] = {
    f.__name__: f for f in (pin, slider, axis, screw, ball, cross, plane, weld, slot, bushing, rolling, none)
}


def stand(site: Site, top: Vector) -> list[Primitive]:
    """A post on a plate."""
    s, d = site.size, np.array(site.down)
    foot = np.array(top) + STAND * s * d
    post = Round(vector(foot), top, 0.022 * s, 0.022 * s)
    return [post, plate(vector(foot), site.down, s)]


def plate(center: Vector, normal: Vector, size: float) -> Primitive:
    """A round piece of ground."""
    a, n = np.array(center), np.array(normal)
    return Round(vector(a), vector(a + 0.025 * size * n), 0.11 * size, 0.11 * size)


def _posts(site: Site, shift: float, half: float) -> list[Primitive]:
    """What holds a bearing along z at both its ends; one post stands beside it where z is upright."""
    s, d = site.size, np.array(site.down)
    flat = d * (1.0, 1.0, 0.0)
    if np.linalg.norm(flat) < 0.5:
        end = np.array([0.0, 0.0, shift + half * np.sign(d[2])])
        return [plate(vector(end), vector((0.0, 0.0, np.sign(d[2]))), s)]
    down = flat / np.linalg.norm(flat)
    found: list[Primitive] = []
    for z in (shift - 0.85 * half, shift + 0.85 * half):
        top = np.array([0.0, 0.0, z])
        found.append(Round(vector(top + STAND * s * down), vector(top), 0.02 * s, 0.02 * s))
    return [*found, plate(vector(np.array([0.0, 0.0, shift]) + STAND * s * down), vector(down), s)]


def _ends(site: Site, *ends: Vector) -> list[Primitive]:
    """Ground at both ends of a rail."""
    s = site.size
    along = np.array(unit(np.subtract(ends[1], ends[0]).tolist(), (1.0, 0.0, 0.0)))
    return [plate(ends[0], vector(-along), 0.5 * s), plate(ends[1], vector(along), 0.5 * s)]


def _fork(bar: Vector, back: Vector, size: float) -> list[Primitive]:
    """Two arms from the ends of a bar, joined behind it."""
    a, b = FORK * size * np.array(bar), 1.5 * FORK * size * np.array(back)
    r = FORK_ARM * size
    arms: list[Primitive] = [Round(vector(side * a), vector(side * a + b), r, r) for side in (-1.0, 1.0)]
    return [*arms, Round(vector(b - a), vector(b + a), r, r), Ball(vector(b - a), r), Ball(vector(b + a), r)]


def _up(site: Site, body: int) -> Vector:
    """Against gravity, where a body that hangs on ground by crossing bars is held."""
    X = site.X_F if body == site.base else site.X_M
    return vector(X.R.back(Vec3(*site.stage.up)))


def _facing(towards: Vector, bar: int, otherwise: float) -> Vector:
    """Axis across the bar that points best to where the body lies; z, or else x, where it lies all around."""
    across = [0.0 if k == bar else towards[k] for k in range(3)]
    k = int(np.argmax(np.abs(across)))
    if across[k]:
        return vector(np.sign(across[k]) * np.eye(3)[k])
    return (0.0, 0.0, otherwise) if bar != 2 else (otherwise, 0.0, 0.0)
