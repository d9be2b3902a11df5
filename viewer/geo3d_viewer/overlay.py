"""What lies over a picture: tags, caption, legend, close-up. Painted flat, with Pillow."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Colour, Inset, Label, LegendEntry, SceneDescription
from geo3d_viewer.figures import corners_of
from geo3d_viewer.labels import Box, Tag, laid_out, overlap
from geo3d_viewer.palette import mixed

Rgba = tuple[int, int, int, int]


@dataclass(frozen=True)
class Inks:
    """The colours of words and of what they stand on."""

    ink: Rgba
    paper: Rgba
    good: Rgba
    bad: Rgba

    def verdict(self, verdict: str | None) -> Rgba:
        """What an answer is written in."""
        if verdict is None:
            return self.ink
        return self.bad if verdict in ("hidden", "illegal") else self.good


SOME = 500
"""Corners of a thing that are looked at, whether it is in a picture."""
SPARSE = 8
"""Of a dot's corners every so many keep tags off it, and so many points of a bar."""
MARGIN = 18
WIDEST = 0.62
"""Width of the caption's lines at most, as a share of the picture's."""
INSET, SEVERAL = 0.30, 0.25
"""Side of a close-up, as a share of the picture's height; where there are more than two."""
BESIDE = 0.82
"""Share of the picture's width that the legend has beside more than two close-ups."""
LIGHT_INKS = Inks((35, 38, 43, 255), (255, 255, 255, 246), (11, 143, 67, 255), (179, 32, 26, 255))
DARK_INKS = Inks((236, 234, 228, 255), (42, 46, 54, 246), (79, 217, 138, 255), (255, 138, 128, 255))


def composed(
    scene: SceneDescription, camera: Camera, picture: np.ndarray, insets: Sequence[np.ndarray] = ()
) -> Image.Image:
    """A picture with everything that lies over it.

    Args:
        picture: (height, width, 3) bytes, as seen by `camera`.
        insets: the close-ups, each of `inset_size`.
    """
    image = Image.fromarray(picture).convert("RGBA")
    over = overlay(scene, camera, image.size, insets)
    return Image.alpha_composite(image, over).convert("RGB")


def overlay(
    scene: SceneDescription,
    camera: Camera,
    size: tuple[int, int],
    insets: Sequence[np.ndarray] = (),
) -> Image.Image:
    """Only what lies over a picture of `size` pixels as seen by `camera`: RGBA."""
    over = Image.new("RGBA", size, (0, 0, 0, 0))
    paint = ImageDraw.Draw(over)
    scale = size[1] / 1000
    inks = DARK_INKS if scene.dark else LIGHT_INKS
    entries = in_picture(scene, camera, size)
    taken = [_caption(paint, scene, size[0], scale, inks)]
    if entries:
        # Beside a column of close-ups it is narrower: they need the whole height.
        room = size[0] * (BESIDE if len(insets) > 2 else 1.0)
        taken.append(_legend(paint, entries, size, room, scale, inks))
    for inset, pixels in zip(scene.insets, insets, strict=False):
        clear, _ = camera.project(inset.keep_clear, size)
        tags = _tags(scene, inset, (pixels.shape[1], pixels.shape[0]), scale, inks)
        taken.append(_inset(over, paint, pixels, tags, inset.title, scale, taken, clear, inks))

    def extent(label: Label) -> tuple[float, float]:
        return _extent(label, scale)

    bodies = boxes_of(scene, camera, size)
    about = None
    if scene.insets:
        matter = np.concatenate([scene.insets[0].keep_clear, _dear(scene)])
        about = camera.project(matter, size)[0]
    for tag in laid_out(scene.labels, camera, size, extent, taken, scale, bodies, about):
        _tag(paint, tag, scale, inks)
    return over


def in_picture(scene: SceneDescription, camera: Camera, size: tuple[int, int]) -> list[LegendEntry]:
    """The legend without what is not in a picture, nor in its close-ups."""
    known: dict[str, list[np.ndarray]] = {}
    wanted = frozenset[str]().union(*(each.of for each in scene.legend if each.of is not None))
    for surface in scene.surfaces:
        # Dots where lines are stopped, and sheets, are called as what stops them.
        other = surface.role in ("curtain", "footprint") or (
            surface.role == "marker" and surface.group
        )
        if surface.name in wanted and not other:
            points = surface.placed()
            known.setdefault(surface.name, []).append(points[:: 1 + len(points) // SOME])
    for lines in scene.lines:
        if lines.name in wanted and lines.role == "gap":
            known.setdefault(lines.name, []).append(lines.segments.reshape(-1, 3))
    views = [(camera, size), *((each.camera, (size[1], size[1])) for each in scene.insets)]
    shown = set()
    for name, parts in known.items():
        points = np.concatenate(parts)
        for view, extent in views:
            at, depth = view.project(points, extent)
            if (
                (depth > (view.cut or 0.0)) & (at > 0).all(axis=1) & (at < extent).all(axis=1)
            ).any():
                shown.add(name)
                break
    return [each for each in scene.legend if each.of is None or each.of & shown]


def boxes_of(scene: SceneDescription, camera: Camera, size: tuple[int, int]) -> list[Box]:
    """About each model that is in the picture: left, top, right, bottom in pixels."""
    found = []
    for corners in corners_of(scene):
        at, depth = camera.project(corners, size)
        if (depth > 0).all():
            left, top, right, bottom = (*at.min(axis=0), *at.max(axis=0))
            if right > 0 and bottom > 0 and left < size[0] and top < size[1]:
                found.append((float(left), float(top), float(right), float(bottom)))
    return found


def _dear(scene: SceneDescription) -> np.ndarray:
    """(N, 3) points where lines are stopped, and where the open one passes."""
    found = [np.empty((0, 3))]
    found += [each.placed()[::SPARSE] for each in scene.surfaces if each.role == "marker"]
    share = np.linspace(0.0, 1.0, SPARSE)[:, None]
    for lines in scene.lines:
        if lines.role == "passage":
            found += [one + share * (other - one) for one, other in lines.segments]
    return np.concatenate(found)


def inset_size(size: tuple[int, int], number: int = 1) -> tuple[int, int]:
    """Width and height of each of so many close-ups in a picture of that size."""
    side = int(size[1] * (INSET if number <= 2 else SEVERAL))
    return side, side


@cache
def _font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """DejaVu, which comes with matplotlib (and that with PyVista), or Pillow's own."""
    spec = find_spec("matplotlib")
    if spec is not None and spec.origin is not None:
        folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
        path = folder / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
        if path.exists():
            return ImageFont.truetype(str(path), size)
    own = ImageFont.load_default(size)
    assert isinstance(own, ImageFont.FreeTypeFont)  # It is where a size is asked for.
    return own


def _tag_font(label: Label, scale: float) -> ImageFont.FreeTypeFont:
    big = label.rank < 2
    return _font(round((17 if big else 13) * scale), big)


def _extent(label: Label, scale: float) -> tuple[float, float]:
    """Width and height of a label's tag."""
    font = _tag_font(label, scale)
    return font.getlength(label.text) + 12 * scale, font.size + 8 * scale


def _bytes(colour: Colour, alpha: int = 255) -> tuple[int, int, int, int]:
    red, green, blue = (round(255 * part) for part in colour)
    return red, green, blue, alpha


def _tag(paint: ImageDraw.ImageDraw, tag: Tag, scale: float, inks: Inks) -> None:
    left, top, right, bottom = tag.box
    x, y = tag.point
    end = (min(max(x, left), right), min(max(y, top), bottom))
    frame = _bytes(tag.label.colour)
    paint.line([tag.point, end], fill=(*inks.ink[:3], 150), width=max(1, round(1.2 * scale)))
    paint.rounded_rectangle(
        tag.box, 4 * scale, fill=inks.paper, outline=frame,
        width=round((3 if tag.label.rank < 2 else 2) * scale),
    )  # fmt: skip
    paint.text(
        ((left + right) / 2, (top + bottom) / 2), tag.label.text, inks.ink,
        _tag_font(tag.label, scale), anchor="mm",
    )  # fmt: skip


def wrapped(text: str, length: Callable[[str], float], room: float) -> list[str]:
    """A text in lines no longer than `room`, but for a single word that is."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and length(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _caption(
    paint: ImageDraw.ImageDraw, scene: SceneDescription, over_width: int, scale: float, inks: Inks
) -> Box:
    big, small = _font(round(26 * scale), True), _font(round(19 * scale))
    room = WIDEST * over_width
    rows = [(text, big, inks.ink) for text in wrapped(scene.title, big.getlength, room)]
    for number, text in enumerate(scene.caption):
        ink = inks.verdict(scene.verdict) if number == 0 else inks.ink
        rows += [(part, small, ink) for part in wrapped(text, small.getlength, room)]
    width = max(font.getlength(text) for text, font, _ in rows)
    edge, pad = MARGIN * scale, 12 * scale
    steps = [font.size * 1.35 for _, font, _ in rows]
    box = (edge, edge, edge + width + 2 * pad, edge + sum(steps) + 2 * pad)
    paint.rounded_rectangle(box, 8 * scale, fill=inks.paper)
    y = edge + pad
    for (text, font, fill), step in zip(rows, steps, strict=True):
        paint.text((edge + pad, y), text, fill, font)
        y += step
    return box


def _legend(
    paint: ImageDraw.ImageDraw,
    entries: Sequence[LegendEntry],
    size: tuple[int, int],
    over_width: float,
    scale: float,
    inks: Inks,
) -> Box:
    font = _font(round(15 * scale))
    swatch, space, pad, edge = 15 * scale, 20 * scale, 10 * scale, MARGIN * scale
    room = over_width - 2 * (edge + pad) + space
    rows: list[list[tuple[LegendEntry, float]]] = [[]]
    for entry in entries:
        width = swatch + 7 * scale + font.getlength(entry.text) + space
        if rows[-1] and sum(each for _, each in rows[-1]) + width > room:
            rows.append([])
        rows[-1].append((entry, width))
    step = font.size * 1.5
    height = font.size + (len(rows) - 1) * step + 2 * pad
    top = size[1] - edge - height
    longest = max(sum(width for _, width in row) for row in rows)
    box = (edge, top, edge + longest - space + 2 * pad, top + height)
    paint.rounded_rectangle(box, 8 * scale, fill=inks.paper)
    for number, row in enumerate(rows):
        x, middle = edge + pad, top + pad + font.size / 2 + number * step
        for entry, width in row:
            _mark(paint, entry, (x, middle), swatch, scale, inks)
            paint.text((x + swatch + 7 * scale, middle), entry.text, inks.ink, font, anchor="lm")
            x += width
    return box


def _mark(
    paint: ImageDraw.ImageDraw,
    entry: LegendEntry,
    left: tuple[float, float],
    swatch: float,
    scale: float,
    inks: Inks,
) -> None:
    """A legend's line or patch, from the middle of its left side."""
    x, middle = left
    # Mixed with the paper: painting here replaces what is there, and does not blend.
    red, green, blue = (part / 255 for part in inks.paper[:3])
    paper = red, green, blue
    fill = _bytes(mixed(paper, entry.colour, entry.opacity))
    if entry.line:
        pieces = ((0.0, 0.4), (0.6, 1.0)) if entry.dashed else ((0.0, 1.0),)
        for begin, end in pieces:
            ends = [x + begin * swatch, middle, x + end * swatch, middle]
            paint.line(ends, fill, round(4 * scale))
    else:
        square = (x, middle - swatch / 2, x + swatch, middle + swatch / 2)
        paint.rounded_rectangle(square, 3 * scale, fill, (0, 0, 0, 70))


def _inset(
    over: Image.Image,
    paint: ImageDraw.ImageDraw,
    inset: np.ndarray,
    tags: Image.Image,
    title: str,
    scale: float,
    taken: list[Box],
    clear: np.ndarray,
    inks: Inks,
) -> Box:
    """Paste the close-up into the corner where it covers least of the points `clear`."""
    close = Image.alpha_composite(Image.fromarray(inset).convert("RGBA"), tags)
    font = _font(round(15 * scale))
    rows = wrapped(title, font.getlength, close.width - 12 * scale)
    step = font.size * 1.3
    head = step * len(rows) + font.size * 0.6
    longest = max(font.getlength(text) for text in rows)
    width, height = max(close.width, longest + 16 * scale), head + close.height
    box = _corner((width, height), over.size, scale, taken, clear)
    left, top = box[0], box[1]
    paint.rectangle(box, fill=inks.paper)
    over.paste(close, (round(left + (width - close.width) / 2), round(top + head)))
    for row, text in enumerate(rows):
        middle = ((box[0] + box[2]) / 2, top + font.size * 0.3 + (row + 0.5) * step)
        paint.text(middle, text, inks.ink, font, anchor="mm")
    paint.rectangle(box, outline=inks.ink, width=max(1, round(2 * scale)))
    return box


def _tags(
    scene: SceneDescription, inset: Inset, size: tuple[int, int], scale: float, inks: Inks
) -> Image.Image:
    """The tags of a close-up."""
    over = Image.new("RGBA", size, (0, 0, 0, 0))
    paint = ImageDraw.Draw(over)
    bodies = boxes_of(scene, inset.camera, size) if inset.labels else ()

    def extent(label: Label) -> tuple[float, float]:
        return _extent(label, scale)

    about = inset.camera.project(_dear(scene), size)[0]
    for tag in laid_out(inset.labels, inset.camera, size, extent, (), scale, bodies, about):
        _tag(paint, tag, scale, inks)
    return over


def _corner(
    extent: tuple[float, float],
    size: tuple[int, int],
    scale: float,
    taken: list[Box],
    clear: np.ndarray,
) -> Box:
    edge = MARGIN * scale
    boxes = []
    for left in (size[0] - edge - extent[0], edge):
        for top in (edge, size[1] - edge - extent[1]):
            box = (left, top, left + extent[0], top + extent[1])
            for other in taken:
                if overlap(box, other, edge / 2):
                    # Below what is above the middle, and above what is below it.
                    down = other[1] < size[1] / 2
                    top = other[3] + edge / 2 if down else other[1] - edge / 2 - extent[1]
                    box = (left, top, left + extent[0], top + extent[1])
            boxes.append(box)

    def covered(box: Box) -> int:
        if any(overlap(box, other) for other in taken) or box[1] < 0 or box[3] > size[1]:
            return len(clear) + 1
        inside = (clear[:, 0] > box[0]) & (clear[:, 0] < box[2])
        return int((inside & (clear[:, 1] > box[1]) & (clear[:, 1] < box[3])).sum())

    return min(boxes, key=covered)
