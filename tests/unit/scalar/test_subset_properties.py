"""The same source compiled and under CPython, on random inputs and as random programs."""

from __future__ import annotations

import ctypes
import importlib.util
import itertools
import re
import struct
from math import isfinite, sqrt

import llvmlite.binding as llvm
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sarrus.scalar.subset import translate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

random_inputs = settings(derandomize=True, max_examples=150, deadline=None, database=None)
# A program takes some ten milliseconds to compile.
random_programs = settings(
    derandomize=True,
    max_examples=200,
    deadline=None,
    database=None,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)


def compiled(function):
    """The function translated, compiled at level 2 and wrapped for calling with the same arguments."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    translation = translate([function], {})
    module = llvm.parse_assembly("\n".join([*translation.declarations.values(), translation.text]))
    module.verify()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=2)
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    passes.getModulePassManager().run(module, passes)
    engine = llvm.create_mcjit_compiler(module, machine)
    kinds, result = translation.signatures[function.__name__]
    types = {"f": ctypes.c_double, "i": ctypes.c_int64, None: None}
    prototype = ctypes.CFUNCTYPE(types[result], *(types.get(kind, ctypes.c_void_p) for kind in kinds))
    pointer = prototype(engine.get_function_address(function.__name__))

    def call(*arguments, _keep=engine):
        return pointer(*[a.ctypes.data if isinstance(a, np.ndarray) else a for a in arguments])

    return call


def check(function, machine_code, *arguments):
    """Results and arrays agree bit for bit (any NaN equals any other)."""
    here, there = ([a.copy() if isinstance(a, np.ndarray) else a for a in arguments] for _ in range(2))
    expected, found = function(*here), machine_code(*there)
    assert bits(found) == bits(type(found)(expected)) if found is not None else expected is None
    for a, b in zip(here, there, strict=True):
        if isinstance(a, np.ndarray):
            assert a.tobytes() == b.tobytes()


def bits(value):
    return struct.pack("<d", value) if isinstance(value, float) and value == value else str(value)


def on(function, *strategies):
    """A property test: the function and its compiled form agree on random arguments."""
    machine_code = compiled(function)

    @random_inputs
    @given(st.tuples(*strategies))
    def test(arguments):
        check(function, machine_code, *arguments)

    return test


whole = st.integers(-(2**31), 2**31)
real = st.floats(-1e6, 1e6)
wild = st.floats()
special = st.one_of(wild, st.sampled_from([0.0, -0.0, 1.0, float("nan")]))
vector = st.lists(real, min_size=1, max_size=12).map(np.array)


def divide(a: int, b: int) -> int:
    return a // 7 + 3 * (b // -13) + 5 * (a % 10) - 7 * (b % -4) + a // 2 - b % 2 + a // 1 + a % 1 + b // -1


def true_division(a: int, b: int) -> float:
    return a / 3 + b / -7 + (a - b) / 1


def chain(a: float, b: float, c: float, n: int) -> int:
    s = 0
    if a < b < c:
        s += 1
    if a <= b >= c != n:
        s += 2
    if not a == b == n < c:
        s += 4
    if n > a > b or (b >= c and not c > n):
        s += 8
    return s


def six(a: float, b: float) -> int:
    less = int(a < b) + 2 * int(a <= b)
    more = int(a > b) + 2 * int(a >= b)
    return less + 4 * more + 16 * int(a == b) + 32 * int(a != b)


def short_circuit(n: int, i: int, u: Floats) -> int:
    if 0 <= i < n and u[i] > 0.0:
        return 1
    if i < 0 or i >= n or u[i] < -10.0:
        return 2
    return 3 if i == n - 1 or u[i + 1] >= u[i] else 4


def extremes(x: float, y: float, u: Floats) -> int:
    u[0] = min(x, y)
    u[1] = max(x, y)
    u[2] = min(y, max(x, 1.0))
    u[3] = abs(x)
    return int(isfinite(x)) + 2 * int(isfinite(x) and isfinite(y))


def walk(start: int, stop: int, skip: int, out: Ints) -> int:
    i = -1
    for i in range(start, stop, -3):
        if i == skip:
            continue
        out[0] = out[0] * 3 % 10007 + i
        if out[0] % 11 == 5:
            break
    j = -2
    for j in range(stop, start):
        for k in range(j, j + 7, 2):
            if k == skip:
                break
            out[1] += k * j
        start = j
        j = 1000
    out[2] = i
    out[3] = j
    return start


def bubble_sort(n: int, u: Floats) -> int:
    swaps = 0
    for last in range(n - 1, 0, -1):
        for i in range(last):
            if u[i] > u[i + 1]:
                u[i], u[i + 1] = u[i + 1], u[i]
                swaps += 1
    return swaps


def rotate(n: int, by: int, u: Floats) -> float:
    reverse(by, u[:by])
    reverse(n - by, u[by:n])
    reverse(n, u)
    tail = u[by // 2 :]
    return tail[0]


def reverse(n: int, u: Floats) -> None:
    i = 0
    while i < n - 1 - i:
        j = n - 1 - i
        u[i], u[j] = u[j], u[i]
        i += 1


def slope(t: float, x: float) -> float:
    return -2.0 * x + t * t / (1.0 + x * x) + sqrt(abs(t))


def runge_kutta(steps: int, h: float, x: float, path: Floats) -> float:
    t = 0.0
    for i in range(steps):
        k1 = slope(t, x)
        k2 = slope(t + h / 2, x + h / 2 * k1)
        k3 = slope(t + h / 2, x + h / 2 * k2)
        k4 = slope(t + h, x + h * k3)
        x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t += h
        path[i] = x
    return x


test_floor_division_and_remainder = on(divide, whole, whole)
test_true_division_of_ints = on(true_division, whole, whole)
test_chained_comparisons = on(
    chain, *[st.one_of(wild, st.sampled_from([0.0, 1.0, 2.0]))] * 3, st.integers(-2, 2)
)
test_comparisons_with_nan = on(six, special, special)
test_min_max_with_nan_and_signed_zero = on(extremes, special, special, st.just(np.zeros(4)))
test_walks_with_break_and_continue = on(
    walk, *[st.integers(-9, 15)] * 3, st.lists(st.integers(0, 99), min_size=4, max_size=4).map(np.array)
)
test_runge_kutta = on(runge_kutta, st.integers(0, 20), st.floats(1e-3, 0.1), real, st.just(np.zeros(20)))
_short_circuit, _bubble_sort, _rotate = map(compiled, (short_circuit, bubble_sort, rotate))


@random_inputs
@given(vector, st.integers(-3, 15))
def test_short_circuit_guards_a_subscript(u, i):
    check(short_circuit, _short_circuit, len(u), i, u)


@random_inputs
@given(vector)
def test_bubble_sort(u):
    check(bubble_sort, _bubble_sort, len(u), u)


@random_inputs
@given(vector, st.data())
def test_slices_rotate_an_array(u, data):
    check(rotate, _rotate, len(u), data.draw(st.integers(0, len(u))), u)


# Small programs with chosen arguments


def agree(function, *cases):
    machine_code = compiled(function)
    for case in cases:
        check(function, machine_code, *case)


def count(calls: Ints, value: int) -> int:
    calls[0] += 1
    return value


def once(calls: Ints, a: int, b: int, c: int) -> int:
    n = 0
    if count(calls, a) < count(calls, b) < count(calls, c):
        n += 1
    if count(calls, a) > 1 and count(calls, b) > 1:
        n += 2
    if count(calls, a) > 1 or count(calls, b) > 1:
        n += 4
    return n + (count(calls, a) if b > c else 8)


def test_each_operand_is_evaluated_once_and_only_if_needed():
    agree(once, *((np.zeros(1, np.int64), a, b, c) for a in range(4) for b in range(4) for c in range(4)))


def loops(n: int, u: Floats) -> int:
    total = 0
    i = 100
    for i in range(n):
        if i == 2:
            continue
        total += i
        i = 50
        if total > 20:
            break
    for j in range(n, -4, -3):
        total = total * 3 + j
        n = 1
    while total > 1000:
        total = total // 2
        if total % 17 == 0:
            break
    u[0] = i
    return total


def test_loops_keep_the_last_value_of_their_variable():
    agree(loops, *((n, np.zeros(1)) for n in range(-5, 12)))


def endless(n: int) -> int:
    while True:
        n = n - 3
        if n < 0:
            left = n
            break
    return left


def never_ends_without_return(n: int) -> int:
    while True:
        n += 7
        if n % 5 == 0:
            return n


def test_endless_loops_are_left_by_break_or_return():
    agree(endless, (10,), (0,), (-4,))
    agree(never_ends_without_return, (1,), (3,))


def dead_code(n: int) -> int:
    if n > 3:
        return 1
        n = 2
    else:
        return n
    return n + 5


def test_code_after_a_return_is_translated_and_never_runs():
    agree(dead_code, (1,), (5,))


def total(n: int, x: Floats) -> float:
    s = 0.0
    for i in range(n):
        s += x[i]
    return s


def views(n: int, x: Floats, k: Ints) -> float:
    tail = x[2:]
    tail[0] += 10.0
    k[0], k[1] = k[1], k[0]
    x[k[0]], x[k[1]] = x[k[1]], x[k[0]]
    middle = tail[1 : n - 1] if n > 3 else x[:n]
    a = b = middle[0]
    return total(n - 2, tail) + 100.0 * total(2, x[1:3]) + middle[0] + a - b / 2


def test_views_share_memory():
    agree(views, *((n, np.arange(1.0, 6.0), np.array([3, 0])) for n in (3, 4, 5)))


def grow(x: Floats) -> float:
    x[0] = x[0] + 1.0
    return x[0]


def read_first(x: Floats) -> None:
    x[0] += grow(x)
    x[1] = grow(x) - x[0] * 2.0


def test_an_augmented_element_is_read_before_the_right_side():
    agree(read_first, (np.array([5.0, 0.0]),))


# Random programs. Every scalar is assigned at the top; ints stay below 101 and floats below 1000 in size, so that no
# expression reaches what the two are known to do differently: overflow of ints and errors of `math`.

TEMPLATE = """\
from math import atan2, copysign, cos, exp, fabs, floor, isfinite, sin, sqrt, tanh
import numpy as np
from numpy.typing import NDArray
SCALE = 3
SHIFT = -0.75
WEIGHTS = np.array([0.5, -2.0, 3.25, 0.1])
GRID = np.array([[3, -1, 4, 1], [-5, 9, -2, 6], [5, -3, 5, 8], [9, -7, 9, 3]])

def touch(u: NDArray[np.float64], n: int) -> int:
    u[0] += 1.0
    return n

def blend(x: float, y: float, n: int) -> float:
    if n % 2 == 0:
        return x - y
    return (x + y) / 2

def program(a: int, b: int, x: float, y: float, p: bool, u: NDArray[np.float64], k: NDArray[np.int64]) -> int:
    i = j = 0
    z = 0.0
    q = False
    {body}
    k[4], k[5], k[6], k[7], k[8], k[9] = a, b, i, j, int(p), int(q)
    u[4], u[5], u[6] = x, y, z
    return 0
"""


def grammar(text):
    """Productions by kind, from lines `kind: form ; form`."""
    return {
        kind: forms.split(" ; ")
        for kind, forms in (line.split(": ", 1) for line in text.strip().splitlines())
    }


LEAVES = grammar("""
int: a ; b ; i ; j ; SCALE ; k[1] ; -4 ; 7 ; 1 ; a ** 2 ; (-j) ** 2 ; floor(x) ; int(y) ; int(p)
float: x ; y ; z ; SHIFT ; u[1] ; 0.5 ; -1.75 ; 1e-3 ; -0.0 ; 7.0 ; a ; j
bool: p ; q ; True ; a < b ; x >= y ; i != j
divisor: -7 ; -3 ; -2 ; -1 ; 1 ; 2 ; 3 ; 5 ; 10 ; SCALE
compare: < ; <= ; > ; >= ; == ; !=
integer: a ; b ; i ; j
real: x ; y ; z
flag: p ; q
""")
FORMS = grammar("""
int: I + I ; I - I ; I * I ; I // <divisor> ; I % <divisor> ; -I ; abs(I) ; min(I, I) ; max(I, I) ; k[I % 4] ; \
GRID[I % 4, I % 4] ; I if B else I ; touch(u, I)
float: F + F ; F - F ; F * F ; F / (fabs(F) + 1.0) ; F / 3 ; I / 7 ; -F ; float(I) ; sin(F) ; cos(F) ; tanh(F) ; \
sqrt(fabs(F)) ; exp(-fabs(F)) ; atan2(F, F) ; copysign(F, F) ; sin(F) ** 3 ; abs(F) ; min(F, F) ; max(F, F) ; \
u[I % 4] ; WEIGHTS[I % 4] ; blend(F, F, I) ; F if B else F
bool: I <compare> I ; F <compare> F ; I <compare> I <compare> I ; F <compare> I <compare> F ; B and B ; B or B ; \
not B ; isfinite(F) ; B if B else B
""")
SIMPLE = [
    "<integer> = <int> % 101",
    "<integer> = <int> % -101",
    "a += <int> % 2 - a",
    "<real> = <small>",
    "<real> = <integer>",
    "z -= z - <small>",
    "<flag> = <bool>",
    "k[<int> % 4] = <int> % 101",
    "k[<int> % 4] %= 5",
    "u[<int> % 4] = <small>",
    "u[touch(u, <int>) % 4] /= 2",
    "touch(u, <int>)",
    "a, b = b, a",
    "x, y, k[0] = y, x, k[1]",
    "u[<int> % 4], u[<int> % 4] = u[1], u[2]",
    "v = u[<int> % 3 :]\nz = min(max(v[1], -1e3), 1e3)",
    "u[1:][0] = z",
    "pass",
]
NESTED = [
    "if <bool>:\n    <block>",
    "if <bool>:\n    <block>\nelse:\n    <block>",
    "if <bool>:\n    <block>\nelif <bool>:\n    <block>\nelse:\n    <block>",
    "for <integer> in range(<int> % 4):\n    <loop>",
    "for <integer> in range(<int> % -4, <int> % 4):\n    <loop>",
    "for <integer> in range(<int> % -4, <int> % 4, 2):\n    <loop>",
    "for <integer> in range(<int> % 4, <int> % -4, -1):\n    <loop>",
    "for <integer> in range(<int> % 4, -6, -SCALE):\n    <loop>",
    "n<depth> = 0\nwhile n<depth> < 4 and <bool>:\n    n<depth> += 1\n    <loop>",
    "n<depth> = 0\nwhile True:\n    n<depth> += 1\n    if n<depth> > 3:\n        break\n    <loop>",
    "if <bool>:\n    return 7",
]
SHORT = {"I": "<int>", "F": "<float>", "B": "<bool>"}
LEAVE = ["if <bool>:\n    break", "if <bool>:\n    continue"]


@st.composite
def programs(draw):
    """A body for `TEMPLATE`; a production is drawn first and then only what it needs."""

    def fill(form, depth, statements):
        return re.sub("<(\\w+)>", lambda found: expand(found[1], depth, statements), form)

    def expand(kind, depth, statements):
        match kind:
            case "depth":
                return str(depth)
            case "small":
                return f"min(max({expand('float', 3, [])}, -1e3), 1e3)"
            case "loop":
                return expand("block", depth, SIMPLE + LEAVE)
            case "block":
                forms = statements + (NESTED * 2 if depth > 1 else [])
                drawn = draw(st.lists(st.sampled_from(forms), min_size=1, max_size=3))
                # The form that holds this block has indented its first line.
                return "\n".join(fill(form, depth - 1, statements) for form in drawn).replace("\n", "\n    ")
        forms = LEAVES[kind] if depth <= 1 or kind not in FORMS else FORMS[kind] + LEAVES[kind][:3]
        form = re.sub(r"\b[IFB]\b", lambda found: SHORT[found[0]], draw(st.sampled_from(forms)))
        return f"({fill(form, min(depth, 3) - 1, [])})" if kind in FORMS else form

    return expand("block", 4, SIMPLE)


_number = itertools.count()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("programs")


@random_programs
@given(programs(), st.integers(-100, 100), st.integers(-100, 100), real, real, st.booleans())
def test_random_programs(folder, body, a, b, x, y, p):
    # A file of its own for each program: the source is looked up by file name.
    path = folder / f"program{next(_number)}.py"
    path.write_text(TEMPLATE.format(body=body))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    u, k = np.array([0.5, -1.5, 2.25, 3.0, 0.0, 0.0, 0.0]), np.arange(10) - 2
    code = compiled(module.program)
    for case in ((a, b, x / 1e3, y / 1e3, p), (b, a, y / 1e3, x / 1e3, not p), (1, 2, 3.0, -4.0, p)):
        check(module.program, code, *case, u, k)
