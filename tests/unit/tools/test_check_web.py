"""The check that the page is what its sources build: on small trees, with Node and npm played by shell scripts."""

from pathlib import Path

import check_web
import pytest

FAKE_NODE = """#!/bin/sh
# build.mjs FOLDER: what the sources build, so to speak.
for name in page.js page.css LICENSES.txt; do cp sources/$name "$2/$name"; done
"""
FAKE_NPM = "#!/bin/sh\nexit 0\n"


@pytest.fixture
def tree(tmp_path, monkeypatch) -> Path:
    """A root whose page is what its sources build, and the only folder of programs that is searched."""
    sources, page, programs = tmp_path / "web/sources", tmp_path / check_web.BUILT, tmp_path / "bin"
    for folder in (sources, page, programs):
        folder.mkdir(parents=True)
    for name in check_web.FILES:
        (sources / name).write_text(f"text of {name}")
        (page / name).write_text(f"text of {name}")
    for name, text in (("node", FAKE_NODE), ("npm", FAKE_NPM)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def test_a_page_that_its_sources_build_passes(tree, capsys):
    assert check_web.main([str(tree)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", check_web.FILES)
def test_a_file_that_differs_is_named_with_what_to_do(tree, capsys, name):
    (tree / check_web.BUILT / name).write_text("older")
    assert check_web.main([str(tree)]) == 1
    assert capsys.readouterr().out == (
        f"src/sarrus/views/page/{name}: not what web/ builds; run 'make web' and commit what it writes.\n"
    )


def test_a_file_that_is_missing_is_named(tree, capsys):
    (tree / check_web.BUILT / "page.css").unlink()
    assert check_web.main([str(tree)]) == 1
    assert "src/sarrus/views/page/page.css: the file is missing; run 'make web'" in capsys.readouterr().out


def test_types_that_do_not_hold_are_shown(tree, capsys):
    (tree / "bin/npm").write_text(
        '#!/bin/sh\nif [ "$1" = run ]; then echo "src/main.ts(3,1): error"; exit 2; fi\n'
    )
    assert check_web.main([str(tree)]) == 1
    assert capsys.readouterr().out == "web: the types do not hold.\nsrc/main.ts(3,1): error\n"


def test_packages_that_cannot_be_installed_are_said(tree, capsys):
    (tree / "bin/npm").write_text('#!/bin/sh\nif [ "$1" = ci ]; then echo "no network"; exit 1; fi\n')
    assert check_web.main([str(tree)]) == 1
    assert "'npm ci' failed" in capsys.readouterr().out


def test_a_build_that_fails_is_shown(tree, capsys):
    (tree / "bin/node").write_text("#!/bin/sh\necho 'page.js holds <!--' >&2\nexit 1\n")
    assert check_web.main([str(tree)]) == 1
    assert capsys.readouterr().out == "web: the page cannot be built.\npage.js holds <!--\n"


def test_without_node_it_is_skipped_aloud_but_fails_in_ci(tree, capsys, monkeypatch):
    monkeypatch.setenv("PATH", str(tree))
    assert check_web.main([str(tree)]) == 0
    assert capsys.readouterr().out.startswith("check_web: skipped, node and npm not found")
    monkeypatch.setenv("CI", "true")
    assert check_web.main([str(tree)]) == 1
    assert "node and npm not found" in capsys.readouterr().out
