"""PTX and CUDA C++, as text or as a file; a name of the program's own catalogue."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Optional

from ..errors import Error
from ..texts import say
from .launch import Asked, Grid, Launch, Shape, named_values, with_types

_CATALOGUE = re.compile(r"[a-z0-9_]+/[a-z0-9_]+")


def _plain(grid: Optional[Grid], kernel: str, language: str) -> Optional[Shape]:
    if callable(grid):
        raise Error(say(language, "{kernel} needs its grid", kernel=kernel))
    return grid


def of(kernel: Any, asked: Asked) -> Optional[Launch]:
    """None: it is neither text nor a path."""
    if not isinstance(kernel, (str, os.PathLike)):
        return None
    text = os.fspath(kernel)
    is_source = isinstance(kernel, str) and ("\n" in kernel or ".entry" in kernel)
    if is_source:
        is_ptx = ".entry" in text and ".version" in text
        file, source = ("kernel.ptx" if is_ptx else "kernel.cu"), text
    else:
        file, source = text, None
        is_ptx = file.endswith(".ptx")
        if not is_ptx and not file.endswith(".cu") and not _CATALOGUE.fullmatch(file):
            raise Error(say(asked.language,
                            "{kernel} is nothing that can be traced: give a Triton, Numba or CuPy "
                            "kernel, PTX, CUDA C++ or a file's path", kernel=file[:80]))
    name = asked.entry or (Path(file).stem if source is None else "kernel")
    launch = Launch(name, file, source, asked.entry, _plain(asked.grid, name, asked.language),
                    asked.block, asked.cluster, asked.shared, named_values(asked.args))
    if not is_ptx:
        return launch
    return with_types(launch, source if source is not None else _text_of(file), asked.language)


def _text_of(file: str) -> str:
    """Empty where it is none: the program says what is wrong with it."""
    try:
        return Path(file).read_text(errors="replace") if os.path.isfile(file) else ""
    except OSError:
        return ""
