"""Derivatives of kernels, again as kernels: along directions, weighted backwards, and as sparse matrices.

    tangent   d.out = d out / d in  d.in                for directions d.in of some inputs
    adjoint   w.in  = (d out / d in)^T  w.out           for weights w.out of all outputs
    jacobian  the entries of d out / d in that are not zero by structure

The inputs of such a kernel are those of the kernel itself, then directions or weights, then the memory of kernels as ever
(constants, work, plan). Several directions or weights may be taken at a time, on lanes: number i of lane k stands at
`i lanes + k`. Values of the kernel itself are computed once for all lanes.

A kernel of loops is differentiated cell by cell and step by step. Which numbers move at all is found on the plan, number by
number, so the sparsity of a tree falls out of it, and nothing here knows of trees.
"""

from sarrus.scalar.differentials.adjoint import adjoint
from sarrus.scalar.differentials.jacobian import SparseJacobian, jacobian
from sarrus.scalar.differentials.tangent import tangent

__all__ = ["SparseJacobian", "adjoint", "jacobian", "tangent"]
