"""A board that is looked at and changed: who looks at whom, what is moved, undone and saved.

No graphics library is needed: window and web page both ask this.
"""

from geo3d_viewer.session.pointer import Hit
from geo3d_viewer.session.session import Panel, Session

__all__ = ["Hit", "Panel", "Session"]
