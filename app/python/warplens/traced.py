"""A trace: what trace() gives back. It holds the capture that the program wrote, and asks the
program for more when more is asked for.
"""

from __future__ import annotations

import dataclasses
import importlib
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Iterator, Mapping, Optional

from . import picture, results
from .errors import Error
from .program import ask, told
from .texts import say

MOST_EVENTS = 150_000  # that Python reads: each takes some kilobytes
TABLES = ("sites", "events", "findings", "totals")


@contextmanager
def private_folder() -> Iterator[Path]:
    """That nobody else can read, and that goes with all that is in it."""
    with tempfile.TemporaryDirectory(prefix="warplens-") as name:
        yield Path(name)


class Launch:
    """One launch of a trace."""

    def __init__(self, trace: Trace, place: int, json: Mapping[str, Any]) -> None:
        self._trace, self._place = trace, place
        self._events: Optional[tuple[results.Event, ...]] = None
        self._causes: Optional[tuple[results.Cause, ...]] = None
        self.kernel: str = json["kernel"]
        self.entry: str = json["entry"]
        self.grid: tuple[int, ...] = tuple(json["launch"]["grid"])
        self.block: tuple[int, ...] = tuple(json["launch"]["block"])
        self.shared_bytes: int = json["launch"]["shared_bytes"]
        self.totals = results.totals_of(json["totals"])
        self.sites = results.sites_of(json["sites"])
        self.findings = results.findings_of(json["findings"], trace.language)
        self.printed: str = json.get("printed", "")
        self.recorded: Mapping[str, Any] = json["recorded"]
        # What a GPU counted, by name: of options=["--backend=gpu", "--counters"].
        self.counters: Mapping[str, Any] = json.get("counters", {})
        self.architecture: str = json.get("executed", {}).get("architecture", "")

    @property
    def events(self) -> tuple[results.Event, ...]:
        """Accesses one by one, of the blocks that are recorded."""
        if self._events is None:
            count = self.recorded["events"]
            if count > MOST_EVENTS:
                raise Error(say(self._trace.language,
                                "{count} events were recorded, at most {most} are read: trace "
                                "fewer blocks, or a smaller problem", count=count,
                                most=MOST_EVENTS))
            self._events = self._trace.events_of_launches()[self._place]
        return self._events

    @property
    def causes(self) -> tuple[results.Cause, ...]:
        """Of costly accesses, the costliest first."""
        if self._causes is None:
            shown = self._trace.shown("--worst")["launches"][self._place]
            self._causes = results.causes_of(shown["worst"], self._trace.language)
        return self._causes

    def site_of(self, event: results.Event) -> results.Site:
        return self.sites[event.site]

    def __repr__(self) -> str:
        return f"<warplens.Launch {self.kernel} {self.grid} x {self.block}>"


class Trace:
    """What a kernel did to memory. Figures are of the first launch; `launches` has all."""

    def __init__(self, json: Mapping[str, Any], capture: bytes, *, language: str = "en",
                 options: tuple[str, ...] = (), assumptions: str = "",
                 outputs: Optional[Mapping[str, Any]] = None,
                 timeout: Optional[float] = None) -> None:
        self._capture, self._options, self.timeout = capture, options, timeout
        self.language = language
        self.launches = tuple(Launch(self, place, one)
                              for place, one in enumerate(json["launches"]))
        self.result: str = json["result"]
        self.is_guessed: bool = json.get("guessed_launch", False)
        self.notes: tuple[str, ...] = tuple(results.spoken(json, language).get("notes", ()))
        self.broken_promises: tuple[str, ...] = tuple(
            results.spoken(one, language)["message"] for one in json.get("broken_promises", ()))
        # What the program assumed of the launch, and why, where not all of it was said.
        self.assumptions = assumptions
        # What the launch left in each array, by name.
        self.outputs: Mapping[str, Any] = dict(outputs or {})

    @property
    def kernel(self) -> str:
        return self.launches[0].kernel

    @property
    def totals(self) -> results.Totals:
        return self.launches[0].totals

    @property
    def sites(self) -> tuple[results.Site, ...]:
        return self.launches[0].sites

    @property
    def findings(self) -> tuple[results.Finding, ...]:
        """Of all launches."""
        return tuple(one for launch in self.launches for one in launch.findings)

    @property
    def events(self) -> tuple[results.Event, ...]:
        return self.launches[0].events

    @property
    def causes(self) -> tuple[results.Cause, ...]:
        return self.launches[0].causes

    @property
    def printed(self) -> str:
        return "".join(launch.printed for launch in self.launches)

    def save(self, path: Any) -> None:
        """As a capture, which `warplens open`, `show` and `diff` read."""
        Path(os.fspath(path)).write_bytes(self._capture)

    @contextmanager
    def captured(self) -> Iterator[Path]:
        """Its capture as a file, for as long as that takes."""
        with private_folder() as folder:
            path = folder / "trace.wlens"
            path.write_bytes(self._capture)
            yield path

    def arch_options(self) -> tuple[str, ...]:
        """Whose instructions are shown, as options of the program."""
        return self._options

    def shown(self, *options: str) -> Mapping[str, Any]:
        """What `warplens show --json` prints of it."""
        with self.captured() as path:
            json, _ = ask(["show", str(path), *self._options, *options], language=self.language,
                          timeout=self.timeout)
        return json

    def events_of_launches(self) -> list[tuple[results.Event, ...]]:
        with self.captured() as path:
            output = told(["show", str(path), *self._options, "--events"], language=self.language,
                          timeout=self.timeout)
        return results.events_in(output.out)

    def svg(self, event: Optional[int] = None, view: Optional[str] = None, launch: int = 1) -> str:
        """The picture of one event, by its number; by default the first that has one. `view`: by
        default sectors of global memory, banks of shared memory; any other that `warplens
        screenshot --view` knows."""
        one = self.launches[launch - 1]
        shown = picture.first(one.events, one.sites, self.language) if event is None else \
            one.events[event - 1]
        views = {shown.number: view or picture.view_of(one.site_of(shown))}
        return picture.svgs(self, views, launch)[shown.number]

    def html(self, most: int = picture.MOST_FRAMES, launch: int = 1) -> str:
        """The picture with a slider over at most `most` events, as a page's part."""
        return picture.html(self, launch, most)

    def to_pandas(self, table: str = "sites", launch: int = 1) -> Any:
        """A pandas.DataFrame of sites, events (without lanes), findings or totals."""
        try:
            pandas = importlib.import_module("pandas")
        except ImportError:
            raise Error(say(self.language, "{what} needs pandas: pip install pandas",
                            what="to_pandas()")) from None
        rows = _rows(self.launches[launch - 1], table, self.language)
        return pandas.DataFrame(rows).convert_dtypes()  # whole numbers, though some are missing

    def __repr__(self) -> str:
        launch = self.launches[0]
        return (f"<warplens.Trace {launch.kernel} {text_of(launch.grid)} x {text_of(launch.block)}:"
                f" {launch.totals.sum('sectors')} sectors, {launch.totals.sum('wavefronts')} "
                f"wavefronts, {len(self.findings)} findings>")

    def _repr_html_(self) -> str:
        return self.html()


def text_of(extents: tuple[int, ...]) -> str:
    """16 of (16, 1, 1), 16x4 of (16, 4, 1)."""
    shown = list(extents)
    while len(shown) > 1 and shown[-1] == 1:
        shown.pop()
    return "x".join(map(str, shown))


def _flat(one: Any) -> dict[str, Any]:
    return {field.name: getattr(one, field.name) for field in dataclasses.fields(one)
            if field.name != "json"}


def _rows(launch: Launch, table: str, language: str) -> list[dict[str, Any]]:
    if table == "totals":
        return [{"class": field.name, **_flat(getattr(launch.totals, field.name))}
                for field in dataclasses.fields(launch.totals)]
    if table not in TABLES:
        raise Error(say(language, "no table {table!r}: ask for {tables}", table=table,
                        tables=", ".join(TABLES)))
    return [_flat(one) for one in getattr(launch, table)]
