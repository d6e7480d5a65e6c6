"""The loops around a mechanism's kernels, in restricted Python: they are compiled together with the kernels.

    rhs      derivative of the state: accelerations from the constrained system, rates, work
    accept   after a step: back onto the position and velocity constraints, and the choice of independent rows
    write    an output row: the interpolated state projected, accelerations and multipliers found, channels evaluated

Where the smallest pivot of the rows is small, falling or about to vanish, stages are put back onto the manifold along the
normal space of the last accepted state before they are evaluated.
"""

from math import fabs, sqrt

from sarrus.program.layout import (
    BLOCK_SIZE,
    CLOSER,
    D_BETA,
    D_BLOCKS,
    D_CONSTANTS,
    D_F,
    D_G,
    D_GAP,
    D_INPUTS,
    D_KERNEL,
    D_LAM,
    D_M,
    D_ROW,
    D_SENSE,
    D_SPOT,
    D_STATE,
    D_STEP,
    D_TIME,
    D_VDOT,
    D_WAY,
    DRIFT,
    FIRST_STEP,
    GROWN,
    LEAST_SIGMA,
    LONG_STEP,
    NBLOCKS,
    NQ,
    NROWS,
    NSENSE,
    NV,
    NX,
    ON_MANIFOLD,
    PUSH,
    R_BEFORE,
    R_NEAR,
    R_SIGMA,
    R_WAS_NEAR,
    RATE_DRIFT,
    RECORD_SIZE,
    SIGMA,
    SIGMA_KEPT,
    STAGE_STEPS,
    T_BLOCKS,
    T_KEPT,
    T_PLAN,
    TOLERANCE,
    WAS_ON_MANIFOLD,
    WORST_GAP,
    WORST_RATE,
)
from sarrus.program.projection import (
    TOLERATED,
    evaluate_closure,
    move,
    project_positions,
    project_velocities,
    rate_residuals,
    to_manifold,
)
from sarrus.program.rows import PUSHED, choose_rows, is_locking, pivot_here, speed_size
from sarrus.program.system import Kernel, accelerate, complete
from sarrus.solvers.arrays import Floats, Ints
from sarrus.solvers.status import BRANCH_POINT, LOCKED, OK, REDUNDANT_CONFLICT, RETRY, WRONG_BRANCH

# Parts of the largest pivot
SMALL = 2e-2  # below this stages go onto the manifold ...
FALLING = 0.4  # ... or when the pivot is about to fall by this part of itself ...
AHEAD = 0.3  # ... or below this when the pose where it vanishes is
NEARBY = 3.0  # steps away or less;
LOOK_AHEAD = 0.02  # way along the motion to look for it, in pivots
SINGULAR_FLOOR = 1e-7  # below this rounding no longer tells two branches apart: no step may end there

ROUNDING = 1e-17  # error of a step, times the pivot squared, that rounding of the closure makes
MOST_CLOSER = 20.0  # steps in a row that may bring a singular pose closer ...
LEAST_STEP = 1e-3  # ... while they shrink to this part of the first
MOST_OFF = 1e3  # tolerances by which a step may leave the constraints
MOST_CHANGED = 0.05  # part of the speeds that projecting an output row may change


def rhs(
    t: float,
    x: Floats,
    dx: Floats,
    data: Floats,
    tables: Ints,
    dynamics: Kernel,
    rates: Kernel,
    flows: Kernel,
    closure: Kernel,
    retract: Kernel,
) -> int:
    """Derivative of the state."""
    state = data[tables[D_STATE] :]
    if state[ON_MANIFOLD] > 0.0:
        status = to_manifold(t, x, data, tables, 0, closure, retract)
        if status != OK:
            return status
    return by_parts(t, x, dx, data, tables, dynamics, rates, flows)


def by_parts(
    t: float,
    x: Floats,
    dx: Floats,
    data: Floats,
    tables: Ints,
    dynamics: Kernel,
    rates: Kernel,
    flows: Kernel,
) -> int:
    """Derivative of the state: accelerations, rates, work."""
    status = accelerate(t, x, data, tables, dynamics)
    if status != OK:
        return status
    complete(x, dx, data, tables, rates, flows)
    return OK


def accept(t: float, x: Floats, data: Floats, tables: Ints, closure: Kernel, retract: Kernel) -> int:
    """Project a new state and choose the rows for the next step.

    More independent rows than at the start mean that it lay on a branch point, where the rows that were missing did not
    tell which way to go.
    """
    status = settle(t, x, data, tables, closure, retract)
    if status != OK or tables[NROWS] == 0:
        return status
    state = data[tables[D_STATE] :]
    if state[GROWN] > 0.0:
        return BRANCH_POINT
    if has_jumped(x, data, tables) or is_blind(data, tables):
        return RETRY
    if is_locking(x, data, tables):
        return LOCKED
    look_ahead(t, x, data, tables, closure, retract)
    state[STAGE_STEPS] += state[ON_MANIFOLD]
    return BRANCH_POINT if is_creeping(t, data, tables) else OK


def has_jumped(x: Floats, data: Floats, tables: Ints) -> bool:
    """Whether the step left the constraints, or their rates, by far more than its error: a driver has jumped."""
    state = data[tables[D_STATE] :]
    limit = MOST_OFF * state[TOLERANCE]
    if limit <= 0.0:
        return False
    if not (state[DRIFT] <= limit):
        return True
    return not (state[RATE_DRIFT] <= limit * (1.0 + speed_size(x, data, tables)))


def is_blind(data: Floats, tables: Ints) -> bool:
    """Whether a state is too near a singular pose to go on from: noise there is about rounding / sigma^2.

    A mechanism that is near one anyway may stay so; it only may not come nearer by much, or nearer than `SINGULAR_FLOOR`.
    """
    state = data[tables[D_STATE] :]
    sigma = float(state[SIGMA])
    if sigma < SINGULAR_FLOOR:
        return True
    if not (state[TOLERANCE] > 0.0):
        return False
    least = sqrt(ROUNDING / state[TOLERANCE])
    return sigma < least and sigma < 0.5 * float(state[SIGMA_KEPT])


def look_ahead(t: float, x: Floats, data: Floats, tables: Ints, closure: Kernel, retract: Kernel) -> None:
    """Tell the integrator when the pivot will vanish if it goes on falling as it does now; 0 when it does not.

    Its slope is found by looking at a pose a little further along the present motion.
    """
    state = data[tables[D_STATE] :]
    spot = data[tables[D_SPOT] :]
    spot[0] = 0.0
    sigma = state[SIGMA]
    speed = speed_size(x, data, tables)
    if sigma < AHEAD and speed > 0.0:
        nq = tables[NQ]
        later = LOOK_AHEAD * sigma / speed
        step = data[tables[D_STEP] :]
        for i in range(tables[NV]):
            step[i] = later * x[nq + i]
        probe = data[tables[D_WAY] :]
        for i in range(tables[NX]):
            probe[i] = x[i]
        move(probe, data, tables, retract)
        evaluate_closure(t + later, probe, data, tables, closure)
        # The next step may pass it, or comes from there.
        state[LONG_STEP] = max(t - state[T_KEPT], 0.5 * state[LONG_STEP])
        for b in range(tables[NBLOCKS]):
            block = tables[tables[T_BLOCKS] + BLOCK_SIZE * b :]
            kept = data[tables[D_BLOCKS] + RECORD_SIZE * b :]
            pivot = kept[R_SIGMA]
            if pivot < AHEAD:
                fallen = pivot - pivot_here(data, tables, block, kept)
                if fallen > 0.0:
                    when = t + later * pivot / fallen
                    spot[0] = when if spot[0] == 0.0 else min(spot[0], when)
                if later * pivot < NEARBY * state[LONG_STEP] * fabs(fallen):
                    kept[R_NEAR] = 1.0
                    state[ON_MANIFOLD] = 1.0
        evaluate_closure(t, x, data, tables, closure)


def is_creeping(t: float, data: Floats, tables: Ints) -> bool:
    """Whether steps only come closer to a singular pose, each smaller than the one before, because of noise."""
    state = data[tables[D_STATE] :]
    sigma = float(state[SIGMA])
    step = t - float(state[T_KEPT])
    if sigma < SMALL and sigma < state[SIGMA_KEPT] and state[PUSH] < PUSHED:
        if state[CLOSER] == 0.0:
            state[FIRST_STEP] = step
        state[CLOSER] += 1.0
    else:
        state[CLOSER] = 0.0
    state[SIGMA_KEPT] = sigma
    state[T_KEPT] = t
    return state[CLOSER] > MOST_CLOSER and step < LEAST_STEP * float(state[FIRST_STEP])


def settle(t: float, x: Floats, data: Floats, tables: Ints, closure: Kernel, retract: Kernel) -> int:
    """Project a state, choose the rows there and see whether all joints are closed and the right way round."""
    status = project_positions(t, x, data, tables, closure, retract)
    if status != OK:
        return status
    state = data[tables[D_STATE] :]
    if choose_rows(data, tables) > 0:
        status = project_positions(t, x, data, tables, closure, retract)
        if status != OK:
            return status
    gap = data[tables[D_GAP] :]
    scale = data[tables[D_ROW] :]
    for i in range(tables[NROWS]):
        if not (fabs(gap[i]) * scale[i] < 1e-7):
            return REDUNDANT_CONFLICT
    sense = data[tables[D_SENSE] :]
    for i in range(tables[NSENSE]):
        if not (sense[i] > 0.0):
            return WRONG_BRANCH
    state[WAS_ON_MANIFOLD] = state[ON_MANIFOLD]
    state[ON_MANIFOLD] = 0.0
    for b in range(tables[NBLOCKS]):
        kept = data[tables[D_BLOCKS] + RECORD_SIZE * b :]
        kept[R_WAS_NEAR] = kept[R_NEAR]
        kept[R_NEAR] = 0.0
        now = kept[R_SIGMA]
        if now < SMALL or kept[R_BEFORE] - now > FALLING * now:
            kept[R_NEAR] = 1.0
            state[ON_MANIFOLD] = 1.0
    return project_velocities(x, data, tables)


def begin(
    t: float, x: Floats, data: Floats, tables: Ints, dynamics: Kernel, closure: Kernel, retract: Kernel
) -> int:
    """Make a start state ready: a first choice of rows, then projection as after a step."""
    time = data[tables[D_TIME] :]
    time[0] = t
    f = data[tables[D_F] :]
    beta = data[tables[D_BETA] :]
    work = data[tables[D_KERNEL] :]
    plan = tables[tables[T_PLAN] :]
    M = data[tables[D_M] :]
    dynamics(
        time,
        x,
        data[tables[D_INPUTS] :],
        data[tables[D_CONSTANTS] :],
        work,
        plan,
        M,
        f,
        data[tables[D_G] :],
        beta,
    )
    state = data[tables[D_STATE] :]
    state[LEAST_SIGMA] = 1.0
    kept = data[tables[D_BLOCKS] :]
    for i in range(RECORD_SIZE * tables[NBLOCKS]):
        kept[i] = 0.0
    choose_rows(data, tables)
    status = settle(t, x, data, tables, closure, retract)
    state[GROWN] = 0.0
    state[SIGMA_KEPT] = state[SIGMA]
    state[T_KEPT] = t
    return status


def write(
    t: float,
    x: Floats,
    row: Floats,
    data: Floats,
    tables: Ints,
    dynamics: Kernel,
    closure: Kernel,
    retract: Kernel,
    output: Kernel,
) -> int:
    """An output row from a state that is projected first.

    Near a branch point the least change may lead onto the other branch: there the way is the normal space of the last
    accepted state, and a state that has to change its speeds visibly is refused, so that the step is made smaller.
    """
    state = data[tables[D_STATE] :]
    before = speed_size(x, data, tables)
    if state[ON_MANIFOLD] + state[WAS_ON_MANIFOLD] > 0.0:
        status = to_manifold(t, x, data, tables, 1, closure, retract)
        if status != OK:
            return status
    status = project_positions(t, x, data, tables, closure, retract)
    if status != OK:
        return status
    status = project_velocities(x, data, tables)
    if status != OK:
        return status
    if not (fabs(speed_size(x, data, tables) - before) <= MOST_CHANGED * before + TOLERATED):
        return RETRY
    gap = data[tables[D_GAP] :]
    rest = data[tables[D_BETA] :]
    rate_residuals(x, data, tables, rest)
    for i in range(tables[NROWS]):
        state[WORST_GAP] = max(state[WORST_GAP], fabs(gap[i]))
        state[WORST_RATE] = max(state[WORST_RATE], fabs(rest[i]))
    status = accelerate(t, x, data, tables, dynamics)
    if status != OK:
        return status
    time = data[tables[D_TIME] :]
    vdot = data[tables[D_VDOT] :]
    lam = data[tables[D_LAM] :]
    work = data[tables[D_KERNEL] :]
    plan = tables[tables[T_PLAN] :]
    output(time, x, vdot, lam, data[tables[D_INPUTS] :], data[tables[D_CONSTANTS] :], work, plan, row)
    return OK
