"""%%warplens: a notebook's cell of CUDA C++, traced.

    %load_ext warplens
    %%warplens --grid 4 --block 256 --args x,y,n --save-as t
"""

from __future__ import annotations

import argparse
import shlex
from typing import Any, NoReturn, Optional, Sequence

from .errors import Error
from .texts import say
from .traced import Trace
from .tracing import trace


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Error(message)


def _shape(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def _parser() -> _Parser:
    parser = _Parser(prog="%%warplens", description="Trace the cell's kernel.", add_help=False)
    parser.add_argument("--grid", type=_shape, help="blocks, X[,Y[,Z]]")
    parser.add_argument("--block", type=_shape, help="threads a block")
    parser.add_argument("--shared", type=int, help="bytes of dynamic shared memory")
    parser.add_argument("--entry", help="the kernel, when the cell has several")
    parser.add_argument("--args", help="names of Python's variables, in the parameters' order")
    parser.add_argument("--arch", help="as sm_90")
    parser.add_argument("--lang", default="en", help="en or zh")
    parser.add_argument("--save-as", help="the variable that the trace is kept in")
    parser.add_argument("--set", action="append", default=[], help="NAME=NUMBER: a size")
    return parser


def _arguments(names: Optional[str], variables: dict[str, Any],
               language: str) -> Optional[Sequence[Any]]:
    if names is None:
        return None
    words = [name.strip() for name in names.split(",") if name.strip()]
    for name in words:
        if name not in variables:
            raise Error(say(language, "{name} is not defined", name=name))
    return [variables[name] for name in words]


def trace_cell(line: str, cell: str, variables: dict[str, Any]) -> Trace:
    """What the cell's kernel does. `variables` are the notebook's."""
    said = _parser().parse_args(shlex.split(line))
    traced = trace(cell if "\n" in cell else cell + "\n", said.grid,
                   _arguments(said.args, variables, said.lang), block=said.block,
                   shared=said.shared, entry=said.entry, arch=said.arch, language=said.lang,
                   options=[f"--set={size}" for size in said.set])
    if said.save_as:
        variables[said.save_as] = traced
    return traced


def register(shell: Any) -> None:
    """With IPython's shell."""

    def warplens(line: str, cell: str) -> Optional[Trace]:
        try:
            return trace_cell(line, cell, shell.user_ns)
        except Error as error:  # one line, without Python's own
            print(f"warplens: {error}")
            return None

    shell.register_magic_function(warplens, magic_kind="cell", magic_name="warplens")
