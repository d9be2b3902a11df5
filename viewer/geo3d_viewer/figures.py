"""The figures of a picture, and the target painted by what of it is seen."""

import itertools
import weakref
from collections.abc import Iterator

import numpy as np
import trimesh
from scipy.spatial import cKDTree

from geo3d.table.board import Board
from geo3d.table.figures import Figure, Profile
from geo3d.visibility import Samples
from geo3d_viewer.caption import shown
from geo3d_viewer.description import (
    Colour,
    Floats,
    Ints,
    Label,
    LabelRole,
    Lines,
    MeshRole,
    SceneDescription,
    Surface,
)
from geo3d_viewer.keys import box_of
from geo3d_viewer.palette import OBSERVER, SEEN, UNSEEN, mixed

PATCHES = 56
"""Patches along a painted figure's diagonal, about."""

COARSE = 20
"""The same while something moves."""

NEIGHBOURS = 8
"""Judged elements that vote on a patch's colour, nearer ones more."""

UPRIGHTS = 4
"""Of a model's outline."""

LITTLE = 0.06
"""Share of the elements that open lines reach, under which each of these is painted."""

BEHIND = (0.42, 0.42, 0.44)
"""What the colour of the parts that face away from the observer is dulled towards."""


FADED = 0.4
"""Opacity of an observer beside which lines are stopped: it would hide why."""


def figures(
    board: Board,
    colours: dict[str, Colour],
    observer: str | None,
    target: str | None,
    faded: bool = False,
) -> Iterator[Surface]:
    """Every figure but the target, which is painted apart.

    Args:
        faded: the observer is seen through.
    """
    for figure in board.figures.values():
        if figure.id != target:
            arrays = _arrays(figure.profile)
            role: MeshRole = "observer" if figure.id == observer else "figure"
            colour = colours[figure.player]
            opacity = FADED if faded and role == "observer" else 1.0
            matrix = np.asarray(figure.transform)
            yield Surface(figure.id, role, *arrays, matrix, colour, opacity=opacity)


_known: weakref.WeakKeyDictionary[Profile, tuple[Floats, Ints]] = weakref.WeakKeyDictionary()


def _arrays(profile: Profile) -> tuple[Floats, Ints]:
    """One pair of arrays for all models of a profile: so it can be told that they are the same."""
    found = _known.get(profile)
    if found is None:
        body = profile.body
        arrays = np.asarray(body.vertices, np.float64), np.asarray(body.faces)
        found = _known[profile] = arrays
    return found


def corners_of(scene: SceneDescription) -> Iterator[Floats]:
    """(8, 3) corners of a box about each figure of a picture, and about where an open line passes:
    what names rather do not lie on."""
    for surface in scene.surfaces:
        if surface.role in ("figure", "observer", "target"):
            low, high = box_of(surface.vertices)
            corners = np.array(list(itertools.product(*zip(low, high, strict=True))))
            yield corners @ surface.transform[:3, :3].T + surface.transform[:3, 3]
    for lines in scene.lines:
        if lines.role == "passage":
            ends = lines.segments.reshape(-1, 3)
            yield np.array(list(itertools.product(*zip(ends.min(0), ends.max(0), strict=True))))


def outline(figure: Figure, colour: Colour) -> Lines:
    """The rims of a model's underside and top, and four uprights: they show through roofs."""
    rims = [np.column_stack([figure.outline, np.full(len(figure.outline), z)])
            for z in (figure.bottom, figure.top)]  # fmt: skip
    pieces = [np.stack([rim, np.roll(rim, -1, axis=0)], axis=1) for rim in rims]
    at = np.linspace(0, len(figure.outline), UPRIGHTS, endpoint=False).astype(np.int64)
    pieces.append(np.stack([rims[0][at], rims[1][at]], axis=1))
    return Lines(figure.id, "outline", np.concatenate(pieces), colour, 2.0, on_top=True)


def painted(
    figure: Figure,
    samples: Samples,
    eye: Floats,
    colour: Colour,
    patches: int = PATCHES,
    reached: Colour = SEEN,
) -> Surface:
    """A figure whose faces show what of it is seen from the observer.

    Args:
        samples: the judged elements of its surface.
        eye: (3,) the observer's centre; parts that do not face it keep the player's colour, dulled.
        patches: along its diagonal, about.
        reached: what the parts are painted that open lines reach.
    """
    body = figure.profile.body
    size = float(np.linalg.norm(np.ptp(body.vertices, axis=0))) / patches
    if figure.profile.mesh is None:
        low, high = float(body.vertices[:, 2].min()), float(body.vertices[:, 2].max())
        outline = figure.profile.base.polygon
        if patches < PATCHES:
            outline = _thinned(outline, size)
        vertices, faces = upright_patches(outline, low, high, size)
    else:
        parted = trimesh.remesh.subdivide_to_size(  # type: ignore[no-untyped-call]
            np.asarray(body.vertices), np.asarray(body.faces), size, max_iter=24
        )
        vertices, faces = np.asarray(parted[0]), np.asarray(parted[1])
    matrix = np.asarray(figure.transform)
    corners = (vertices @ matrix[:3, :3].T + matrix[:3, 3])[faces]
    middle = corners.mean(axis=1)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    facing = np.einsum("ij,ij->i", normal, eye - middle) > 0.0
    if figure.profile.mesh is None:
        # Both halves of a patch are judged at its middle, or its edge would be a saw's.
        middle = np.repeat(middle.reshape(-1, 2, 3).mean(axis=1), 2, axis=0)
    if not body.is_watertight:
        facing[:] = True
    paint = np.tile(mixed(colour, BEHIND, 0.55), (len(faces), 1))
    number = min(NEIGHBOURS, len(samples.reached))
    found = cKDTree(samples.target_points).query(middle[facing], k=[*range(1, number + 1)])
    near, row = np.asarray(found[0]), np.asarray(found[1])
    # As wide a look as the elements are apart: else each lone element leaves a fringe.
    apart = np.median(near[:, number // 2]) if len(near) else 1.0
    vote = np.exp(-((near / (near[:, :1] + apart)) ** 2))
    seen = (vote * samples.reached[row]).sum(axis=1) > vote.sum(axis=1) / 2
    if len(near) and samples.reached.mean() <= LITTLE:
        # Few elements are outvoted everywhere: each has the patch that is nearest to it.
        open_ = samples.target_points[samples.reached]
        seen[np.asarray(cKDTree(middle[facing]).query(open_)[1])] = True
    paint[facing] = np.where(seen[:, None], reached, UNSEEN)
    return Surface(
        figure.id, "target", vertices, faces, matrix, colour, face_colours=paint.astype(np.float64)
    )


def _thinned(outline: Floats, size: float) -> Floats:
    """An outline with fewer corners: of a circle those about `size` apart; of few corners all."""
    around = float(np.linalg.norm(np.roll(outline, -1, axis=0) - outline, axis=1).sum())
    step = int(len(outline) * size / around)
    return outline[::step] if step > 1 else outline


def upright_patches(outline: Floats, low: float, high: float, size: float) -> tuple[Floats, Ints]:
    """An upright solid in even patches.

    Args:
        outline: (K, 2) counter-clockwise, convex.
        low, high: inches, the levels of its underside and top.
        size: inches of a patch's side, about.

    Returns:
        vertices (V, 3) and faces (F, 3), outward, each patch two of them in a row.
    """
    step = np.roll(outline, -1, axis=0) - outline
    parts = np.maximum(1, np.ceil(np.linalg.norm(step, axis=1) / size)).astype(np.int64)
    rim = np.concatenate([
        corner + np.arange(number)[:, None] / number * way
        for corner, way, number in zip(outline, step, parts, strict=True)
    ])  # fmt: skip
    middle = outline.mean(axis=0)
    reach = float(np.linalg.norm(outline - middle, axis=1).max())
    rings = np.linspace(0.0, 1.0, max(2, int(np.ceil(reach / size)) + 1))
    levels = np.linspace(low, high, max(2, int(np.ceil((high - low) / size)) + 1))
    # One strip from the underside's middle out, up the side, and in again to the top's middle.
    path = [*((share, low) for share in rings), *((1.0, z) for z in levels[1:])]
    path += [(share, high) for share in rings[-2::-1]]
    vertices = np.concatenate([
        np.column_stack([middle + share * (rim - middle), np.full(len(rim), z)])
        for share, z in path
    ])  # fmt: skip
    here = np.arange(len(rim))
    beside = np.roll(here, -1)
    quads = [
        (row * len(rim) + here, row * len(rim) + beside, (row + 1) * len(rim))
        for row in range(len(path) - 1)
    ]
    faces = np.concatenate([
        np.column_stack([a, b, up + beside, a, up + beside, up + here]) for a, b, up in quads
    ])  # fmt: skip
    return vertices, faces.reshape(-1, 3)


def names(
    board: Board, colours: dict[str, Colour], observer: str | None, target: str | None
) -> Iterator[tuple[str, Label]]:
    """Each figure's id, and a label above it."""
    for figure in board.figures.values():
        role: LabelRole = "figure"
        if figure.id in (observer, target):
            role = "observer" if figure.id == observer else "target"
        colour = OBSERVER if role == "observer" else colours[figure.player]
        x, y = figure.at[0], figure.at[1]
        rank = 3 if role == "figure" else 0
        yield figure.id, Label(shown(figure.id), role, (x, y, figure.top), colour, rank)
