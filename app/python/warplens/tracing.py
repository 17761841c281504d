"""trace(): a kernel, its launch and its arguments ─► the program ─► a Trace."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

from .arguments import Arguments
from .kernels import Asked, Grid, Launch, Shape, launch_of, text_of_shape
from .program import ask, checked_language
from .traced import Trace, private_folder


BLOCKS = 16  # whose events are recorded


def _file(launch: Launch, folder: Path) -> str:
    if launch.text is None:
        return f"./{launch.file}" if launch.file.startswith("-") else launch.file
    (folder / launch.file).write_text(launch.text, encoding="utf-8")
    return launch.file


def _shape_options(launch: Launch) -> list[str]:
    options: list[str] = []
    for name in ("grid", "block", "cluster"):
        shape = getattr(launch, name)
        if shape is not None:
            options.append(f"--{name}={text_of_shape(shape)}")
    if launch.shared is not None:
        options.append(f"--shared={launch.shared}")
    if launch.entry is not None:
        options.append(f"--entry={launch.entry}")
    return options


def _arguments(launch: Launch, folder: Path, language: str) -> Arguments:
    arguments = Arguments(folder, language, launch.number_types)
    parameters = list(launch.parameters or ())
    for place, (name, value) in enumerate(launch.values or ()):
        arguments.add(name, value, parameters[place] if place < len(parameters) else None)
    return arguments


def _limits(time_limit: Optional[float], memory: Optional[str], blocks: int,
            first_block: Optional[int]) -> list[str]:
    given = {"--time-limit": time_limit, "--memory": memory, "--block-count": blocks,
             "--first-block": first_block}
    return [f"{option}={value}" for option, value in given.items() if value is not None]


def _promises(max: Optional[Mapping[str, float]], min: Optional[Mapping[str, float]],
              fail_on: Sequence[str]) -> list[str]:
    words = [f"--max={name}={value}" for name, value in (max or {}).items()]
    words += [f"--min={name}={value}" for name, value in (min or {}).items()]
    return words + ([f"--fail-on={','.join(fail_on)}"] if fail_on else [])


def _take_outputs(arguments: Arguments, write_back: Optional[bool]) -> dict[str, Any]:
    outputs = {}
    for name, buffer in arguments.outputs().items():
        data = arguments.contents(name)
        outputs[name] = buffer.memory.rebuild(data)
        if buffer.memory.is_host if write_back is None else write_back:
            buffer.memory.store(data)
    return outputs


def trace(kernel: Any, grid: Optional[Grid] = None,
          args: Union[Sequence[Any], Mapping[str, Any], None] = None, *,
          block: Optional[Shape] = None, shared: Optional[int] = None,
          cluster: Optional[Shape] = None, entry: Optional[str] = None,
          meta: Optional[Mapping[str, Any]] = None, sizes: Optional[Mapping[str, int]] = None,
          arch: Optional[str] = None, as_ptx: bool = False, blocks: int = BLOCKS,
          first_block: Optional[int] = None, max: Optional[Mapping[str, float]] = None,
          min: Optional[Mapping[str, float]] = None, fail_on: Sequence[str] = (),
          write_back: Optional[bool] = None, language: str = "en",
          timeout: Optional[float] = None, time_limit: Optional[float] = None,
          memory: Optional[str] = None, options: Sequence[str] = ()) -> Trace:
    """Runs a kernel on the program's interpreter, without a GPU, and says what its accesses cost.

    kernel      a Triton JIT function, a Numba kernel, a CuPy RawKernel, PTX or CUDA C++ as text,
                the path of a .ptx or .cu, or a kernel of the catalogue ("transpose/tile")
    grid        blocks: a number, up to three, or for Triton a function of its values
    args        in the order of the parameters, or by name; without them and without a grid the
                program guesses a launch, and says what it assumed
    block       threads a block (Triton and .reqntid say it themselves)
    meta        Triton: constants by name, num_warps, num_stages, num_ctas
    sizes       of a catalogue's kernel or a guessed launch: {"rows": 64}
    arch        for which GPU's instructions: "sm_90" (default), "sm_80" …
    as_ptx      the PTX's own accesses, not those that are executed
    blocks      how many blocks' events are recorded, from first_block; figures are of all blocks
    max, min, fail_on
                what is to hold: {"shared_load.conflicts": 0}, ["races"]; Trace.broken_promises
    write_back  whether arrays get what the kernel wrote, as from a launch: by default those on the
                host do, those on a GPU stay as they are (Trace.outputs has both)
    timeout     seconds for all of it; time_limit: for the kernel alone
    options     words more for `warplens trace`

    Errors: warplens.Error, one line.
    """
    checked_language(language)
    asked = Asked(grid, args, block, cluster, shared, entry, meta or {}, arch, language)
    launch = launch_of(kernel, asked)
    viewed = ["--as-ptx"] if as_ptx else [f"--arch={arch}"] if arch else []
    with private_folder() as folder:
        arguments = _arguments(launch, folder, language)
        capture = folder / "trace.wlens"
        words = ["trace", _file(launch, folder), *_shape_options(launch), *arguments.options,
                 *arguments.dumps(), *launch.options, *viewed, *options,
                 *[f"--set={name}={value}" for name, value in (sizes or {}).items()],
                 *_limits(time_limit, memory, blocks, first_block),
                 "--exit-zero", "-o", str(capture)]
        json, said = ask([*words, *_promises(max, min, fail_on)], language=language,
                         timeout=timeout, folder=str(folder) if launch.text is not None else None)
        if launch.is_named:
            json["launches"][0]["kernel"] = launch.kernel
        guessed = said.strip() if json.get("guessed_launch", False) else ""
        return Trace(json, capture.read_bytes(), language=language, options=tuple(viewed),
                     assumptions=guessed, outputs=_take_outputs(arguments, write_back),
                     timeout=timeout)
