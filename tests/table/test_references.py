"""Names that are not there: what is near them, or that there are none."""

from geo3d.table.references import near_names


def test_near_names():
    assert near_names("ruim", ["ruin", "wall"]) == "did you mean 'ruin'?"
    assert near_names("x", []) == "the file has none"
