"""A board as one HTML file that needs nothing else: geometry, renderer and words are all in it.

Ids come from board files, so they are data here, never markup: the scene is JSON in which every
character that could end its element is escaped, the page puts ids in as text, and its policy runs
no script but its own.
"""

import base64
import hashlib
import html
import json
from collections.abc import Collection
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import numpy.typing as npt

from geo3d_viewer.camera import Camera, framing
from geo3d_viewer.description import Label, SceneDescription, Surface
from geo3d_viewer.detail import coarser
from geo3d_viewer.figures import corners_of
from geo3d_viewer.groups import group_of
from geo3d_viewer.keys import box_of, key_of
from geo3d_viewer.light import SUN
from geo3d_viewer.output import must_end_in, write_whole
from geo3d_viewer.palette import BACKGROUND, DARK

SCRIPTS = ("camera.js", "draw.js", "tags.js", "panel.js", "tools.js", "main.js")
SENT = 3_000_000
"""Faces of different shapes that a page holds: more would be hundreds of megabytes."""

SIMPLER = "shapes are drawn simpler than they are, to keep the page small; answers are not"

LIVE = ("live.js",)
"""What a page that asks a server is made of besides; it comes first, so that it is there."""

ABOVE_DEG = 89.5
"""The view from above: all but straight down, so that it can be turned from there."""


def write_html(scene: SceneDescription, path: Path, eye: int | None = None) -> None:
    """Write the page.

    Args:
        eye: which of the scene's eyes it begins with; None: with its camera.

    Raises:
        UsageError: not a .html or .htm, or it cannot be written there.
    """
    must_end_in(path, ".html", ".htm")
    write_whole(path, page(scene, eye).encode("utf-8"))


def page(scene: SceneDescription, eye: int | None = None) -> str:
    """The page's text; arguments as of `write_html`."""
    return filled({**page_data(scene), "eye": eye}, scene.title)


def filled(data: dict[str, Any], title: str, live: bool = False) -> str:
    """The page about some data.

    Args:
        data: as `page_data` gives it.
        live: it asks the server that it came from.
    """
    folder = files("geo3d_viewer") / "page"
    style = (folder / "page.css").read_text(encoding="utf-8")
    names = (*LIVE, *SCRIPTS) if live else SCRIPTS
    parts = [(folder / name).read_text(encoding="utf-8") for name in names]
    script = '"use strict";\n' + "\n".join(parts)
    return Template((folder / "page.html").read_text(encoding="utf-8")).substitute(
        title=html.escape(title),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        connect="; connect-src 'self'" if live else "",
        scene=harmless(json.dumps(data, separators=(",", ":"), allow_nan=False)),
    )


def harmless(text: str) -> str:
    """JSON that stays JSON and cannot end the element that it stands in."""
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def page_data(scene: SceneDescription, known: Collection[str] = ()) -> dict[str, Any]:
    """The description as plain values: what the page's script reads.

    Args:
        known: keys of shapes and lines that the page has already; they are left out.
    """
    shapes: dict[str, dict[str, Any]] = {}
    surfaces = []
    reduced = coarser(scene.surfaces)
    lighter = coarser({id(each.faces): each for each in scene.surfaces}.values(), SENT, SENT, False)
    for surface in scene.surfaces:
        key = key_of(surface.vertices, surface.faces, surface.face_colours, surface.vertex_colours)
        if key not in shapes and key not in known:
            simpler = lighter.get(id(surface.faces))
            if simpler is not None:
                simple = {"vertices": simpler[0], "faces": simpler[1], "vertex_colours": None}
                shapes[key] = _shape(replace(surface, **simple))
            else:
                shapes[key] = _shape(surface)
            coarse = reduced.get(id(surface.faces))
            if coarse is not None:
                shapes[key]["coarse"] = {
                    "vertices": _packed(coarse[0], np.float32),
                    "faces": _packed(coarse[1], np.uint32),
                    "colours": None if coarse[2] is None else _paint(coarse[2]),
                }
        surfaces.append({
            "name": surface.name,
            "shape": key,
            "role": surface.role,
            "group": group_of(surface),
            "place": [float(value) for value in surface.transform.T.ravel()],
            "colour": surface.colour,
            "opacity": surface.opacity,
            "onTop": surface.on_top,
        })  # fmt: skip
    segments: dict[str, str] = {}
    lines = []
    for each in scene.lines:
        key = key_of(each.segments)
        if key not in segments and key not in known:
            segments[key] = _packed(each.segments, np.float32)
        lines.append({
            "role": each.role,
            "group": group_of(each),
            "segments": key,
            "colour": each.colour,
            "width": each.width,
            "onTop": each.on_top,
        })  # fmt: skip
    low, high = _extent(scene)
    box = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1])
                    for z in (low[2], high[2])])  # fmt: skip
    return {
        "title": scene.title,
        "caption": scene.caption,
        "verdict": scene.verdict,
        "reason": scene.reason,
        "settings": scene.settings,
        "notes": [*scene.warnings, *([SIMPLER] if lighter else [])],
        "subject": scene.subject,
        "dark": scene.dark,
        "shapes": shapes,
        "surfaces": surfaces,
        "segments": segments,
        "lines": lines,
        "labels": [_tag(tag) for tag in scene.labels],
        "bodies": [np.round(corners, 3).tolist() for corners in corners_of(scene)],
        "groups": [
            {"key": group.key, "text": group.text, "shown": group.shown} for group in scene.groups
        ],
        "legend": [
            {
                "text": entry.text,
                "colour": entry.colour,
                "mark": "dashed" if entry.dashed else "line" if entry.line else "patch",
                "opacity": entry.opacity,
                "group": entry.group,
            }
            for entry in scene.legend
        ],
        "camera": _camera(scene.camera),
        "overview": _camera(scene.overview),
        "above": _camera(framing(box, _azimuth(scene.overview), ABOVE_DEG, aspect=1.6)),
        "eyes": [
            {"text": eye.text, "camera": _camera(eye.camera), "without": sorted(eye.without)}
            for eye in scene.eyes
        ],
        "insets": [
            {
                "title": inset.title,
                "camera": _camera(inset.camera),
                "without": sorted(inset.without),
                "noRoles": sorted(inset.no_roles),
                "labels": [_tag(tag) for tag in inset.labels],
                "keepClear": np.round(inset.keep_clear, 3).tolist(),
            }
            for inset in scene.insets
        ],
        "section": None
        if scene.section is None
        else {"low": scene.section.low, "high": scene.section.high, "at": scene.section.at},
        "middle": ((low + high) / 2).tolist(),
        "radius": float(np.linalg.norm(high - low) / 2),
        "sun": SUN.tolist(),
        "background": BACKGROUND,
        "darkness": DARK,
    }


def _tag(tag: Label) -> dict[str, Any]:
    return {
        "text": tag.text,
        "group": group_of(tag),
        "role": tag.role,
        "anchor": tag.anchor,
        "stop": tag.stop,
        "colour": tag.colour,
        "rank": tag.rank,
    }


def _shape(surface: Surface) -> dict[str, Any]:
    vertices, faces, face_colours = surface.drawable()
    colours = surface.vertex_colours
    if face_colours is not None:
        # A colour for each face: no two faces can share a corner then.
        vertices = vertices[faces].reshape(-1, 3)
        colours = np.repeat(face_colours, 3, axis=0)
        faces = np.arange(len(vertices)).reshape(-1, 3)
    return {
        "vertices": _packed(vertices, np.float32),
        "faces": _packed(faces, np.uint32),
        "colours": None if colours is None else _paint(colours),
    }


def _paint(colours: npt.NDArray[Any]) -> str:
    return _packed(np.clip(colours * 255 + 0.5, 0, 255), np.uint8)


def _packed(values: npt.NDArray[Any], kind: type[np.generic]) -> str:
    """Base64 of the values, little-endian."""
    array = np.ascontiguousarray(values, dtype=np.dtype(kind).newbyteorder("<"))
    return base64.b64encode(array.tobytes()).decode("ascii")


def _camera(camera: Camera) -> dict[str, Any]:
    return {
        "position": camera.position,
        "focal": camera.focal,
        "angle": camera.view_angle_deg,
        "cut": camera.cut,
    }


def _azimuth(camera: Camera) -> float:
    """The side that a camera stands on, degrees."""
    way = np.subtract(camera.position, camera.focal)
    return float(np.degrees(np.arctan2(way[1], way[0])))


def _extent(scene: SceneDescription) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Least and greatest coordinates of boxes about all that is drawn."""
    boxes = []
    for surface in scene.surfaces:
        low, high = box_of(surface.vertices)
        if np.isfinite(low).all():
            half = np.abs(surface.transform[:3, :3]) @ (high - low) / 2
            middle = surface.transform[:3, :3] @ (high + low) / 2 + surface.transform[:3, 3]
            boxes.append((middle - half, middle + half))
    lows, highs = zip(*boxes, strict=True)
    return np.min(lows, axis=0), np.max(highs, axis=0)


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(digest).decode("ascii")
