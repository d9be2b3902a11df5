"""Cameras: where a picture is taken from, what lands where on it, and framing in closed form."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Point = tuple[float, float, float]

VIEW_ANGLE_DEG = 28.0
"""Vertical angle of view: long enough a lens that upright things stay upright."""

FRAME = (-0.93, 0.93, -0.84, 0.72)
"""Left, right, bottom and top of the part of the picture that things are framed in, from -1 to 1;
the caption is above it, the legend below."""


@dataclass(frozen=True)
class Camera:
    """A perspective camera whose up is z (y when it looks straight down).

    Attributes:
        position, focal: inches; it looks from the one to the other.
        view_angle_deg: vertical angle of view.
        cut: inches; what stands on the table nearer than this is cut away. None: nothing is.
    """

    position: Point
    focal: Point
    view_angle_deg: float = VIEW_ANGLE_DEG
    cut: float | None = None

    @property
    def axes(self) -> tuple[Floats, Floats, Floats]:
        """Unit vectors to the right, up and forward, each (3,)."""
        forward = np.subtract(self.focal, self.position)
        return _axes(forward / np.linalg.norm(forward))

    def project(self, points: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
        """Where points land on a picture of `size` (width, height) pixels.

        Returns:
            (N, 2) pixels from the top left corner, and (N,) inches in front of the camera.
        """
        right, up, forward = self.axes
        to = np.atleast_2d(points) - self.position
        depth = to @ forward
        scale = size[1] / 2 / np.tan(np.radians(self.view_angle_deg) / 2)
        safe = np.where(np.abs(depth) > 1e-9, depth, 1e-9)
        x = size[0] / 2 + scale * (to @ right) / safe
        y = size[1] / 2 - scale * (to @ up) / safe
        return np.column_stack([x, y]), depth


def direction(azimuth_deg: float, elevation_deg: float) -> Floats:
    """(3,) unit vector from what is looked at to the camera."""
    azimuth, elevation = np.radians(azimuth_deg), np.radians(elevation_deg)
    flat = np.cos(elevation)
    return np.array([flat * np.cos(azimuth), flat * np.sin(azimuth), np.sin(elevation)])


def framing(
    points: Floats,
    azimuth_deg: float,
    elevation_deg: float,
    aspect: float,
    frame: tuple[float, float, float, float] = FRAME,
    view_angle_deg: float = VIEW_ANGLE_DEG,
) -> Camera:
    """The nearest camera in a direction that has all points inside its frame.

    In the plane of the viewing direction and one picture axis, a point at (x, depth) is left of
    the frame's right edge when x - right * t * depth is at most that of the camera, and so on: the
    greatest values bound the camera from either side, and where the bounds meet it is nearest.

    Args:
        points: (N, 3).
        azimuth_deg, elevation_deg: from the points to the camera.
        aspect: width over height of the picture.
        frame: left, right, bottom, top, from -1 to 1.
    """
    right, up, forward = _axes(-direction(azimuth_deg, elevation_deg))
    half = np.tan(np.radians(view_angle_deg) / 2)
    depth = points @ forward
    spans = []
    for axis, low, high in (
        (right, frame[0] * half * aspect, frame[1] * half * aspect),
        (up, frame[2] * half, frame[3] * half),
    ):
        along = points @ axis
        least = float((along - high * depth).max())
        most = float((along - low * depth).min())
        spans.append((least, most, low, high))
    at = min((most - least) / (high - low) for least, most, low, high in spans)
    # However near the points are to each other, the camera keeps off them.
    at = min(at, float(depth.min()) - 1.0)
    x, y = ((least + high * at + most + low * at) / 2 for least, most, low, high in spans)
    position = x * right + y * up + at * forward
    focal = position + forward * float(depth.mean() - at)
    return Camera(_point(position), _point(focal), view_angle_deg)


def _axes(forward: Floats) -> tuple[Floats, Floats, Floats]:
    right = np.cross(forward, [0.0, 0.0, 1.0])
    if np.linalg.norm(right) < 1e-9:
        right = np.array([1.0, 0.0, 0.0])
    right = right / np.linalg.norm(right)
    return right, np.cross(right, forward), forward


def _point(values: Floats) -> Point:
    return float(values[0]), float(values[1]), float(values[2])
