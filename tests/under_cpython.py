"""The loops under CPython, around kernels that are interpreted."""

import inspect
from functools import partial

import numpy as np

from sarrus.program.machine import KERNELS, loops_around
from sarrus.solvers.integrators import Integration


def as_kernel(kernel):
    """A kernel under CPython that refuses arrays that are too short, or that overlap where one of them is written."""

    def call(*arrays):
        sizes = [len(group) for _, group in (*kernel.inputs, *kernel.outputs)]
        for array, size in zip(arrays, sizes, strict=True):
            assert len(array) >= size, f"{kernel.name} is given {len(array)} entries instead of {size}"
        parts = [array[:size] for array, size in zip(arrays, sizes, strict=True)]
        count = len(kernel.inputs)
        for k, written in enumerate(parts[count:], count):
            for other in parts[:k]:
                assert not np.shares_memory(written, other), f"{kernel.name} is given overlapping arrays"
        for out, values in zip(parts[count:], kernel(*(p.tolist() for p in parts[:count])), strict=True):
            out[:] = values

    return call


def callbacks(equations, integrator):
    """What the loops around a mechanism with rows are bound to, as Python functions, by name."""
    found = {name: as_kernel(equations.kernels[name]) for name in KERNELS}
    bound = loops_around(integrator).bound

    def callback(name):
        if name not in found:
            function = bound[name]
            inner = [p for p in inspect.signature(function).parameters if p in bound]
            found[name] = partial(function, **{p: callback(p) for p in inner})
        return found[name]

    return {name: callback(name) for name in bound}


def integration(equations, x, until, rows, **options):
    """A run to a time, with evenly spread rows."""
    n, width = equations.size, equations.width
    options = {"rtol": 1e-8, "atol": 1e-8, "max_steps": 10**5, **options}
    return Integration(
        x=x,
        atol=np.full(n, options.pop("atol")),
        times=np.linspace(0.0, until, rows),
        rows=np.zeros(rows * (width + 1)),
        spot=np.zeros(1),
        n=n,
        n_error=n,
        n_times=rows,
        width=width,
        t_end=until,
        **options,
    )


def rows_of(run):
    """The rows written, without the lengths of their steps."""
    return run.rows.reshape(-1, run.width + 1)[:, :-1].copy()
