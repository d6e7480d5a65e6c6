"""The package as others get it: its metadata, and a wheel that works away from this checkout."""

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

import sarrus

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OLDEST = (77,)
"""Of setuptools, from which licences are written as pyproject.toml does."""

RUN = """
import sarrus
from pathlib import Path
assert "site-packages" in sarrus.__file__, sarrus.__file__
folder = Path(sarrus.__file__).parent
assert (folder / "py.typed").exists() and (folder / "__init__.pyi").exists()
from sarrus import *
m = Mechanism("m", plane="xy")
m.add(Revolute("A", m.ground, m.add(Body("bar", Rod(length=1, mass=1))).start))
m.add(Gravity("w", (0, -9.81)))
run = simulate(m, "100 ms", rows=3)
assert run.ok
run.report("run.html")
print("done", sarrus.__version__)
"""


def test_metadata_say_what_a_reader_of_an_index_looks_for():
    assert PROJECT["readme"] == "README.md"
    words = PROJECT["classifiers"]
    assert "Operating System :: OS Independent" in words and "Typing :: Typed" in words
    oldest = re.fullmatch(r">=(3\.\d+)", PROJECT["requires-python"])[1]
    assert f"Programming Language :: Python :: {oldest}" in words
    assert {"pandas", "xarray", "video", "notebook", "testing"} <= set(PROJECT["optional-dependencies"])


def test_the_citation_names_this_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == sarrus.__version__ == PROJECT["version"]
    assert cited["license"] == PROJECT["license"]
    assert cited["keywords"] == PROJECT["keywords"]


def run(words, folder, **more):
    done = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.more
def test_a_wheel_works_in_an_environment_of_its_own(tmp_path):
    found = importlib.metadata.version("setuptools")
    if tuple(map(int, found.split(".")[:1])) < OLDEST:
        pytest.fail(f"setuptools is {found}; the wheel needs {OLDEST[0]} or newer: run 'make setup'")
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "src"):  # building writes beside the sources
        run(["cp", "-r", ROOT / name, source / name], tmp_path)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    run([*pip, "wheel", "--no-index", "--no-build-isolation", "--no-deps", "-w", tmp_path, source], tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    packed = zipfile.ZipFile(wheel).namelist()
    assert {"sarrus/py.typed", "sarrus/__init__.pyi"} <= set(packed)
    assert not [name for name in packed if name.startswith("tests/")]

    venv.create(tmp_path / "bare", with_pip=False)
    bare = tmp_path / "bare" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run([*pip, "--python", bare, "install", "--no-index", "--no-deps", wheel], tmp_path)
    # What it depends on is lent from here: behind its own packages, so that the checkout itself is not found.
    (own,) = run([bare, "-c", "import site; print(site.getsitepackages()[0])"], tmp_path).split()
    lent = Path(importlib.metadata.distribution("numpy").locate_file(""))
    (Path(own) / "lent.pth").write_text(f"{lent}\n", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    assert run([bare, "-c", RUN], tmp_path, env=environment).split() == ["done", sarrus.__version__]
    assert (tmp_path / "run.html").stat().st_size > 100_000
    command = bare.with_name("sarrus")
    assert run([command, "--version"], tmp_path, env=environment).strip() == f"sarrus {sarrus.__version__}"
