"""Whether what is on screen is what the trace says, and whether all of it can be read."""
import re

import trace_truth as truth

TOTALS = {False: ("sectors_per_request", "wavefronts", "conflicts", "mark"),
          True: ("sectors", "wavefronts", "conflicts")}  # comparing: other rows


def check(what, condition, detail=""):
    if not condition:
        raise AssertionError(f"{what} {detail}")
    print("ok:", what)


def wait_until_sound(app, what, problems_of):
    """Waits until problems_of(file), of what the app says is on screen, finds none; else names them."""
    app.park()
    problems = []

    def has_none(file):
        problems[:] = problems_of(file)
        return not problems
    try:
        app.wait_file(what, has_none)
    except AssertionError as error:
        raise AssertionError(f"{what}: {problems or error}") from None
    print("ok:", what)


def is_apart(a, b):
    ax, ay, aw, ah = a
    bx, by, bw, bh = b
    return (ax + 0.5 >= bx + bw or bx + 0.5 >= ax + aw or ay + 0.5 >= by + bh or by + 0.5 >= ay + ah)


def overlaps(kind, rects):
    names = sorted(rects)
    return [f"{kind} {a} and {b} overlap" for i, a in enumerate(names) for b in names[i + 1:]
            if not is_apart(rects[a], rects[b])]


def layout_problems(file):
    width, height = file["size"]
    widgets = {name: each["rect"] for name, each in file["widgets"].items()}
    problems = overlaps("widgets", widgets) + overlaps("panels", file["panels"])
    for name, (x, y, w, h) in {**widgets, **file["panels"]}.items():
        if x < -0.5 or y < -0.5 or x + w > width + 0.5 or y + h > height + 0.5:
            problems.append(f"{name} is outside the window: {(x, y, w, h)}")
    problems += [f"widget {name} is cut" for name, each in file["widgets"].items() if each["cut"]]
    problems += [f"text {name} is cut by {by}" for name, by in (file["cut_texts"] or {}).items()]
    return problems


def differences(figures, expected):
    return [f"{name} shows {figures.get(name)!r}, the trace says {value!r}"
            for name, value in expected.items() if figures.get(name) != value]


def metric_problems(figures, left, event, right=None, right_event=None):
    expected = {}
    for trace, at, prefix in ((left, event, ""), (right, right_event, "right.")):
        if trace is None:
            continue
        rows = truth.event_rows(trace, at)
        expected |= {f"{prefix}event.{name}": value for name, value in rows.items()}
        for which in truth.CLASSES:
            rows = truth.class_rows(trace, which)
            expected |= {f"{prefix}{which}.{name}": rows[name]
                         for name in TOTALS[right is not None] if name in rows}
    shown = [name for name, value in figures.items() if value
             and name.removeprefix("right.").split(".")[0] in ("event", *truth.CLASSES)]
    problems = differences(figures, expected)
    problems += [f"{name} is shown and the trace has no such figure"
                 for name in shown if name not in expected]
    for trace, name in ((left, "shared_bytes"), (right, "right.shared_bytes")):
        if trace and truth.number(figures.get(name, "")) != trace.json["launch"]["shared_bytes"]:
            problems.append(f"{name} shows {figures.get(name)}")
    return problems


def parse_swizzle(shown):
    """"0:5>4 1–3:…" as pairs of one lane and its bank now, for words that one lane wants."""
    pairs = set()
    for part in shown.split():
        lanes, banks = part.split(":") if ":" in part else ("", "")
        if lanes.isdigit():
            pairs.add((int(lanes), int(banks.split(">")[1])))
    return pairs


def rows(words):
    return {word // 32 for word in words}


def hidden_rows(titles):
    """Rows that the bank view has no room for, as it says itself."""
    return sum(int(count) for count in re.findall(r"\+(\d+) (?:row|行)", titles))


def view_problems(state, trace, event, prefix=""):
    """What the views of the stage light up when an access is at rest."""
    figures = state["figures"]
    lanes = len(trace.lanes(event))
    shared = trace.site(event)["space"] == "shared"
    sectors = trace.events[event].get("sectors", 0)
    served = f"{lanes if shared else 0}/0"
    expected = {"bank_view.movers": served, "tile_view.served": served,
                "punch_card.rows_lit": served, "sector_strip.moved": f"{sectors}/{sectors}",
                "matrix_view.sectors": f"{sectors}/{sectors}"}
    if prefix + "cache_view.totals" in figures:
        expected["cache_view.totals"] = "{}/{}".format(*trace.cache(state["choices"]["cache"], event))
    problems = differences(figures, {prefix + name: value for name, value in expected.items()
                                     if prefix + name in figures})
    words = figures.get(prefix + "bank_view.words")
    if words is not None:
        marked = {int(word.split("@")[0]) for word in words.split()}
        wanted = {word for _, word in trace.words(event)}
        if not marked <= wanted or len(rows(wanted) - rows(marked)) != hidden_rows(
                figures.get(prefix + "bank_view.groups", "")):
            problems.append(f"{prefix}bank_view marks other words: {sorted(marked ^ wanted)}")
    if swizzle := parse_swizzle(figures.get(prefix + "swizzle_map.banks", "")):
        if wrong := swizzle - {(lane, word % 32) for lane, word in trace.words(event)}:
            problems.append(f"{prefix}swizzle_map lights {sorted(wrong)}")
    return problems


def missing_views(file, trace, event, prefix=""):
    """A view that stands there and says nothing about an access that it is for."""
    shared, is_global = trace.touches(event, "shared"), trace.touches(event, "global")
    wanted = {"bank_view": ("bank_view.words", shared),
              "tile_view": ("tile_view.served", shared),
              "punch_card": ("punch_card.rows_lit", shared),
              "sector_strip": ("sector_strip.moved", is_global),
              "matrix_view": ("matrix_view.sectors", is_global),
              "cache_view": ("cache_view.totals", True)}
    figures = file["state"]["figures"]
    if file["state"]["presentation"] and prefix + "bank_view.no_room" in figures:
        del wanted["bank_view"]  # it says so
    return [f"{prefix}{view} shows no {figure}" for view, (figure, wants) in wanted.items()
            if wants and prefix + view in file["panels"] and prefix + figure not in figures]


class Truth:
    """Compares the window with the command line, for whatever is on screen."""

    def __init__(self, program, capture=None):
        self.program, self.capture = program, capture

    def left(self, state):
        if self.capture:
            return self.capture
        return truth.of_kernel(self.program, state["kernel"], state["parameters"], state["order"],
                               state["index"], state["launch"])

    def right(self, state):
        if not state["comparing"]:
            return None
        return truth.of_kernel(self.program, state["beside"], state["right_parameters"],
                               state["order"])

    def problems(self, file, hidden):
        state = file["state"]
        if not state["up_to_date"] or state["pending"] or state["moving"]:
            return ["nothing at rest is on screen"]
        left, right, event = self.left(state), self.right(state), state["event"]
        problems = []
        if state["events"] != len(left.events) or state["lanes"] != left.lanes(event):
            problems.append(f"event {event} of {state['events']} has the lanes {state['lanes']}")
        if state["source_line"] != left.events[event]["line"]:
            problems.append(f"source line {state['source_line']}")
        if right and (at := left.counterpart(event, right)) not in (None, state["right_event"]):
            problems.append(f"right event {state['right_event']}, not {at}")
        if hidden:
            return problems + self.told(file)
        if "metrics" in file["panels"]:
            problems += metric_problems(state["figures"], left, event, right, state["right_event"])
        problems += view_problems(state, left, event)
        problems += missing_views(file, left, event)
        if right:
            problems += view_problems(state, right, state["right_event"], "right.")
            problems += missing_views(file, right, state["right_event"], "right.")
        return problems

    @staticmethod
    def told(file):
        """Costs that show while a prediction is open."""
        names = ("event", "sector_strip", "matrix_view.sectors", "punch_card", "tile_view",
                 "swizzle_map", "cache_view", "shared_bytes", *truth.CLASSES)
        return [f"{name} is shown before the answer" for name in file["state"]["figures"]
                if name.removeprefix("right.").startswith(names)]
