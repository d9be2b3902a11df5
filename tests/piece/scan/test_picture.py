"""The plain picture."""

import io
import struct
import zlib

import numpy as np

from geo3d.piece.scan.picture import BACK, PAPER, picture, png
from tests.piece.scan.meshes import fine_box, sheet


def test_a_box_is_in_the_middle_of_paper():
    image = picture(fine_box((0, 0, 0), (2, 2, 2), 3.0))
    assert (image[0, 0] == PAPER).all()
    assert (image[240, 320] != PAPER).any()
    # Three sides are seen, each of one shade.
    shades = np.unique(image.reshape(-1, 3), axis=0)
    assert len(shades) == 4


def test_a_back_is_red():
    below = sheet((0, 0), (2, 2))
    below.invert()
    red, green, _ = picture(below)[240, 320].astype(int)
    assert red > 1.5 * green
    assert BACK[0] > 1.5 * BACK[1]


def test_the_file_is_a_png_that_unpacks_to_the_pixels():
    pixels = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    data = io.BytesIO(png(pixels))
    assert data.read(8) == b"\x89PNG\r\n\x1a\n"
    found = {}
    while head := data.read(8):
        size, name = struct.unpack(">I4s", head)
        body = data.read(size)
        assert struct.unpack(">I", data.read(4))[0] == zlib.crc32(name + body)
        found[name] = body
    assert struct.unpack(">II", found[b"IHDR"][:8]) == (5, 4)
    rows = np.frombuffer(zlib.decompress(found[b"IDAT"]), np.uint8).reshape(4, 16)
    assert (rows[:, 0] == 0).all()
    np.testing.assert_array_equal(rows[:, 1:].reshape(4, 5, 3), pixels)
