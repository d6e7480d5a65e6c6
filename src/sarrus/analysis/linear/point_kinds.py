"""What kinds of points a mechanism can be looked at."""

__all__ = ["ALONG", "EQUILIBRIUM", "STEADY"]

EQUILIBRIUM, STEADY, ALONG = "equilibrium", "steady motion", "along a motion"
