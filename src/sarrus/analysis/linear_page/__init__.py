"""A linear model to read: its operating point, matrices with named rows and columns, roots, and transfer functions."""
