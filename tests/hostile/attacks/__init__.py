"""Model files that mean harm: a kept table of them, very large ones, and two makers of random ones."""
