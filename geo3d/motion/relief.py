"""How far up and down straight lines over a relief go."""

import math

import numpy as np

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.segments import Floats
from geo3d.table.board import Board

STEP, MOST = 0.05, 2000
"""Inches between the places at which a relief is looked at, and how many along its longer side."""


class Relief:
    """The heights of a board's relief on a lattice over the battlefield. Built once, then asked.

    Between the places of the lattice heights are interpolated, so that crests and hollows narrower
    than its step are cut.

    Attributes:
        grid: (X, Y) inches, from the battlefield's corner; with no relief (0, 0).
        step: inches between places.
        least: inches; a line that turns back by no more, as over what is rough, goes on (setting
            `contact`).
    """

    def __init__(self, board: Board) -> None:
        self.least = board.settings.contact
        self.step = max(STEP, max(board.size) / MOST)
        self.grid: Floats = np.zeros((0, 0))
        if board.ground.mesh is not None:
            number = [math.ceil(size / self.step) + 1 for size in board.size]
            places = np.indices(number, dtype=np.float64).reshape(2, -1).T * self.step
            self.grid = board.ground.heights_at(places).reshape(number)

    @property
    def flat(self) -> bool:
        """Whether there is no relief, only the table."""
        return not len(self.grid)

    def up_and_down(
        self, start: Floats, high: float, ends: Floats, rise: Floats, least: float | None = None
    ) -> Floats:
        """(N,) inches up and inches down, together, on straight lines over the ground.

        All ups and downs along a line are added up, but for those of no more than `least` by which
        it turns back on its way.

        Args:
            start: (2,); high: z of the ground there.
            ends: (N, 2); rise: (N,) z of the ground there.
            least: inches; None for the relief's own. With 0 the sum is the greatest that the line
                comes to, however it is divided.
        """
        if self.flat:
            return np.abs(rise - high)
        total = np.empty(len(ends))
        least = self.least if least is None else least
        _up_and_down(start, high, ends, rise, self.grid, self.step, least, total)
        return total

    def bends(self, at: Floats, limit: float, step: float) -> Floats:
        """(N, 2) places at which ways may go round what rises, on a square grid about a place.

        None where the ground within the limit is level to within `least`.
        """
        low = np.clip(np.floor((at - limit) / self.step), 0, None).astype(np.int64)
        high = np.ceil((at + limit) / self.step).astype(np.int64) + 1
        window = self.grid[low[0] : high[0], low[1] : high[1]]
        if not window.size or np.ptp(window) <= self.least or step <= 0.0:
            return np.empty((0, 2))
        number = math.ceil(limit / step)
        along = np.arange(-number, number + 1) * step
        places = at + np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)
        near: Floats = places[np.hypot(*(places - at).T) <= limit]
        return near


@inline
def height(x, y, grid, step):  # type: ignore[no-untyped-def]
    """The height at a place, interpolated; beyond the lattice that of its border."""
    u = min(max(x / step, 0.0), grid.shape[0] - 1.0)
    v = min(max(y / step, 0.0), grid.shape[1] - 1.0)
    i, j = min(int(u), grid.shape[0] - 2), min(int(v), grid.shape[1] - 2)
    u, v = u - i, v - j
    near = grid[i, j] + v * (grid[i, j + 1] - grid[i, j])
    far = grid[i + 1, j] + v * (grid[i + 1, j + 1] - grid[i + 1, j])
    return near + u * (far - near)


@inline
def undulation(ax, ay, az, bx, by, bz, grid, step, least):  # type: ignore[no-untyped-def]
    """Inches up and inches down, together, from a to b over the ground.

    The line turns back where it comes more than `least` below its highest place so far, or above
    its lowest; what lies between two such turns is one way up, or one way down.
    """
    number = int(np.ceil(np.sqrt((bx - ax) ** 2 + (by - ay) ** 2) / step))
    total, turned = 0.0, az
    top = bottom = extreme = az
    heading = 0
    for k in range(1, number + 1):
        share = k / number
        z = bz
        if k < number:
            z = height(ax + share * (bx - ax), ay + share * (by - ay), grid, step)
        if heading == 0:
            top, bottom = max(top, z), min(bottom, z)
            if z - bottom > least:
                heading, extreme = 1, z
            elif top - z > least:
                heading, extreme = -1, z
        elif heading * (z - extreme) >= 0.0:
            extreme = z
        elif heading * (extreme - z) > least:
            total += abs(extreme - turned)
            turned, extreme, heading = extreme, z, -heading
    return total + abs(bz - turned)


@kernel
def _up_and_down(start, high, ends, rise, grid, step, least, total):  # type: ignore[no-untyped-def]
    for n in range(len(ends)):
        total[n] = undulation(
            start[0], start[1], high, ends[n, 0], ends[n, 1], rise[n], grid, step, least
        )
