"""Files that are written whole or not at all."""

import os
import tempfile
from pathlib import Path

from geo3d.errors import UsageError


def must_end_in(path: Path, *endings: str) -> None:
    """Raise UsageError for a file whose name ends in none of these, the first of them preferred."""
    if path.suffix.lower() not in endings:
        raise UsageError(
            f"{path}: a name that ends in {endings[0]} wanted, such as {path.stem}{endings[0]}"
        )


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside its place first, then move it there.

    Raises:
        UsageError: it cannot be written there.
    """
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise UsageError(
            f"{path}: cannot be written ({error.strerror or error}): name a file in a folder that "
            "exists and may be written to"
        ) from error
