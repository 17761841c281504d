"""A trace's picture in a page: the program's SVGs, a slider, and a line of text for each event.

    events ─► chosen(): some of each line ─► warplens screenshot ─► SVGs ─► html()

The page's part needs nothing else: pictures are in it, its script is one line, and without that the
first picture shows.
"""

from __future__ import annotations

import base64
import html as markup
import itertools
import uuid
from typing import TYPE_CHECKING, Mapping, Sequence

from .errors import Error
from .program import checked_language, failure, run
from .results import Event, Site
from .texts import say

if TYPE_CHECKING:
    from .traced import Launch, Trace

MOST_FRAMES = 16
_MOST_BYTES = 2 << 20  # of the pictures in a page
_SIZE = "1500x900"  # of the window whose view is cut out


def view_of(site: Site) -> str:
    return "bank_view" if site.space in ("shared", "distributed") else "sector_strip"


def is_pictured(site: Site) -> bool:
    return site.space in ("global", "shared", "local", "distributed")


def chosen(events: Sequence[Event], sites: Sequence[Site], most: int) -> list[Event]:
    """At most so many, of each line's loads, stores … as evenly as there are, in their order."""
    by_line: dict[tuple[object, ...], list[Event]] = {}
    for event in events:
        site = sites[event.site]
        if is_pictured(site):
            by_line.setdefault((site.file, site.line, site.kind, site.space), []).append(event)
    turns = itertools.chain.from_iterable(itertools.zip_longest(*by_line.values()))
    some = itertools.islice((event for event in turns if event is not None), most)
    return sorted(some, key=lambda event: event.number)


def _draw(trace: Trace, view: str, numbers: Sequence[int], launch: int) -> dict[int, str]:
    language = checked_language(trace.language)
    with trace.captured() as capture:
        target = capture.with_name("picture.svg")
        output = run(["screenshot", "--explore", str(capture), f"--view={view}",
                      f"--launch={launch}", f"--events={','.join(map(str, numbers))}",
                      f"--size={_SIZE}",
                      *trace.arch_options(), "--lang", language, "-o", str(target)],
                     language=language, timeout=trace.timeout)
        if output.status != 0:
            raise failure(output, language)
        return {number: target.with_name(f"picture-{number}.svg").read_text(encoding="utf-8")
                for number in numbers}


def first(events: Sequence[Event], sites: Sequence[Site], language: str) -> Event:
    """The first that has a picture."""
    for event in events:
        if is_pictured(sites[event.site]):
            return event
    raise Error(say(language, "no access of global or shared memory was recorded"))


def svgs(trace: Trace, views: Mapping[int, str], launch: int) -> dict[int, str]:
    """By the event's number; `views` says in which view each is drawn."""
    drawn: dict[int, str] = {}
    for view in dict.fromkeys(views.values()):
        numbers = sorted(number for number, one in views.items() if one == view)
        drawn.update(_draw(trace, view, numbers, launch))
    return drawn


def _cost(event: Event, language: str) -> str:
    if event.wavefronts is not None:
        return say(language, "wavefronts: {wavefronts} ({ideal} at best)",
                   wavefronts=event.wavefronts, ideal=event.ideal_wavefronts)
    if event.sectors is not None:
        return say(language, "sectors: {sectors} ({ideal} at best)", sectors=event.sectors,
                   ideal=event.ideal_sectors)
    return ""


def _caption(event: Event, site: Site, count: int, language: str) -> str:
    where = f"{site.file.rsplit('/', 1)[-1]}:{site.line}"
    who = say(language, "block {block}, warp {warp}", block=tuple(event.block), warp=event.warp)
    what = say(language, "event {event} of {count}", event=event.number, count=count)
    return " · ".join(part for part in (what, where, who, _cost(event, language)) if part)


def _figures(launch: Launch, language: str) -> list[str]:
    totals = launch.totals
    lines = []
    if totals.sum("sectors"):
        lines.append(say(language, "global memory, sectors: {sectors} ({ideal} at best)",
                         sectors=totals.sum("sectors"), ideal=totals.sum("ideal_sectors")))
    if totals.sum("wavefronts"):
        lines.append(say(language, "shared memory, wavefronts: {wavefronts} ({ideal} at best)",
                         wavefronts=totals.sum("wavefronts"),
                         ideal=totals.sum("ideal_wavefronts")))
    return lines


def _head(launch: Launch, language: str) -> str:
    from .traced import text_of
    shape = say(language, "grid {grid}, block {block}", grid=text_of(launch.grid),
                block=text_of(launch.block))
    facts = " · ".join([shape, *_figures(launch, language)])
    return (f'<div><b>{markup.escape(launch.kernel)}</b> '
            f'<span style="opacity:.75">{markup.escape(facts)}</span></div>')


def _findings(launch: Launch, language: str) -> str:
    shown = [f'<div style="color:#d64545">{markup.escape(one.message)}</div>'
             for one in launch.findings if one.severity != "information"]
    return "".join(shown[:5])


def _image(svg: str) -> str:
    """As an image, in which no script runs and no name meets another picture's."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def _excess(event: Event) -> float:
    """How many times as much it costs as it would at best."""
    return max((event.wavefronts or 0) / (event.ideal_wavefronts or 1),
               (event.sectors or 0) / (event.ideal_sectors or 1))


def _frames(images: Sequence[tuple[str, str]], name: str, shown: int) -> str:
    """`shown`: with which one the page begins."""
    parts = []
    for place, (image, caption) in enumerate(images):
        display = "block" if place == shown else "none"
        text = markup.escape(caption)
        parts.append(f'<div style="display:{display}"><div style="font-size:90%">{text}</div>'
                     f'<img src="{image}" alt="{text}" style="max-width:100%;background:#fff">'
                     '</div>')
    slider = ""
    if len(images) > 1:
        slider = (f'<input type="range" min="0" max="{len(images) - 1}" value="{shown}" '
                  f'aria-label="{markup.escape(images[shown][1])}" '
                  'style="width:min(100%,46em);margin:.4em 0" oninput="'
                  f"var f=document.getElementById('{name}').children;"
                  "for(var i=0;i<f.length;i++)f[i].style.display=i==this.value?'block':'none'\">")
    return f'{slider}<div id="{name}">{"".join(parts)}</div>'


def _bounded(images: list[tuple[str, str]]) -> list[tuple[str, str]]:
    size = 0
    kept: list[tuple[str, str]] = []
    for one in images:
        size += len(one[0])
        if kept and size > _MOST_BYTES:
            break
        kept.append(one)
    return kept


def _stage(trace: Trace, launch: Launch, place: int, most: int) -> str:
    language, events = trace.language, launch.events
    some = chosen(events, launch.sites, most)
    if not some:
        return markup.escape(say(language, "no access of global or shared memory was recorded"))
    views = {event.number: view_of(launch.site_of(event)) for event in some}
    drawn = svgs(trace, views, place)
    images = _bounded([(_image(drawn[event.number]),
                        _caption(event, launch.site_of(event), len(events), language))
                       for event in some])
    note = ""
    count = sum(is_pictured(launch.site_of(event)) for event in events)
    if len(images) < count:
        told = say(language, "{shown} of {count} accesses are shown", shown=len(images),
                   count=count)
        note = f'<div style="opacity:.6;font-size:85%">{markup.escape(told)}</div>'
    shown = max(range(len(images)), key=lambda place: _excess(some[place]))
    return _frames(images, f"warplens-{uuid.uuid4().hex}", shown) + note


def html(trace: Trace, place: int = 1, most: int = MOST_FRAMES) -> str:
    launch = trace.launches[place - 1]
    try:
        stage = _stage(trace, launch, place, most)
    except Error as error:
        stage = markup.escape(say(trace.language, "no picture: {reason}", reason=error))
    return (f'<div lang="{trace.language}" style="font-family:Inter,\'Noto Sans CJK SC\',sans-serif;'
            f'line-height:1.5">{_head(launch, trace.language)}'
            f'{_findings(launch, trace.language)}{stage}</div>')


__all__ = ["MOST_FRAMES", "chosen", "first", "html", "svgs", "view_of"]
