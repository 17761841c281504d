"""Arrays of numpy, torch, cupy and Numba, and what has Python's buffer, as bytes and back.

    array ─► Memory: where it lies, what its elements are ─► bytes ─► a file for --arg
                                                        ◄── bytes ◄── --dump

None of the packages is imported here before the caller has handed in one of its arrays.
"""

from __future__ import annotations

import ctypes
import importlib
from dataclasses import dataclass
from typing import Any, Callable, Optional

from .errors import Error
from .texts import say

_TYPES = {
    "float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16",
    "int64": "i64", "int32": "i32", "int16": "i16", "int8": "i8",
    "uint64": "u64", "uint32": "u32", "uint16": "u16", "uint8": "u8",
    "bool": "u8", "bool_": "u8", "complex64": "f32", "complex128": "f64",
}
BYTES = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2, "i64": 8, "i32": 4, "i16": 2, "i8": 1,
         "u64": 8, "u32": 4, "u16": 2, "u8": 1}


@dataclass(frozen=True)
class Out:
    """An array that is only written: its contents are not handed over, and reading one of its
    elements before it is written is a finding."""

    array: Any


@dataclass(frozen=True)
class In:
    """An array that is only read: writing to it is a finding, and nothing comes back."""

    array: Any


@dataclass
class Memory:
    """The bytes that an array spans. `key`: where, in which address space."""

    type: str
    count: int
    key: tuple[str, int]
    is_host: bool
    is_read_only: bool
    load: Callable[[], bytes]
    store: Callable[[bytes], None]
    rebuild: Callable[[bytes], Any]

    @property
    def bytes(self) -> int:
        return self.count * BYTES[self.type]


def element_type(dtype: object, itemsize: int) -> tuple[str, int]:
    """The program's type, and how many of them an element is."""
    name = str(getattr(dtype, "name", dtype)).rsplit(".", 1)[-1]
    if name in _TYPES:
        kind = _TYPES[name]
        return kind, itemsize // BYTES[kind]
    return "u8", itemsize


def package_of(value: object) -> str:
    return type(value).__module__.partition(".")[0]


def _spanned_elements(name: str, shape: Any, strides: Any, language: str) -> int:
    """From the first element to the last, where strides count elements."""
    if any(stride < 0 and extent > 1 for extent, stride in zip(shape, strides)):
        raise Error(say(language, "argument {name} runs backwards: give a copy of it", name=name))
    if any(extent == 0 for extent in shape):
        return 0
    return 1 + sum((int(extent) - 1) * int(stride) for extent, stride in zip(shape, strides))


def _numpy_memory(name: str, array: Any, language: str, module: str = "numpy") -> Memory:
    """Of numpy, and of cupy, whose arrays are alike."""
    tricks = importlib.import_module("numpy.lib.stride_tricks" if module == "numpy" else
                                     "cupy.lib.stride_tricks")
    size = array.dtype.itemsize
    steps = [stride // size for stride in array.strides]
    count = _spanned_elements(name, array.shape, steps, language)
    flat = tricks.as_strided(array, (count,), (size,))
    kind, each = element_type(array.dtype, size)
    is_host = module == "numpy"

    def load() -> bytes:
        return bytes((flat if is_host else flat.get()).tobytes())

    def store(data: bytes) -> None:
        numpy = importlib.import_module("numpy")
        new = numpy.frombuffer(data, dtype=array.dtype)
        flat[...] = new if is_host else importlib.import_module("cupy").asarray(new)

    def rebuild(data: bytes) -> Any:
        numpy = importlib.import_module("numpy")
        new = numpy.frombuffer(bytearray(data), dtype=array.dtype)
        return numpy.lib.stride_tricks.as_strided(new, array.shape, array.strides)

    where = array.__array_interface__["data"][0] if is_host else array.data.ptr
    return Memory(kind, count * each, ("host" if is_host else "device", int(where)), is_host,
                  is_host and not array.flags.writeable, load, store, rebuild)


def _torch_memory(name: str, tensor: Any, language: str) -> Memory:
    torch = importlib.import_module("torch")
    plain = tensor.detach()
    count = _spanned_elements(name, plain.shape, plain.stride(), language)
    flat = torch.as_strided(plain, (count,), (1,), plain.storage_offset())
    kind, each = element_type(plain.dtype, plain.element_size())
    is_host = plain.device.type == "cpu"

    def from_bytes(data: bytes) -> Any:
        return torch.frombuffer(bytearray(data), dtype=plain.dtype)

    def load() -> bytes:
        return bytes(flat.cpu().view(torch.uint8).numpy().tobytes())

    def store(data: bytes) -> None:
        flat.copy_(from_bytes(data))

    def rebuild(data: bytes) -> Any:
        return torch.as_strided(from_bytes(data), plain.shape, plain.stride())

    return Memory(kind, count * each, ("host" if is_host else "device", int(plain.data_ptr())),
                  is_host, False, load, store, rebuild)


def _numba_memory(name: str, array: Any, language: str) -> Memory:
    """A device array of Numba, by a copy on the host."""
    copy = array.copy_to_host()
    memory = _numpy_memory(name, copy, language)

    def store(data: bytes) -> None:
        memory.store(data)
        array.copy_to_device(copy)

    where = int(array.__cuda_array_interface__["data"][0])
    return Memory(memory.type, memory.count, ("device", where), False, False, memory.load, store,
                  memory.rebuild)


_FORMATS = {"b": "i8", "B": "u8", "?": "u8", "c": "u8", "h": "i16", "H": "u16", "i": "i32",
            "I": "u32", "q": "i64", "Q": "u64", "l": "i64", "L": "u64", "e": "f16", "f": "f32",
            "d": "f64"}


def _buffer_memory(value: Any) -> Optional[Memory]:
    """Of array.array, bytearray and other things that have Python's buffer."""
    try:
        view = memoryview(value)
    except TypeError:
        return None
    if not view.c_contiguous:
        return None
    flat = view.cast("B")
    kind = _FORMATS.get(view.format.lstrip("@=<"), "u8")
    if BYTES[kind] != view.itemsize:
        kind = "u8"

    def store(data: bytes) -> None:
        flat[:] = data

    def rebuild(data: bytes) -> Any:
        plain: Any = memoryview(bytearray(data))
        return plain.cast(view.format)

    # Where bytes lie that nobody may write Python does not tell; such ones are one buffer each.
    key = (f"object {id(value)}", 0) if view.readonly or view.nbytes == 0 else \
        ("host", ctypes.addressof(ctypes.c_char.from_buffer(flat)))
    return Memory(kind, view.nbytes // BYTES[kind], key, True, view.readonly, flat.tobytes, store,
                  rebuild)


def memory_of(name: str, value: Any, language: str = "en") -> Optional[Memory]:
    """None: it is no array."""
    package = package_of(value)
    if package == "numpy" and hasattr(value, "strides") and getattr(value, "ndim", 0) > 0:
        return _numpy_memory(name, value, language)
    if package == "torch" and hasattr(value, "data_ptr"):
        return _torch_memory(name, value, language)
    if package == "cupy" and hasattr(value, "data"):
        return _numpy_memory(name, value, language, "cupy")
    if hasattr(value, "copy_to_host"):
        return _numba_memory(name, value, language)
    if package == "array" or isinstance(value, (bytearray, memoryview)):
        return _buffer_memory(value)
    return None
