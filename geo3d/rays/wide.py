"""Eight boxes at a time: what the traversals of rays walk, made from the two-way tree.

A node holds up to eight boxes (Wald, Benthin and Boulos, Getting Rid of Packets, 2008). A line
meets all of them in one go of vector instructions, and so does a packet, whose tests then do not
wait for each other.
"""

import math

import numpy as np
import numpy.typing as npt

from geo3d.rays.compiled import inlined, kernel
from geo3d.rays.frames import slab

WIDTH = 8
"""Boxes in a node."""

ROOM = 2048
"""Room on a traversal's stack: eight slots a level."""

AWAY = np.float32(3e38)
"""Where the box of an empty slot lies: no segment comes there."""

LOW_X, LOW_Y, LOW_Z = 0, WIDTH, 2 * WIDTH
HIGH_X, HIGH_Y, HIGH_Z = 3 * WIDTH, 4 * WIDTH, 5 * WIDTH
NODE = 6 * WIDTH
"""A node's row: the low x of its eight boxes, low y, low z, high x, high y, high z."""


def widened(
    boxes: npt.NDArray[np.float32], links: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]:
    """A two-way tree's nodes taken together by up to eight.

    Args:
        boxes: (nodes, 6) low x, y, z, high x, y, z.
        links: (nodes, 2): (left child, -1), or (first triangle, number of triangles).

    Returns:
        boxes: (wide nodes, NODE) float32; links: (wide nodes * WIDTH, 2) int32, for each slot
        (wide node, -1), or (first triangle, number of triangles). The root is node 0.
    """
    wide_boxes = np.empty((len(boxes) // 2 + 1, NODE), np.float32)
    wide_links = np.empty((len(wide_boxes) * WIDTH, 2), np.int32)
    number = _widen(boxes, links, wide_boxes, wide_links)
    return wide_boxes[:number].copy(), wide_links[: number * WIDTH].copy()


@kernel
def _widen(boxes, links, wide_boxes, wide_links):  # type: ignore[no-untyped-def]
    """Fill the wide tree; returns the number of its nodes."""
    heads = np.empty(len(wide_boxes), np.int64)
    members = np.empty(WIDTH, np.int64)
    heads[0] = 0
    number, node = 1, 0
    while node < number:
        members[0] = heads[node]
        count = 1
        while count < WIDTH:
            # The largest inner one is opened.
            widest, area = -1, -1.0
            for c in range(count):
                m = members[c]
                if links[m, 1] < 0:
                    x, y, z = (
                        boxes[m, 3] - boxes[m, 0], boxes[m, 4] - boxes[m, 1],
                        boxes[m, 5] - boxes[m, 2],
                    )  # fmt: skip
                    if x * y + y * z + z * x > area:
                        widest, area = c, x * y + y * z + z * x
            if widest < 0:
                break
            child = links[members[widest], 0]
            members[widest], members[count] = child, child + 1
            count += 1
        for c in range(WIDTH):
            slot = node * WIDTH + c
            if c >= count:
                for k in range(6):
                    wide_boxes[node, k * WIDTH + c] = AWAY
                wide_links[slot, 0], wide_links[slot, 1] = 0, 0
                continue
            m = members[c]
            for k in range(6):
                wide_boxes[node, k * WIDTH + c] = boxes[m, k]
            if links[m, 1] < 0:
                wide_links[slot, 0], wide_links[slot, 1] = number, -1
                heads[number] = m
                number += 1
            else:
                wide_links[slot, 0], wide_links[slot, 1] = links[m, 0], links[m, 1]
        node += 1
    return number


BOXES = 2.0**-18
"""Bound of the relative error of the slab test in float32, as a share of coordinates: some 10
roundings."""


@inlined
def margin(ox, oy, oz, s0, s1, extent):  # type: ignore[no-untyped-def]
    """By how much boxes and ranges are widened so that float32 misses nothing.

    Args:
        extent: radius of the mesh about the frame's origin.
    """
    size = max(math.sqrt(ox * ox + oy * oy + oz * oz), 1.0) + extent
    return BOXES * (max(-s0, s1, 1.0) + size)


@inlined
def entries(boxes, node, ox, oy, oz, ix, iy, iz, s0, s1, pad, out):  # type: ignore[no-untyped-def]
    """Fill out, (WIDTH,), with where a segment enters each box of a node, or inf, in float32.

    Args:
        ix, iy, iz: 1 / direction, large and finite for 0. pad: inches that boxes and the range
            s0..s1 are widened by: `margin` at least.
    """
    far_x, far_y, far_z = np.float32(ox + pad), np.float32(oy + pad), np.float32(oz + pad)
    ox, oy, oz = np.float32(ox - pad), np.float32(oy - pad), np.float32(oz - pad)
    ix, iy, iz = np.float32(ix), np.float32(iy), np.float32(iz)
    s0, s1 = np.float32(s0 - pad), np.float32(s1 + pad)
    for c in range(WIDTH):
        enter, leave = slab(
            boxes[node, LOW_X + c] - far_x, boxes[node, LOW_Y + c] - far_y,
            boxes[node, LOW_Z + c] - far_z, boxes[node, HIGH_X + c] - ox,
            boxes[node, HIGH_Y + c] - oy, boxes[node, HIGH_Z + c] - oz, ix, iy, iz, s0, s1,
        )  # fmt: skip
        out[c] = enter if enter <= leave else np.float32(np.inf)


@inlined
def push(stack, depth, node, entry):  # type: ignore[no-untyped-def]
    """Put the slots of a node whose entry is finite on a stack; returns its new depth."""
    for c in range(WIDTH):
        stack[depth] = node * WIDTH + c
        depth += 1 if entry[c] < math.inf else 0
    return depth


@inlined
def push_in_order(stack, at, depth, node, entry):  # type: ignore[no-untyped-def]
    """As `push`, the nearest on top; `at` is a stack of their entries."""
    begun = depth
    for c in range(WIDTH):
        at[depth], stack[depth] = entry[c], node * WIDTH + c
        depth += 1 if entry[c] < math.inf else 0
    for i in range(begun + 1, depth):
        enter, slot, k = at[i], stack[i], i
        while k > begun and at[k - 1] < enter:
            at[k], stack[k] = at[k - 1], stack[k - 1]
            k -= 1
        at[k], stack[k] = enter, slot
    return depth
