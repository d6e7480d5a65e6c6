"""How a computation ended, as a number that compiled loops can return and a sentence that a person can read."""

from enum import IntEnum

# The same numbers as plain integers: restricted Python knows no enumerations. A test keeps the two in step.
OK = 0
RETRY = 1
RUNNING = 2
STEP_TOO_SMALL = 3
TOO_MANY_STEPS = 4
NOT_FINITE = 5
SINGULAR = 6
NOT_CLOSED = 7
REDUNDANT_CONFLICT = 8
WRONG_BRANCH = 9
BRANCH_POINT = 10
LOCKED = 11
INTERRUPTED = 12
NO_CONVERGENCE = 13
CUT = 14
CONTRADICTED = 15
TABLE_END = 16
GIMBAL_LOCK = 17
JAMMED = 18
FRICTION_UNDETERMINED = 19
DEGENERATE = 20
CHATTERING = 21
STIFF = 22
CONTRADICTING = 23
NO_EQUILIBRIUM = 24
UNREACHABLE = 25
RUNAWAY = 26
FOLD = 27


class Status(IntEnum):
    """How a computation ended. Zero is success; RETRY, RUNNING, CUT and FOLD are signals between solver and caller."""

    OK = 0
    RETRY = 1
    RUNNING = 2
    STEP_TOO_SMALL = 3
    TOO_MANY_STEPS = 4
    NOT_FINITE = 5
    SINGULAR = 6
    NOT_CLOSED = 7
    REDUNDANT_CONFLICT = 8
    WRONG_BRANCH = 9
    BRANCH_POINT = 10
    LOCKED = 11
    INTERRUPTED = 12
    NO_CONVERGENCE = 13
    CUT = 14
    CONTRADICTED = 15
    TABLE_END = 16
    GIMBAL_LOCK = 17
    JAMMED = 18
    FRICTION_UNDETERMINED = 19
    DEGENERATE = 20
    CHATTERING = 21
    STIFF = 22
    CONTRADICTING = 23
    NO_EQUILIBRIUM = 24
    UNREACHABLE = 25
    RUNAWAY = 26
    FOLD = 27

    @property
    def word(self) -> str:
        """As programs compare it: "table end"."""
        return self.name.lower().replace("_", " ")

    @property
    def text(self) -> str:
        """One plain sentence for the person whose mechanism it is."""
        return _TEXTS[self]


_TEXTS = {
    Status.OK: "The computation reached its end.",
    Status.RETRY: "The computation asks for a smaller time step.",
    Status.RUNNING: "The computation is not finished yet.",
    Status.STEP_TOO_SMALL: (
        "The time step became too small to advance: the motion is too abrupt for the tolerance asked for."
    ),
    Status.TOO_MANY_STEPS: "The computation needed more time steps than allowed.",
    Status.NOT_FINITE: "The equations gave a value that is not a finite number.",
    Status.SINGULAR: "The equations of motion have no unique solution here: a direction of motion has no inertia.",
    Status.NOT_CLOSED: "The mechanism does not close: its joints cannot all be held together here.",
    Status.REDUNDANT_CONFLICT: "Constraints that repeat each other contradict each other here.",
    Status.WRONG_BRANCH: "The mechanism closes only in another assembly than the one it started in.",
    Status.BRANCH_POINT: "The mechanism is at a branch point, where it can move on in more than one way.",
    Status.LOCKED: "The mechanism is locked: the prescribed motion cannot be continued from here.",
    Status.INTERRUPTED: "The computation was interrupted.",
    Status.NO_CONVERGENCE: "The iteration did not converge to a solution.",
    Status.CUT: "The computation asks for a time step that ends where a law changes.",
    Status.CONTRADICTED: "The computation reached its end, but its evidence contradicts its motion.",
    Status.TABLE_END: "A prescribed motion is given for a shorter time than was asked for.",
    Status.GIMBAL_LOCK: "Driven angles are at their gimbal lock.",
    Status.JAMMED: "The mechanism is jammed: no friction agrees with the loads that it depends on.",
    Status.FRICTION_UNDETERMINED: "Friction is not determined by the loads that it depends on.",
    Status.CHATTERING: "The computation gets nowhere: the law of a force changes back and forth without end.",
    Status.STIFF: "The computation gets nowhere: a force is so steep that it allows tiny time steps only.",
    Status.CONTRADICTING: "Start values contradict each other, or what drivers demand at the start.",
    Status.NO_EQUILIBRIUM: "There is no equilibrium: forces are left that nothing balances.",
    Status.RUNAWAY: "The computation does not come to its end: the motion runs away.",
    Status.UNREACHABLE: "What was asked for cannot be reached.",
    Status.FOLD: "The closed form comes to a fold, where the general formulation goes on.",
    Status.DEGENERATE: "A joint or constraint has come to a pose where what it states says nothing.",
}
