"""Inverse kinematics: poses on what joints allow, near a guess and within limits."""
