"""Trees of joints that sit wherever there is a frame: on the origin of a body, on a point, or on a turned frame.

Nothing of them is regular: a body hangs on one of the six before it, and either of the two may be the base of the joint. In
the tree of hinges a third of the bodies have a spring to another one.
"""

from __future__ import annotations

from random import Random

from sarrus import (
    Body,
    Cylindrical,
    Free,
    Gravity,
    Mechanism,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    SpringDamper,
    Universal,
)

KINDS = (Revolute, Prismatic, Cylindrical, Universal, Spherical, Planar, Free)
ENDS = ("", ".point", ".frame")
NEAR = 6


def irregular(count: int) -> Mechanism:
    """The tree of hinges; always the same one of its size."""
    random = Random(count)
    m = Mechanism(f"irregular tree of {count}")
    for k in range(count):
        m.add(Revolute(f"j{k}", *_ends(m, k, random)))
        if k and random.random() < 0.3:
            ends = f"b{k}.point", f"b{random.randrange(k)}.point"
            m.add(SpringDamper(f"s{k}", *ends, stiffness=50, damping=1, free_length=0.5))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def mixed(count: int) -> Mechanism:
    """The tree of seven kinds of joints, which come in another order in every tree; always the same one of its size."""
    random = Random(count)
    kinds = random.sample(KINDS, len(KINDS))
    m = Mechanism(f"tree of {count} joints of seven kinds")
    for k in range(count):
        m.add(kinds[k % len(kinds)](f"j{k}", *_ends(m, k, random)))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m


def _ends(m: Mechanism, k: int, random: Random) -> list[str]:
    """Add a body; the two ends of the joint that it hangs on."""

    def end(k: int) -> str:
        return f"b{k}{random.choice(ENDS)}"

    body = m.add(Body(f"b{k}", mass=1 + random.random(), center=(0.1, 0.2, 0.1), inertia=(0.2, 0.2, 0.21)))
    body.point("point", (random.random(), 0.3, 0))
    body.frame("frame", (random.random(), random.random(), 0.1), (0.3, 0.2, random.random()))
    pair = ["ground" if k == 0 else end(random.randrange(max(0, k - NEAR), k)), end(k)]
    random.shuffle(pair)
    return pair
