"""Series as diagrams; `views/plot.py` is its face.

`choice` says what is plotted when nobody has said it, for pictures and for the page alike; `runs` tells several runs apart;
`curves` makes lines of series: in degrees, within one turn, against another series; `figure` draws them.
"""
