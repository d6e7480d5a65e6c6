"""What a class of elements says of itself only when somebody asks: importing must not become slower by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sarrus.elements.base import Element

__all__ = ["DocstringWhenAsked", "SignatureWhenAsked"]


class SignatureWhenAsked:
    """The signature of a class of elements, from its declarations: made when asked for, so that importing costs nothing."""

    def __get__(self, element: object, kind: type[Element]) -> Any:
        from sarrus.elements.signature import signature_of

        return signature_of(kind)


@dataclass(frozen=True)
class DocstringWhenAsked:
    """The docstring of a class of elements, and its parameters behind it; `text` is what its file says."""

    text: str

    def __get__(self, element: object, kind: type[Element]) -> str:
        from sarrus.elements.signature import docstring_of

        return docstring_of(kind, self.text)
