"""Forward dynamics of chains: time per evaluation against the peers, growth with the length, and digits lost."""

from __future__ import annotations

import numpy as np

from benchmarks import ours, residual
from benchmarks.forward import Forward
from benchmarks.growth import exponent
from benchmarks.models import chain, oblique
from benchmarks.peers import TITLES, is_here, presence
from benchmarks.protocol import progress
from benchmarks.report import Row
from benchmarks.rows.compiling import is_affordable
from benchmarks.timing import interleaved

LENGTHS = (10, 40, 100, 400)
BARS = {"pin": 3.0, "mujoco": 1.0, "casadi": 1.0}
"""How many times as fast ours has to be; those against Pinocchio and MuJoCo up to 100 links, CasADi at 10."""
LONGEST_WITH_BAR = 100
BALLS, DIGITS = 100, 1e-12
ROUNDS = 7
HINGED, OBLIQUE = "hinged chain", "generic hinged chain"
OBLIQUE_LENGTHS = (10, 40, 100)


def rows(lengths: tuple[int, ...] = LENGTHS) -> list[Row]:
    """The hinged chain, all lengths."""
    made, costs = [], {}
    for count in lengths:
        reason = is_affordable(count)
        if reason:
            made.append(Row(_title(count), None, peer=f"ours: {reason}", bar=_bar("pin", count)))
            continue
        progress(f"forward dynamics, chain of {count}")
        contenders = [ours.forward(count), *_peers(count)]
        times = _times(contenders)
        costs[count] = times["sarrus", "net"]
        made += [*_net_of_calls(count, contenders, times), *_from_python(count, contenders, times)]
    made.append(_growth(costs))
    return made


def oblique_rows(lengths: tuple[int, ...] = OBLIQUE_LENGTHS) -> list[Row]:
    """The hinged chain in which no number is 0 or 1, against Pinocchio."""
    made = []
    for count in lengths:
        progress(f"forward dynamics, oblique chain of {count}")
        contenders = [ours.forward(count, oblique.hinged)]
        if is_here("pin"):
            from benchmarks.peers import pinocchio_chain

            contenders.append(pinocchio_chain.forward(count, is_oblique=True))
        made += _net_of_calls(count, contenders, _times(contenders), OBLIQUE)
    return made


def balls(count: int = BALLS) -> list[Row]:
    """The chain of ball joints: what is left of M a + h = tau."""
    progress(f"residual of a chain of {count} ball joints")
    what = f"ball-joint chain, N = {count}: residual of M a + h = tau"
    bar = f"<= {DIGITS:g}"
    theirs = None
    if is_here("pin"):
        from benchmarks.peers import pinocchio_chain

        theirs = residual.ball_residual(*chain.ball_state(count), pinocchio_chain.ball_accelerations(count))
    reason = is_affordable(3 * count)
    found = None
    if not reason:
        found = residual.ball_residual(*chain.ball_state(count), ours.ball_accelerations(count))
    note = (
        "thin rods (radius 1 % of the length), random pose; largest entry over the largest of h, inverse dynamics in "
        "80-bit arithmetic" + (f"; ours: {reason}" if reason else "")
    )
    met = None if found is None else found <= DIGITS
    return [Row(what, found, "", None, f"Pinocchio aba{_absent('pin')}", theirs, None, bar, met, note)]


def _title(count: int, kind: str = HINGED) -> str:
    return f"forward dynamics, {kind}, N = {count}"


def _absent(peer: str) -> str:
    reason = presence(peer).reason
    return f" ({reason})" if reason else ""


def _bar(peer: str, count: int) -> str:
    if peer not in BARS or count > (10 if peer == "casadi" else LONGEST_WITH_BAR):
        return ""
    return f">= {BARS[peer]:g}x"


def _peers(count: int) -> list[Forward]:
    made: list[Forward] = []
    if is_here("pin"):
        from benchmarks.peers import pinocchio_chain

        made.append(pinocchio_chain.forward(count))
    if is_here("mujoco"):
        from benchmarks.peers import mujoco_chain

        made.append(mujoco_chain.forward(count))
    if is_here("drake"):
        from benchmarks.peers import drake_chain

        made.append(drake_chain.forward(count))
    if is_here("casadi") and count == 10:
        from benchmarks.peers import casadi_chain

        if casadi_chain.compiler():
            made += [casadi_chain.forward(count), casadi_chain.forward(count, live=True)]
    return made


def _times(contenders: list[Forward]) -> dict[tuple[str, str], float]:
    work = {(c.name, "calls"): c.calls for c in contenders}
    work |= {(c.name, "idle"): c.idle for c in contenders if c.idle}
    work |= {(c.name, "inside"): c.inside for c in contenders if c.inside}
    times = interleaved(work, ROUNDS)
    for c in contenders:
        inside = times.get((c.name, "inside"))
        net = times[c.name, "calls"] - times.get((c.name, "idle"), 0.0)
        times[c.name, "net"] = net if inside is None else inside
    return times


def _net_of_calls(
    count: int, contenders: list[Forward], times: dict[tuple[str, str], float], kind: str = HINGED
) -> list[Row]:
    own, peers = contenders[0], contenders[1:]
    made = []
    for peer in peers:
        scale = float(np.abs(peer.result).max())
        apart = float(np.abs(own.result - peer.result).max()) / scale
        name = peer.name.removesuffix("-live")
        ours_, theirs = times["sarrus", "net"], times[peer.name, "net"]
        bar = _bar(peer.name, count)
        met = theirs / ours_ >= BARS[peer.name] if bar else None
        suffix = " with live numbers" if name != peer.name else ""
        what = f"{_title(count, kind)}, net of calls, against {TITLES[name]}{suffix}"
        note = f"{peer.setting}; accelerations differ from ours by {apart:.0e} of the largest"
        made.append(Row(what, ours_, "s", None, TITLES[name], theirs, None, bar, met, note))
    if not is_here("pin"):
        missing, bar = f"Pinocchio{_absent('pin')}", _bar("pin", count)
        made.append(Row(_title(count, kind), times["sarrus", "net"], peer=missing, bar=bar))
    return made


def _from_python(count: int, contenders: list[Forward], times: dict[tuple[str, str], float]) -> list[Row]:
    made = []
    for peer in contenders[1:]:
        if peer.idle:
            what = f"{_title(count)}, one call from Python, against {TITLES[peer.name]}"
            a, b = times["sarrus", "calls"], times[peer.name, "calls"]
            made.append(Row(what, a, "s", None, TITLES[peer.name], b))
    return made


def _growth(costs: dict[int, float]) -> Row:
    what = "growth of forward dynamics with the length of a chain: exponent"
    if len(costs) < 3:
        return Row(what, None, "", peer="too few lengths were measured", bar="<= 1.1")
    found = exponent(costs)
    shown = ", ".join(f"{n}: {1e6 * c:.3g} us" for n, c in costs.items())
    return Row(what, found, "", bar="<= 1.1", is_met=found <= 1.1, note=f"fit through {shown}")
