"""What the answer to a step's question is: from the command line's traces, and from the recordings."""
import glob
import json
import os
import re
import subprocess

import motion_truth as motions
import timeline_truth as timelines
import trace_truth as truth


def kind(ask):
    return next((name for name in ("best", "order", "lanes", "cell", "lands") if name in ask),
                "choice" if "choices" in ask else "number")


def sums(program, kernel, parameters):
    """The figures of a whole run that kernels are compared by."""
    settings = [f"--set={name}={value}" for name, value in sorted(parameters.items())]
    return truth.Trace(subprocess.run([program, "trace", kernel, *settings, "--events", "--json"],
                                      capture_output=True, text=True, check=False).stdout,
                       parameters).sums()


def defaults(program, kernel):
    families = json.loads(subprocess.run([program, "list", "--json"], capture_output=True, text=True,
                                         check=True).stdout)["families"]
    family, name = kernel.split("/")
    variants = next(each for each in families if each["name"] == family)["variants"]
    variant = next(each for each in variants if each["name"] == name)
    return {each["name"]: each["default"] for each in variant["parameters"]}


def seconds(program, kernel, parameters, side):
    """The recorded median: of the entry with these settings, the others as they are by default."""
    family, name = kernel.split("/")
    usual = defaults(program, kernel) | parameters
    found = []
    for path in sorted(glob.glob(os.path.join(truth.ROOT, "assets", "recordings", "*.json"))):
        with open(path, encoding="utf-8") as file:
            entries = json.load(file).get("entries", [])
        found += [entry for entry in entries
                  if (entry["family"], entry["name"], entry["side"]) == (family, name, side)
                  and parameters.items() <= entry["parameters"].items()]
    best = max(found, key=lambda entry: sum(usual.get(key) == value
                                            for key, value in entry["parameters"].items()))
    return best["seconds"]["median"]


def placed(program, kernel, parameters, side, by):
    """On the roofline; its kernels are those at their default settings."""
    if parameters:
        raise AssertionError(f"no roofline of {kernel} with {parameters}")
    printed = subprocess.run([program, "roofline", kernel.split("/")[0], f"--side={side}", "--json"],
                             capture_output=True, text=True, check=True).stdout
    place = next(each for each in json.loads(printed)["kernels"] if each["kernel"] == kernel)
    return place["flop_per_byte" if by == "intensity" else "share_of_roof"]


def errors(program, kernel, step, terms, orders=False):
    """What the command line measures of a kernel with the step's inputs."""
    settings = [f"--set={name}={value}" for name, value in sorted(kernel.get("parameters", {}).items())]
    return json.loads(subprocess.run(
        [program, "errors", kernel["kernel"], f"--sizes={terms}", f"--inputs={step['errors']['inputs']}",
         *settings, "--json", *["--orders"] * orders],
        capture_output=True, text=True, check=True).stdout)["kernels"][0]


def compared(program, ranking, step):
    if ranking["by"] in ("intensity", "roof_share"):
        return [placed(program, each["kernel"], each.get("parameters", {}), ranking["side"],
                       ranking["by"]) for each in ranking["of"]]
    if ranking["by"] == "error":
        return [errors(program, each, step, ranking["terms"])["sizes"][0]["largest"]
                for each in ranking["of"]]
    if ranking["by"] == "time":
        return [seconds(program, each["kernel"], each.get("parameters", {}), ranking["side"])
                for each in ranking["of"]]
    return [sums(program, each["kernel"], each.get("parameters", {}))[ranking["by"]]
            for each in ranking["of"]]


def lanes_asked(trace, event, ask):
    active = trace.lanes(event)
    if ask["lanes"] == "active":
        return active
    if ask["lanes"] == "idle":
        return [lane for lane in range(32) if lane not in active]
    width = trace.site(event)["width"]
    at = {row["lane"]: row for row in trace.events[event]["lanes"]}
    if ask["lanes"] == "same_sector":
        places = {lane: {(row["buffer"], byte // 32)
                         for byte in range(row["offset"], row["offset"] + width)}
                  for lane, row in at.items()}
        return [lane for lane in active if lane != ask["of"] and places[lane] & places[ask["of"]]]
    together = 32 * 4 // max(width, 4)  # lanes that are served at once
    words = {lane: {word for who, word in trace.words(event) if who == lane} for lane in active}
    own = words[ask["of"]]

    def meets(lane):
        if ask["lanes"] == "same_word":
            return bool(words[lane] & own)
        if lane // together != ask["of"] // together:
            return False
        return any(word % 32 == mine % 32 and word != mine for word in words[lane] for mine in own)
    return [lane for lane in active
            if lane != ask["of"] and meets(lane)]


def cell_asked(trace, event, ask):
    row = next(each for each in trace.events[event]["lanes"] if each["lane"] == ask["lane"])
    if ask["cell"] == "bank":
        return row["window_offset"] // 4 % 32
    return row["offset"] // min(trace.site(event)["width"], 4)


def held(element):
    """Who holds it, by PTX's figures for mma.m16n8k16 of 16-bit factors and for ldmatrix."""
    letter, row, column = element[0], *(int(each) for each in re.findall(r"\d+", element))
    lane = row % 8 * 4 + column % 8 // 2
    register = {"A": row // 8 + column // 8 * 2, "D": row // 8 * 2 + column % 2, "R": 0}[letter]
    return {"lane": lane, "register": register}


def expected(program, trace, step, cache, timeline):
    """The number that stands for the right answer (app/lessons/prediction.h)."""
    ask = step["predict"]
    if "timeline" in ask:
        return timelines.figure(timeline, timelines.run_of(timeline, step["timeline"]),
                                ask["timeline"])
    if "errors" in ask:
        own = {name: value for name, value in step["parameters"].items() if name != "n"}
        return errors(program, {"kernel": step["kernel"], "parameters": own}, step,
                      step["parameters"]["n"], orders=True)[ask["errors"]]
    if "motion" in ask:
        return motions.figure(ask["motion"], step["motion"])
    if kind(ask) == "lands":
        return motions.landing(step["motion"])
    if kind(ask) in ("best", "order"):
        ranking = ask[kind(ask)]
        values = compared(program, ranking, step)
        places = sorted(range(len(values)), key=lambda place: values[place])
        if kind(ask) == "order":
            return int("".join(str(place + 1) for place in places))
        return places[-1 if ranking.get("pick") == "most" else 0]
    if "fragments" in ask:
        return held(ask["element"])[ask["fragments"]]
    event = trace.find(ask["at"])
    if kind(ask) == "lanes":
        return sum(1 << lane for lane in lanes_asked(trace, event, ask))
    if kind(ask) == "cell":
        return cell_asked(trace, event, ask)
    return trace.figure(ask["figure"], event, cache)


def wrong(ask, right):
    """Another answer of the same kind."""
    if kind(ask) == "choice":
        return next(choice for choice in ask["choices"] if choice != right)
    if kind(ask) == "best":
        return 1 - min(right, 1)
    if kind(ask) == "order":
        return int(str(right)[::-1])
    if kind(ask) == "lanes":
        return right ^ 1 << (0 if ask.get("of") != 0 else 1)
    if kind(ask) == "cell":
        return right - 1 if ask["cell"] == "bank" and right else right + 1
    return right + 1
