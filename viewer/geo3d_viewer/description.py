"""What to draw, as plain data: no graphics library is needed to make it, read it or test it.

Everything is in inches and in board coordinates, z up, unless a mesh carries a transform. Colours
are (red, green, blue) from 0 to 1, widths are in pixels.
"""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from geo3d_viewer.camera import Camera

Colour = tuple[float, float, float]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

MeshRole = Literal[
    "table", "ground", "terrain", "gap", "curtain", "figure", "observer", "target", "marker",
    "swept", "ghost", "support", "mass", "overhang", "broken", "field", "section", "surface",
    "footprint",
]  # fmt: skip
LineRole = Literal[
    "grid", "edge", "gap", "area", "zone", "ring", "base", "witness", "blocked", "beyond", "tested",
    "outline", "path", "climb", "swept", "ghost", "support", "overhang", "broken", "field",
    "coherency", "engagement", "section", "surface", "defect", "passage", "entry",
]  # fmt: skip
LabelRole = Literal[
    "figure", "observer", "target", "blocker", "gap", "area", "objective", "climb", "broken",
    "surface", "witness",
]  # fmt: skip
Verdict = Literal["seen", "partly", "hidden", "legal", "illegal"]


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles. Two surfaces may share their arrays: a piece that stands on the board twice.

    Attributes:
        name: id of the thing on the board, or what it is.
        role: what it stands for.
        vertices: (V, 3) in its own frame.
        faces: (F, 3) indices.
        transform: (4, 4) own frame to board.
        colour: of the whole surface, where neither of the next two is given.
        face_colours: (F, 3) or None.
        vertex_colours: (V, 3), blended over the faces, or None.
        opacity: below 1 what lies behind shines through. Such a surface is closed, or flat and seen
            from above, and of one colour that no light changes: in which order several are drawn
            then makes no difference.
        group: what it is shown or hidden with; "" for that of its role (see `groups`).
        on_top: as of lines.
    """

    name: str
    role: MeshRole
    vertices: Floats
    faces: Ints
    transform: Floats
    colour: Colour
    face_colours: Floats | None = None
    vertex_colours: Floats | None = None
    opacity: float = 1.0
    group: str = ""
    on_top: bool = False

    def drawable(self) -> tuple[Floats, Ints, Floats | None]:
        """Vertices, faces and face colours without the faces that have a corner not finite."""
        finite = np.asarray(np.isfinite(self.vertices).all(axis=1))
        vertices = np.where(finite[:, None], self.vertices, 0.0)
        kept = finite[self.faces].all(axis=1)
        colours = None if self.face_colours is None else self.face_colours[kept]
        return vertices, self.faces[kept], colours

    def placed(self) -> Floats:
        """(V, 3) the vertices on the board."""
        on_board: Floats = self.vertices @ self.transform[:3, :3].T + self.transform[:3, 3]
        return on_board


@dataclass(frozen=True, eq=False)
class Lines:
    """Straight pieces of line.

    Attributes:
        segments: (S, 2, 3).
        width: pixels.
        on_top: drawn over what stands in front, so that it is never lost.
        group: as of a surface.
    """

    name: str
    role: LineRole
    segments: Floats
    colour: Colour
    width: float
    on_top: bool = False
    group: str = ""


@dataclass(frozen=True)
class Label:
    """A name tag.

    Attributes:
        text: as on the board; whoever draws it escapes it.
        anchor: the point that it names.
        colour: of its frame.
        rank: 0 is the most important; low ranks are laid out first.
        group: as of a surface.
        stop: of what stops lines, a point where it does: named in a model's eye; or None.
        before, after: words about an id, which is cut where it is long, while they are not: see
            `labels.shortened`.
    """

    text: str
    role: LabelRole
    anchor: tuple[float, float, float]
    colour: Colour
    rank: int
    group: str = ""
    stop: tuple[float, float, float] | None = None
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class LegendEntry:
    """A colour and what it means.

    Attributes:
        line: a line, else a patch.
        dashed: of a line.
        opacity: of a patch.
        group: as of a surface; `stopped` and `tested` stand for any of their parts.
        of: names of what it stands for, or None: a picture in which none of it is has it not.
    """

    text: str
    colour: Colour
    line: bool = False
    dashed: bool = False
    opacity: float = 1.0
    group: str = ""
    of: frozenset[str] | None = None


@dataclass(frozen=True)
class Inset:
    """A close-up in a corner of the picture.

    Attributes:
        keep_clear: (N, 3) points of the picture itself that it should not lie on.
        without: names of figures that are not drawn in it.
        labels: name tags of its own.
        no_roles: roles of surfaces and lines that are not drawn in it.
    """

    title: str
    camera: Camera
    keep_clear: Floats = field(repr=False, compare=False)
    without: frozenset[str] = frozenset()
    labels: tuple[Label, ...] = ()
    no_roles: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Group:
    """Things that are shown and hidden together.

    Attributes:
        key: what surfaces, lines and labels call it.
        text: what it is called on a switch.
        shown: whether it is, to begin with.
    """

    key: str
    text: str
    shown: bool = True


@dataclass(frozen=True)
class Eye:
    """The view of a model: a camera in one of its parts.

    Attributes:
        text: which part.
        camera: what is seen from it.
        without: names of figures that do not block the view, and so are not drawn in it.
    """

    text: str
    camera: Camera
    without: frozenset[str]


@dataclass(frozen=True)
class Section:
    """A piece may be cut at a height, and what is above not be drawn.

    Attributes:
        low, high: inches, between which.
        at: where it is cut, or None where it is not.
    """

    low: float
    high: float
    at: float | None = None


@dataclass(frozen=True, eq=False)
class Layer:
    """What is laid over a board besides an answer.

    Attributes:
        key: its name, as after `--layer`; the group of all that is in it.
        text: what it is called on a switch.
        note: what it says, in a line; or "".
    """

    key: str
    text: str
    note: str = ""
    surfaces: tuple[Surface, ...] = ()
    lines: tuple[Lines, ...] = ()
    labels: tuple[Label, ...] = ()
    legend: tuple[LegendEntry, ...] = ()


@dataclass(frozen=True, eq=False)
class Answer:
    """An answer about one model, drawn: what comes over the board.

    Attributes:
        model: its id.
        title, caption, verdict, subject: as in `SceneDescription`.
        matter: (N, 3) points that the picture is about.
        elevations_deg: angles above the table from which they may be looked at.
    """

    model: str
    title: str
    caption: tuple[str, ...]
    verdict: Verdict | None
    subject: str
    surfaces: tuple[Surface, ...]
    lines: tuple[Lines, ...]
    labels: tuple[Label, ...]
    legend: tuple[LegendEntry, ...]
    matter: Floats
    elevations_deg: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class SceneDescription:
    """Everything that a picture of a board shows.

    Attributes:
        title, caption: what is asked and answered; the caption line by line.
        verdict: how the answer is coloured, or None where nothing was asked.
        camera: the view to begin with; `overview`: the whole board.
        subject: what the camera looks at: "the pair", "the move", "the field"; None: the board.
        groups: what can be shown and hidden.
        eyes: what the observer sees, from several of its parts.
        dark: drawn on a dark background.
        reason: why, by the rules, or None.
        settings: readings of the rules that the answer goes by.
        section: of a piece alone: where it is cut.
    """

    title: str
    caption: tuple[str, ...]
    verdict: Verdict | None
    surfaces: tuple[Surface, ...]
    lines: tuple[Lines, ...]
    labels: tuple[Label, ...]
    legend: tuple[LegendEntry, ...]
    camera: Camera
    overview: Camera
    insets: tuple[Inset, ...] = ()
    subject: str | None = None
    warnings: tuple[str, ...] = field(default=())
    groups: tuple[Group, ...] = ()
    eyes: tuple[Eye, ...] = ()
    dark: bool = False
    reason: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    section: Section | None = None
