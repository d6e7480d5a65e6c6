"""What the loops do for a mechanism with rows: the callbacks of `loops`, in restricted Python.

Where the smallest pivot of the rows is small, falling or about to vanish, stages are put back onto the manifold along the
normal space of the last accepted state before they are evaluated.
"""

from math import fabs, sqrt

from sarrus.program.layout import Memory
from sarrus.program.projection import (
    TOLERATED,
    OnMemory,
    evaluate_closure,
    move,
    project_positions,
    project_velocities,
    rate_residuals,
    to_manifold,
)
from sarrus.program.rows import PUSHED, OnBlock, PivotOf, choose_rows, is_locking, speed_size
from sarrus.program.system import KernelCall, evaluate_dynamics
from sarrus.solvers.arrays import Floats
from sarrus.solvers.status import BRANCH_POINT, LOCKED, OK, REDUNDANT_CONFLICT, RETRY, WRONG_BRANCH

# Parts of the largest pivot
SMALL = 2e-2  # below this stages go onto the manifold ...
FALLING = 0.4  # ... or when the pivot is about to fall by this part of itself ...
AHEAD = 0.3  # ... or below this when the pose where it vanishes is
NEARBY = 3.0  # steps away or less;
LOOK_AHEAD = 0.02  # way along the motion to look for it, in pivots
SINGULAR_FLOOR = 1e-7  # below this rounding no longer tells two branches apart: no step may end there

ROUNDING = 1e-17  # error of a step, times the pivot squared, that rounding of the closure makes
MOST_CLOSER = 20  # steps in a row that may bring a singular pose closer ...
LEAST_STEP = 1e-3  # ... while they shrink to this part of the first
MOST_OFF = 1e3  # tolerances by which a step may leave the constraints
MOST_CHANGED = 0.05  # part of the speeds that projecting an output row may change


def choose_first_rows(t: float, x: Floats, m: Memory, dynamics: KernelCall, choose: OnBlock) -> int:
    """A first choice of rows at a start state, which is not projected yet."""
    evaluate_dynamics(t, x, m, dynamics)
    choose_rows(m, choose)
    return OK


def stage_to_manifold(
    t: float,
    x: Floats,
    m: Memory,
    closure: KernelCall,
    retract: KernelCall,
    hide: OnMemory,
    show: OnMemory,
) -> int:
    """Put a stage onto the constraints where it matters."""
    if m.is_on_manifold:
        return to_manifold(t, x, m, False, closure, retract, hide, show)
    return OK


def settle_rows(
    t: float,
    x: Floats,
    m: Memory,
    closure: KernelCall,
    retract: KernelCall,
    choose: OnBlock,
    hide: OnMemory,
    show: OnMemory,
) -> int:
    """Project a state, choose the rows there and see whether all joints are closed and the right way round."""
    status = project_positions(t, x, m, closure, retract, hide, show)
    if status != OK:
        return status
    if choose_rows(m, choose) > 0:
        status = project_positions(t, x, m, closure, retract, hide, show)
        if status != OK:
            return status
    for i in range(m.nrows):
        if not (fabs(m.gap[i]) * m.scale[i] < 1e-7):
            return REDUNDANT_CONFLICT
    for i in range(m.nsense):
        if not (m.sense[i] > 0.0):
            return WRONG_BRANCH
    m.was_on_manifold = m.is_on_manifold
    m.is_on_manifold = False
    for b in range(m.nblocks):
        block = m.blocks[b]
        block.was_near = block.is_near
        now = block.sigma
        block.is_near = now < SMALL or block.before - now > FALLING * now
        if block.is_near:
            m.is_on_manifold = True
    return project_velocities(x, m)


def judge_step(
    t: float,
    x: Floats,
    spot: Floats,
    m: Memory,
    closure: KernelCall,
    retract: KernelCall,
    pivot: PivotOf,
) -> int:
    """Whether a projected step is believed, and whether the next one can be made.

    More independent rows than at the start mean that it lay on a branch point, where the rows that were missing did not
    tell which way to go.
    """
    if m.nrows == 0:
        return OK
    if m.has_grown:
        return BRANCH_POINT
    if has_jumped(x, m) or is_blind(m):
        return RETRY
    if is_locking(x, m):
        return LOCKED
    look_ahead(t, x, spot, m, closure, retract, pivot)
    if m.is_on_manifold:
        m.stage_steps += 1
    return BRANCH_POINT if is_creeping(t, m) else OK


def has_jumped(x: Floats, m: Memory) -> bool:
    """Whether the step left the constraints, or their rates, by far more than its error: a driver has jumped."""
    limit = MOST_OFF * m.tolerance
    if limit <= 0.0:
        return False
    if not (m.drift <= limit):
        return True
    return not (m.rate_drift <= limit * (1.0 + speed_size(x, m)))


def is_blind(m: Memory) -> bool:
    """Whether a state is too near a singular pose to go on from: noise there is about rounding / sigma^2.

    A mechanism that is near one anyway may stay so; it only may not come nearer by much, or nearer than `SINGULAR_FLOOR`.
    """
    if m.sigma < SINGULAR_FLOOR:
        return True
    if not (m.tolerance > 0.0):
        return False
    least = sqrt(ROUNDING / m.tolerance)
    return m.sigma < least and m.sigma < 0.5 * m.sigma_kept


def look_ahead(
    t: float,
    x: Floats,
    spot: Floats,
    m: Memory,
    closure: KernelCall,
    retract: KernelCall,
    pivot: PivotOf,
) -> None:
    """Tell the integrator when the pivot will vanish if it goes on falling as it does now; 0 when it does not.

    Its slope is found by looking at a pose a little further along the present motion.
    """
    spot[0] = 0.0
    sigma = m.sigma
    speed = speed_size(x, m)
    if sigma < AHEAD and speed > 0.0:
        nq = m.nq
        later = LOOK_AHEAD * sigma / speed
        for i in range(m.nv):
            m.step[i] = later * x[nq + i]
        for i in range(m.nx):
            m.ahead[i] = x[i]
        move(m.ahead, m, retract)
        evaluate_closure(t + later, m.ahead, m, closure)
        # The next step may pass it, or comes from there.
        m.long_step = max(t - m.t_kept, 0.5 * m.long_step)
        for b in range(m.nblocks):
            block = m.blocks[b]
            before = block.sigma
            if before < AHEAD:
                fallen = before - pivot(m, block)
                if fallen > 0.0:
                    when = t + later * before / fallen
                    spot[0] = when if spot[0] == 0.0 else min(spot[0], when)
                if later * before < NEARBY * m.long_step * fabs(fallen):
                    block.is_near = True
                    m.is_on_manifold = True
        evaluate_closure(t, x, m, closure)


def is_creeping(t: float, m: Memory) -> bool:
    """Whether steps only come closer to a singular pose, each smaller than the one before, because of noise."""
    step = t - m.t_kept
    if m.sigma < SMALL and m.sigma < m.sigma_kept and m.push < PUSHED:
        if m.closer == 0:
            m.first_step = step
        m.closer += 1
    else:
        m.closer = 0
    m.sigma_kept = m.sigma
    m.t_kept = t
    return m.closer > MOST_CLOSER and step < LEAST_STEP * m.first_step


def project_for_output(
    t: float,
    x: Floats,
    m: Memory,
    closure: KernelCall,
    retract: KernelCall,
    hide: OnMemory,
    show: OnMemory,
) -> int:
    """Project a state that an output row is made from.

    Near a branch point the least change may lead onto the other branch: there the way is the normal space of the last
    accepted state, and a state that has to change its speeds visibly is refused, so that the step is made smaller.
    """
    before = speed_size(x, m)
    if m.is_on_manifold or m.was_on_manifold:
        status = to_manifold(t, x, m, True, closure, retract, hide, show)
        if status != OK:
            return status
    status = project_positions(t, x, m, closure, retract, hide, show)
    if status != OK:
        return status
    status = project_velocities(x, m)
    if status != OK:
        return status
    if not (fabs(speed_size(x, m) - before) <= MOST_CHANGED * before + TOLERATED):
        return RETRY
    rate_residuals(x, m, m.beta)
    for i in range(m.nrows):
        size = m.natural[i] * m.grown[i]
        m.worst_gap = max(m.worst_gap, fabs(m.gap[i]) / size)
        m.worst_rate = max(m.worst_rate, fabs(m.beta[i]) / size)
    return OK
