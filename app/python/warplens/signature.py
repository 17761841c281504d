"""What types a kernel's parameters have, as its PTX declares them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple, Optional, Sequence


@dataclass(frozen=True)
class Parameter:
    """`type` as PTX writes it (u64, f32, b8 …); `count` of an array, 1 else."""

    type: str
    count: int

    @property
    def bytes(self) -> int:
        return int(self.type[1:]) // 8 * self.count


class Entry(NamedTuple):
    """A kernel of PTX. `block`: what .reqntid says."""

    name: str
    parameters: tuple[Parameter, ...]
    block: Optional[tuple[int, int, int]]


_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_ENTRY = re.compile(r"\.entry\s+([\w$%]+)\s*(?:\(([^)]*)\))?([^{]*)\{")
_PARAMETER = re.compile(r"\.param\s+(?:\.align\s+\d+\s+)?\.([a-z]\d+)\s[^,\[]*(?:\[(\d+)\])?")
_REQUIRED = re.compile(r"\.reqntid\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?")


def entries(ptx: str) -> list[Entry]:
    found = []
    for name, parameters, directives in _ENTRY.findall(_COMMENT.sub(" ", ptx)):
        required = _REQUIRED.search(directives)
        block = None
        if required is not None:
            x, y, z = (int(extent or 1) for extent in required.groups())
            block = (x, y, z)
        types = tuple(Parameter(type, int(count or 1))
                      for type, count in _PARAMETER.findall(parameters))
        found.append(Entry(name, types, block))
    return found


def chosen(all: Sequence[Entry], name: Optional[str]) -> Optional[Entry]:
    """The one that is meant, by its name in the PTX or in C++; none where that is not sure."""
    if name is not None:
        exact = [entry for entry in all if entry.name == name]
        all = exact or [entry for entry in all if f"{len(name)}{name}" in entry.name]
    return all[0] if len(all) == 1 else None
