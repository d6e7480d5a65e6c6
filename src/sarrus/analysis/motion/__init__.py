"""A run over time: the program of a mechanism driven on, its rows, its evidence, and why it ended."""
