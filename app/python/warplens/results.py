"""What a trace found, as objects. Their fields are those of `warplens trace --json`
(docs/trace.schema.json); a figure that an access does not have is None.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any, Mapping, Optional, TypeVar

_T = TypeVar("_T")


def _from(cls: type[_T], fields: Mapping[str, Any], **more: Any) -> _T:
    """Fields that are not known here are left out: new ones may come at any time."""
    names = {one.name for one in dataclasses.fields(cls)}  # type: ignore[arg-type]
    known = {name: _frozen(value) for name, value in fields.items() if name in names}
    return cls(**{**known, **more})


def spoken(fields: Mapping[str, Any], language: str) -> Mapping[str, Any]:
    """With its sentences in that language: message_zh in the place of message."""
    said = {name[:-len("_zh")]: text for name, text in fields.items() if name.endswith("_zh")}
    return {**fields, **said} if language == "zh" else fields


def _frozen(value: Any) -> Any:
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value


@dataclass(frozen=True)
class Figures:
    """Of one class of accesses over all blocks. `ideal_…` is the fewest possible for the same
    bytes; `conflicts` are the wavefronts more than those."""

    requests: int = 0
    sectors: Optional[int] = None
    ideal_sectors: Optional[int] = None
    bytes_used: Optional[int] = None
    bytes_moved: Optional[int] = None
    wavefronts: Optional[int] = None
    ideal_wavefronts: Optional[int] = None
    conflicts: Optional[int] = None
    max_way: Optional[int] = None
    uncertain: bool = False


@dataclass(frozen=True)
class Totals:
    """Of a launch, by class of access."""

    global_load: Figures
    global_store: Figures
    global_atomic: Figures
    shared_load: Figures
    shared_store: Figures
    shared_atomic: Figures
    async_copy: Figures
    local_load: Figures
    local_store: Figures
    bulk_load: Figures
    bulk_store: Figures

    def sum(self, figure: str) -> int:
        """Of all classes: `totals.sum("conflicts")`."""
        return sum(getattr(getattr(self, one.name), figure) or 0
                   for one in dataclasses.fields(self))


@dataclass(frozen=True)
class Site:
    """One PTX instruction that touches memory, with its figures over all blocks."""

    index: int
    file: str
    line: int
    ptx: str
    space: str
    kind: str
    width: int
    events: int
    requests: Optional[int] = None
    sectors: Optional[int] = None
    ideal_sectors: Optional[int] = None
    bytes_used: Optional[int] = None
    bytes_moved: Optional[int] = None
    wavefronts: Optional[int] = None
    ideal_wavefronts: Optional[int] = None
    conflicts: Optional[int] = None
    max_way: Optional[int] = None
    inlined_function: Optional[str] = None
    call_file: Optional[str] = None
    call_line: Optional[int] = None
    fate: Optional[str] = None
    uncertain: bool = False


@dataclass(frozen=True)
class Finding:
    """What is wrong, or worth a look. `kind`: docs/FINDINGS.md; `severity`: information, warning
    or error."""

    kind: str
    severity: str
    file: str
    line: int
    block: tuple[int, int, int]
    warp: int
    lane: int
    occurrences: int
    message: str


@dataclass(frozen=True)
class Cause:
    """Of costly accesses: which share of the cost, at which site, and what people do about it."""

    kind: str
    share: float
    file: str
    line: int
    site: int
    event: int
    sentence: str
    advice: str
    swizzle: str


@dataclass(frozen=True)
class Lane:
    """Where one lane of a warp goes."""

    lane: int
    buffer: Optional[str] = None
    address: Optional[int] = None
    offset: Optional[int] = None
    sector: Optional[int] = None
    window_offset: Optional[int] = None
    bank: Optional[int] = None
    rank: Optional[int] = None
    source_lane: Optional[int] = None


@dataclass(frozen=True)
class Event:
    """One access of one warp. `number` counts from 1, as the window does; `site` is the place in
    the launch's sites."""

    number: int
    block: tuple[int, int, int]
    warp: int
    site: int
    line: int
    mask: int
    requests: Optional[int] = None
    sectors: Optional[int] = None
    ideal_sectors: Optional[int] = None
    bytes_used: Optional[int] = None
    bytes_moved: Optional[int] = None
    wavefronts: Optional[int] = None
    ideal_wavefronts: Optional[int] = None
    conflicts: Optional[int] = None
    max_way: Optional[int] = None
    json: str = dataclasses.field(default="", repr=False)

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """Where each active lane goes. Read anew each time: there may be many events."""
        return tuple(_from(Lane, lane) for lane in json.loads(self.json).get("lanes", ()))


def totals_of(fields: Mapping[str, Any]) -> Totals:
    return Totals(**{one.name: _from(Figures, fields.get(one.name, {}))
                     for one in dataclasses.fields(Totals)})


def sites_of(rows: list[Mapping[str, Any]]) -> tuple[Site, ...]:
    return tuple(_from(Site, one, index=place) for place, one in enumerate(rows))


def findings_of(rows: list[Mapping[str, Any]], language: str) -> tuple[Finding, ...]:
    return tuple(_from(Finding, spoken(one, language)) for one in rows)


def causes_of(rows: list[Mapping[str, Any]], language: str) -> tuple[Cause, ...]:
    return tuple(_from(Cause, spoken(one, language)) for one in rows)


def events_in(text: str) -> list[tuple[Event, ...]]:
    """Of each launch, in what `--json --events` prints: an event a line."""
    launches: list[list[Event]] = []
    is_event = False
    for line in text.splitlines():
        if line == '  "events": [':
            is_event = True
            launches.append([])
        elif line == "  ]":
            is_event = False
        elif is_event:
            line = line.strip().rstrip(",")
            launches[-1].append(
                _from(Event, json.loads(line), number=len(launches[-1]) + 1, json=line))
    return [tuple(events) for events in launches]
