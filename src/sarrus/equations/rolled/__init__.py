"""The same mechanism as loops over tables: each kind of element is traced once, whatever the number of elements.

space         how poses, motions and loads lie in memory, in space and in the plane
written       the numbers of an element, and the element bound to symbols in their place
tape          cells recorded over their instances, and what becomes of them
stage         where everything of one mechanism lies
motion        bodies carried outward along the tree
forces        applied loads
inertia       mass matrix and forces, along the tree or body by body
rows          closure rows, relations, measured coordinates
articulated   accelerations of a tree without rows, in linear time
outputs       published channels
formulate     the kernels of a formulation
"""
