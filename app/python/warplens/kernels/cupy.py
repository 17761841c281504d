"""CuPy's RawKernel: its CUDA C++, which the program compiles."""

from __future__ import annotations

import os
from typing import Any, Optional

from ..arguments import CUPY_TYPES
from ..arrays import package_of
from ..errors import Error
from ..texts import say
from .launch import Asked, Launch, named_values


def _options(given: Any) -> list[str]:
    """Those of its compiler that the program's takes as well."""
    words: list[str] = []
    for option in given or ():
        if option[:2] in ("-D", "-I"):
            value = option[2:].strip()
            words.append(option[:2] + (os.path.abspath(value) if option[1] == "I" else value))
        else:
            words.append(f"--nvcc-arg={option}")
    return words


def of(kernel: Any, asked: Asked) -> Optional[Launch]:
    if package_of(kernel) != "cupy" or not hasattr(kernel, "code"):
        return None
    name = str(kernel.name)
    if kernel.code is None:
        raise Error(say(asked.language,
                        "{kernel} is nothing that can be traced: give a Triton, Numba or CuPy "
                        "kernel, PTX, CUDA C++ or a file's path", kernel=name))
    if asked.block is None:
        raise Error(say(asked.language, "{kernel} needs its block: give block", kernel=name))
    launch = Launch(name, "kernel.cu", str(kernel.code), asked.entry or name, asked.shape(name),
                    asked.block, asked.cluster, asked.shared, named_values(asked.args))
    launch.number_types = CUPY_TYPES
    launch.options = _options(kernel.options)
    return launch


