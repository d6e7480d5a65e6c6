"""Settings from the environment, as users of the command line meet them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOUR_BAR = str(ROOT / "examples" / "four-bar.yaml")


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")
def test_cache_folder_that_others_can_write_is_named_in_one_line(tmp_path):
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o775)
    done = subprocess.run(
        [sys.executable, "-m", "sarrus", "simulate", FOUR_BAR, "--until", "0.01", "--rows", "2"],
        env={**os.environ, "SARRUS_CACHE": str(cache)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"Warning: The cache folder {cache} is not used: other users may write to it")
    assert "chmod 700" in line
    assert list(cache.iterdir()) == []


def test_page_of_settings_has_every_variable_of_the_source():
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "src" / "sarrus").rglob("*.py"))
    found = {name for text in sources for name in re.findall(r'"(SARRUS_[A-Z]+)"', text)}
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert found
    assert not [name for name in sorted(found) if f"`{name}`" not in page]
