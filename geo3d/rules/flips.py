"""The one change that would turn a verdict about two units."""

from collections.abc import Sequence

from geo3d.visibility import Sight


def flip(pairs: Sequence[Sight]) -> str | None:
    """What single thing the verdicts about two units hang on, in words; None where there is none.

    Args:
        pairs: all pairs of a model of the one unit and one of the other.
    """
    found = [*_seen(pairs), *_covered(pairs)]
    return "; ".join(found) or None


def _seen(pairs: Sequence[Sight]) -> list[str]:
    seeing = list(dict.fromkeys(pair.observer for pair in pairs if pair.visible))
    if len(seeing) == 1 and len({pair.observer for pair in pairs}) > 1:
        return [f"{seeing[0]} is the only model that sees any of it"]
    if seeing:
        return []
    # Models with an open line that only the distance keeps from seeing a hidden target.
    near = [
        (pair.distance - pair.verdict.detection_range, pair)
        for pair in pairs
        if pair.verdict is not None and pair.open_line and not pair.visible
    ]  # fmt: skip
    if not near:
        return []
    short, pair = min(near, key=lambda row: row[0])
    return [
        f'{pair.observer} would see the hidden {pair.target} from {short:.1f}" nearer, with an '
        "open line"
    ]


def _covered(pairs: Sequence[Sight]) -> list[str]:
    judged = [pair for pair in pairs if pair.verdict is not None]
    seeing = [pair for pair in judged if pair.visible] or judged
    bare = list(dict.fromkeys(model for pair in seeing for model in pair.exposed))
    if len(bare) != 1 or len({pair.target for pair in pairs}) < 2:
        return []
    return [f"{bare[0]} is the only model that keeps it from cover (13.08)"]
