"""The text of a mesh file, whatever it is encoded in, line by line as editors count them."""

from collections.abc import Iterable, Iterator

from geo3d.piece.read.source import Source

MARKS = (
    (b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"), (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"),
)  # fmt: skip
ZEROS = (
    ("utf-32-le", (1, 2, 3), (0,)), ("utf-32-be", (0, 1, 2), (3,)),
    ("utf-16-le", (1, 3), (0, 2)), ("utf-16-be", (0, 2), (1, 3)),
)  # fmt: skip
"""Of each four bytes those that are zero in ASCII's letters, and those that are not."""
MOSTLY = 0.5
"""Part of the letters that must be ASCII's: numbers and keywords are, names and comments need not
be."""
_LOOKED_AT = 1 << 16
"""Bytes, whole letters of any of these."""
_BLOCK = 1 << 20
LONGEST = 4 << 20
"""Letters of a line: a polygon of half a million corners. Taken apart, a line is thirty times its
size."""


def text_of(source: Source) -> str:
    """The file as text: by its byte order mark, else by where its zero bytes lie.

    Raises:
        MeshError: it is cut short within a letter, or no text at all.
    """
    data = source.data
    encoding = next((name for mark, name in MARKS if data.startswith(mark)), None)
    if encoding is None and b"\0" in data[:_LOOKED_AT]:
        encoding = _by_zeros(data[:_LOOKED_AT])
        if encoding is None:
            source.fail(
                "",
                f"not text, as a {source.path.suffix} file of this kind is: it holds zero bytes, "
                "and not as UTF-16 and UTF-32 do",
            )
    if encoding is None:
        # Only names and comments may hold other letters than ASCII's, and they do not matter.
        return data.decode("latin-1")
    step = 4 if "32" in encoding else 2 if "16" in encoding else 1
    if len(data) % step:
        source.fail(
            "",
            f"is {encoding[:6].upper()}, {step} bytes a letter, and {len(data)} bytes long: it was "
            "cut short or is damaged",
        )
    return data.decode(encoding, errors="replace")


def _by_zeros(data: bytes) -> str | None:
    """The encoding of text that is mostly ASCII's letters, each a byte and one or three zeros."""
    size = len(data) // 4
    zeros = [data[place : 4 * size : 4].count(0) / max(size, 1) for place in range(4)]
    for encoding, empty, letters in ZEROS:
        if all(zeros[n] > MOSTLY for n in empty) and all(zeros[n] < 1 - MOSTLY for n in letters):
            return encoding
    return None


def bounded(source: Source, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The same lines; one that is longer than `LONGEST` is refused before it is taken apart."""
    for number, line in lines:
        if len(line) > LONGEST:
            source.fail(
                f"line {number}",
                f"{len(line)} letters long; up to {LONGEST} are read: it is damaged or no mesh",
            )
        yield number, line


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Line numbers from 1, and lines, which end with LF, CR LF or CR and with nothing else.

    `str.splitlines` also splits at characters that are part of names. Works through the text in
    blocks, for a list of all lines would weigh several times the file.
    """
    number, held = 0, ""
    # A line that goes on over many blocks is put together once.
    rest: list[str] = []
    for at in range(0, len(text), _BLOCK):
        block = held + text[at : at + _BLOCK]
        held = "\r" if block.endswith("\r") else ""
        if held:
            block = block[:-1]
        first, *rows = block.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        rest.append(first)
        if not rows:
            continue
        number += 1
        yield number, "".join(rest)
        rest = [rows.pop()]
        for row in rows:
            number += 1
            yield number, row
    number += 1
    yield number, "".join(rest)
    if held:
        yield number + 1, ""
