"""Every language against the kernels it is printed from, on all examples: the same numbers, and no warning of a compiler."""

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import sarrus
from sarrus.analysis.assembly.start import find_start
from sarrus.languages import LANGUAGES
from sarrus.mechanics import formulate

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
STRICT = ("-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1")
# The order of operations is that of the kernels but where a + b - b became a: some roundings of the largest entry
SAME = 1e-12
FUNCTIONS = {
    "rates": ("t", "x"),
    "retract": ("x", "step"),
    "dynamics": ("t", "x"),
    "closure": ("t", "x"),
    "flows": ("t", "x", "vdot", "lam"),
    "outputs": ("t", "x", "vdot", "lam"),
}
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
needs_octave = pytest.mark.skipif(shutil.which("octave-cli") is None, reason="Octave is not installed")
needs_jax = pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX is not installed")


class Case:
    """A mechanism, numbers to put in near its start, and what the kernels make of them."""

    def __init__(self, path):
        self.mechanism = sarrus.load(path)
        self.stem = path.stem.replace("-", "_")
        begin = find_start(self.mechanism.snapshot())
        self.equations = e = (
            begin.equations if begin.equations.is_straight else formulate(begin.equations.model, rolled=False)
        )
        random = np.random.default_rng(7)
        self.given = {
            "t": 0.3,
            "x": begin.x + 0.1 * random.standard_normal(len(begin.x)),
            "vdot": random.standard_normal(len(e.speeds)),
            "lam": random.standard_normal(len(e.rows)),
            "step": 0.01 * random.standard_normal(len(e.speeds)),
        }

    def arguments(self, function):
        return [self.given[name] for name in FUNCTIONS[function]]

    def shapes(self):
        e = self.equations
        nq, nv, nr = len(e.coordinates), len(e.speeds), len(e.rows)
        return {
            "rates": [(nq,)],
            "retract": [(nq,)],
            "dynamics": [(nv, nv), (nv,), (nr, nv), (nr,)],
            "closure": [(nr,), (nr, nv), (nr,)],
            "flows": [(e.size - nq - nv,)],
            "outputs": [(e.width,)],
        }

    def wanted(self, function):
        """What the kernels fill, matrices dense."""
        e, shapes = self.equations, self.shapes()[function]
        kernel = "output" if function == "outputs" else function
        groups = [[a] if np.ndim(a) == 0 else a for a in self.arguments(function)]
        found = e.evaluate(kernel, *groups)[: len(shapes)]
        patterns = {"M": e.mass_pattern, "G": e.jacobian_pattern}
        named = [name for name, _ in e.kernels[kernel].outputs]
        return [
            self.dense(patterns[name], values, shape, name == "M") if name in patterns else np.array(values)
            for name, values, shape in zip(named, found, shapes, strict=False)
        ]

    @staticmethod
    def dense(pattern, values, shape, is_symmetric):
        matrix = np.zeros(shape)
        for (i, j), value in zip(pattern, values, strict=True):
            matrix[i, j] = value
            if is_symmetric:
                matrix[j, i] = value
        return matrix

    def compare(self, function, found):
        for one, two in zip(self.wanted(function), found, strict=True):
            size = np.max(np.abs(one), initial=1e-3)  # where all of it cancels, of what cancelled
            assert np.shape(two) == one.shape
            assert np.max(np.abs(one - np.asarray(two)), initial=0.0) <= SAME * size, function


@pytest.fixture(params=EXAMPLES, ids=lambda p: p.stem)
def case(request):
    return Case(request.param)


def module_of(code, name="taken"):
    module = ModuleType(name)
    exec(compile(code.text(), name, "exec"), vars(module))  # noqa: S102  it is ours
    return module


@pytest.mark.parametrize("general", [False, True])
def test_numpy_computes_what_the_kernels_compute(case, general):
    module = module_of(sarrus.export(case.mechanism, general=general))
    for function in FUNCTIONS:
        found = getattr(module, function)(*case.arguments(function))
        case.compare(function, found if isinstance(found, tuple) else [found])


@needs_gcc
def test_c_compiles_without_a_warning_and_computes_what_the_kernels_compute(case, tmp_path):
    sarrus.export(case.mechanism, to="c", path=tmp_path / "taken.c")
    library = tmp_path / "taken.so"
    words = ["gcc", *STRICT, "-shared", "-fPIC", "-o", library, tmp_path / "taken.c", "-lm"]
    subprocess.run(words, check=True, timeout=60)
    taken = ctypes.CDLL(os.fspath(library))
    numbers = ctypes.byref(ctypes.c_char.in_dll(taken, "PARAMETERS"))
    for function, shapes in case.shapes().items():
        filled = [np.full(max(1, int(np.prod(shape))), np.nan) for shape in shapes]
        given = [ctypes.c_double(a) if np.ndim(a) == 0 else _pointer(a) for a in case.arguments(function)]
        getattr(taken, function)(*given, numbers, *map(_pointer, filled))
        case.compare(function, [a[: int(np.prod(s))].reshape(s) for a, s in zip(filled, shapes, strict=True)])


def _pointer(array):
    return np.ascontiguousarray(array, dtype=float).ctypes.data_as(ctypes.c_void_p)


@needs_octave
def test_octave_computes_what_the_kernels_compute(tmp_path):
    """All examples in one process, which takes longer to start than to compute."""
    cases = [Case(path) for path in EXAMPLES]
    script = []
    for c in cases:
        sarrus.export(c.mechanism, to="matlab", path=tmp_path / f"{c.stem}.m")
        script.append(f"m = {c.stem}();")
        script += [
            f"{name} = [{' '.join(f'{a:.17g}' for a in np.atleast_1d(v))}]';" for name, v in c.given.items()
        ]
        for function, shapes in c.shapes().items():
            names = [f"r{k}" for k in range(len(shapes))]
            script.append(f"[{', '.join(names)}] = m.{function}({', '.join(FUNCTIONS[function])}, m.p);")
            script += [f"printf('%.17g ', {name}'); printf('\\n');" for name in names]
    (tmp_path / "all_of_them.m").write_text("\n".join(script))
    words = ["octave-cli", "--norc", "--eval", "all_of_them"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    lines = iter(done.stdout.split("\n"))
    for c in cases:
        for function, shapes in c.shapes().items():
            found = [np.array(next(lines).split(), dtype=float).reshape(shape) for shape in shapes]
            c.compare(function, found)


@needs_jax
@pytest.mark.parametrize(
    "name", ["four-bar", "spherical-pendulum", "measured-motion", "door", "spring-mass-damper"]
)
def test_jax_computes_what_the_kernels_compute_and_differentiates_it(name):
    import jax

    c = Case(next(path for path in EXAMPLES if path.stem == name))
    taken = module_of(sarrus.export(c.mechanism, to="jax"))
    plain = module_of(sarrus.export(c.mechanism))
    for function in FUNCTIONS:
        found = jax.jit(getattr(taken, function))(*c.arguments(function))
        c.compare(function, found if isinstance(found, tuple) else [found])
    x, h = np.array(plain.start()), 1e-6
    slopes = np.array(jax.jacobian(taken.derivative, argnums=1)(0.3, x))
    steps = h * np.eye(len(x))
    quotients = [(plain.derivative(0.3, x + s) - plain.derivative(0.3, x - s)) / (2 * h) for s in steps]
    # central differences: rounding / h, and h^2 times a third derivative
    assert np.max(np.abs(slopes - np.array(quotients).T)) <= 1e-7 * np.max(np.abs(slopes))
    by_numbers = jax.jacobian(taken.derivative, argnums=2)(0.3, x, taken.PARAMETERS)
    assert all(np.isfinite(np.asarray(a)).all() for a in by_numbers)


@pytest.mark.parametrize("to", LANGUAGES)
def test_every_language_says_how_its_files_are_used(to, tmp_path):
    language = LANGUAGES[to]
    path = tmp_path / f"taken{language.endings[0]}"
    answer = sarrus.export(Case(EXAMPLES[0]).mechanism, to=to, path=path)
    assert path.read_text() == answer.text()
    assert "taken" in answer.told(path)
    assert answer.text().isascii()
    assert all(line == line.rstrip() for line in answer.text().splitlines())


def test_numpy_code_needs_numpy_alone(tmp_path):
    sarrus.export(Case(EXAMPLES[0]).mechanism, path=tmp_path / "taken.py")
    probe = "import sys, taken; print(sorted({m.partition('.')[0] for m in sys.modules} & {'sarrus', 'scipy', 'llvmlite'}))"
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "[]", done.stderr
