"""What a mechanism says, as formulas with the names of its user: frames, rows, forces, inertia."""
