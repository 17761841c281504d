#!/usr/bin/env python3
"""Play, frame by frame: events in the trace's order, each access served in exactly as many passes as
the trace says it costs, lanes in the order of their words, forwards and back.

usage: play_window_test.py PROGRAM
"""
import re
import sys
import tempfile

import app_controls as controls
from course_window_test import load_lessons
from screen_checks import Truth, check
from window_driver import App, Display, write_settings

START = 1 / 6  # of an access's time, before its first pass
SPEED = 0.5    # accesses a second: slow enough for dozens of frames each

# A step, and how many passes the access under its cursor takes.
SCENES = (("bank-conflicts", "why", "wavefronts", 32),
          ("bank-conflicts", "row-write", "wavefronts", 1),
          ("corner-turn", "rows-in", "sectors", 4))


class Access:
    """When each lane's words and each sector of an event are served."""

    def __init__(self, trace, event):
        row = trace.events[event]
        self.lanes, self.words = trace.lanes(event), trace.words(event)
        self.sectors = row.get("sectors", 0)
        self.passes = row.get("wavefronts", 0) or self.sectors
        banks = {}
        for word in sorted({word for _, word in self.words}):
            banks.setdefault(word % 32, []).append(word)
        self.last_pass = {}
        for lane, word in self.words:
            turn = banks[word % 32].index(word)
            self.last_pass[lane] = max(turn, self.last_pass.get(lane, 0))

    def done(self, phase):
        return min(max((phase - START) / (1 - START), 0), 1) * self.passes

    def lanes_served(self, phase):
        return sum(self.done(phase) >= last + 1 - 1e-6 for last in self.last_pass.values())

    def lanes_moving(self, phase):
        return sum(last + 1e-6 < self.done(phase) < last + 1 - 1e-6
                   for last in self.last_pass.values())

    def sectors_served(self, phase):
        return min(int(self.done(phase) + 1e-6), self.passes)


def shown_pair(figures, name):
    return [int(part) for part in figures[name].split("/")] if name in figures else None


def check_frame(where, trace, state):
    """One frame's highlights are those of its event at its phase."""
    event, phase, figures = state["event"], state["phase"], state["figures"]
    access = Access(trace, event)
    at = f"{where}: event {event} at {phase:.4f}"
    assert state["lanes"] == access.lanes, f"{at}: lanes {state['lanes']}"
    if access.words:
        expected = [access.lanes_served(phase), access.lanes_moving(phase)]
        for view in ("bank_view.movers", "tile_view.served", "punch_card.rows_lit"):
            shown = shown_pair(figures, view)
            assert shown in (None, expected), f"{at}: {view} shows {shown}, not {expected}"
    if access.sectors:
        expected = [access.sectors_served(phase), access.sectors]
        for view in ("sector_strip.moved", "matrix_view.sectors"):
            shown = shown_pair(figures, view)
            assert shown in (None, expected), f"{at}: {view} shows {shown}, not {expected}"
    for view in ("bank_view.counter", "matrix_view.counter"):
        if view in figures:
            passes = [int(digits) for digits in re.findall(r"\d+", figures[view])]
            assert access.passes in passes, f"{at}: {view} says {figures[view]}"
    return access


def sample(app, trace, where, is_over):
    """Every frame that the file shows until `is_over`."""
    seen = []

    def take(file):
        if not seen or file["frame"] > seen[-1][0]:
            state = file["state"]
            check_frame(where, trace, state)
            seen.append((file["frame"], state["event"], state["phase"]))
            return is_over(state)
        return False
    app.wait_file(f"{where}: frames", take)
    return [(event, phase) for _, event, phase in seen]


def served_values(trace, seen, event):
    access = Access(trace, event)
    return {access.lanes_served(phase) if access.words else access.sectors_served(phase)
            for at, phase in seen if at == event}


def go_to(app, lesson, step):
    """By the map of lessons, and the step's dot."""
    app.key("ctrl+f")
    app.wait("the map", lambda s: s["overlay"] == "lessons")
    ids = [each["id"] for each in load_lessons()]
    app.click(f"contents.lesson{load_lessons()[ids.index(lesson)]['number']}")
    app.wait(lesson, lambda s: s["lesson"] == lesson and s["overlay"] == "none")
    steps = load_lessons()[ids.index(lesson)]["steps"]
    number = [each["id"] for each in steps].index(step) + 1
    app.click(f"lesson.dot{number}")
    app.wait(step, lambda s: s["step_id"] == step and controls.is_settled(s))
    app.park()


def widen(app):
    """Until every event is stepped through."""
    for _ in range(2):
        app.key("w")
    app.wait("all events", lambda s: s["figures"].get("timeline.filter") == "all events")


def forwards(app, trace, where):
    first = app.state["event"]
    app.click("play")
    app.wait("playing", lambda s: s["playing"])
    app.park()
    seen = sample(app, trace, where, lambda s: s["event"] >= first + 2 and s["phase"] > 0.5)
    check(f"{where}: events and passes only go on", seen == sorted(seen), seen)
    check(f"{where}: no event is left out",
          {event for event, _ in seen} >= set(range(first, first + 3)), seen)
    return seen


def pause(app, trace, where):
    app.key("space")
    before = app.wait("the pause", lambda s: not s["playing"])
    for theme in ("dark", "light"):  # a frame is drawn, and another
        app.key("t")
        after = app.wait(theme, lambda s, theme=theme: s["theme"] == theme)
        check_frame(where, trace, after)
    check(f"{where}: the pause holds the moment",
          (before["event"], before["phase"]) == (after["event"], after["phase"]), after)


def backwards(app, trace, where):
    start = app.state["event"]
    app.click("direction")
    app.wait("backwards", lambda s: s["figures"]["direction"] == "-1")
    app.click("play")
    app.park()
    seen = sample(app, trace, where,
                  lambda s: s["event"] <= start - 2 or (s["event"] == start - 1 and s["phase"] < 0.1))
    check(f"{where}: backwards all of it goes back", seen == sorted(seen, reverse=True), seen)
    app.click("play")
    app.wait("the pause", lambda s: not s["playing"])
    app.click("direction")
    app.wait("forwards", lambda s: s["figures"]["direction"] == "1")


def pass_by_pass(app, trace, event, passes, where):
    """The keys for single passes stop at every one of them."""
    before = app.state["event"]
    app.key("Left")  # from the middle of an access to one that is at rest
    app.wait("the event before", lambda s: s["event"] == before - 1)
    while (at := app.state["event"]) != event:
        app.key("Left" if at > event else "Right")
        app.wait("the cursor", lambda s, at=at: s["event"] != at)
    app.wait("rest", lambda s: not s["moving"] and s["phase"] == 1)
    check(f"{where}: the trace's cost is {passes} passes", Access(trace, event).passes == passes)
    for key, order in (("comma", range(passes - 1, -1, -1)), ("period", range(1, passes + 1))):
        for done in order:
            app.key(key)
            state = app.wait(f"{where}: pass {done}", lambda s, done=done: s["event"] == event
                             and abs(Access(trace, event).done(s["phase"]) - done) < 1e-6)
            check_frame(where, trace, state)
    print(f"ok: {where}: {passes} passes one by one, back and on")


def scene(app, lesson, step, figure, passes):
    go_to(app, lesson, step)
    where, trace = f"{lesson}/{step}", Truth(app.program).left(app.state)
    first = app.state["event"]
    widen(app)
    check(f"{where}: {passes} {figure}", trace.events[first][figure] == passes)
    seen = forwards(app, trace, where)
    values = served_values(trace, seen, first)
    check(f"{where}: the first access is seen under way", len(values) >= min(passes, 4), values)
    pause(app, trace, where)
    backwards(app, trace, where)
    pass_by_pass(app, trace, first, passes, where)


def to_the_end(app):
    """Fast, over the last event; Play then begins again."""
    app.key("End")
    last = app.wait("the last event", lambda s: s["event"] == s["events"] - 1)["event"]
    app.key("Left")
    app.wait("the event before", lambda s: s["event"] == last - 1)
    for _ in range(9):
        app.key("equal")
    app.wait("the highest speed", lambda s: s["speed"] == 64)
    app.click("play")
    app.wait("playing to stop at the end", lambda s: s["event"] == last and not s["playing"])
    app.click("play")
    app.wait("a new start", lambda s: s["playing"] and s["event"] < last)
    app.key("space")
    app.wait("the pause", lambda s: not s["playing"])


def main(program):
    with Display(1440, 900) as display, tempfile.TemporaryDirectory() as folder:
        write_settings(folder, lesson="bank-conflicts")
        with App(program, display, folder, fills_pixels=False) as app:
            controls.set_speed(app, SPEED)
            for each in SCENES:
                scene(app, *each)
            to_the_end(app)
            app.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
