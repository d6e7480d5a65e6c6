"""Work that makes many objects which all stay: looking for garbage meanwhile costs a third of its time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Python looks for no cycles of garbage inside; whoever switched that off before keeps it so."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
