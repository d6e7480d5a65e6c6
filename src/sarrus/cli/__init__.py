"""The command line, thin: parse, call one analysis, show what it returned.

    0  done
    1  internal error
    2  usage or model error
    3  numerical failure; what was computed is shown and written
    130  interrupted; likewise

Every failure is a message on the error stream, never a traceback (unless SARRUS_DEBUG=1 asks for it). With --json it
is a document on the output instead.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        arguments: words after the command name; those of the process when left out.
    """
    import warnings

    try:
        with warnings.catch_warnings():
            if not _is_debugged():
                _hear_only_our_own_warnings()
            return _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        from sarrus.cli.failures import INTERRUPTED

        sys.stderr.write("Interrupted: stopped before there was anything to show.\n")
        return INTERRUPTED


def _run(arguments: list[str]) -> int:
    # Here rather than above: Ctrl-C while these load is answered in words too.
    from sarrus.cli.commands import call
    from sarrus.cli.failures import DONE, INTERNAL, code_of, words_of
    from sarrus.cli.output import complain, finish, hush, prepare

    prepare()
    try:
        code = call(arguments)
        finish()
        return code
    except BrokenPipeError:  # `sarrus --help | head -1`
        hush(sys.stdout)
        return DONE
    except Exception as error:  # the last resort of a program: a message instead of a traceback
        if code_of(error) == INTERNAL and _is_debugged():
            import traceback

            traceback.print_exc()
        if "--json" in arguments:
            from sarrus.cli.document import emit, of_error

            emit(of_error(error))
        else:
            complain(words_of(error))
        return code_of(error)


def _hear_only_our_own_warnings() -> None:
    """Others speak of source lines. Ours are a line on the error stream."""
    import warnings

    from sarrus.cli.output import complain
    from sarrus.errors import SarrusWarning

    def show(message: Warning | str, *_: object, **__: object) -> None:
        complain(f"Warning: {message}")

    warnings.simplefilter("ignore")
    warnings.simplefilter("always", SarrusWarning)
    warnings.showwarning = show


def _is_debugged() -> bool:
    return os.environ.get("SARRUS_DEBUG", "0") not in ("", "0")
