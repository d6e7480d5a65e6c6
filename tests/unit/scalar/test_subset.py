"""Restricted Python compiled and under CPython: construct by construct, and what is refused, by line."""

from __future__ import annotations

import ctypes
import importlib.util
import struct
from collections.abc import Callable
from math import (
    acos,
    asin,
    atan,
    atan2,
    copysign,
    cos,
    exp,
    fabs,
    floor,
    isfinite,
    log,
    pi,
    pow,
    sin,
    sqrt,
    tan,
    tanh,
)
from textwrap import indent

import llvmlite.binding as llvm
import numpy as np
import pytest
from numpy.typing import NDArray

from sarrus.errors import SarrusError
from sarrus.scalar.subset import Signature, Unsupported, translate

Floats = NDArray[np.float64]


class Compiled:
    """A translation compiled at level 2 in this process; called by symbol."""

    def __init__(self, functions, bind=None, externs=None, kernels=""):
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        self.translation = translate(functions, bind or {}, externs or {})
        heads = [d for s, d in self.translation.declarations.items() if f"@{s}(" not in kernels]
        module = llvm.parse_assembly("\n".join([*heads, kernels, self.translation.text]))
        module.verify()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=2)
        passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
        passes.getModulePassManager().run(module, passes)
        self.engine = llvm.create_mcjit_compiler(module, machine)

    def __call__(self, symbol, *arguments):
        kinds, result = self.translation.signatures[symbol]
        types = {"f": ctypes.c_double, "i": ctypes.c_int64, None: None}
        prototype = ctypes.CFUNCTYPE(types[result], *(types.get(k, ctypes.c_void_p) for k in kinds))
        passed = [a.ctypes.data if isinstance(a, np.ndarray) else a for a in arguments]
        return prototype(self.engine.get_function_address(symbol))(*passed)


def bits(value):
    return struct.pack("<d", value) if isinstance(value, float) else value


def agree(function, *cases):
    """Same result, bit for bit, and same arrays, from CPython and compiled code."""
    compiled = Compiled([function])
    for case in cases:
        here, there = ([a.copy() if isinstance(a, np.ndarray) else a for a in case] for _ in range(2))
        expected, found = function(*here), compiled(function.__name__, *there)
        is_float = compiled.translation.signatures[function.__name__].result == "f"
        assert bits(found) == (bits(float(expected)) if is_float else expected), case
        for a, b in zip(here, there, strict=True):
            if isinstance(a, np.ndarray):
                np.testing.assert_array_equal(a, b)


# Arithmetic and truth


def floats(x: float, y: float, n: int) -> float:
    """A docstring
    whose lines may stand anywhere."""
    z = -x * y + x / (y - 0.5) - (+n)
    z *= 1.5
    z -= n / 7
    return z + x**0 + x**1 + x**2 + x**3 + x**-1 + fabs(y) ** 0.7 + pow(fabs(x), y) + n**3


def test_float_arithmetic_has_the_bits_of_cpython():
    agree(floats, *((0.1 * i - 2.05, 1.37 * i - 3.1, i - 9) for i in range(40)))


def squares(x: float) -> float:
    return x**2


def test_a_square_is_pow_and_not_a_product():
    # In about one case of a thousand libm's pow and the product differ in the last bit.
    agree(squares, *((0.001 + 0.00317 * i,) for i in range(4000)))


def negate_by_division(a: int) -> int:
    return a // -1 + a % -1


def test_smallest_int_divided_by_minus_one_wraps():
    smallest = -(2**63)
    compiled = Compiled([negate_by_division])
    assert compiled("negate_by_division", smallest) == smallest
    # Undefined in LLVM, even where it happens to work.
    assert "sdiv" not in compiled.translation.text
    assert "srem" not in compiled.translation.text


def mathematics(x: float, y: float) -> float:
    s = sin(x) + cos(x) + tan(x) + atan(x) + atan2(x, y) + asin(x / 10.0) + acos(x / 10.0)
    return s + exp(x) + log(fabs(y) + 0.1) + tanh(x) + sqrt(fabs(x)) + copysign(x, y) + float(floor(x)) + pi


def test_mathematics_has_the_bits_of_cpython():
    agree(mathematics, *((0.3 * i - 9.1, 4.4 - 0.7 * i) for i in range(60)))


def conversions(x: float, n: int, p: bool) -> float:
    return int(x) * 100.0 + float(n) + int(p) * 1000 + float(p) + int(n) + floor(x) + abs(x) + abs(n)


def finite(x: float) -> bool:
    return isfinite(x)


def test_conversions_and_isfinite():
    agree(conversions, *((x, n, p) for x in (-2.5, -0.0, 0.4, 7.9) for n in (-3, 4) for p in (False, True)))
    agree(finite, (1.0,), (float("inf"),), (-float("inf"),), (float("nan"),), (1e308,))


def test_int_of_a_float_out_of_range_saturates():
    def whole(x: float) -> int:
        return int(x)

    compiled = Compiled([whole])
    assert compiled("whole", 1e300) == 2**63 - 1
    assert compiled("whole", -1e300) == -(2**63)
    assert compiled("whole", float("nan")) == 0


def nested_truth(a: int, b: int, p: bool) -> int:
    q = not (a < b and (b > 3 or p)) or a == b
    if q and not p:
        return 1
    return 2 if q else 3


def test_truth_values():
    agree(nested_truth, *((a, b, p) for a in range(5) for b in range(5) for p in (False, True)))


# Arrays, tables, constants

SCALE = 3
OFFSET = -0.5
LIMIT = float("inf")
IS_ON = True
WEIGHTS = np.array([0.5, -1.25, np.pi])
MATRIX = np.array([[1, 2, 3], [40, 50, 60]])
COLUMNS = np.asfortranarray([[0.5, 1.5], [2.5, 3.5]])


def constants(i: int, j: int) -> float:
    if IS_ON and OFFSET < LIMIT:
        return WEIGHTS[j] * SCALE + MATRIX[i, j] + COLUMNS[i, 1] + WEIGHTS[SCALE - 1] + 7 // SCALE
    return 0.0


def test_module_constants_and_tables():
    agree(constants, *((i, j) for i in range(2) for j in range(3)))
    text = Compiled([constants]).translation.text
    assert text.count("internal unnamed_addr constant [6 x i64]") == 1


def greek(θ: float, v1: float) -> float:
    Δ = θ - v1
    return Δ


def test_names_are_those_of_python():
    agree(greek, (3.0, 1.0))


# Functions


def step(acc: Callable[..., None], n: int, h: float, x: Floats, dx: Floats) -> None:
    acc(x, dx)
    for i in range(n):
        x[i] += h * dx[i]


def march(acc: Callable[..., None], steps: int, n: int, h: float, x: Floats, dx: Floats) -> int:
    for _ in range(steps):
        step(acc, n, h, x, dx)
    return steps


def spin(x: Floats, dx: Floats) -> None:
    dx[0], dx[1] = x[1], -x[0]


KERNEL = """
define void @kernel(ptr %x, ptr %y) {
  %y1 = getelementptr double, ptr %y, i64 1
  %x1 = getelementptr double, ptr %x, i64 1
  %a = load double, ptr %x
  %b = load double, ptr %x1
  %c = fneg double %a
  store double %b, ptr %y
  store double %c, ptr %y1
  ret void
}
"""


def spin_by_kernel(x: Floats, dx: Floats, kernel: Callable[..., None]) -> None:
    kernel(x, dx)


@pytest.mark.parametrize(
    ("functions", "bind"),
    [
        ([march], {"acc": spin}),
        ([march, spin], {"acc": "spin"}),
        ([march], {"acc": "kernel"}),
        ([march], {"acc": spin_by_kernel, "kernel": "kernel"}),
    ],
)
def test_bound_functions_are_called_directly(functions, bind):
    here, there = np.array([1.0, 0.5]), np.array([1.0, 0.5])
    march(spin, 10, 2, 0.01, here, np.zeros(2))
    assert Compiled(functions, bind, kernels=KERNEL)("march", 10, 2, 0.01, there, np.zeros(2)) == 10
    np.testing.assert_array_equal(here, there)


def test_a_translation_says_what_is_defined_and_what_is_needed():
    found = translate([march], {"acc": "kernel"})
    assert found.declarations == {"kernel": "declare void @kernel(ptr, ptr) nounwind"}
    assert found.signatures == {
        "march": (("i", "i", "f", "F", "F"), "i"),
        "step": (("i", "f", "F", "F"), None),
    }
    assert "define i64 @march(" in found.text
    assert "define internal void @step(" in found.text
    assert "declare" not in found.text
    assert translate([finite], {}).signatures == {"finite": (("f",), "i")}


def test_translation_is_reproducible():
    assert translate([mathematics, march], {"acc": spin}) == translate([mathematics, march], {"acc": spin})


def solve(f: Callable[[float, int], float], ok: Callable[..., bool], x: float) -> float:
    if ok(x, True):
        return f(1, 2)
    return 0.0


def host(n: int, x: float) -> float:
    return n * x


def ask_host(x: float) -> float:
    return host(2, 3) + x


def test_external_signatures_come_from_annotation_arguments_or_externs():
    found = translate([solve], {"f": "f", "ok": "ok"}).declarations
    assert found["f"] == "declare double @f(double, i64) nounwind"
    assert found["ok"] == "declare i64 @ok(double, i64) nounwind"
    externs = {"ok": Signature(("f", "f"), "i"), "host": Signature(("i", "f"), "f")}
    with pytest.raises(Unsupported, match="argument 2 of 'ok' must be a float, not a truth value"):
        translate([solve], {"f": "f", "ok": "ok"}, externs)
    found = translate([ask_host], {}, externs)
    assert found.declarations["host"] == "declare double @host(i64, double) nounwind"
    assert "host" not in found.signatures


def fmax(x: float, y: float) -> float:
    return x - y


def own_fmax(x: float) -> float:
    return fmax(x, 1.0)


def test_a_function_named_like_one_of_libm_is_our_own():
    assert Compiled([fmax, own_fmax])("own_fmax", 3.0) == own_fmax(3.0) == 2.0


def test_no_flag_lets_llvm_change_a_result():
    text = translate([mathematics, floats], {}).text
    assert not any(flag in text for flag in ("contract", "fast", "nsz", "nnan", "noalias"))


# Refusals: the offending line ends with `# <-`.

HEADER = """\
import math
from collections.abc import Callable
from math import floor, sin, sqrt
import numpy as np
from numpy.typing import NDArray
Floats = NDArray[np.float64]
TABLE = np.array([[1.0, 2.0]])
SINGLE = np.array([1.0], dtype=np.float32)
NAME = "text"
BIG = 2**70
def again(n: int) -> int:
    return again(n - 1)
def nothing(n: int) -> None:
    pass
def use(acc: Callable[..., None], x: Floats) -> None:
    acc(x)
"""


def load(folder, source):
    path = folder / "module_under_test.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("module_under_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, str(path)


def refused(folder, source, bind=None):
    module, path = load(folder, HEADER + source)
    with pytest.raises(Unsupported) as caught:
        translate([module.f], bind or {})
    (line,) = [i for i, text in enumerate((HEADER + source).splitlines(), 1) if text.endswith("# <-")]
    assert (caught.value.file, caught.value.line) == (path, line)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    return str(caught.value)


# One refusal a line: the body of `f`, and a part of the message. The marker may be left out of a single line.
BODIES = r"""
return [n]  =>  a list is not in the subset; values are floats, ints, truth values, arrays and records
return {n: 1}  =>  a dict is not
return f'{n}'  =>  an f-string is not
return 'text'  =>  this constant is of type 'str'
return NAME  =>  'NAME' is of type 'str'; constants are ints, floats and tables of them
return unknown  =>  name 'unknown' is not defined
return (lambda: n)()  =>  a lambda is not in the subset; define it at module level and call it
return math.floor(x)  =>  an attribute is not in the subset; import the name itself
return sum(a for a in y)  =>  a comprehension is not in the subset; write a for loop
return (m := n)  =>  ':=' is not
with n: pass  =>  'with' is not
try:  # <-\n    pass\nfinally:\n    pass  =>  'try' is not in the subset; return a status
raise n  =>  'raise' is not
assert n  =>  'assert' is not
global NAME  =>  'global' is not in the subset; pass an array to keep state in
def g():  # <-\n    pass  =>  a nested function is not
m: int = n  =>  an annotated assignment is not
import math  =>  an import inside a function
n < 3  =>  an expression without effect
m, *r = n, n  =>  a starred expression is not
m, k = y  =>  a tuple is not in the subset; it may only stand on both sides
return n & 1  =>  operator 'BitAnd' is not in the subset; allowed are
return ~n  =>  'UnaryOp' is not
return n // m_or(n)  =>  name 'm_or' is not defined
return n // n  =>  a divisor that is a nonzero integer literal; use floor(a / b)
return n % 0  =>  a divisor that is a nonzero integer literal
return floor(x // 2)  =>  needs an int and a divisor
return n ** n  =>  the exponent of an int must be a literal from 0 to 16
return 2 ** 64 * BIG  =>  the exponent of an int
return BIG  =>  does not fit an int; ints have 64 bits
return x  =>  the result must be an int, not a float; convert with int(...)
return  =>  'return' without a value; return an int, as annotated
pass  =>  'f' can end without returning an int; end every path with a return
if n > 0: return n  =>  'f' can end without returning an int
n = 1.5  =>  'n' is an int and is assigned a float; start it with a float, as in n = 0.0
n /= 2  =>  'n' is an int and is assigned a float
n = y  =>  'n' must be an int, not a float array
y = x  =>  'y' must be a float array, not a float
return y + 1  =>  arithmetic or comparison on a float array; take its elements one by one
return (n < 1) + 1  =>  arithmetic or comparison on a truth value; convert with int(...)
if n: return 1  =>  a condition must be a truth value, not an int; write a comparison, as in n != 0
return 1 if n and n else 2  =>  a condition must be a truth value
return 1 if n is n else 2  =>  comparison 'Is' is not in the subset; allowed are < <= > >= == !=
return n == None  =>  this constant is of type 'NoneType'
m += 1  =>  'm' may be used before it is assigned
for i in range(n): m = i\nreturn m  # <-  =>  'm' may be used before it is assigned; assign it on every path
for i in range(n): pass\nreturn i  # <-  =>  'i' may be used before it is assigned
if n > 1: m = 1\nreturn m  # <-  =>  'm' may be used before it is assigned
while True:\n    if n > 3: break\n    m = 1\nreturn m  # <-  =>  'm' may be used before it is assigned
while True:  # <-\n    break  =>  'f' can end without returning an int
while n > 1:\n    n = m  # <-\n    m = 2  =>  'm' may be used before it is assigned
for v in y: pass  =>  a for loop runs over range(...) only
for a, b in range(3): pass  =>  the loop variable must be a plain name
for i in range(0, 9, n): pass  =>  the step of a range must be a nonzero integer literal; use while
for i in range(0, 9, 0): pass  =>  the step of a range must be a nonzero
for i in range(x): pass  =>  a bound of range must be an int, not a float
while n > 1: n -= 1  # <-\nelse:\n    pass  =>  'else' after a loop is not
y[-1] = 1.0  =>  a negative subscript is not in the subset
y[x] = 1.0  =>  a subscript must be an int
y[0, 1] = 1.0  =>  an array takes one subscript; write A[i * n + j]
n[0] = 1  =>  an int has no elements
y[:] = 0.0  =>  assignment to a slice is not in the subset; write a for loop
y[1:] += 0.0  =>  assignment to a slice is not
y = y[::2]  =>  only arrays are sliced, and without a step
y.x = 1  =>  a float array has no field 'x'; fields are those of records
return math.pi  =>  an attribute is not in the subset; import the name itself
TABLE[0, 0] = 1.0  =>  table 'TABLE' is constant; pass an array to write to
x = TABLE[0]  =>  table 'TABLE' takes 2 subscripts
x = TABLE[0, 2]  =>  subscript 2 of table 'TABLE' is too large; it is below 2
x = SINGLE[0]  =>  table 'SINGLE' is 1-D of float32
nothing(TABLE)  =>  a module-level table is used as a whole
return sqrt(x, x)  =>  'sqrt' is called with 2 arguments; it takes 1
return max(n, n, n)  =>  'max' is called with 3 arguments
return len(y)  =>  'len' cannot be called in the subset; allowed are functions of the subset
return n(1)  =>  'n' is not a function
return again(n=1)  =>  keyword arguments are not in the subset; pass arguments by position
return nothing(1)  =>  a call that returns nothing is used as a value
nothing(x)  =>  argument 'n' of 'nothing' must be an int, not a float
nothing(n, n)  =>  'nothing' is called with 2 arguments; it takes 1
use(nothing, y)  =>  'nothing' is of type 'function'
use(n, y)  =>  argument 'acc' of 'use' is a bound function; pass a parameter of the same name, 'acc'
return f(n, x, y)  =>  'f' is called recursively; write a loop
"""


@pytest.mark.parametrize("row", BODIES.strip().splitlines())
def test_refusals_name_line_and_remedy(tmp_path, row):
    body, message = row.replace(r"\n", "\n").split("  =>  ")
    marked = body if "# <-" in body else f"{body}  # <-"
    source = "def f(n: int, x: float, y: Floats) -> int:\n" + indent(marked, "    ") + "\n"
    assert message in refused(tmp_path, source)


HEADERS = r"""
def f(n) -> int:  # <-\n    return 1  =>  'n' has no annotation; allowed are float, int, bool
def f(n: int):  # <-\n    return 1  =>  'return' has no annotation
def f(n: str) -> int:  # <-\n    return 1  =>  the annotation of 'n' is <class 'str'>
def f(n: int) -> Floats:  # <-\n    return 1  =>  the annotation of 'return' is
def f(n: 'Lost') -> int:  # <-\n    return 1  =>  name 'Lost' is not defined
def f(n: int = 1) -> int:  # <-\n    return 1  =>  'f' has default arguments; pass every argument
def f(*n: int) -> int:  # <-\n    return 1  =>  'f' has * or keyword-only parameters
f = lambda n: n  # <-  =>  is not written as a 'def'
def f(n: int) -> None:\n    return n  # <-  =>  a value is returned where None is annotated
def f(acc: Callable[..., None]) -> None:\n    acc()  # <-  =>  'acc' is not bound to a function; bound are: other
def f(acc: Callable[..., None]) -> None:\n    acc = 1  # <-  =>  'acc' = ... assigns a function
def f(acc: Callable[..., None]) -> None:\n    b = acc  # <-  =>  'b' = ... assigns a function
def f(other: Callable[..., None], y: Floats) -> None:\n    use(other, y)  # <-  =>  pass a parameter of the same
def f(other: Callable[..., None], y: Floats) -> None:\n    other(y)\n    other(1)  # <-  =>  'kernel' is called as 'declare void @kernel(i64) nounwind'; elsewhere it is
def f(other: Callable[..., None], y: Floats) -> None:\n    use(other if True else other, y)  # <-  =>  on a function
def f(other: Callable[..., None]) -> None:\n    other(other)  # <-  =>  function 'other' is passed to the external
"""


@pytest.mark.parametrize("row", HEADERS.strip().splitlines())
def test_refusals_of_headers_and_bound_functions(tmp_path, row):
    source, message = row.replace(r"\n", "\n").split("  =>  ")
    assert message in refused(tmp_path, source + "\n", {"other": "kernel"})


def test_one_name_means_one_function(tmp_path):
    module, _ = load(tmp_path, "def spin(n: int) -> int:\n    return n\n")
    with pytest.raises(Unsupported, match="two functions are called 'spin'"):
        translate([spin, module.spin], {})
    for calls in ("acc()\n    kernel()", "kernel()\n    acc()"):
        source = f"def f(acc: Callable[..., None]) -> None:\n    {calls}\ndef kernel() -> None:\n    pass\n"
        module, _ = load(tmp_path, HEADER + source)
        with pytest.raises(Unsupported, match="'kernel' is also"):
            translate([module.f], {"acc": "kernel"})


def test_a_closure_is_refused():
    size = 3

    def closure(n: int) -> int:
        return n + size

    with pytest.raises(Unsupported, match=r"'closure' uses names of an enclosing function \(size\)"):
        translate([closure], {})


def test_what_has_no_source_or_is_no_function_is_refused():
    scope = {}
    exec("def ghost(n: int) -> int:\n    return n", scope)  # noqa: S102
    with pytest.raises(Unsupported, match="the source of 'ghost' cannot be read; define it in a module file"):
        translate([scope["ghost"]], {})
    with pytest.raises(Unsupported, match="is not a plain function"):
        translate([sqrt], {})
    with pytest.raises(Unsupported, match="'acc' is bound to 3; bind a plain function or a symbol's name"):
        translate([march], {"acc": 3})
    assert issubclass(Unsupported, SarrusError)
