"""The program made for one mechanism: its kernels, the loops around them, and their memory."""

from sarrus.program.machine import Machine

__all__ = ["Machine"]
