"""From functions to the text of one LLVM module."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType, MappingProxyType

from sarrus.scalar.subset import bounds
from sarrus.scalar.subset.frame import FunctionFrame
from sarrus.scalar.subset.linker import Linker
from sarrus.scalar.subset.source import Source, Unsupported
from sarrus.scalar.subset.statements import execute
from sarrus.scalar.subset.types import Signature

_NOTHING: Mapping[str, Signature] = MappingProxyType({})


@dataclass(frozen=True)
class Translation:
    """LLVM IR of a set of functions.

    `text` holds definitions only. A module is made by putting in front of it the `declarations` of those symbols
    that no other text of the module defines.

    Attributes:
        text: definitions of tables and functions.
        declarations: symbol -> `declare` line, of mathematics and bound kernels.
        signatures: symbol -> signature, of every function defined in `text`.
        externals: symbol -> signature, of bound symbols that are declared.
        is_current: whether the sources read are those that the functions were compiled from.
        sites: file, line and text of every subscript that is checked, by its number less one.
        elsewhere, beside: as in `Loops`; nothing is left out here.
    """

    text: str
    declarations: dict[str, str]
    signatures: dict[str, Signature]
    externals: dict[str, Signature]
    is_current: bool = True
    sites: tuple[tuple[str, int, str], ...] = ()

    elsewhere: tuple[str, ...] = ()
    beside: None = None

    @property
    def key(self) -> str:
        """Empty: the text is at hand, and it is the key."""
        return ""


def translate(
    functions: Sequence[Callable[..., object]],
    bind: Mapping[str, str | Callable[..., object]],
    externs: Mapping[str, Signature] = _NOTHING,
    is_checked: bool = False,
) -> Translation:
    """Translate annotated functions of restricted Python, and all they call, to LLVM IR.

    Args:
        functions: the entry points; they are visible from outside the module, what they call is not.
        bind: what a parameter annotated `Callable[...]` stands for, by the parameter's name: a function to
            translate too, or the name of a symbol, either one of the entry points or external.
        externs: signatures of symbols defined elsewhere. A bound symbol listed here is called that way; a Python
            function of that name is called there instead of being translated.
        is_checked: whether subscripts are looked at; see `bounds`. For debugging: it takes up to ten times as long.

    Returns:
        The text, with the declarations it needs.

    Raises:
        Unsupported: something is not in the subset; the message begins with file and line.
    """
    linker = Linker([_plain(function) for function in functions], bind, externs, is_checked)
    texts = []
    while linker.pending:
        source = linker.pending.pop(0)
        texts.append(_define(source, linker))
    signatures = {
        name: source.prototype.checked_signature if is_checked else source.prototype.signature
        for name, source in linker.sources.items()
    }
    text = "\n".join([*([bounds.SUPPORT] if is_checked else []), *linker.tables.values(), "", *texts])
    is_current = all(source.is_current for source in linker.sources.values())
    return Translation(
        text, linker.declarations, signatures, linker.externals, is_current, tuple(linker.sites)
    )


def _define(source: Source, linker: Linker) -> str:
    frame = FunctionFrame(source, linker)
    execute(frame, source.tree.body)
    return frame.text("" if source.prototype.symbol in linker.entries else "internal ")


def _plain(function: Callable[..., object]) -> FunctionType:
    if isinstance(function, FunctionType):
        return function
    raise Unsupported("<unknown>", 0, f"{function!r} is not a plain function", "pass functions made by 'def'")
