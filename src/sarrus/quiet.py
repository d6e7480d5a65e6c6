"""Work that makes many objects which all stay: looking for garbage meanwhile costs a third of its time."""

from __future__ import annotations

import gc
import sys
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


@contextmanager
def loading() -> Iterator[None]:
    """Modules are loaded inside. What they are made of stays: the collector counts it as old without a look at it."""
    before = len(sys.modules)
    with no_collection():
        yield
        # thawing would also thaw what somebody else has frozen
        if len(sys.modules) > before and not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
