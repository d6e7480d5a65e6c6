"""Kinematics of the spanning tree as formulas: bodies outward from ground, in joint coordinates."""
