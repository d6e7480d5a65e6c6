"""Loops with a key of their own: translated only when they must be, and never mistaken for others."""

import importlib.util
import linecache
import os
import sys

import numpy as np
import pytest

from sarrus.errors import CompileError
from sarrus.scalar import Graph, linking
from sarrus.scalar.kernel import Kernel
from sarrus.scalar.linking import Program
from sarrus.scalar.subset import Loops, Signature, loops, module

CONSTANTS = """
import numpy as np

FACTOR = 2.0
COUNT = 3
TABLE = np.array([1.0, 2.0, 3.0])
"""
FUNCTIONS = """
from collections.abc import Callable
from math import sqrt
import numpy as np
from numpy.typing import NDArray
from constants import COUNT, FACTOR, TABLE

Floats = NDArray[np.float64]


def inner(x: float) -> float:
    return x * FACTOR + 1.0


def middle(x: float) -> float:
    return inner(x) - 0.5


def other(x: float) -> float:
    return inner(x) - 0.25


def total(x: Floats, f: Callable[[float], float]) -> float:
    found = 0.0
    for i in range(COUNT):
        found += f(x[i]) * TABLE[i]
    return found
"""


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Writes the two files, changed or not, imports them afresh and gives the loops in them."""
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    counter = iter(range(1000))

    def make(constants=CONSTANTS, functions=FUNCTIONS, bind=None):
        loaded = {}
        for name, text in (("constants", constants), ("functions", functions)):
            file = tmp_path / f"{name}{next(counter)}.py"
            file.write_text(text)
            spec = importlib.util.spec_from_file_location(name, file)
            monkeypatch.setitem(
                sys.modules, name, loaded.setdefault(name, importlib.util.module_from_spec(spec))
            )
            spec.loader.exec_module(loaded[name])
        scope = loaded["functions"]
        return Loops([scope.total], {"f": getattr(scope, bind or "middle")})

    return make


def value(made_loops):
    """What the compiled loop gives, as in a fresh process."""
    linking._object.cache_clear()
    linking._keyed_object.cache_clear()
    return Program([], made_loops).function("total")(np.array([1.0, 10.0, 100.0]))


@pytest.fixture
def translations(monkeypatch):
    seen = []
    right = module.translate
    monkeypatch.setattr(module, "translate", lambda *a: seen.append(a) or right(*a))
    return seen


CHANGES = {
    "a constant of another file": {"constants": CONSTANTS.replace("2.0\n", "4.0\n", 1)},
    "its kind": {"constants": CONSTANTS.replace("FACTOR = 2.0", "FACTOR = 2")},
    "a count": {"constants": CONSTANTS.replace("COUNT = 3", "COUNT = 2")},
    "an entry of a table": {"constants": CONSTANTS.replace("3.0]", "5.0]")},
    "the shape of a table": {"constants": CONSTANTS.replace("3.0]", "3.0, 4.0]")},
    "a literal far inside": {"functions": FUNCTIONS.replace("+ 1.0", "+ 1.5")},
    "the sign of a zero": {"functions": FUNCTIONS.replace("found = 0.0", "found = -0.0")},
    "an operation": {"functions": FUNCTIONS.replace("x * FACTOR", "x / FACTOR")},
    "what is called": {"functions": FUNCTIONS.replace("return inner(x) - 0.5", "return sqrt(x) - 0.5")},
    "a type": {"functions": FUNCTIONS.replace("def inner(x: float)", "def inner(x: bool)")},
    "what is bound": {"bind": "other"},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_any_change_gives_another_key(made, change):
    assert made(**change).key != made().key


def test_the_key_depends_on_content_alone(made):
    """Not on lines, comments, or where the file is; a function that is not called is no part of it."""
    moved = '# a comment\n\n\n"""A longer head."""\n' + FUNCTIONS.replace(
        "    found = 0.0", "\n    # why\n    found = 0.0"
    )
    unused = FUNCTIONS.replace("- 0.25", "- 0.125")
    assert made().key == made().key == made(functions=moved).key == made(functions=unused).key != ""


def test_annotations_may_be_text(made):
    text = "from __future__ import annotations\n" + FUNCTIONS
    other = text.replace("Floats = NDArray[np.float64]", "Floats = NDArray[np.int64]")
    assert made(functions=text).key == made().key
    assert made(functions=other).key != made().key


def test_the_key_depends_on_what_is_known_of_other_symbols(made):
    one = made()
    functions, bind = one._functions, one._bind
    externs = {"sin": Signature(("f",), "f")}
    keys = {one.key, Loops(functions, bind, externs).key, Loops(functions, {**bind, "g": "kernel"}).key}
    assert len(keys) == 3


def test_the_key_depends_on_the_translator(made, monkeypatch):
    before = made().key
    monkeypatch.setattr(loops, "sources", lambda: "another")
    assert made().key != before


def test_every_file_of_the_translator_counts(tmp_path, monkeypatch):
    """A copy of the folder, with one file changed at a time."""
    here = os.path.dirname(loops.__file__)
    above = tmp_path / "scalar"
    (above / "subset").mkdir(parents=True)
    files = [f"subset/{n}" for n in os.listdir(here) if n.endswith(".py")] + ["linking.py"]
    for name in files:
        (above / name).write_text(name)
    monkeypatch.setattr(loops, "__file__", str(above / "subset" / "loops.py"))
    digest = loops.sources.__wrapped__
    seen = {digest()}
    for name in files:
        (above / name).write_text("changed")
        seen.add(digest())
    assert len(seen) == len(files) + 1
    (above / "linking.py").unlink()
    assert digest() == ""


def test_a_cached_start_translates_nothing(made, translations):
    first = value(made())
    assert first == 1.0 * 2.5 + 2.0 * 20.5 + 3.0 * 200.5
    assert value(made()) == first
    assert len(translations) == 1


@pytest.mark.parametrize(
    "name", ["a constant of another file", "an entry of a table", "a literal far inside", "what is bound"]
)
def test_a_changed_source_never_meets_a_stale_object(made, translations, name):
    first = value(made())
    changed = value(made(**CHANGES[name]))
    assert changed != first
    assert (value(made()), value(made(**CHANGES[name]))) == (first, changed)
    assert len(translations) == 2


def test_a_file_edited_after_its_import_leaves_nothing_in_the_cache(made, translations):
    """The text then read is not that of the functions whose key is known."""
    edited = made()
    file = edited._functions[0].__code__.co_filename
    with open(file, encoding="utf-8") as source:
        text = source.read()
    with open(file, "w", encoding="utf-8") as source:
        source.write(text.replace("+ 1.0", "+ 7.0"))
    linecache.clearcache()
    value(edited)
    assert not edited.is_current
    assert value(made()) == 1.0 * 2.5 + 2.0 * 20.5 + 3.0 * 200.5
    assert len(translations) == 2


def test_without_the_sources_of_the_translator_the_text_is_the_key(made, translations, monkeypatch):
    monkeypatch.setattr(loops, "sources", lambda: "")
    assert made().key == ""
    assert value(made()) == value(made())
    assert len(translations) == 2


def test_signatures_are_known_without_translating(made, translations):
    assert made().signatures == {"total": (("F",), "f")}
    assert translations == []


CALLING = """
from collections.abc import Callable
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def twice(x: Floats, y: Floats, step: Callable[..., None]) -> None:
    step(x, y)
    step(y, x)
"""


@pytest.fixture
def calling(tmp_path, monkeypatch):
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "calling.py"
    file.write_text(CALLING)
    spec = importlib.util.spec_from_file_location("calling", file)
    scope = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scope)
    linking._object.cache_clear()
    linking._keyed_object.cache_clear()
    return Loops([scope.twice], {"step": "step"})


def kernel(factor, name="step"):
    graph = Graph()
    (x,) = graph.symbols("x")
    return Kernel(name, (("x", (x,)),), (("y", (x * factor + 1.0,)),))


def result(made_program):
    x = np.array([2.0])
    made_program.function("twice")(x, np.zeros(1))
    return x[0]


@pytest.mark.parametrize("is_ours", [True, False], ids=["our loader", "LLVM's loader"])
def test_one_object_of_loops_serves_all_kernels(calling, monkeypatch, is_ours):
    """Each program has its own copy of it, and its own kernels."""
    if is_ours and not linking.image.is_supported():
        pytest.skip("this machine has objects of another kind")
    compiled = []
    right = linking.compile_object
    monkeypatch.setattr(linking, "compile_object", lambda text: compiled.append(text) or right(text))
    monkeypatch.setattr(linking.image, "is_supported", lambda: is_ours)
    linking.machine.cache_clear()
    one, two = Program([kernel(3.0)], calling), Program([kernel(-1.0)], calling)
    assert (result(one), result(two), result(one)) == (22.0, 2.0, 22.0)
    assert len([text for text in compiled if "@twice(" in text]) == 1
    assert len(compiled) == 3
    linking.machine.cache_clear()


def test_loops_keep_their_kernels_alive(calling):
    import gc

    function = Program([kernel(3.0)], calling).function("twice")
    gc.collect()
    x = np.array([2.0])
    function(x, np.zeros(1))
    assert x[0] == 22.0


def test_a_kernel_and_a_loop_of_one_name_are_refused(calling):
    with pytest.raises(CompileError, match="'twice' is both a kernel and a loop"):
        Program([kernel(3.0), kernel(2.0, "twice")], calling)


def test_without_a_cache_on_disk_loops_are_compiled_once_a_process(calling, monkeypatch):
    monkeypatch.setenv("SARRUS_CACHE", "off")
    compiled = []
    right = linking.compile_object
    monkeypatch.setattr(linking, "compile_object", lambda text: compiled.append(text) or right(text))
    assert result(Program([kernel(3.0)], calling)) == result(Program([kernel(3.0)], calling))
    assert len(compiled) == 2
