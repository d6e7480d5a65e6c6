"""Source code to take away: it moves as `simulate` does, its numbers live, and what it cannot say is refused by name."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import sarrus
from sarrus.element import Force, Line, param
from sarrus.errors import ModelError, NumericalError, UsageError
from sarrus.io import loads
from sarrus.model.put import put

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR_BAR = EXAMPLES / "four-bar.yaml"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.yaml"))
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")

WHEEL = """
sarrus: 1
name: 'a wheel */ \\ "for" ünder %s'
bodies:
  lambda: {mass: 2, inertia: [0.1, 0.1, 0.2]}
  end: {mass: 1, inertia: [0.1, 0.1, 0.2], points: {for: [0, 0, 0.1], x-1: [0.1, 0, 0], x_1: [0.2, 0, 0]}}
joints:
  base: {free: [ground, lambda]}
  while: {revolute: [lambda, end.for]}
constraints:
  rolling: {rolling-disk: [ground, lambda], radius: 0.5 m}
forces: {weight: {gravity: [0, 0, -9.81]}}
start:
  fixed: {while.theta_dot: 3}
  guess: {base.a1: 80 deg, base.z: 0.5, base.a3_dot: 2}
"""
DRIVE = (
    "u - 0.2*w + (exp(-phi) if phi < 0.3 else 0.5*tanh(phi)) - min(phi, x)**3 - k*w*abs(w)**0.5 + atan2(w, 2)"
    " + sqrt(1 + w**2) + log(2 + phi**2) + asin(0.1*sin(t)) + acos(0.1*cos(t)) + atan(t) + tan(0.1*t)"
)
INPUTS = f"""
sarrus: 1
name: inputs
plane: xy
parameters: {{a: 0.3, k: 2*a + 0.1, double: 1.5}}
inputs: {{u: 0.2 N m, x: 1 N}}
signals: {{phi: A.theta, w: A.theta_dot}}
bodies: {{bar: {{rod: {{length: a, mass: double}}}}}}
joints: {{A: {{revolute: [ground, bar.start]}}}}
forces:
  drive: {{coordinate-force: A.theta, is: "{DRIVE}"}}
  rub: {{friction: A.theta, coefficient: 0.2, radius: 0.1, normal: 20 N, smooth: 0.2}}
  weight: {{gravity: [0, -9.81]}}
sensors: {{given: {{expression-sensor: u*w, unit: W}}}}
start: {{fixed: {{A.theta: 0.2, A.theta_dot: 1}}}}
"""
TABLES = """
sarrus: 1
name: tables
plane: xy
parameters: {a: 0.3, q: 1.2}
bodies:
  bar: {rod: {length: a, mass: 1}}
  tip: {rod: {length: 0.2, mass: 1}}
joints:
  A: {revolute: [ground, bar.start]}
  B: {revolute: [bar.end, tip.start]}
forces:
  bent: {table-spring: [ground, tip.end], points: [[0, 0], [0.5, 10*q], [1, 20]]}
  plain: {table-spring: [ground, tip.end], points: [[0, 0], [0.5, 10], [1, 20]], damping: 1}
drivers:
  motor: {spline: A.theta, points: [[0, 0], [1, q], [2, 2]]}
start: {fixed: {B.theta: 0.7}}
"""
LUGRE = """
sarrus: 1
name: bristles
plane: xy
bodies: {block: {mass: 1, inertia: 0.1}}
joints: {S: {prismatic: [ground, block]}}
forces:
  rub: {friction: S.s, coefficient: 0.2, static: 0.3, stribeck: 0.1, normal: 20 N, law: lugre, stiffness: 1e4, damping: 100}
  push: {applied-force: block, force: [3, -9.81]}
start: {fixed: {S.s: 0.2, S.s_dot: 1}}
"""
REACTION = """
sarrus: 1
name: reaction
plane: xy
bodies: {bar: {rod: {length: 0.4, mass: 1}}, tip: {rod: {length: 0.3, mass: 1}}}
joints:
  A: {revolute: [ground, bar.start]}
  B: {revolute: [bar.end, tip.start]}
forces:
  rub: {friction: A.theta, coefficient: 0.2, radius: 0.1, normal: reaction, smooth: 0.2}
  scrub: {friction: B.theta, coefficient: 0.1, radius: 0.1, normal: reaction, smooth: 0.2}
  weight: {gravity: [0, -9.81]}
"""
FAR = """
sarrus: 1
name: far
plane: xy
ground: {points: {far: [1000000, 2000000]}}
bodies: {bar: {rod: {length: 0.4, mass: 1}}}
joints: {A: {revolute: [ground.far, bar.start]}}
forces: {weight: {gravity: [0, -9.81]}}
"""
OTHERS = {
    "wheel": WHEEL,
    "inputs": INPUTS,
    "tables": TABLES,
    "bristles": LUGRE,
    "reaction": REACTION,
    "far": FAR,
}


def module_of(answer):
    module = ModuleType("taken")
    exec(compile(answer.text(), "taken", "exec"), vars(module))  # noqa: S102  it is ours
    return module


def columns_of(run):
    return {name: values for s in run.series.values() for name, values in s.columns.items()}


def compare_runs(mechanism, module, tolerance, **numbers):
    """The motion of the code beside that of `simulate`, a second long, relative to the largest value."""
    run = sarrus.simulate(mechanism, 1.0, rows=5, rtol=1e-11, atol=1e-12)
    t, _, y = module.simulate(1.0, 5, module.Parameters(**numbers), rtol=1e-11, atol=1e-12)
    wanted = columns_of(run)
    assert np.array_equal(t, run.t)
    for k, (name, unit) in enumerate(module.OUTPUTS):
        size = max(1.0, np.max(np.abs(wanted[name])))
        assert np.max(np.abs(wanted[name] - y[:, k])) <= tolerance * size, (name, unit)


@pytest.mark.parametrize("name", NAMES)
def test_numpy_code_moves_as_simulate_does(name):
    mechanism = sarrus.load(EXAMPLES / f"{name}.yaml")
    compare_runs(mechanism, module_of(sarrus.export(mechanism)), 1e-9)


# inputs: laws with corners, at which an order of 5 does not hold
@pytest.mark.parametrize(
    ("name", "tolerance"), [(name, 1e-8 if name == "inputs" else 1e-9) for name in OTHERS]
)
def test_all_that_a_mechanism_may_state_moves_as_simulate_does(name, tolerance):
    """Velocity rows, inputs and signals, tables with parameters in them, internal states, friction by load, hostile names."""
    mechanism = loads(OTHERS[name], f"{name}.yaml")
    compare_runs(mechanism, module_of(sarrus.export(mechanism)), tolerance)


@needs_gcc
@pytest.mark.parametrize("name", OTHERS)
def test_all_that_a_mechanism_may_state_compiles_and_runs_in_c(name, tmp_path):
    mechanism = loads(OTHERS[name], f"{name}.yaml")
    table = compiled(mechanism, tmp_path, "1", "5")
    _, _, y = module_of(sarrus.export(mechanism)).simulate(1.0, 5)
    # both step with a tolerance of 1e-9, and print 12 digits
    assert np.max(np.abs(table[:, 1:] - y) / np.maximum(1.0, np.max(np.abs(y), axis=0))) < 1e-7


def compiled(mechanism, folder, *words):
    """The table that the program prints."""
    sarrus.export(mechanism, to="c", path=folder / "taken.c")
    strict = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    subprocess.run(
        ["gcc", *strict, folder / "taken.c", "-lm", "-o", folder / "taken"], check=True, timeout=60
    )
    done = subprocess.run([folder / "taken", *words], capture_output=True, text=True, check=True, timeout=60)
    return np.array([[float(cell) for cell in line.split(",")] for line in done.stdout.splitlines()[1:]])


def test_a_number_that_is_changed_in_the_code_holds():
    """Lengths, masses and start values; the loop is closed again, the crank stays where the model fixes it."""
    module = module_of(sarrus.export(sarrus.load(FOUR_BAR)))
    changed = sarrus.load(FOUR_BAR)
    changed.parameters(a=0.25, c=0.75)
    put(changed, "coupler.mass", 1.4)
    changed.start(fixed={"A.theta": 0.8, "A.theta_dot": 1.5})
    compare_runs(
        changed, module, 1e-9, a=0.25, c=0.75, coupler_mass=1.4, start_A_theta=0.8, start_A_theta_dot=1.5
    )


@needs_gcc
def test_a_number_is_changed_on_the_command_line_of_the_c_program(tmp_path):
    changed = sarrus.load(FOUR_BAR)
    changed.parameters(a=0.25)
    table = compiled(sarrus.load(FOUR_BAR), tmp_path, "1", "3", "a=0.25")
    run = sarrus.simulate(changed, 1.0, rows=3, rtol=1e-10)
    assert np.max(np.abs(table[:, 1] - run["A.theta"])) < 1e-7  # its steps have a tolerance of 1e-9
    done = subprocess.run([tmp_path / "taken", "1", "3", "z=1"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "z=1: the form is NAME=VALUE" in done.stderr


def test_the_numpy_program_prints_a_table_by_itself(tmp_path):
    path = tmp_path / "four_bar.py"
    sarrus.export(sarrus.load(FOUR_BAR), only=["A.theta"], path=path)
    words = [sys.executable, "-W", "error", path, "0.5", "3", "a=0.25"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    head, *rows = done.stdout.splitlines()
    assert head == "t [s],A.theta [rad]"
    assert [row.partition(",")[0] for row in rows] == ["0", "0.25", "0.5"]
    for wrong in (["--help"], ["1", "3", "z=1"], ["1", "3", "a"]):
        done = subprocess.run([sys.executable, path, *wrong], capture_output=True, text=True, timeout=60)
        assert done.stderr.startswith(
            "Usage: UNTIL ROWS NAME=VALUE ..., with names of a, b, c, d, crank_mass"
        )


def test_only_some_outputs_are_taken_along():
    whole, part = (sarrus.export(sarrus.load(FOUR_BAR), only=only) for only in ((), "A.theta,C.reaction"))
    assert part.outputs == ("A.theta", "C.reaction.x", "C.reaction.y", "C.reaction.z")
    assert len(whole.outputs) > 100
    assert part["lines"] < whole["lines"]
    with pytest.raises(UsageError, match=r"only 'A\.thet': .* Did you mean 'A\.theta'\?"):
        sarrus.export(sarrus.load(FOUR_BAR), only="A.thet")


def test_zeros_are_left_out_and_told_unless_somebody_wants_them():
    plain, general = (sarrus.export(sarrus.load(FOUR_BAR), general=general) for general in (False, True))
    assert "left out here (export with general keeps them): ground.D.y, rocker.top.y," in plain.text()
    assert "rocker_top_y" not in plain.names()
    assert general["rocker_top_y"] == 0.0
    assert "left out here" not in general.text()


def test_identifiers_are_safe_and_no_two_alike():
    answer = sarrus.export(loads(WHEEL, "wheel.yaml"), general=True)
    names = answer.names()
    assert len(set(names)) == len(names)
    assert {"end_x_1_x", "end_x_1_x_2", "lambda_mass", "end_for_z"} <= set(names)
    assert {"double_", "a"} <= set(sarrus.export(loads(INPUTS, "inputs.yaml")).names())


def test_code_does_not_run_beyond_the_end_of_a_driver(tmp_path):
    answer = sarrus.export(loads(TABLES, "tables.yaml"))
    with pytest.raises(ValueError, match=r"'motor' has no values beyond t = 2\.0 s"):
        module_of(answer).simulate(2.5)


def test_code_says_when_a_loop_does_not_close():
    module = module_of(sarrus.export(sarrus.load(FOUR_BAR)))
    with pytest.raises(ArithmeticError, match="the mechanism does not close at t = 0 s"):
        module.start(module.Parameters(d=3.0))


def test_friction_that_may_have_several_values_is_refused_by_the_code():
    module = module_of(sarrus.export(loads(REACTION, "reaction.yaml")))
    x = module.start() + np.array([0, 0, 3.0, -2.0, 0, 0, 0, 0])[: module.NX]
    with pytest.raises(ArithmeticError, match="friction"):
        module.accelerations(0.0, x, module.Parameters(rub_coefficient=40.0, scrub_coefficient=40.0))


SHARED = REACTION.replace("normal: reaction, smooth", "normal: reaction, share: minimum-norm, smooth")
HINGES = """
sarrus: 1
name: hinges
bodies: {door: {mass: 10, center: [0.4, 0, 0], inertia: [1, 1, 1], points: {top: [0, 0, 1]}}}
ground: {points: {top: [0, 0, 1]}}
joints:
  low: {revolute: [ground, door]}
  high: {revolute: [ground.top, door.top]}
forces:
  weight: {gravity: [1, 0, -9.81]}
  rub: {friction: low.theta, coefficient: 0.2, radius: 0.01, normal: reaction, smooth: 0.2}
"""


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        (
            SHARED,
            UsageError,
            r"least loads of joints .* are what 'rub' and 'scrub' feel.*Leave 'share: minimum-norm' out",
        ),
        (HINGES, ModelError, "friction"),
        (FAR.replace("mass: 1}", "mass: 0}"), ModelError, "mechanism 'far'"),
    ],
)
def test_what_the_code_could_not_do_is_refused_by_name(text, error, says):
    with pytest.raises(error, match=says):
        sarrus.export(loads(text, "model.yaml"))


class Inerter(Force):
    """Resists the relative acceleration of two points."""

    ends = ("P", "Q")
    port = Line
    inertance = param("kg", "force per relative acceleration", ge=0)

    def kinetic(self, line):
        return 0.5 * (self.inertance * line.rate * line.rate)


def test_a_force_with_a_kinetic_energy_is_refused_by_name():
    mechanism = loads(LUGRE, "bristles.yaml")
    mechanism.add(Inerter("buffer", mechanism.ground, mechanism.bodies[0], inertance=3.0))
    with pytest.raises(
        UsageError, match=r"'bristles' cannot be exported: the efforts of 'buffer' follow from accelerations"
    ):
        sarrus.export(mechanism)


def test_a_mechanism_that_does_not_close_has_no_code():
    mechanism = sarrus.load(FOUR_BAR)
    mechanism.parameters(d=3.0)
    with pytest.raises(NumericalError):
        sarrus.export(mechanism)


def test_a_large_mechanism_is_refused_before_anything_is_derived():
    mechanism = sarrus.Mechanism("chain", plane="xy")
    end = mechanism.ground
    for k in range(61):
        body = mechanism.add(sarrus.Body(f"b{k}", sarrus.Rod(length=1.0, mass=1.0)))
        mechanism.add(sarrus.Revolute(f"j{k}", end, body.start))
        end = body.end
    with pytest.raises(
        UsageError, match=r"'chain' has 61 bodies\. .* for up to 60\. For larger ones use simulate"
    ):
        sarrus.export(mechanism)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--to", "cc"), "to 'cc' is unknown. Allowed are: numpy, c, matlab, jax. Did you mean 'c'?"),
        (
            ("--to", "c", "-o", "x.py"),
            "'x.py': C is written to files with the ending .c. 'numpy' writes .py.",
        ),
        (("-o", "nowhere/x.py"), "'nowhere/x.py' cannot be written: there is no folder 'nowhere'."),
        (("--to", "matlab", "-o", "four-bar.m"), "MATLAB calls a file by its name, and 'four-bar' is none."),
        (("--to", "matlab", "-o", "end.m"), "Try end_.m."),
        (("--plot", "x.png"), "The answer of export is a text and has no picture."),
    ],
)
def test_wrong_words_are_told_before_anything_is_written(run, tmp_path, words, says):
    code, out, err = run("export", FOUR_BAR, *words)
    assert (code, out) == (2, "")
    assert says in err
    assert list(tmp_path.iterdir()) == []


def test_python_refuses_a_path_that_cannot_be_written(tmp_path):
    with pytest.raises(UsageError, match="the file cannot be written"):
        sarrus.export(sarrus.load(FOUR_BAR), path=tmp_path / "nowhere" / "x.py")


def test_command_prints_or_writes_code(run, tmp_path):
    _, printed, _ = run("export", FOUR_BAR, "--to", "c")
    assert printed.startswith("/*\n * four-bar: equations of motion")
    code, out, err = run("export", FOUR_BAR, "--to", "c", "-o", "four_bar.c", "--set", "a=0.25")
    assert (code, err) == (0, "")
    assert "Use it: cc -std=c99 -O2 four_bar.c -lm -o four_bar && ./four_bar 1.0 101" in out
    assert out.endswith("Written: four_bar.c\n")
    assert "    .a = 0.25,\n" in (tmp_path / "four_bar.c").read_text()
    _, out, _ = run("export", FOUR_BAR, "-o", "x.py", "--json")
    assert json.loads(out)["written"] == ["x.py"]


def test_a_model_file_may_ask_for_code_but_names_no_file():
    text = FOUR_BAR.read_text() + "analyses: {code: {export: , to: c, only: [A.theta]}}\n"
    assert sarrus.run(loads(text, "four-bar.yaml"), "code").language == "c"
    with pytest.raises(ModelError, match="path"):
        loads(text.replace("to: c", "to: c, path: x.c"), "four-bar.yaml").snapshot()
