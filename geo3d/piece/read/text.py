"""The text of a mesh file, whatever it is encoded in, line by line as editors count them."""

from collections.abc import Iterable, Iterator

from charset_normalizer import from_bytes

from geo3d.piece.read.source import Source

MARKS = (
    (b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"), (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"),
)  # fmt: skip
_BLOCK = 1 << 20
LONGEST = 4 << 20
"""Letters of a line: a polygon of half a million corners. Taken apart, a line is thirty times its
size."""


def text_of(source: Source) -> str:
    """The file as text: by its byte order mark, else by guess where it holds zero bytes.

    Raises:
        MeshError: it is not the text that its mark announces, or no text at all.
    """
    data = source.data
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    if b"\0" in data[:4096]:
        guess = from_bytes(data[:65536]).best()
        if guess is None or not guess.encoding.startswith("utf"):
            source.fail("", f"not text; a {source.path.suffix} file of this kind is text")
        return data.decode(guess.encoding, errors="replace")
    # Only names and comments may hold other letters than ASCII's, and they do not matter.
    return data.decode("latin-1")


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
