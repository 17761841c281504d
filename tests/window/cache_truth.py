"""A cache replayed over a trace's accesses, told apart from the app's own replay: lines in a list, the
one unused for longest at its end."""
import collections

TOY_LINES = {"one_line": 1, "two_lines": 2, "four_lines": 4}
TOY_BYTES = 8  # two floats
LINE, SECTOR = 128, 32


def is_global(trace, event, kind):
    site = trace.site(event)
    return site["space"] == "global" and site["kind"] == kind


def accesses(trace, event, only):
    """(buffer, first byte, end) of each lane, of one buffer alone where it is named."""
    width = trace.site(event)["width"]
    return [(lane["buffer"], lane["offset"], lane["offset"] + width)
            for lane in trace.events[event].get("lanes", [])
            if only is None or lane["buffer"] == only]


def sectors(trace, event, only, size):
    return sorted({(buffer, sector) for buffer, first, end in accesses(trace, event, only)
                   for sector in range(first // size, (end - 1) // size + 1)})


class Cache:
    def __init__(self, lines, sectors_a_line):
        self.lines, self.sectors_a_line = lines, sectors_a_line
        self.held = collections.OrderedDict()

    def finds(self, buffer, sector):
        line = (buffer, sector // self.sectors_a_line)
        held = self.held.pop(line, set())
        was_there = sector in held
        if len(self.held) == self.lines:
            self.held.popitem(last=False)
        self.held[line] = held | {sector}
        return was_there


def first_read(trace):
    """The first buffer that is loaded from: the lessons' kernels take theirs by alphabet."""
    read = {trace.events[event]["lanes"][0]["buffer"] for event in range(len(trace.events))
            if is_global(trace, event, "load")}
    return min(read, default=None)


def totals(trace, preset):
    """(hits, misses) after each event."""
    is_toy = preset in TOY_LINES
    only = first_read(trace) if is_toy else None
    size = TOY_BYTES if is_toy else SECTOR
    l1 = ((256 << 10) - trace.json["launch"]["shared_bytes"]) // LINE
    cache = Cache(TOY_LINES.get(preset, l1 if preset == "l1" else (60 << 20) // LINE),
                  1 if is_toy else LINE // SECTOR)
    hits, misses, all_totals = 0, 0, []
    for event in range(len(trace.events)):
        is_load = is_global(trace, event, "load")
        if is_load or (preset == "l2" and is_global(trace, event, "store")):
            found = [cache.finds(*place) for place in sectors(trace, event, only, size)]
            hits += is_load * sum(found)
            misses += is_load * (len(found) - sum(found))
        all_totals.append((hits, misses))
    return all_totals
