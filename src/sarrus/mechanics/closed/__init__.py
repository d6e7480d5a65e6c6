"""The closed form of planar mechanisms: loops that fall into triangles, solved by square roots (decision 0034).

triangles.py   the three kinds of triangles, and where each stands
structure.py   what closes a mechanism: loops walked around, rows of one unknown
plan.py        which coordinates lead, and in which order the others follow
pinned.py      rows of turning joints that close loops, in ground components
following.py   speeds, accelerations and multipliers that follow: the rows, block by block
tables.py      the kernels of the relative formulation with everything that follows put in
form.py        all of that from a start on, or why there is none
"""
