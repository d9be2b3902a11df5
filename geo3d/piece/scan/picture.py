"""A plain picture of a mesh, traced ray by ray, so that a report has one without the viewer.

Shaded by the slope to the light, open backs in red: what is red is seen from the inside.
"""

import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt
import trimesh

from geo3d.piece.scan.meshes import arrays, normals_and_areas, traced
from geo3d.rays.segments import Floats

WIDE, HIGH = 640, 480
VIEW = (0.55, 0.65, -0.52)
"""Where it is looked to: down at it, from the front and left."""
PAPER, STONE, BACK = (245, 245, 242), (196, 190, 178), (205, 80, 70)

Pixels = npt.NDArray[np.uint8]


def picture(mesh: trimesh.Trimesh) -> Pixels:
    """(HIGH, WIDE, 3) a view of a mesh, in parallel lines, fitted to the frame."""
    vertices, faces = arrays(mesh)
    forward = np.array(VIEW) / np.linalg.norm(VIEW)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    frame = np.array([right, np.cross(right, forward), forward])
    local = vertices @ frame.T
    low, high = local.min(axis=0), local.max(axis=0)
    middle = (low + high) / 2
    step = 1.08 * max((high[0] - low[0]) / WIDE, (high[1] - low[1]) / HIGH, 1e-9)
    across = middle[0] + step * (np.arange(WIDE) - WIDE / 2 + 0.5)
    up = middle[1] + step * (HIGH / 2 - 0.5 - np.arange(HIGH))
    plane = np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)
    reach = high[2] - low[2] + 1.0
    near: Floats = np.column_stack([plane, np.full(len(plane), low[2] - 0.5)]) @ frame
    hits = traced(mesh=mesh).first_hit(near, near + reach * forward)
    normals, _ = normals_and_areas(vertices, faces)
    image = np.tile(np.array(PAPER, dtype=np.float64), (len(plane), 1))
    hit = np.flatnonzero(hits.hit)
    normal = normals[hits.face[hit]]
    facing = normal @ -forward
    light = np.abs(normal @ (np.array([-0.35, -0.3, 0.88])))
    colour = np.where((facing > 0.0)[:, None], np.array(STONE), np.array(BACK))
    image[hit] = colour * (0.45 + 0.55 * light)[:, None]
    return image.clip(0, 255).astype(np.uint8).reshape(HIGH, WIDE, 3)


def png(pixels: Pixels) -> bytes:
    """A PNG file (ISO/IEC 15948) of 8-bit colours."""
    high, wide, _ = pixels.shape
    rows = np.concatenate([np.zeros((high, 1), np.uint8), pixels.reshape(high, -1)], axis=1)
    chunks: list[tuple[bytes, bytes]] = [
        (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows.tobytes(), 6)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: Any) -> bytes:
    body: bytes = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
