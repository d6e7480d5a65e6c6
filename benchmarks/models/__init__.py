"""The mechanisms that are measured: their numbers, their reference values, and how they are written for Sarrus."""
