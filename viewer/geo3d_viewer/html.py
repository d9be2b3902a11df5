"""A board as one HTML file that needs nothing else: geometry, renderer and words are all in it.

Ids come from board files, so they are data here, never markup: the scene is JSON in which every
character that could end its element is escaped, the page puts ids in as text, and its policy runs
no script but its own.
"""

import base64
import hashlib
import html
import json
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import numpy.typing as npt

from geo3d_viewer.camera import Camera, framing
from geo3d_viewer.description import SceneDescription, Surface
from geo3d_viewer.light import SUN
from geo3d_viewer.output import must_end_in, write_whole
from geo3d_viewer.palette import BACKGROUND

SCRIPTS = ("camera.js", "draw.js", "tags.js", "main.js")

ABOVE_DEG = 89.5
"""The view from above: all but straight down, so that it can be turned from there."""


def write_html(scene: SceneDescription, path: Path) -> None:
    """Write the page.

    Raises:
        UsageError: not a .html or .htm, or it cannot be written there.
    """
    must_end_in(path, ".html", ".htm")
    write_whole(path, page(scene).encode("utf-8"))


def page(scene: SceneDescription) -> str:
    """The page's text."""
    folder = files("geo3d_viewer") / "page"
    style = (folder / "page.css").read_text(encoding="utf-8")
    parts = [(folder / name).read_text(encoding="utf-8") for name in SCRIPTS]
    script = '"use strict";\n' + "\n".join(parts)
    return Template((folder / "page.html").read_text(encoding="utf-8")).substitute(
        title=html.escape(scene.title),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        scene=harmless(json.dumps(page_data(scene), separators=(",", ":"), allow_nan=False)),
    )


def harmless(text: str) -> str:
    """JSON that stays JSON and cannot end the element that it stands in."""
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def page_data(scene: SceneDescription) -> dict[str, Any]:
    """The description as plain values: what the page's script reads."""
    shapes: list[dict[str, Any]] = []
    known: dict[tuple[int, int], int] = {}
    surfaces = []
    for surface in scene.surfaces:
        plain = surface.face_colours is None and surface.vertex_colours is None
        key = (id(surface.vertices), id(surface.faces))
        number = known.get(key) if plain else None
        if number is None:
            number = len(shapes)
            shapes.append(_shape(surface))
            if plain:
                known[key] = number
        surfaces.append({
            "shape": number,
            "role": surface.role,
            "place": [float(value) for value in surface.transform.T.ravel()],
            "colour": surface.colour,
            "opacity": surface.opacity,
        })  # fmt: skip
    low, high = _extent(scene)
    box = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1])
                    for z in (low[2], high[2])])  # fmt: skip
    return {
        "title": scene.title,
        "caption": scene.caption,
        "verdict": scene.verdict,
        "subject": scene.subject,
        "shapes": shapes,
        "surfaces": surfaces,
        "lines": [
            {
                "role": lines.role,
                "segments": _packed(lines.segments, np.float32),
                "colour": lines.colour,
                "width": lines.width,
                "onTop": lines.on_top,
            }
            for lines in scene.lines
        ],
        "labels": [
            {"text": tag.text, "anchor": tag.anchor, "colour": tag.colour, "rank": tag.rank}
            for tag in scene.labels
        ],
        "legend": [
            {
                "text": entry.text,
                "colour": entry.colour,
                "mark": "dashed" if entry.dashed else "line" if entry.line else "patch",
                "opacity": entry.opacity,
            }
            for entry in scene.legend
        ],
        "camera": _camera(scene.camera),
        "overview": _camera(scene.overview),
        "above": _camera(framing(box, _azimuth(scene.overview), ABOVE_DEG, aspect=1.6)),
        "inset": None
        if scene.inset is None
        else {
            "title": scene.inset.title,
            "camera": _camera(scene.inset.camera),
            "keepClear": np.round(scene.inset.keep_clear, 3).tolist(),
        },
        "middle": ((low + high) / 2).tolist(),
        "radius": float(np.linalg.norm(high - low) / 2),
        "sun": SUN.tolist(),
        "background": BACKGROUND,
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
        "colours": None
        if colours is None
        else _packed(np.clip(colours * 255 + 0.5, 0, 255), np.uint8),
    }


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
    lows, highs = [], []
    for surface in scene.surfaces:
        placed = surface.placed()
        placed = placed[np.asarray(np.isfinite(placed).all(axis=1))]
        if len(placed):
            lows.append(placed.min(axis=0))
            highs.append(placed.max(axis=0))
    return np.min(lows, axis=0), np.max(highs, axis=0)


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(digest).decode("ascii")
