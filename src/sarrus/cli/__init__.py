"""The command line, thin: parse, call one analysis, show what it returned.

    0  done
    1  internal error
    2  usage or model error
    3  numerical failure; what was computed is shown and written
    130  interrupted; likewise

Every failure is a message on the error stream, never a traceback (unless SARRUS_DEBUG=1 asks for it).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

__all__ = ["main"]

DONE, INTERNAL, REFUSED, FAILED, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        arguments: words after the command name; those of the process when left out.
    """
    import warnings

    try:
        with warnings.catch_warnings():
            if not _is_debugged():
                warnings.simplefilter("ignore")  # they speak of source lines
            return _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted: stopped before there was anything to show.\n")
        return INTERRUPTED


def _run(arguments: list[str]) -> int:
    # Here rather than above: Ctrl-C while these load is answered in words too.
    from sarrus.cli.commands import call
    from sarrus.cli.output import complain, finish, hush, prepare
    from sarrus.errors import Interrupted, ModelError, NumericalError, UsageError

    prepare()
    try:
        call(arguments)
        finish()
        return DONE
    except (ModelError, UsageError) as error:
        complain(str(error))
        return REFUSED
    except NumericalError as error:
        complain(f"Numerical failure: {error}")
        return FAILED
    except Interrupted as error:
        complain(f"Interrupted: {error}")
        return INTERRUPTED
    except BrokenPipeError:  # `sarrus --help | head -1`
        hush(sys.stdout)
        return DONE
    except MemoryError:
        complain("There is not enough memory for this. Ask for less: fewer --rows, a smaller mechanism.")
        return REFUSED
    except Exception as error:  # the last resort of a program: one line instead of a traceback
        if _is_debugged():
            import traceback

            traceback.print_exc()
        complain(f"internal error: {type(error).__name__}: {' '.join(str(error).split())}")
        complain("This is a fault of Sarrus. Set SARRUS_DEBUG=1 and run again to see where it happened.")
        return INTERNAL


def _is_debugged() -> bool:
    return os.environ.get("SARRUS_DEBUG", "0") not in ("", "0")
