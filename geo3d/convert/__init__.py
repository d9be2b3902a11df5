"""Other people's formats: published layouts as boards."""

from geo3d.convert.layouts import board_from_layout, layout_names

__all__ = ["board_from_layout", "layout_names"]
