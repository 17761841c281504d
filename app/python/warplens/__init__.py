"""Warplens from Python: what a CUDA kernel does to memory, without a GPU (docs/PYTHON.md).

    import warplens
    t = warplens.trace(kernel, grid=4, args=[x, y, n], block=256)
    t.totals.shared_load.conflicts, t.findings, t.to_pandas("sites")

All figures are the program's, which runs beside Python and is asked for its JSON.
"""

from __future__ import annotations

import importlib.metadata
from typing import Any

from .arrays import In, Out
from .asked import Access, Swizzle, access, swizzle
from .errors import Error, ProgramNotFound, Timeout
from .results import Cause, Event, Figures, Finding, Lane, Site, Totals
from .traced import Launch, Trace
from .tracing import trace

try:
    __version__ = importlib.metadata.version("warplens")
except importlib.metadata.PackageNotFoundError:  # in the source tree
    __version__ = "0"


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext warplens`: registers %%warplens."""
    from .magic import register
    register(shell)


__all__ = [
    "Access", "Cause", "Error", "Event", "Figures", "Finding", "In", "Lane", "Launch", "Out",
    "ProgramNotFound", "Site", "Swizzle", "Timeout", "Totals", "Trace", "access",
    "load_ipython_extension", "swizzle", "trace",
]
