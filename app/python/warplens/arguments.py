"""A launch's arguments as options of the program, and arrays as files of raw bytes.

    values ─► Arguments.add() ─► --arg x:inout:f32[64]=FOLDER/0.bin ─► the program
                                 --dump x=FOLDER/0.out             ─► written_back()
"""

from __future__ import annotations

import ctypes
import math
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional

from .arrays import In, Memory, Out, element_type, memory_of, package_of
from .errors import Error
from .signature import Parameter
from .texts import say


@dataclass(frozen=True)
class Scalar:
    """A number of a type that the program knows."""

    type: str
    value: Any


# Of a plain Python number where no PTX says a parameter's type: what C++ means by it, and CuPy.
C_TYPES = {"int": "i32", "float": "f32"}
CUPY_TYPES = {"int": "i64", "float": "f64"}


def _number_text(value: Any) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return repr(value)


def _type_of_number(value: Any, parameter: Optional[Parameter], types: dict[str, str]) -> str:
    if parameter is None:
        kind = types["float" if isinstance(value, float) else "int"]
        fits = kind != "i32" or -2**31 <= value < 2**31
        return kind if fits else "u32" if 0 <= value < 2**32 else "i64"
    bits = parameter.type[1:]
    if parameter.type[0] == "f" or isinstance(value, float):
        return f"f{bits}"
    return f"u{bits}" if value >= 0 else f"i{bits}"


@dataclass
class _Buffer:
    name: str
    memory: Memory
    role: str


@dataclass
class Arguments:
    """Those of one launch, whose files lie in `folder`."""

    folder: Path
    language: str
    number_types: dict[str, str] = field(default_factory=lambda: C_TYPES)
    options: list[str] = field(default_factory=list)
    _buffers: list[_Buffer] = field(default_factory=list)
    _names: set[str] = field(default_factory=set)

    def add(self, name: str, value: Any, parameter: Optional[Parameter]) -> None:
        """The next one, in the order of the kernel's parameters."""
        name = self._unused(name)
        role = "out" if isinstance(value, Out) else "in" if isinstance(value, In) else ""
        if isinstance(value, (In, Out)):
            value = value.array
        if value is None:
            return self._give(f"{name}:u64=0")
        if isinstance(value, Scalar):
            return self._give(f"{name}:{value.type}={_number_text(value.value)}")
        memory = memory_of(name, value, self.language)
        if memory is not None:
            return self._add_memory(_Buffer(name, memory, role or
                                            ("in" if memory.is_read_only else "inout")))
        self._add_plain(name, value, parameter)

    def outputs(self) -> dict[str, _Buffer]:
        return {one.name: one for one in self._buffers if one.role != "in"}

    def dumps(self) -> list[str]:
        return [f"--dump={name}={self._out(name)}" for name in self.outputs()]

    def contents(self, name: str) -> bytes:
        """What the launch left there."""
        return self._out(name).read_bytes()

    def _out(self, name: str) -> Path:
        place = [one.name for one in self._buffers].index(name)
        return self.folder / f"{place}.out"

    def _unused(self, name: str) -> str:
        """A name that means nothing else in an option."""
        name = re.sub(r"[^\w.\[\]]", "_", name) or "_"
        unused, number = name, 2
        while unused in self._names:
            unused, number = f"{name}_{number}", number + 1
        self._names.add(unused)
        return unused

    def _give(self, text: str) -> None:
        # One word, so that a name cannot become an option.
        self.options.append(f"--arg={text}")

    def _file(self, data: bytes) -> Path:
        path = self.folder / f"{len(self.options)}.bin"
        path.write_bytes(data)
        return path

    def _add_memory(self, buffer: _Buffer) -> None:
        memory = buffer.memory
        if memory.count == 0:
            return self._give(f"{buffer.name}:u64=0")
        for other in self._buffers:
            if other.memory.key == memory.key and other.memory.bytes == memory.bytes:
                return self._give(other.name)
            self._refuse_overlap(buffer, other)
        self._buffers.append(buffer)
        text = f"{buffer.name}:{buffer.role}:{memory.type}[{memory.count}]"
        self._give(text if buffer.role == "out" else f"{text}={self._file(memory.load())}")

    def _refuse_overlap(self, one: _Buffer, other: _Buffer) -> None:
        (space, first), (other_space, other_first) = one.memory.key, other.memory.key
        if space == other_space and first < other_first + other.memory.bytes and \
                other_first < first + one.memory.bytes:
            raise Error(say(self.language,
                            "argument {name} overlaps {other}: give copies, or the same array",
                            name=one.name, other=other.name))

    def _add_plain(self, name: str, value: Any, parameter: Optional[Parameter]) -> None:
        """A number, or a structure's bytes."""
        if package_of(value) == "numpy" and hasattr(value, "dtype"):
            kind, each = element_type(value.dtype, value.dtype.itemsize)
            if value.dtype.kind not in "VcS" and each == 1:
                return self._give(f"{name}:{kind}={_number_text(value.item())}")
            value = value.tobytes()
        if isinstance(value, (bool, int, float)):
            number = int(value) if isinstance(value, bool) else value
            kind = _type_of_number(number, parameter, self.number_types)
            return self._give(f"{name}:{kind}={_number_text(number)}")
        simple = getattr(value, "value", None)
        if isinstance(value, ctypes._SimpleCData) and isinstance(simple, (bool, int, float)):
            letter = "f" if isinstance(simple, float) else "i" if type(value)(-1).value < 0 else "u"
            return self._give(f"{name}:{letter}{8 * ctypes.sizeof(value)}="
                              f"{_number_text(float(simple) if letter == 'f' else int(simple))}")
        self._add_structure(name, value, parameter)

    def _add_structure(self, name: str, value: Any, parameter: Optional[Parameter]) -> None:
        if not isinstance(value, (bytes, ctypes.Structure, ctypes.Array, ctypes.Union)):
            raise Error(say(self.language,
                            "argument {name}: {value} is no array, number or bytes", name=name,
                            value=type(value).__name__))
        data = bytes(value)
        if parameter is not None and parameter.bytes != len(data):
            raise Error(say(self.language,
                            "argument {name} has {size} bytes, its parameter {expected}",
                            name=name, size=len(data), expected=parameter.bytes))
        self._give(f"{name}:bytes[{len(data)}]={self._file(data)}")
