"""Triton's JIT functions, compiled to PTX without a GPU.

    fn, values ─► types, constants, what is promised of each ─► triton.compile ─► PTX, metadata
"""

from __future__ import annotations

import importlib
import inspect
import os
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Union

from ..arguments import Scalar
from ..arrays import In, Memory, Out, memory_of, package_of
from ..errors import Error
from ..signature import chosen, entries
from ..texts import say
from .launch import Asked, Launch, Shape

_ELEMENTS = {"f64": "fp64", "f32": "fp32", "f16": "fp16", "bf16": "bf16"}
_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")


class _Typed(NamedTuple):
    """A value as Triton's compiler takes it. `type` constexpr: compiled in, and not handed over."""

    type: str
    promises: tuple[list[Any], ...]
    handed: Any


def _pointer(value: Any, memory: Memory) -> _Typed:
    kind = _ELEMENTS.get(memory.type, memory.type)
    name = str(getattr(getattr(value, "dtype", None), "name", getattr(value, "dtype", "")))
    if name.rsplit(".", 1)[-1] in ("bool", "bool_"):
        kind = "i1"
    # The program's buffers begin at multiples of 256, whatever the address here was.
    return _Typed(f"*{kind}", (["tt.divisibility", 16],), value)


def _integer(value: int, specializes: bool) -> _Typed:
    if value == 1 and specializes:
        return _Typed("constexpr", (), 1)
    kind = "i32" if -2**31 <= value < 2**31 else "i64" if value < 2**63 else "u64"
    promises: tuple[list[Any], ...] = ()
    if specializes and value % 16 == 0:
        promises = (["tt.divisibility", 16],)
    return _Typed(kind, promises, Scalar(kind, value))


def _typed(name: str, value: Any, parameter: Any, language: str) -> _Typed:
    if parameter.is_constexpr or value is None or package_of(value) == "triton":
        return _Typed("constexpr", (), value)
    array = value.array if isinstance(value, (In, Out)) else value
    memory = memory_of(name, array, language)
    if memory is not None:
        typed = _pointer(array, memory)
        return typed._replace(handed=value)
    if hasattr(array, "item"):
        array = array.item()
    if isinstance(array, bool):
        return _Typed("u1", (), Scalar("u8", int(array)))
    if isinstance(array, int):
        return _integer(array, not parameter.do_not_specialize)
    if isinstance(array, float):
        return _Typed("fp32", (), Scalar("f32", array))
    raise Error(say(language, "argument {name}: {value} is no array, number or bytes", name=name,
                    value=type(array).__name__))


def _bound(fn: Any, args: Union[Sequence[Any], Mapping[str, Any], None],
           meta: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Each parameter's value, defaults too."""
    if args is None:
        raise Error(say(language, "{kernel} needs its arguments", kernel=fn.__name__))
    names = list(fn.arg_names)
    given = dict(args) if isinstance(args, Mapping) else dict(zip(names, args))
    if not isinstance(args, Mapping) and len(args) > len(names):
        raise Error(say(language, "{kernel} takes {expected} arguments, not {given}",
                        kernel=fn.__name__, expected=len(names), given=len(args)))
    given.update(meta)
    bound = {}
    for name, parameter in zip(names, fn.params):
        if name not in given and not parameter.has_default:
            raise Error(say(language, "argument {name} is missing", name=name))
        bound[name] = given.get(name, parameter.default)
    return bound


def _compiled(fn: Any, typed: Mapping[str, _Typed], options: Mapping[str, Any],
              capability: int) -> Any:
    triton = importlib.import_module("triton")
    compiler = importlib.import_module("triton.compiler")
    target = importlib.import_module("triton.backends.compiler").GPUTarget("cuda", capability, 32)
    places = {name: (place,) for place, name in enumerate(fn.arg_names)}
    source = compiler.ASTSource(
        fn, {name: one.type for name, one in typed.items()},
        {places[name]: one.handed for name, one in typed.items() if one.type == "constexpr"},
        {places[name]: list(one.promises) for name, one in typed.items() if one.promises})
    return triton.compile(source, target=target, options=dict(options))


def _grid(asked: Asked, fn: Any, bound: Mapping[str, Any]) -> Shape:
    if callable(asked.grid):
        return asked.grid(bound)
    return asked.shape(fn.__name__)


def _source_folder(fn: Any) -> list[str]:
    file = inspect.getsourcefile(fn.fn)
    return [f"--source-root={os.path.dirname(os.path.abspath(file))}"] if file else []


def of(kernel: Any, asked: Asked) -> Optional[Launch]:
    if package_of(kernel) != "triton":
        return None
    kind = type(kernel).__name__
    if kind in ("Autotuner", "Heuristics"):
        name = getattr(kernel, "__name__", getattr(getattr(kernel, "fn", None), "__name__", "it"))
        raise Error(say(asked.language,
                        "{kernel} is tuned: trace {kernel}.fn with the values of one "
                        "configuration in meta", kernel=name))
    if not hasattr(kernel, "arg_names"):
        return None
    meta = {name: value for name, value in asked.meta.items() if name not in _OPTIONS}
    bound = _bound(kernel, asked.args, meta, asked.language)
    typed = {name: _typed(name, bound[name], parameter, asked.language)
             for name, parameter in zip(kernel.arg_names, kernel.params)}
    options = {name: value for name, value in asked.meta.items() if name in _OPTIONS}
    compiled = _compiled(kernel, typed, options, asked.capability())
    ptx, metadata = str(compiled.asm["ptx"]), compiled.metadata
    entry = chosen(entries(ptx), None)
    values = [(name, one.handed) for name, one in typed.items() if one.type != "constexpr"]
    # Behind them Triton hands over memory for all programs together, which few kernels have.
    hidden = len(entry.parameters) - len(values) if entry is not None else 0
    values += [(f"hidden{place}", None) for place in range(hidden)]
    ctas = int(getattr(metadata, "num_ctas", 1) or 1)
    grid = _grid(asked, kernel, bound)
    extents = [grid] if isinstance(grid, int) else list(grid)
    launch = Launch(str(kernel.__name__), "kernel.ptx", ptx, entry.name if entry else None,
                    [extents[0] * ctas, *extents[1:]], [32 * int(metadata.num_warps), 1, 1],
                    [ctas, 1, 1] if ctas > 1 else None, int(metadata.shared), values)
    if entry is not None:
        launch.parameters = entry.parameters
        launch.block = entry.block or launch.block
    launch.options = _source_folder(kernel)
    return launch
