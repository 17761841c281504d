"""Numba's CUDA kernels, compiled to PTX without a GPU.

An array is seven parameters or more: two object pointers, number of elements, bytes of each, data,
then sizes and strides of its dimensions.
"""

from __future__ import annotations

import importlib
import inspect
import math
import os
from typing import Any, Mapping, Optional

from ..arguments import Scalar
from ..arrays import In, Out
from ..errors import Error
from ..texts import say
from .launch import Asked, Launch, named_values, with_types

_SCALARS = {"float64": "f64", "float32": "f32", "float16": "f16", "boolean": "u8", "bool": "u8",
            "int64": "i64", "int32": "i32", "int16": "i16", "int8": "i8", "uint64": "u64",
            "uint32": "u32", "uint16": "u16", "uint8": "u8"}


def _is_elsewheres(array: Any) -> bool:
    """On a GPU, and another package's: torch's, cupy's. Numba's kernels take it as well."""
    return hasattr(array, "__cuda_array_interface__") and not hasattr(array, "copy_to_host")


def _extents(array: Any) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Bytes of an element, the shape, and strides in bytes."""
    if not _is_elsewheres(array):
        return int(array.dtype.itemsize), array.shape, array.strides
    told = array.__cuda_array_interface__
    size, shape, strides = int(told["typestr"][2:]), tuple(told["shape"]), told.get("strides")
    return size, shape, strides or tuple(size * math.prod(shape[d + 1:]) for d in range(len(shape)))


def _array(name: str, value: Any, ndim: int) -> list[tuple[str, Any]]:
    array = value.array if isinstance(value, (In, Out)) else value
    size, shape, strides = _extents(array)
    parts: list[tuple[str, Any]] = [
        (f"{name}.meminfo", None), (f"{name}.parent", None),
        (f"{name}.nitems", Scalar("i64", math.prod(shape))),
        (f"{name}.itemsize", Scalar("i64", size)), (name, value)]
    parts += [(f"{name}.shape{d}", Scalar("i64", int(shape[d]))) for d in range(ndim)]
    parts += [(f"{name}.stride{d}", Scalar("i64", int(strides[d]))) for d in range(ndim)]
    return parts


def _lowered(name: str, value: Any, kind: Any, language: str) -> list[tuple[str, Any]]:
    """One value as the parameters that Numba makes of it."""
    if hasattr(kind, "ndim") and hasattr(kind, "layout"):
        return _array(name, value, kind.ndim)
    if hasattr(kind, "types") or hasattr(kind, "count"):
        kinds = kind.types if hasattr(kind, "types") else [kind.dtype] * kind.count
        return [part for place, (one, inner) in enumerate(zip(value, kinds))
                for part in _lowered(f"{name}[{place}]", one, inner, language)]
    scalar = _SCALARS.get(str(kind))
    if scalar is None:
        raise Error(say(language, "argument {name}: {type} is not handed to a Numba kernel here",
                        name=name, type=kind))
    plain = value.item() if hasattr(value, "item") else value
    return [(name, Scalar(scalar, float(plain) if scalar[0] == "f" else int(plain)))]


def _types(kernel: Any, values: list[Any], language: str) -> list[Any]:
    """As the kernel's signature says, else as Numba sees the values."""
    declared = [tuple(one) for one in getattr(kernel, "signatures", ()) if len(one) == len(values)]
    if len(declared) == 1:
        return list(declared[0])
    typeof = importlib.import_module("numba").typeof
    found = []
    for value in values:
        array = value.array if isinstance(value, (In, Out)) else value
        if _is_elsewheres(array):
            array = importlib.import_module("numba.cuda").as_cuda_array(array, sync=False)
        found.append(typeof(array))
    return found


def _values(kernel: str, names: list[str], asked: Asked) -> list[Any]:
    """One for each of the kernel's parameters."""
    given = named_values(asked.args) or []
    if len(given) != len(names):
        raise Error(say(asked.language, "{kernel} takes {expected} arguments, not {given}",
                        kernel=kernel, expected=len(names), given=len(given)))
    if not isinstance(asked.args, Mapping):
        return [value for _, value in given]
    missing = next((one for one in names if one not in asked.args), None)
    if missing is not None:
        raise Error(say(asked.language, "argument {name} is missing", name=missing))
    return [asked.args[one] for one in names]


def _is_kernel(kernel: Any) -> bool:
    return hasattr(kernel, "py_func") and "cuda" in type(kernel).__module__ and \
        "numba" in type(kernel).__module__


def of(kernel: Any, asked: Asked) -> Optional[Launch]:
    if not _is_kernel(kernel):
        return None
    function = kernel.py_func
    name, language = str(function.__name__), asked.language
    if asked.args is None:
        raise Error(say(language, "{kernel} needs its arguments", kernel=name))
    if asked.block is None:
        raise Error(say(language, "{kernel} needs its block: give block", kernel=name))
    names = list(inspect.signature(function).parameters)
    values = _values(name, names, asked)
    kinds = _types(kernel, values, language)
    ptx = _ptx(function, kinds, asked.capability())
    lowered = [part for one, value, kind in zip(names, values, kinds)
               for part in _lowered(one, value, kind, language)]
    launch = Launch(name, "kernel.ptx", ptx, None, asked.shape(name), asked.block, asked.cluster,
                    asked.shared, lowered, is_named=True)
    file = inspect.getsourcefile(function)
    if file:
        launch.options = [f"--source-root={os.path.dirname(os.path.abspath(file))}"]
    return with_types(launch, ptx, language)


def _ptx(function: Any, kinds: list[Any], capability: int) -> str:
    cuda = importlib.import_module("numba.cuda")
    types = importlib.import_module("numba").types
    text, _ = cuda.compile_ptx(function, types.void(*kinds), cc=divmod(capability, 10),
                               lineinfo=True)
    return str(text)
