"""What is traced, whatever the caller's kernel was: a file or its text, a launch, values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Optional, Sequence, Union

from ..arguments import C_TYPES
from ..errors import Error
from ..signature import Entry, Parameter, chosen, entries
from ..texts import say

Shape = Union[int, Sequence[int]]
Grid = Union[Shape, Callable[[Mapping[str, Any]], Shape]]


@dataclass
class Launch:
    """`text` is written into a file called `file`; without it `file` is the caller's, or names a
    kernel of the catalogue."""

    kernel: str
    file: str
    text: Optional[str] = None
    entry: Optional[str] = None
    grid: Optional[Shape] = None
    block: Optional[Shape] = None
    cluster: Optional[Shape] = None
    shared: Optional[int] = None
    values: Optional[list[tuple[str, Any]]] = None
    parameters: Optional[Sequence[Parameter]] = None
    number_types: dict[str, str] = field(default_factory=lambda: C_TYPES)
    options: list[str] = field(default_factory=list)
    is_named: bool = False  # `kernel` is what people call it, in place of its name in the PTX


@dataclass
class Asked:
    """What the caller said of the launch."""

    grid: Optional[Grid]
    args: Union[Sequence[Any], Mapping[str, Any], None]
    block: Optional[Shape]
    cluster: Optional[Shape]
    shared: Optional[int]
    entry: Optional[str]
    meta: Mapping[str, Any]
    arch: Optional[str]
    language: str

    def capability(self) -> int:
        """80 of sm_80."""
        digits = "".join(c for c in self.arch or "" if c.isdigit())
        return int(digits or 90)

    def shape(self, kernel: str) -> Shape:
        """The grid, which must be there."""
        if self.grid is None or callable(self.grid):
            raise Error(say(self.language, "{kernel} needs its grid", kernel=kernel))
        return self.grid


def text_of_shape(shape: Shape) -> str:
    extents = [shape] if isinstance(shape, int) else list(shape)
    return ",".join(str(int(extent)) for extent in extents)


def named_values(args: Union[Sequence[Any], Mapping[str, Any], None],
                 ) -> Optional[list[tuple[str, Any]]]:
    """Those without a name are called arg0, arg1 …, as the program calls them."""
    if args is None:
        return None
    if isinstance(args, Mapping):
        return list(args.items())
    return [(f"arg{place}", value) for place, value in enumerate(args)]


def with_types(launch: Launch, ptx: str, language: str) -> Launch:
    """Its parameters' types, as `ptx` says them. Errors: more or fewer values than parameters."""
    entry: Optional[Entry] = chosen(entries(ptx), launch.entry)
    if entry is None:
        return launch
    launch.parameters = entry.parameters
    if launch.block is None:
        launch.block = entry.block
    if launch.values is not None and len(launch.values) != len(entry.parameters):
        raise Error(say(language, "{kernel} takes {expected} arguments, not {given}",
                        kernel=launch.kernel, expected=len(entry.parameters),
                        given=len(launch.values)))
    return launch
