"""The rows as CSV, and the rates as Markdown."""

import csv
import io
import math
from collections.abc import Callable, Sequence

from geo3d.flat.accuracy import Row
from geo3d.flat.methods import METHODS
from geo3d.flat.plan import RANK
from geo3d.flat.rates import GEO3D, JUDGED, Rate, groups, score, wrong

WINDOWS = "+windows"
"""How the name of a board ends whose walls were given windows and doors."""


def as_csv(rows: Sequence[Row]) -> str:
    """One line a pair; numbers with all their digits."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    plain = [
        "board", "number", "observer", "observer_x", "observer_y", "observer_z", "observer_turn",
        "target", "target_x", "target_y", "target_z", "target_turn", "floors", "distance",
        "between", "truth", "fraction", "known_by", "fault", "geo3d", "certainty",
        "geo3d_fraction", "geo3d_low", "geo3d_high",
    ]  # fmt: skip
    writer.writerow([*plain, *METHODS, *(f"{name}_fraction" for name in METHODS)])
    for row in rows:
        ends = [
            [row.observer, *row.observer_at, row.observer_turn],
            [row.target, *row.target_at, row.target_turn],
        ]
        values = [
            row.board, row.number, *ends[0], *ends[1], row.floors, row.distance, row.between,
            row.truth, row.fraction, row.known_by, row.fault, row.geo3d, row.certainty,
            row.geo3d_fraction, row.geo3d_low, row.geo3d_high,
        ]  # fmt: skip
        values += [row.seen[name] for name in METHODS]
        values += [row.fractions[name] for name in METHODS]
        writer.writerow([int(v) if isinstance(v, bool) else v for v in values])
    return text.getvalue()


def as_markdown(rows: Sequence[Row], seed: int, lines: int) -> str:
    """The rates of all methods, and of geo3d, over all rows and in parts."""
    seen = sum(row.truth for row in rows)
    faults = sum(row.fault for row in rows)
    only = sum(row.known_by == "witness" for row in rows)
    parts = [
        f"{len(rows)} pairs on {len({row.board for row in rows})} boards, seed {seed}, {lines} "
        f"lines a pair; {seen} see each other in truth, {len(rows) - seen} do not. Bare material: "
        "no gap closed, no area, no rule. In brackets: 95% (Clopper and Pearson).\n",
        _scores(rows),
        f"Seen only by geo3d's witness, which the reference confirms: {only}. "
        f"Contradictions between engine and reference: {faults}.\n",
        _parts("Wrong by distance", rows, lambda row: row.band),
        _parts("Wrong by what the centres' line crosses", rows, lambda row: row.between, RANK),
        _parts("Wrong by how many stand on floors", rows, lambda row: str(row.floors)),
    ]
    variants = groups(rows, variant)
    if len(variants) > 1:
        parts.append(_parts("Wrong by windows", rows, variant))
    parts.append("Who decides like this:\n")
    parts.append("".join(f"- `{m.name}`, {m.title}: {m.used_by}\n" for m in METHODS.values()))
    return "\n".join(parts)


def variant(row: Row) -> str:
    """Whether the walls of a row's board were given windows."""
    return "with windows" if row.board.endswith(WINDOWS) else "without"


def percent(share: float) -> str:
    """A share with as many digits as it takes to tell it from nothing."""
    if math.isnan(share):
        return "none"
    return f"{share:.1%}" if share == 0.0 or share >= 0.01 else f"{100 * share:.2g}%"


def title(method: str) -> str:
    """What a method is called in tables."""
    return METHODS[method].title if method in METHODS else "geo3d, its own default"


def shown(rate: Rate) -> str:
    """A rate with its count and its interval."""
    if rate.of == 0:
        return "none"
    return (
        f"{percent(rate.share)} ({rate.count} of {rate.of}) "
        f"[{percent(rate.low)}, {percent(rate.high)}]"
    )


def _scores(rows: Sequence[Row]) -> str:
    lines = [
        "| method | false hidden, of the visible | false visible, of the hidden | wrong, of all "
        "| mean error of the fraction | its bias |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for method in JUDGED:
        found = score(rows, method)
        lines.append(
            f"| {title(method)} | {shown(found.false_hidden)} | {shown(found.false_visible)} "
            f"| {percent(found.wrong.share)} | {found.fraction_error:.3f} "
            f"| {found.fraction_bias:+.3f} |"
        )
    return "\n".join(lines) + "\n"


def _parts(
    heading: str, rows: Sequence[Row], key: Callable[[Row], str], order: Sequence[str] = ()
) -> str:
    """A table of how often each is wrong, a column for each part of the rows."""
    parted = groups(rows, key)
    names = [name for name in order if name in parted] or list(parted)
    lines = [
        f"**{heading}**\n",
        "| method | " + " | ".join(f"{name} ({len(parted[name])})" for name in names) + " |",
        "| --- |" + " --- |" * len(names),
    ]
    for method in JUDGED:
        shares = [percent(wrong(parted[name], method).share) for name in names]
        called = GEO3D if method == GEO3D else METHODS[method].name
        lines.append(f"| {called} | " + " | ".join(shares) + " |")
    return "\n".join(lines) + "\n"
