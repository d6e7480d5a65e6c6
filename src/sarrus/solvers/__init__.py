"""Numerical methods that know no mechanics: linear algebra, roots, integrators.

Functions marked as restricted Python are plain loops over 1-D arrays (`arrays`). They run as they stand and can be
translated to machine code from the same source.
"""
