"""How many rows count, and which motions they leave: rank, redundancy, freedom, motions without inertia."""
