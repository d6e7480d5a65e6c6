"""Loads of joints as sensors take them: at another point, on either body, in other components."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.elements.sensors.base import LoadSensor
from sarrus.mechanics.infos import ChannelKind
from sarrus.mechanics.layout import Layout
from sarrus.mechanics.passes.channels import Channels
from sarrus.mechanics.passes.motion import End, frame_at
from sarrus.mechanics.passes.reactions import Published
from sarrus.mechanics.recorder import Recorder
from sarrus.model.taken import components_of, loaded, taken_at
from sarrus.scalar import Graph, Node
from sarrus.spatial import Vec3, Wrench


def publish_taken(layout: Layout, rec: Recorder, out: Channels, loads: Published) -> None:
    """What sensors take of loads that are published already."""
    model = layout.model
    sensors = [sensor for sensor in model.sensors if isinstance(sensor, LoadSensor)]
    if sensors:
        rec.sweep()
    for sensor in sensors:
        M = model.ends_of(loaded(model, sensor))[1]
        places = (M, taken_at(model, sensor), components_of(model, sensor))
        words: dict[str, Any] = {"on": sensor.on, "in_plane": model.planar}
        words["turned"] = sensor.components != "ground"
        into = [out.put(ChannelKind.SENSOR, sensor.name, "force", "N", 3)]
        into.append(out.put(ChannelKind.SENSOR, sensor.name, "torque", "N m", 3))
        rec.run(load_at, *layout.ends(places), *loads[sensor.joint], into=into, **words)


def load_at(
    graph: Graph,
    M: End,
    at: End,
    seen_in: End,
    force: Sequence[Node],
    torque: Sequence[Node],
    *,
    on: str,
    turned: bool,
    in_plane: bool,
) -> tuple[list[Any], list[Any]]:
    """The load of a joint about a point, in components of a frame."""
    if in_plane:
        load = Wrench(Vec3(force[0], force[1], 0.0), Vec3(0.0, 0.0, torque[2]))
    else:
        load = Wrench(Vec3(*force), Vec3(*torque))
    load = load.moved(frame_at(M).X.p - frame_at(at).X.p)
    if on == "base":
        load = -load
    if turned:
        R = frame_at(seen_in).X.R
        return [*R.back(load.force)], [*R.back(load.torque)]
    return [*load.force], [*load.torque]
