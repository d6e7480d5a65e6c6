"""Where mechanisms rest: equilibria, their stability, preload and load paths."""
