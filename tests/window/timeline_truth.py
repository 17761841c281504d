"""What a recorded host timeline says, read from its file: the truth that the window must show."""
import glob
import json
import os
import re

import trace_truth as truth

STEPS = ("allocate", "copy_to_device", "kernel", "copy_to_host", "free")
UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


def recorded():
    """The host timeline that is shown, of those that ship the first with the most runs, or None."""
    timelines = []
    for path in sorted(glob.glob(os.path.join(truth.ROOT, "assets", "recordings", "*-host_timeline.json"))):
        with open(path, encoding="utf-8") as file:
            timelines.append(json.load(file))
    return max(timelines, key=lambda timeline: len(timeline["runs"]), default=None)


def run_of(timeline, place):
    return next(run for run in timeline["runs"] if run["scenario"] == place["scenario"]
                and run["bytes"] == place["bytes"]
                and run.get("parts", 1) == (place.get("parts", 1) if "parts" in run else 1))


def step_seconds(run, step):
    track = "device" if step == "kernel" else "host"
    return sum(span["end"] - span["begin"] for span in run["spans"]
               if span["track"] == track and span["action"] == step)


def returned_early(run, span):
    """The event recorded behind the call was reached later than a finished device would have."""
    behind = run["spans"][span["queued_by"] + 1]
    is_event = behind["track"] == "host" and behind["action"] == "event"
    returned = behind if is_event else run["spans"][span["queued_by"]]
    return span["end"] - 2 * run["uncertainty"] > returned["end"]


def seconds(run):
    return max(span["end"] for span in run["spans"])


def most_at_once(run):
    """Kinds of the device's work at one time, for longer than the clocks are uncertain."""
    spans = [span for span in run["spans"] if span["track"] == "device"]
    moments = sorted({moment for span in spans for moment in (span["begin"], span["end"])})
    best = longest = 0
    for kinds in (1, 2, 3):
        length = longest = 0
        for begin, end in zip(moments, moments[1:]):
            at_work = {span["action"] for span in spans if span["action"] != "event"
                       and span["begin"] <= begin and span["end"] >= end}
            length = length + end - begin if len(at_work) >= kinds else 0
            longest = max(longest, length)
        best = kinds if longest > max(1e-6, run["uncertainty"]) else best
    return best


def figure(timeline, run, name):
    if name == "longest_step":
        return max(range(len(STEPS)), key=lambda i: step_seconds(run, STEPS[i])) + 1
    if name == "fastest_parts":
        like_it = [each for each in timeline["runs"]
                   if (each["scenario"], each["bytes"]) == (run["scenario"], run["bytes"])]
        return min(like_it, key=seconds)["parts"]
    if name == "is_wrong":
        return int(run.get("wrong", 0) > 0)
    if name == "calls_ahead":
        first = next(span for span in run["spans"] if span["track"] == "device")
        return sum(span["track"] == "host" and not span.get("probe") and span["action"] != "wait"
                   and span["end"] + run["uncertainty"] < first["end"] for span in run["spans"])
    if name == "most_at_once":
        return most_at_once(run)
    actions = {"early_launches": ("kernel",), "early_copies": ("copy_to_device", "copy_to_host")}
    return sum(span["track"] == "device" and span["action"] in actions[name]
               and returned_early(run, span) for span in run["spans"])


def seconds_in(words):
    """"312 µs" → 312e-6, of every time in a line."""
    return [float(value) * UNITS[unit]
            for value, unit in re.findall(r"([0-9.]+) (ns|µs|ms|s)\b", words)]


def problems(figures, timeline, is_hidden):
    """What the view says of the run that it shows."""
    if "host_timeline.scenario" not in figures or timeline is None:
        return []
    told = [name for name in ("host_timeline.steps", "host_timeline.chosen", "host_timeline.hover")
            if name in figures]
    if is_hidden:
        return [f"{name} is shown before the answer" for name in told]
    run = run_of(timeline, {"scenario": figures["host_timeline.scenario"],
                            "bytes": int(figures["host_timeline.bytes"]),
                            "parts": int(figures["host_timeline.parts"])})
    wrong = []
    if "host_timeline.steps" in figures:
        shown = seconds_in(figures["host_timeline.steps"])
        expected = [step_seconds(run, step) for step in STEPS]
        if len(shown) != len(expected) or any(abs(a - b) > 0.006 * b
                                              for a, b in zip(shown, expected)):
            wrong.append(f"the steps take {expected}, not {figures['host_timeline.steps']}")
    if figures.get("host_timeline.span") and "host_timeline.chosen" in figures:
        span = run["spans"][int(figures["host_timeline.span"])]
        if not figures["host_timeline.chosen"].startswith(span["name"]):
            wrong.append(f"{span['name']} is chosen, not {figures['host_timeline.chosen']}")
    return wrong
