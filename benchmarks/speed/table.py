"""Tables as text, and what is wanted of a figure beside it."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Table:
    """Rows under headings; the first column is text, the others stand to the right."""

    title: str
    headings: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    wrong: int = 0

    def add(self, *cells: str) -> None:
        """One more row."""
        self.rows.append(cells)

    def wanted(self, what: str, value: float, least: float = 0.0, most: float = 0.0) -> None:
        """Say whether a figure is what it should be: at least, or at most."""
        limit, word = (least, "at least") if least else (most, "at most")
        holds = value >= least if least else value <= most
        self.notes.append(
            f"{'reached' if holds else 'SHORT'}: {what} {figure(value)}, wanted {word} {limit:g}"
        )

    def fault(self, text: str) -> None:
        """A wrong answer."""
        self.wrong += 1
        self.notes.append(f"WRONG: {text}")

    def text(self) -> str:
        """All of it, with a line below."""
        rows = [list(self.headings), *[list(row) for row in self.rows]]
        widths = [
            max(len(row[column]) for row in rows if column < len(row))
            for column in range(len(self.headings))
        ]
        lines = [f"{self.title}"]
        for row in rows:
            cells = [row[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=False)]
            lines.append("  " + "  ".join(cells).rstrip())
        return "\n".join([*lines, *(f"  {note}" for note in self.notes), ""])


def figure(value: float) -> str:
    """Three digits that count."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def seconds(value: float) -> str:
    """A time in the unit that suits it."""
    if value < 1e-3:
        return f"{figure(value * 1e6)} us"
    if value < 1.0:
        return f"{figure(value * 1e3)} ms"
    return f"{figure(value)} s"
