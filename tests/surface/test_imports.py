"""What is loaded when: importing the package, or asking for help, must not load what only a run needs."""

import os
import subprocess
import sys

import pytest

HEAVY = ("llvmlite", "sympy", "scipy", "matplotlib", "yaml", "h5py", "pandas", "xarray")
TERMINAL = ("typer", "click", "rich")


def loaded_by(code):
    """Names of the top packages that a fresh interpreter holds after running some code."""
    report = "import sys; print('loaded', *sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stdout.splitlines()[-1].split()[1:])


def test_importing_the_package_loads_numpy_at_most():
    assert not loaded_by("import sarrus") & {*HEAVY, *TERMINAL}


def test_importing_the_package_loads_no_other_module_of_its_own_than_its_errors():
    code = "import sarrus, sys; print('own', *(n for n in sys.modules if n.startswith('sarrus')))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert sorted(done.stdout.split()[1:]) == ["sarrus", "sarrus.errors"]


def test_only_the_checks_for_elements_need_many_digits_and_say_so():
    code = """
import sys
sys.modules["mpmath"] = None  # as if it were not installed
import sarrus, sarrus.element, sarrus.analysis.simulate, sarrus.cli.explain
try:
    import sarrus.testing
except sarrus.UsageError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines() == [
        "sarrus.testing computes with 50 digits, for which it needs mpmath. Install it: pip install 'sarrus[testing]'."
    ]


def test_naming_an_element_loads_no_compiler_and_no_algebra():
    code = "import sarrus; m = sarrus.Mechanism('m', plane='xy'); m.add(sarrus.Body('b', mass=1, inertia=1))"
    assert not loaded_by(code) & {*HEAVY, *TERMINAL}


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["simulate", "--help"], ["simulat"]])
def test_help_loads_nothing_that_computes(words):
    assert not loaded_by(f"from sarrus.cli import main; main({words!r})") & {*HEAVY, "numpy", "rich"}


def test_check_loads_no_algebra():
    from pathlib import Path

    model = Path(__file__).parents[2] / "examples" / "pendulum.yaml"
    code = f"from sarrus.cli import main; assert main(['check', {str(model)!r}]) == 0"
    assert not loaded_by(code) & {"sympy", "scipy", "matplotlib"}


def test_a_run_loads_neither_algebra_nor_pictures():
    from pathlib import Path

    model = Path(__file__).parents[2] / "examples" / "pendulum.yaml"
    code = f"import sarrus; sarrus.simulate(sarrus.load({str(model)!r}), '10 ms', rows=2)"
    assert not loaded_by(code) & {"sympy", "scipy", "matplotlib", "h5py", *TERMINAL}


@pytest.mark.parametrize("given", ["", "26"])
def test_idle_threads_of_linear_algebra_sleep_soon_unless_told_otherwise(given):
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_THREAD_TIMEOUT"}
    if given:
        environment["OPENBLAS_THREAD_TIMEOUT"] = given
    code = "import sarrus, os; print(os.environ['OPENBLAS_THREAD_TIMEOUT'])"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == (given or "20")
