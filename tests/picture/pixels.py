"""Counting painted pixels: by hue, whatever the light makes of the brightness."""

import numpy as np


def seen(pixels: np.ndarray) -> int:
    """Pixels of the strong green of what is seen (and of the open line)."""
    red, green, blue = _parts(pixels)
    return int(((green > 90) & (red < 0.35 * green) & (blue < 0.68 * green)).sum())


def unseen(pixels: np.ndarray) -> int:
    """Pixels of the dark violet grey of what is not."""
    red, green, blue = _parts(pixels)
    hue = (green > 0.55 * blue) & (green < 0.76 * blue) & (red > 0.68 * blue) & (red < 0.92 * blue)
    return int(((blue > 30) & (blue < 140) & hue).sum())


def stopped(pixels: np.ndarray) -> int:
    """Pixels of the bright red of stopped lines."""
    red, green, blue = _parts(pixels)
    return int(((red > 185) & (green < 0.35 * red) & (blue < 0.35 * red)).sum())


def closed(pixels: np.ndarray) -> int:
    """Pixels of the violet of closed gaps, over whatever shines through it."""
    red, green, blue = _parts(pixels)
    return int(((blue - green > 55) & (red - green > 15) & (blue - red > 25)).sum())


def left_open(pixels: np.ndarray) -> int:
    """Pixels of the light blue about gaps that stay open."""
    red, green, blue = _parts(pixels)
    return int(((blue > 180) & (green > 150) & (red < 110)).sum())


def mouths(pixels: np.ndarray) -> int:
    """Pixels of the orange about mouths."""
    red, green, blue = _parts(pixels)
    return int(((red > 190) & (red < 245) & (green > 105) & (green < 145) & (blue < 60)).sum())


def of_colour(pixels: np.ndarray, colour: tuple[float, float, float], within: int = 14) -> int:
    """Pixels of a colour that no light changes."""
    off = np.abs(pixels.astype(np.int64) - np.round(255 * np.array(colour)))
    return int((off <= within).all(axis=2).sum())


def _parts(pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    red, green, blue = pixels.astype(np.int64).transpose(2, 0, 1)
    return red, green, blue
