"""Write src/sarrus/__init__.pyi, what type checkers and editors know of the package, from the declarations of the elements.

Classes of elements take what they declare; no constructor is typed by hand. This tool makes the same of the same source,
so a new element, or a new parameter, is known after `make stubs`.

Usage: python tools/make_stubs.py [--check]     with --check nothing is written; 1 when the file is not up to date
"""

import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import sarrus
from sarrus.elements import SHELVES, written
from sarrus.elements.base import Element
from sarrus.elements.signature import signature_of

FILE = Path(__file__).resolve().parents[1] / "src" / "sarrus" / "__init__.pyi"
HEAD = '''"""Everything that `import sarrus` brings, with its types.

Written by tools/make_stubs.py from the declarations of the elements. Do not edit; run `make stubs`.
"""'''


def stub() -> str:
    """The text of the file."""
    kinds = [kind for shelf in SHELVES.values() for kind in shelf]
    lines = [
        HEAD,
        "from typing import Literal",
        "",
        "from sarrus import element as element, errors as errors",
        *(f"from sarrus.elements.written import {word}" for word in written.__all__),
        *(f"from {home} import {name} as {name}" for name, home in sorted(vars(sarrus)["_HOMES"].items())),
        *(f"from {kind.__module__} import {kind.__name__} as _{kind.__name__}" for kind in kinds),
        "",
        f"__all__ = {sorted(sarrus.__all__)!r}",
        "",
        "__version__: str",
        "",
    ]
    for kind in sorted(kinds, key=lambda kind: kind.__name__):
        lines += _class(kind)
    return _formatted("\n".join(lines) + "\n")


def _class(kind: type[Element]) -> Iterator[str]:
    signature = signature_of(kind)
    assert signature is not None, f"{kind.__name__} has a constructor of its own, which says its types itself"
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    if not any(p.kind is p.POSITIONAL_ONLY for p in signature.parameters.values()):
        own = own.replace(kind=inspect.Parameter.POSITIONAL_OR_KEYWORD)
    taken = [own, *(_plain(p) for p in signature.parameters.values())]
    yield f"class {kind.__name__}(_{kind.__name__}):"
    quotes = 'r"""' if "\\" in (kind.__doc__ or "") else '"""'
    yield "\n".join(f"    {line}".rstrip() for line in f'{quotes}{inspect.getdoc(kind)}\n"""'.split("\n"))
    yield f"    def __init__{inspect.Signature(taken)} -> None: ..."
    yield ""


def _plain(parameter: inspect.Parameter) -> inspect.Parameter:
    """A parameter whose default is only known to be there, where it is no plain value."""
    is_plain = isinstance(parameter.default, int | float | str | bool) or parameter.default in (
        (),
        parameter.empty,
    )
    return parameter if is_plain else parameter.replace(default=...)


def _formatted(text: str) -> str:
    """As `make format` writes it."""
    for words in (["check", "--fix-only", "--quiet"], ["format", "--quiet"]):
        command = [sys.executable, "-m", "ruff", *words, "--stdin-filename", str(FILE), "-"]
        text = subprocess.run(
            command, input=text, capture_output=True, text=True, check=True, cwd=FILE.parents[2]
        ).stdout
    return text


def main(words: list[str]) -> int:
    """Write the file, or look whether it is up to date."""
    text = stub()
    if "--check" not in words:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == text:
        return 0
    sys.stderr.write("src/sarrus/__init__.pyi is not what the elements declare. Run 'make stubs'.\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
