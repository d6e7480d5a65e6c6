"""The scene of a mechanism: what every view draws."""

from sarrus.views.scene.base import Scene
from sarrus.views.scene.build import scene_of

__all__ = ["Scene", "scene_of"]
