"""Drawings that belong to the equations: free-body diagrams, and the network of bodies and joints.

`free_body` and `network` say what there is to draw, without colours and pixels: what acts where is told by the printed
equations (`mechanics/readable/page/acting.py`), what joins what by the model. `body_picture` and `network_picture` make pictures of
that, out of the same few shapes that every file shows; `tiles` puts several on one sheet; `page_data` hands them to the page.
"""
