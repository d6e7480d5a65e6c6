"""Objects loaded without LLVM give what LLVM's own loader gives."""

import ctypes
import math
import os
import subprocess
import sys

import pytest

from sarrus.errors import CompileError
from sarrus.scalar import image, linking
from sarrus.scalar.image import Image

pytestmark = pytest.mark.skipif(not image.is_supported(), reason="this machine has objects of another kind")

MODULE = """
@table = internal unnamed_addr constant [4 x double] [double 1.0, double 2.0, double 4.0, double 8.0]
@wide = internal unnamed_addr constant [8 x double] zeroinitializer, align 64
@count = dso_local global i64 5
@place = dso_local global ptr null
@far = global ptr @table
declare double @sin(double)
declare double @pow(double, double)

define double @entry(i64 %i) {
  %p = getelementptr double, ptr @table, i64 %i
  %v = load double, ptr %p
  ret double %v
}
define double @through(double %x) {
  %a = call double @sin(double %x)
  %b = call double @pow(double %a, double 3.5)
  %c = fadd double %b, 0.1
  ret double %c
}
define i64 @next() {
  %n = load i64, ptr @count
  %m = add i64 %n, 1
  store i64 %m, ptr @count
  ret i64 %m
}
define double @called(double %x) {
  %f = load ptr, ptr @place
  %y = call double %f(double %x)
  ret double %y
}
define double @first() {
  %p = load ptr, ptr @far
  %v = load double, ptr %p
  ret double %v
}
define ptr @address() {
  ret ptr @sin
}
"""


@pytest.fixture(scope="module")
def data():
    return linking.compile_object(MODULE)


def function(loaded, name, result, *arguments):
    return ctypes.CFUNCTYPE(result, *arguments)(loaded.address(name))


def test_constants_are_found(data):
    loaded = Image(data)
    entry = function(loaded, "entry", ctypes.c_double, ctypes.c_int64)
    assert [entry(i) for i in range(4)] == [1.0, 2.0, 4.0, 8.0]
    assert function(loaded, "first", ctypes.c_double)() == 1.0


def test_the_c_library_is_called(data):
    loaded = Image(data)
    through = function(loaded, "through", ctypes.c_double, ctypes.c_double)
    for x in (0.3, 1.0, 2.5):
        assert through(x) == math.pow(math.sin(x), 3.5) + 0.1
    sine = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(function(loaded, "address", ctypes.c_void_p)())
    assert sine(0.7) == math.sin(0.7)


def test_each_image_has_variables_of_its_own(data):
    images = [Image(data), Image(data)]
    one, two = (function(loaded, "next", ctypes.c_int64) for loaded in images)
    assert (one(), one(), two()) == (6, 7, 6)


def test_a_place_can_be_filled(data):
    one, two = Image(data), Image(data)
    ctypes.c_void_p.from_address(one.address("place")).value = two.address("through")
    called = function(one, "called", ctypes.c_double, ctypes.c_double)
    assert called(1.0) == math.pow(math.sin(1.0), 3.5) + 0.1


def test_a_name_that_is_not_there_has_no_address(data):
    assert Image(data).address("nobody") == 0
    assert Image(data).address("sin") == 0


def test_a_function_that_the_process_lacks_is_named():
    data = linking.compile_object(
        "declare void @nobody_has_this()\ndefine void @f() {\n call void @nobody_has_this()\n ret void\n}"
    )
    with pytest.raises(CompileError, match="calls 'nobody_has_this', which this process does not have"):
        Image(data)


def test_refused_memory_is_our_error(data, monkeypatch):
    class Refusing:
        def mprotect(self, *arguments):
            ctypes.set_errno(13)
            return -1

        def __getitem__(self, name):
            raise AttributeError(name)

    monkeypatch.setattr(image, "_process", Refusing)
    with pytest.raises(CompileError, match="no executable memory for compiled code: Permission denied"):
        Image(data)


def test_an_unknown_relocation_is_our_error(data, monkeypatch):
    monkeypatch.setattr(image, "_NEAR", 999)
    with pytest.raises(CompileError, match="a relocation of kind 2"):
        Image(data)


def test_code_cannot_be_written(data, tmp_path):
    """In a process of its own: it ends there."""
    file = tmp_path / "object"
    file.write_bytes(data)
    script = (
        "import ctypes, sys; from sarrus.scalar.image import Image; "
        "i = Image(open(sys.argv[1], 'rb').read()); print('loaded', flush=True); "
        "ctypes.c_char.from_address(i.address('entry')).value = b'x'; print('written')"
    )
    found = subprocess.run(
        [sys.executable, "-c", script, str(file)],
        capture_output=True,
        text=True,
        env=dict(os.environ),
        timeout=60,
    )
    assert (found.stdout.split(), found.returncode < 0) == (["loaded"], True)


def test_a_cached_start_does_not_load_llvm(tmp_path):
    script = (
        "import sys, numpy as np; from sarrus.scalar import Graph; from sarrus.scalar.kernel import Kernel; "
        "from sarrus.scalar.linking import Program; g = Graph(); (x,) = g.symbols('x'); y = np.empty(1); "
        "Program([Kernel('f', (('x', (x,)),), (('y', (x * 3.0,)),))]).function('f')(np.ones(1), y); "
        "print(y[0], 'llvmlite.binding' in sys.modules)"
    )

    def start():
        environment = {**os.environ, "SARRUS_CACHE": str(tmp_path / "cache")}
        return subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
            timeout=60,
        ).stdout.split()

    assert (start(), start()) == (["3.0", "True"], ["3.0", "False"])
