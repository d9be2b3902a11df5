"""What a deployment map wants in its areas (13.02)."""

from collections import Counter

from geo3d.table.board import Board


def shortfalls(board: Board) -> list[str]:
    """A note for each area that lacks features of a category that its map wants in it.

    Never more than a warning: players do the best with what they own (13.02.01).
    """
    notes = []
    for area in board.areas.values():
        wanted = Counter(area.requires)
        there = Counter(board.features[id].category for id in area.features)
        lacking = {kind: n - there[kind] for kind, n in wanted.items() if n > there[kind]}
        if lacking:
            what = ", ".join(f"{n} {kind}" for kind, n in sorted(lacking.items()))
            notes.append(f"area {area.id}: its map wants more features: {what} (13.02)")
    return notes
