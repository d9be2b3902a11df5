"""Pictures of boards: PNG, an offline HTML page, a browser, a desktop window, a notebook.

What to draw is computed first (`scene.describe`), without a graphics library; `picture`, `html`,
`web`, `window` and `show` draw it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from geo3d_viewer.notebook import show

__all__ = ["show"]


def __getattr__(name: str) -> Any:
    if name != "show":
        raise AttributeError(f"module 'geo3d_viewer' has no attribute {name!r}")
    from geo3d_viewer.notebook import show

    return show
