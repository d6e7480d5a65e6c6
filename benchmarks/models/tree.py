"""A tree of hinges that sit wherever there is a frame: on the origin of a body, on a point, or on a turned frame.

Nothing of it is regular: a body hangs on one of the six before it, either of the two may be the base of the hinge, and a
third of the bodies have a spring to another one.
"""

from __future__ import annotations

from random import Random

from sarrus import Body, Gravity, Mechanism, Revolute, SpringDamper

ENDS = ("", ".point", ".frame")
NEAR = 6


def irregular(count: int) -> Mechanism:
    """The tree; always the same one of its size."""
    random = Random(count)
    m = Mechanism(f"irregular tree of {count}")

    def end(k: int) -> str:
        return f"b{k}{random.choice(ENDS)}"

    for k in range(count):
        body = m.add(
            Body(f"b{k}", mass=1 + random.random(), center=(0.1, 0.2, 0.1), inertia=(0.2, 0.2, 0.21))
        )
        body.point("point", (random.random(), 0.3, 0))
        body.frame("frame", (random.random(), random.random(), 0.1), (0.3, 0.2, random.random()))
        pair = ["ground" if k == 0 else end(random.randrange(max(0, k - NEAR), k)), end(k)]
        random.shuffle(pair)
        m.add(Revolute(f"j{k}", *pair))
        if k and random.random() < 0.3:
            ends = f"b{k}.point", f"b{random.randrange(k)}.point"
            m.add(SpringDamper(f"s{k}", *ends, stiffness=50, damping=1, free_length=0.5))
    m.add(Gravity("weight", (0, 0, -9.81)))
    return m
