"""A picture of a board as a PNG file, drawn without a screen."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from geo3d_viewer import display
from geo3d_viewer.description import Eye, SceneDescription
from geo3d_viewer.groups import OPEN, OUTLINES, STOPPED, TESTED, as_begun, without
from geo3d_viewer.output import must_end_in, write_whole

if TYPE_CHECKING:
    from PIL.Image import Image

SIZE = (1600, 1000)
"""Width and height in pixels."""

FINER = 2
"""Pictures are drawn that much larger and then reduced, so that edges are smooth."""


def write_picture(
    scene: SceneDescription, path: Path, size: tuple[int, int] = SIZE, eye: int | None = None
) -> None:
    """Write a PNG.

    Args:
        eye: which of the scene's eyes it is seen from; None: from its camera.

    Raises:
        UsageError: not a .png, or it cannot be written there; nothing to draw with.
    """
    must_end_in(path, ".png")
    out = BytesIO()
    picture(scene, size, eye).save(out, format="PNG")
    write_whole(path, out.getvalue())


def picture(
    scene: SceneDescription, size: tuple[int, int] = SIZE, eye: int | None = None
) -> "Image":
    """The picture, width by height pixels, of what is shown to begin with.

    Args:
        eye: as of `write_picture`.
    """
    display.without_screen()
    # Loaded only now: VTK must not be before the line above, and pages do without all of it.
    from geo3d_viewer.draw import Drawing
    from geo3d_viewer.overlay import composed, inset_size

    scene = as_begun(scene)
    camera, unseen = scene.camera, frozenset[str]()
    if eye is not None:
        camera, unseen = scene.eyes[eye].camera, scene.eyes[eye].without
        scene = in_eye(scene, scene.eyes[eye])
    drawing = Drawing(scene, (FINER * size[0], FINER * size[1]), off_screen=True)
    try:
        drawing.look(camera, FINER, unseen)
        main = _reduced(drawing.image(), size)
        close = []
        for inset in scene.insets:
            small = inset_size(size, len(scene.insets))
            drawing.plotter.window_size = [FINER * small[0], FINER * small[1]]
            drawing.look(inset.camera, FINER, inset.without, inset.no_roles)
            close.append(_reduced(drawing.image(), small))
    finally:
        drawing.close()
    return composed(scene, camera, main, close)


def in_eye(scene: SceneDescription, eye: Eye) -> SceneDescription:
    """A picture as a model sees it: it names only what the answer is about, and not the model."""
    labels = tuple(
        # What stops lines is named where it does: its middle may well be out of sight.
        tag if tag.stop is None else replace(tag, anchor=tag.stop)
        for tag in scene.labels
        if tag.rank < 3 and tag.role != "observer"
    )
    words = (*scene.caption, f"seen from {eye.text}")
    # Lines that end in the eye are points there, or a tangle before it.
    lined = replace(scene, labels=labels, caption=words, insets=())
    return without(lined, (OPEN, OUTLINES, STOPPED, TESTED))


def _reduced(pixels: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    from PIL import Image

    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))
