"""The file format of binary glTF 2.0 (Khronos, ISO/IEC 12113): arrays in one buffer, and what they mean as JSON."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

from sarrus.views.drawing.look import rgb

FLOAT, UNSIGNED = 5126, 5125
"""Component types: float32 and uint32."""
VERTICES, INDICES = 34962, 34963
"""What a graphics card will use an array for."""
LINES, LINE_STRIP, TRIANGLES = 1, 3, 4
SHAPES = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}

Json = dict[str, Any]


class Glb:
    """A file that is being put together; each `add` gives the number of what was added."""

    def __init__(self, generator: str) -> None:
        self.lists: dict[str, list[Json]] = {}
        self.data = bytearray()
        self.generator = generator
        self.materials: dict[tuple[str, bool], int] = {}

    def add(self, kind: str, content: Json) -> int:
        """An object of a list at the top, e.g. "nodes"."""
        entries = self.lists.setdefault(kind, [])
        entries.append(content)
        return len(entries) - 1

    def numbers(self, values: Any, target: int = 0, *, bounds: bool = False) -> int:
        """An accessor of float32, or of uint32 for indices; shape (n,) or (n, components).

        Args:
            values: the numbers; every one must be finite.
            target: VERTICES or INDICES, or 0 for neither.
            bounds: whether the least and the greatest are stated, which positions and times must.
        """
        array = np.asarray(values, "<u4" if target == INDICES else "<f4")
        view: Json = {"buffer": 0, "byteOffset": len(self.data), "byteLength": array.nbytes}
        if target:
            view["target"] = target
        content: Json = {
            "bufferView": self.add("bufferViews", view),
            "componentType": UNSIGNED if target == INDICES else FLOAT,
            "count": len(array),
            "type": SHAPES[1 if array.ndim == 1 else array.shape[1]],
        }
        if bounds:
            table = array.reshape(len(array), -1)
            # a float32 is written exactly by the float64 equal to it
            content["min"] = [float(value) for value in table.min(axis=0)]
            content["max"] = [float(value) for value in table.max(axis=0)]
        self.data += array.tobytes()  # of 4-byte numbers, so that all that follows stays aligned
        return self.add("accessors", content)

    def material(self, color: str, *, lit: bool) -> int:
        """A matte colour, the same one for the same colour; unlit where it is flat."""
        key = color, lit
        if key not in self.materials:
            content: Json = {
                "name": color if lit else f"{color} flat",
                "pbrMetallicRoughness": {
                    "baseColorFactor": [*(linear(part) for part in rgb(color)), 1.0],
                    "metallicFactor": 0.0,
                    "roughnessFactor": 0.8,
                },
            }
            if not lit:
                content["doubleSided"] = True
                content["extensions"] = {"KHR_materials_unlit": {}}
            self.materials[key] = self.add("materials", content)
        return self.materials[key]

    def file(self) -> bytes:
        """All of it: header, JSON and numbers, each padded to 4 bytes."""
        top: Json = {"asset": {"version": "2.0", "generator": self.generator}, "scene": 0, **self.lists}
        if any("extensions" in material for material in self.lists.get("materials", ())):
            top["extensionsUsed"] = ["KHR_materials_unlit"]
        if self.data:
            top["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(top, allow_nan=False, separators=(",", ":")).encode()
        chunks = _chunk(b"JSON", text + b" " * (-len(text) % 4))
        chunks += _chunk(b"BIN\0", bytes(self.data)) if self.data else b""
        return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack("<I4s", len(content), kind) + content


def linear(part: float) -> float:
    """Brightness of a part of an sRGB colour (IEC 61966-2-1)."""
    return round(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4, 6)
