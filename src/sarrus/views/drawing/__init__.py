"""From a scene to the few flat shapes of a picture, and from those to files; `views/draw.py` is its face.

`stage` puts a scene into shapes at any time: `moment` says where everything is, `camera` where that is on the picture,
`look` in which colours; `flat` draws planar scenes, `depth` and `order` spatial ones, `arrows` forces and torques,
`names` the names of joints. `paint`, `svg` and `film` write shapes into files. `solids`, `areas` and `glb` serve glTF too.
"""
