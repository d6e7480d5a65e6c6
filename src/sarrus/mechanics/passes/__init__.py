"""What a mechanism does with its elements, pass by pass; each is stated once, for both recorders.

motion        bodies carried outward along the tree, rates of coordinates, small steps
coordinates   published coordinates of the joints, own or fitted to poses
forces        applied forces: loads, energies, powers
rows          elements closed by rows, and relations of coordinates
inertia       mass matrix and forces, along the tree or body by body
energies      kinetic energy, and the rates of what is integrated beside the motion
reactions     loads in joints, constraints and meshes
channels      what is published
articulated   accelerations of a tree without rows, in linear time
"""
