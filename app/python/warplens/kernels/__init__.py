"""Whatever a caller has as a kernel, as one launch."""

from __future__ import annotations

from typing import Any

from ..errors import Error
from ..texts import say
from . import cupy, files, numba, triton
from .launch import Asked, Grid, Launch, Shape, text_of_shape


def launch_of(kernel: Any, asked: Asked) -> Launch:
    for one in (files.of, triton.of, numba.of, cupy.of):
        launch = one(kernel, asked)
        if launch is not None:
            return launch
    raise Error(say(asked.language,
                    "{kernel} is nothing that can be traced: give a Triton, Numba or CuPy kernel, "
                    "PTX, CUDA C++ or a file's path", kernel=type(kernel).__name__))


__all__ = ["Asked", "Grid", "Launch", "Shape", "launch_of", "text_of_shape"]
