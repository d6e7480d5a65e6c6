"""The contract checks, each tried on small trees that keep and that break one rule."""

from collections.abc import Callable
from pathlib import Path

import check_joint_names
import check_layers
import check_sizes
import pytest

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write files below an empty root: write({"model/body.py": "..."}, below="src/sarrus")."""

    def write_files(files: dict[str, str], below: str = "src/sarrus") -> Path:
        for name, text in files.items():
            path = tmp_path / below / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return write_files


@pytest.mark.parametrize("check", [check_layers, check_sizes, check_joint_names])
def test_an_empty_tree_passes(check, tmp_path, capsys):
    assert check.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("check", [check_layers, check_joint_names, check_sizes])
def test_a_file_that_is_not_python_is_named(check, write, capsys):
    assert check.main([str(write({"model/body.py": "x = 1\ndef (:\n"}))]) == 1
    assert "src/sarrus/model/body.py:2: the file cannot be parsed" in capsys.readouterr().out


# Layers: who may import whom.


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("model/body.py", "from sarrus.spatial import Pose"),
        ("model/body.py", "import numpy as np\nimport sarrus.scalar.graph"),
        ("model/body.py", "from .mechanism import Mechanism"),
        ("model/body.py", "from ..errors import SarrusError"),
        ("io/yaml_file.py", "from sarrus.model import Mechanism"),
        ("solvers/newton.py", "from sarrus.errors import SarrusError\nfrom .status import Status"),
        ("results/series.py", "from sarrus.scalar import units"),
        ("results/result.py", "def plot():\n    from sarrus.views.plot import plot"),
        ("analysis/dynamics.py", "from sarrus.results import Result\nfrom sarrus import solvers"),
        ("cli/__init__.py", "import sarrus"),
        ("__main__.py", "from sarrus.cli import main"),
        ("testing/mechanisms.py", "from sarrus.cli import main"),
        ("__init__.py", "from sarrus.errors import SarrusError"),
        ("__init__.py", "def __getattr__(name):\n    from sarrus.analysis import simulate"),
        (
            "__init__.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .model import Mechanism",
        ),
        ("elements/__init__.py", "from sarrus.elements.joints import Revolute"),
        ("elements/joints/__init__.py", "from .revolute import Revolute"),
        ("elements/joints/revolute.py", "from sarrus.elements.base import Joint"),
        ("elements/joints/revolute.py", "from . import base\nfrom .. import base as common"),
        ("elements/joints/base.py", "from sarrus.elements.base import Element"),
    ],
)
def test_an_import_that_points_up_the_map_passes(name, text, write):
    write({"elements/base.py": "", "elements/joints/base.py": ""})
    assert check_layers.check(write({name: text})) == []


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        (
            "model/body.py",
            "from sarrus.topology import Tree",
            "model may not import topology: imports point up",
        ),
        ("model/body.py", "from ..io import load", "model may not import io: imports point up"),
        ("scalar/graph.py", "import sarrus.spatial", "scalar may not import spatial: imports point up"),
        (
            "io/yaml_file.py",
            "from sarrus.mechanics import mass",
            "io may not import mechanics: imports point up",
        ),
        ("topology/tree.py", "from sarrus.io import load", "the numeric side never knows files"),
        ("mechanics/mass.py", "from sarrus import io", "the numeric side never knows files"),
        (
            "solvers/newton.py",
            "from sarrus.scalar import sin",
            "solvers may import only errors and records, not scalar",
        ),
        (
            "solvers/newton.py",
            "from sarrus.io import load",
            "solvers may import only errors and records, not io",
        ),
        (
            "results/series.py",
            "from sarrus.model import Body",
            "results may import only errors and files and phrases and scalar",
        ),
        ("results/result.py", "from sarrus.views import plot", "may import views only inside a function"),
        ("results/result.py", "def f():\n    from sarrus.web import serve", "results may import only errors"),
        ("web/server.py", "from sarrus.cli import main", "stand side by side"),
        ("analysis/dynamics.py", "from sarrus import Revolute", "may not import the package's public face"),
        ("model/body.py", "import sarrus", "may not import the package's public face"),
        ("model/body.py", "from sarrus.helpers import x", "imports 'helpers', which has no place in the map"),
        ("helpers/x.py", "", "'helpers' has no place in the map"),
        ("__init__.py", "from sarrus.model import Mechanism", "may import model only lazily"),
        (
            "model/body.py",
            "from importlib import import_module\nimport_module('sarrus.io')",
            "model may not import io",
        ),
    ],
)
def test_an_import_that_points_down_the_map_is_reported(name, text, complaint, write):
    (finding,) = check_layers.check(write({name: text}))
    assert finding.startswith(f"src/sarrus/{name}:{max(1, len(text.splitlines()))}: ")
    assert complaint in finding


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    from sarrus.analysis import simulate",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from sarrus.analysis import simulate",
        "try:\n    pass\nexcept ImportError:\n    from sarrus.analysis import simulate",
    ],
)
def test_an_import_counts_wherever_it_stands(text, write):
    (finding,) = check_layers.check(write({"mechanics/mass.py": text}))
    assert finding.startswith(f"src/sarrus/mechanics/mass.py:{len(text.splitlines())}: ")


@pytest.mark.parametrize(
    "text",
    [
        "from sarrus.elements.joints.prismatic import Prismatic",
        "from .prismatic import Prismatic",
        "from . import prismatic",
        "from sarrus.elements import joints",
        "from sarrus.elements.joints import Prismatic",
        "from ..forces.base import Force",
    ],
)
def test_an_element_that_knows_another_one_is_reported(text, write):
    write({"elements/joints/prismatic.py": "", "elements/forces/base.py": ""})
    (finding,) = check_layers.check(write({"elements/joints/revolute.py": text}))
    assert "elements do not know each other, only elements.base and elements.joints.base." in finding


def test_a_base_module_that_knows_an_item_is_reported(write):
    write({"elements/joints/revolute.py": ""})
    (finding,) = check_layers.check(write({"elements/base.py": "from .joints.revolute import Revolute"}))
    assert "a base module may not import elements.joints.revolute" in finding


# Sizes of files and functions.


def function_of(lines: int) -> str:
    return "def f():\n" + "    pass\n" * (lines - 1)


@pytest.mark.parametrize("folder", ["src/sarrus/model", "tests/unit", "tools", "examples"])
def test_a_file_has_at_most_500_lines(folder, write):
    assert check_sizes.check(write({"x.py": "pass\n" * 500}, below=folder)) == []
    (finding,) = check_sizes.check(write({"x.py": "pass\n" * 501}, below=folder))
    assert finding.startswith(f"{folder}/x.py:501: the file has 501 lines")


@pytest.mark.parametrize(("folder", "limit"), [("model", 80), ("solvers", 120)])
def test_a_function_fits_a_screen(folder, limit, write):
    name = f"{folder}/x.py"
    assert check_sizes.check(write({name: function_of(limit)})) == []
    (finding,) = check_sizes.check(write({name: "\n" + function_of(limit + 1)}))
    assert finding.startswith(f"src/sarrus/{name}:2: function 'f' has {limit + 1} lines, at most {limit}")


def test_a_function_takes_at_most_eight_arguments_by_position(write):
    eight = "def f(self, a, b, c, d, e, f, g, h, *, i, j):\n    pass\n"
    assert check_sizes.check(write({"model/x.py": eight})) == []
    (finding,) = check_sizes.check(write({"model/x.py": eight.replace(" *,", "")}))
    assert finding.startswith(
        "src/sarrus/model/x.py:1: function 'f' takes 10 arguments by position, at most 8"
    )


def test_a_long_function_outside_the_package_passes(write):
    assert check_sizes.check(write({"test_x.py": function_of(200)}, below="tests")) == []


def test_a_room_does_not_know_the_rooms_after_it(write):
    write({"analysis/rank/mobility.py": "", "analysis/simulate.py": ""})
    assert not check_layers.check(
        write({"analysis/assembly/start.py": "from sarrus.analysis.rank import mobility"})
    )
    (finding,) = check_layers.check(
        write({"analysis/rank/mobility.py": "from sarrus.analysis.assembly import start"})
    )
    assert (
        "analysis/rank may not import assembly: rooms that it may know are: option_values and options and verb and description."
        in finding
    )
    write({"analysis/rank/mobility.py": ""})
    (finding,) = check_layers.check(
        write({"analysis/assembly/start.py": "from sarrus.analysis import simulate"})
    )
    assert (
        "rooms that it may know are: option_values and options and verb and description and rank." in finding
    )


# Names of elements: one file, one line.

CATALOGUE = {
    "elements/joints/base.py": "class Joint: ...",
    "elements/joints/__init__.py": "from .free import Free\n",
    "elements/joints/free.py": "class Free: ...\nkinds = {'free': Free}\n",
    "elements/forces/spring_damper.py": "class SpringDamper: ...\nclass _Helper: ...\n",
}


@pytest.mark.parametrize(
    "text",
    [
        '"""Free bodies and the spring-damper."""\nx = 1',
        'def f():\n    "free"',
        "x = 'the body is free'",
        "free = 1\nx = f'{free}free'",
        "# Free, SpringDamper\nfrom sarrus.elements.joints.base import Joint",
        "class _Helper: ...",
    ],
)
def test_words_that_name_no_element_pass(text, write):
    write(CATALOGUE)
    assert check_joint_names.check(write({"topology/tree.py": text})) == []


@pytest.mark.parametrize(
    "text",
    [
        "from sarrus.elements.joints import Free",
        "from sarrus.elements.joints import Free as F",
        "from sarrus.elements.joints import free",
        "import sarrus.elements.joints.free",
        "x = isinstance(y, joints.Free)",
        "x: Free",
        "x = kind == 'free'",
        "x = {'Free': 1}",
        "x = 'spring-damper' in kinds",
        "match kind:\n    case 'free': pass",
    ],
)
def test_a_file_that_knows_an_element_is_reported(text, write):
    write(CATALOGUE)
    (finding,) = check_joint_names.check(write({"topology/tree.py": text}))
    assert finding.startswith(f"src/sarrus/topology/tree.py:{len(text.splitlines())}: this file knows '")
    assert "one line of its shelf" in finding


@pytest.mark.parametrize("shelf", check_joint_names.SHELVES)
def test_every_shelf_is_checked(shelf, write):
    write({f"elements/{shelf}/odd_thing.py": "class OddThing: ..."})
    (finding,) = check_joint_names.check(write({"model/body.py": "x = 'odd-thing'"}))
    assert f"only src/sarrus/elements/{shelf}/odd_thing.py" in finding


def test_an_element_has_one_line_in_its_shelf(write):
    write(CATALOGUE)
    text = "from .free import Free\n\n__all__ = ['Free']\n"
    (finding,) = check_joint_names.check(write({"elements/joints/__init__.py": text}))
    assert finding.startswith("src/sarrus/elements/joints/__init__.py:3: 'Free' stands on line 1 already")
