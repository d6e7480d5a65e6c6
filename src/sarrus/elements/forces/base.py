"""The contract of a force element.

A force states what exists: `energy`, `dissipation`, or virtual `power`; with states of its own also `flow`, their rates. It
sees the mechanism through a port, the few quantities it acts on (`sarrus.elements.ports`), or through several; forces
on the bodies follow by differentiation with respect to these quantities:

    effort = - d energy / d (coordinate) - d dissipation / d (rate) + d power / d (virtual rate)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from sarrus.elements.base import Coordinate, Element, State
from sarrus.elements.ports import Bulk, Line, Loaded, Own, Pair, Point, Port, Reach, Relative, Turn, words_of
from sarrus.elements.quantities import Carried
from sarrus.elements.sight import Sight
from sarrus.scalar import Scalar

__all__ = [
    "Bulk",
    "Carried",
    "Force",
    "Line",
    "Loaded",
    "Own",
    "Pair",
    "Point",
    "Port",
    "Reach",
    "Relative",
    "Turn",
]


class Force(Element):
    """Something that pushes, pulls or turns bodies."""

    sight = Sight.MOTION
    port: ClassVar[type[Port]]
    """What it sees."""
    ports: ClassVar[tuple[type[Port], ...]] = ()
    """The same, of a force that sees several: its ends are those of the first, then of the second, ..."""
    symbol: ClassVar[str] = "force"
    states: ClassVar[tuple[State, ...]] = ()
    """States of its own. Each statement takes their values last."""
    feels: ClassVar[tuple[Carried, ...]] = (Carried.ACROSS, Carried.ALONG)
    """Which load of a joint counts for it, where it reads that."""
    passive: ClassVar[bool] = False
    """Whether what it takes from the motion turns into heat; else its `power` is brought in from outside."""

    energy: ClassVar[Callable[..., Scalar] | None] = None
    """energy(port): potential energy [J] of a conservative element."""
    dissipation: ClassVar[Callable[..., Scalar] | None] = None
    """dissipation(port): Rayleigh function [W], half the power lost in a viscous element; the power lost is slope times
    rate in any."""
    power: ClassVar[Callable[..., Scalar] | None] = None
    """power(port, virtual): power [W] of the force as it is on a virtual motion; linear in `virtual`, a port of the
    same kind whose rates are test rates."""
    kinetic: ClassVar[Callable[..., Scalar] | None] = None
    """kinetic(port): kinetic energy [J] of an element that resists accelerations of its port, as an inerter does; of the
    ports Line, Turn and Point."""
    flow: ClassVar[Callable[..., tuple[Scalar, ...]] | None] = None
    """flow(port, *states): rates of its states, in their order."""
    gentler: ClassVar[str] = "Make it less stiff, or damp it less."
    """What to do where it is too steep for a run: a sentence."""
    tells: ClassVar[tuple[Coordinate, ...]] = ()
    """What it publishes besides the quantities of its port and its states."""
    tell: ClassVar[Callable[..., tuple[Scalar, ...]] | None] = None
    """tell(port, *states): the values of these."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "port" in vars(cls):
            cls.ports = (cls.port,)
        elif "ports" in vars(cls):
            if not isinstance(cls.ports, tuple) or not cls.ports:
                raise TypeError(f"{cls.__name__}: `ports` is a tuple of ports, as in ports = (Line, Line)")
            cls.port = cls.ports[0]
        for port in cls.ports:
            if not (isinstance(port, type) and issubclass(port, Port)):
                said = f"the text {port!r}" if isinstance(port, str) else repr(port)
                raise TypeError(
                    f"{cls.__name__}: its port is {said}. It is a class of sarrus.element, as in port = Line"
                )
            if port.lacking():
                raise TypeError(
                    f"{cls.__name__} acts through the port {port.__name__}, which lacks {' and '.join(map(repr, port.lacking()))}: "
                    "a port says how many coordinates and rates it has (`size`), measures them from the frames at its ends "
                    "(`measure`), and is made from them (`made`)"
                )
        cls.words = words_of(cls.ports)
        reaches = {port.reach for port in cls.ports}
        if len(reaches) > 1 or (Reach.BODIES in reaches and len(cls.ports) > 1):
            raise TypeError(
                f"{cls.__name__} mixes ports of {' and '.join(sorted(r.value for r in reaches))}: "
                "all ports of a force are on frames, or all are on coordinates"
            )
        if Reach.BODIES in reaches and cls.states:
            raise TypeError(
                f"{cls.__name__} acts on every body, and has states: whose they are cannot be told"
            )
        cls.on_coordinates = Reach.COORDINATE in reaches
        if any(issubclass(port, Loaded) for port in cls.ports) and len(cls.ports) > 1:
            raise TypeError(f"{cls.__name__} sees the load of a joint, and has other ports beside that")
        if bool(cls.tells) != (cls.tell is not None):
            raise TypeError(f"{cls.__name__} names what it tells without `tell`, or the other way round")
        if bool(cls.states) != (cls.flow is not None):
            raise TypeError(f"{cls.__name__} has states without `flow`, or `flow` without states")

    @property
    def reads_load(self) -> bool:
        """Whether it depends on the load that its joint carries: it is then found together with the accelerations.

        Asked of the element as written.
        """
        return any(issubclass(port, Loaded) for port in self.ports)

    @property
    def shares_load(self) -> bool:
        """Whether it takes the least load where joints that repeat each other share it; else that is refused.

        Asked of the element as written.
        """
        return False

    def remark(self) -> str:
        """What whoever reads a result should know of its law, of an element bound to numbers; a phrase, or nothing."""
        return ""

    def hides_losses(self) -> bool:
        """Whether it may lose power while it pulls at nothing, so that no motion shows how accurately losses are added up.

        Asked of the element as written.
        """
        return False
