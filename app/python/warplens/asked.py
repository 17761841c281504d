"""access() and swizzle(): what `warplens access` and `warplens swizzle` print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence

from .program import ask


@dataclass(frozen=True)
class Access:
    """What one access of one warp costs. `json` is all that the program said
    (docs/access.schema.json)."""

    instruction: str
    modelled: bool
    requests: int
    sectors: Optional[int]
    ideal_sectors: Optional[int]
    wavefronts: Optional[int]
    ideal_wavefronts: Optional[int]
    conflicts: Optional[int]
    max_way: Optional[int]
    json: Mapping[str, Any]

    def __repr__(self) -> str:
        figures = {"sectors": self.sectors, "wavefronts": self.wavefronts,
                   "conflicts": self.conflicts}
        told = ", ".join(f"{value} {name}" for name, value in figures.items() if value is not None)
        return f"<warplens.Access {self.instruction}: {told}>"


@dataclass(frozen=True)
class Swizzle:
    """What a layout of a tile in shared memory makes of its accesses. `json` is all that the
    program said (docs/swizzle.schema.json)."""

    spec: str
    map: str
    formula: str
    is_bijection: bool
    bytes_lost: int
    write_wavefronts: Optional[int]
    read_wavefronts: Optional[int]
    best: Optional[str]
    json: Mapping[str, Any]

    def __repr__(self) -> str:
        return (f"<warplens.Swizzle {self.map}: write {self.write_wavefronts}, read "
                f"{self.read_wavefronts} wavefronts>")


def _list(numbers: Sequence[int]) -> str:
    return ",".join(str(int(number)) for number in numbers)


def access(kind: str, offsets: Sequence[int], *, width: int = 4,
           sources: Optional[Sequence[int]] = None, language: str = "en",
           timeout: Optional[float] = None) -> Access:
    """`kind` as `warplens access` names instructions (sld: ld.shared, gld: ld.global …);
    `offsets`: of each lane in bytes, -1: inactive; `width`: bytes a lane."""
    words = ["access", f"--kind={kind}", f"--width={width}", f"--offsets={_list(offsets)}"]
    if sources is not None:
        words.append(f"--sources={_list(sources)}")
    json, _ = ask(words, language=language, timeout=timeout)
    return Access(json["instruction"], json["modelled"], json["requests"], json.get("sectors"),
                  json.get("ideal_sectors"), json.get("wavefronts"), json.get("ideal_wavefronts"),
                  json.get("conflicts"), json.get("max_way"), json)


def swizzle(*, tile: Optional[Sequence[int]] = None, element: Optional[int] = None,
            order: Optional[str] = None, write: Optional[str] = None, read: Optional[str] = None,
            map: Optional[str] = None, spec: Optional[str] = None, find: bool = False,
            language: str = "en", timeout: Optional[float] = None) -> Swizzle:
    """`tile`: rows and columns; `find` looks for the cheapest map of these accesses. The rest is
    written as `warplens swizzle --help` says."""
    given = {"--tile": None if tile is None else "x".join(str(int(one)) for one in tile),
             "--element": element, "--order": order, "--write": write, "--read": read,
             "--map": map, "--spec": spec}
    words = [f"{name}={value}" for name, value in given.items() if value is not None]
    json, _ = ask(["swizzle", *words, *(["--find"] if find else [])], language=language,
                  timeout=timeout)
    best = json.get("found", {}).get("best", {}).get("map")
    return Swizzle(json["spec"], json["map"], json["formula"], json["bijection"],
                   json["bytes_lost"], json["write"].get("wavefronts"),
                   json["read"].get("wavefronts"), best, json)

