"""Python over JAX: functions that compile, run on accelerators, and are differentiated by state, inputs and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.languages.python_text import PythonSpelling, PythonText

__all__ = ["JaxPython"]


class JaxSpelling(PythonSpelling):
    """How Python over JAX writes expressions: no value is looked at while a function is traced."""

    def function(self, op: str, arguments: Sequence[str]) -> str:
        """An elementary function; the root of a sum of squares has no slope at zero."""
        return f"root({arguments[0]})" if op == "root" else super().function(op, arguments)

    def quotient(self, above: str, below: str) -> str:
        """A quotient that is differentiated where it is not taken, too: both ways of a choice are."""
        return f"divide({above}, {below})"

    def choice(self, condition: str, yes: str, no: str) -> str:
        """One of two values."""
        return f"jnp.where({condition}, {yes}, {no})"

    def truth(self, condition: str) -> str:
        """1 where it holds, else 0."""
        return f"jnp.where({condition}, 1.0, 0.0)"


class JaxPython(PythonText):
    """A module of pure functions."""

    title = "Python with JAX"
    endings = (".py",)
    use = 'python -c "import jax, {stem} as m; print(jax.jit(m.derivative)(0.0, m.start()))"'
    module = "jnp"
    part = "jax.txt"
    decorator = ""
    spelling = JaxSpelling("jnp")
