"""Which way VTK draws: on a screen or without one. Decided before VTK is loaded."""

import ctypes.util
import os
import sys

from geo3d.errors import UsageError

_CHOICE = "VTK_DEFAULT_OPENGL_WINDOW"


def has_screen() -> bool:
    """Whether a window can be opened here."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def without_screen() -> None:
    """Have VTK draw into memory. On Linux it would look for an X server first, and complain.

    Raises:
        UsageError: neither of the two libraries that draw without a screen is installed.
    """
    if not sys.platform.startswith("linux") or os.environ.get(_CHOICE):
        return
    if ctypes.util.find_library("EGL"):
        os.environ[_CHOICE] = "vtkEGLRenderWindow"
    elif ctypes.util.find_library("OSMesa"):
        os.environ[_CHOICE] = "vtkOSOpenGLRenderWindow"
    elif not has_screen():
        raise UsageError(
            "no screen, and no library to draw without one: install EGL with a software renderer "
            "(Debian and Ubuntu: libegl1 libgl1-mesa-dri), or use --html, which needs neither"
        )
