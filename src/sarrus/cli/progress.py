"""A bar with what is done and the time to go, for work long enough that one wonders."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["Bar"]

PATIENCE = 0.5  # seconds of computing without a bar


class Bar:
    """Called with the time reached and the end time; silent on short runs and where no terminal is.

    Args:
        words: what it says; `task.fields[at]` is what was reached, `task.total` the end.

    Example:
        with Bar() as bar:
            sarrus.simulate(mechanism, until=5.0, progress=bar)
    """

    def __init__(self, words: str = "t = {task.fields[at]} of {task.total:g} s") -> None:
        self._words = words
        self._begin: float | None = None
        self._is_shown = sys.stderr.isatty()
        self._bar: Progress | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, t: float, until: float) -> None:
        """Move the bar."""
        if not self._is_shown:
            return
        now = time.monotonic()
        self._begin = now if self._begin is None else self._begin
        if self._bar is None:
            if t >= until or now - self._begin < PATIENCE:
                return
            self._bar = _start(self._words, until)
        self._bar.update(self._bar.task_ids[0], completed=t, at=f"{t:.4g}")


def _start(words: str, until: float) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn(words),
        BarColumn(20),
        TextColumn("{task.percentage:3.0f} %, left"),
        TimeRemainingColumn(),
        TextColumn("(Ctrl-C stops)"),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar.start()
    bar.add_task("", total=until, at="0")
    return bar
