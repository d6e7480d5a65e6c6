"""Colours of every view, light and dark, told apart with any colour vision: for bodies those of Okabe and Ito (2008)."""

from __future__ import annotations

Colors = dict[str, str]

BODIES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""By the number of the body, again and again."""
BODIES_ON_DARK = ("#4BA3D9", "#F0803C", "#2FC79A", "#E3A0C4", "#F2B632", "#8CCDF2")

LIGHT: Colors = {
    "paper": "#FFFFFF",
    "ink": "#1B1F24",
    "muted": "#59636E",
    "ground": "#6B7280",
    "joint": "#1B1F24",
    "constraint": "#4B5563",
    "spring": "#4B5563",
    "damper": "#4B5563",
    "driver": "#166534",
    "sensor": "#0F766E",
    "force": "#B45309",
    "applied": "#B45309",
    "reaction": "#7C2D8E",
    "velocity": "#0044EE",
    "acceleration": "#660044",
    "trace": "#0072B2",
    "selected": "#F2B632",
}
DARK: Colors = {
    "paper": "#14181D",
    "ink": "#E6EAEE",
    "muted": "#9AA5B1",
    "ground": "#8B95A1",
    "joint": "#E6EAEE",
    "constraint": "#B3BCC6",
    "spring": "#B3BCC6",
    "damper": "#B3BCC6",
    "driver": "#A6FF80",
    "sensor": "#2DD4BF",
    "force": "#FBBF24",
    "applied": "#FBBF24",
    "reaction": "#D8A2E8",
    "velocity": "#2288FF",
    "acceleration": "#FF6688",
    "trace": "#4BA3D9",
    "selected": "#F2B632",
}
