"""The error classes of geo3d. Everything it raises on purpose derives from `Geo3dError`.

A message names the file (or the argument), the place in it, what is wrong and what would be right.
"""


def printable(text: str) -> str:
    """Text for one line of a terminal: what would steer the terminal or hide is escaped.

    Ids and names of a board may hold any character: line ends, control sequences, half of a
    character, signs that turn the writing round. They come out as in a Python string: \\x1b.
    """
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii")
        for c in text
    )


PLURALS = {"body": "bodies", "matrix": "matrices", "vertex": "vertices"}


def counted(number: int, one: str) -> str:
    """A number of things: 1 face, 2 faces."""
    return f"{number} {one if number == 1 else PLURALS.get(one, one + 's')}"


class Geo3dError(Exception):
    """Base of all errors that geo3d raises on purpose."""


class MeshError(Geo3dError):
    """A mesh file that cannot be read, or a mesh that cannot be used."""


class SceneError(Geo3dError):
    """A ray scene was asked for something impossible: an unknown or doubled id, a bad transform."""


class BoardError(Geo3dError):
    """A board file that cannot be read, or that contradicts itself."""


class UsageError(Geo3dError):
    """A question that names something the board does not have, or lacks an argument."""


class Geo3dWarning(UserWarning):
    """Something was answered, but the user should know how: units overridden, faces dropped."""


class ShapeError(Geo3dError, ValueError):
    """Parameters that make no such shape: a window outside its wall, a size of 0."""


class WorkerError(Geo3dError):
    """A process that worked for this one has ended by itself."""
