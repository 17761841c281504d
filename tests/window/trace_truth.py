"""What the command line says about a kernel or a capture: the truth that the window must show."""
import copy
import json
import math
import os
import re
import subprocess

import cache_truth

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
CLASSES = ("global_load", "global_store", "global_atomic", "shared_load", "shared_store",
           "shared_atomic", "async_copy")
SHARED = ("shared_load", "shared_store", "shared_atomic")
GLOBAL = ("global_load", "global_store", "global_atomic", "async_copy", "bulk_load", "bulk_store")


def with_separators(number):
    return f"{number:,}"


class Trace:
    """A run, and one of its launches (1: the first) with its events."""

    def __init__(self, json_text, parameters=None, launch=1):
        run = json.loads(json_text)
        self.parameters = parameters or {}
        self.launches = run["launches"]
        self.wrong_elements = run.get("mismatch", {}).get("count", 0)
        self.json = self.launches[launch - 1]
        self.events, self.sites = self.json["events"], self.json["sites"]
        self.lines = {}
        self.cache_totals = {}

    def in_turns(self):
        """The same events in another order: each warp makes one access, then each its next."""
        now, turns = {}, []
        for at, row in enumerate(self.events):
            site, who = self.site(at), (row["block"][::-1], row["warp"])
            barriers, accesses = now.get(str(who), (0, 0))
            accesses += site["space"] != "none"
            turns.append((barriers, accesses, *who, at))
            is_barrier = site["kind"] == "barrier" and not site["ptx"].startswith("bar.warp")
            now[str(who)] = (barriers + 1, 0) if is_barrier else (barriers, accesses)
        other = copy.copy(self)
        other.events = [self.events[turn[-1]] for turn in sorted(turns)]
        other.cache_totals = {}
        return other

    def cache(self, preset, event):
        """Hits and misses of a replay up to an event and with it."""
        if preset not in self.cache_totals:
            self.cache_totals[preset] = cache_truth.totals(self, preset)
        return self.cache_totals[preset][event]

    def site(self, event):
        return self.sites[self.events[event]["site"]]

    def line(self, event):
        site = self.site(event)
        name = site["file"]
        if name not in self.lines:
            with open(os.path.join(ROOT, name), encoding="utf-8") as file:
                self.lines[name] = file.read().split("\n")
        return self.lines[name][site["line"] - 1]

    def is_at(self, event, place):
        site = self.site(event)
        return (site["space"] == place["space"] and site["kind"] == place["kind"]
                and (not place["marker"] or place["marker"] in self.line(event)))

    def find(self, anchor):
        left = anchor.get("occurrence", 0)
        for event in range(len(self.events)):
            if self.is_at(event, anchor):
                if left == 0:
                    return event
                left -= 1
        raise AssertionError(f"the trace has no {anchor}")

    def next(self, place, after):
        return next(e for e in range(after + 1, len(self.events)) if self.is_at(e, place))

    def lanes(self, event):
        return [lane for lane in range(32) if self.events[event]["mask"] >> lane & 1]

    def touches(self, event, space):
        site = self.site(event)
        return site["kind"] == "async_copy" or site["space"] == space

    def words(self, event):
        """Of shared memory, as (lane, word) pairs."""
        if self.site(event)["space"] != "shared":
            return set()
        return {(lane, byte // 4) for lane, byte in self.lane_bytes(event)}

    def bytes(self, event):
        return {byte for _, byte in self.lane_bytes(event)}

    def lane_bytes(self, event):
        """Of shared memory, as (lane, byte) pairs; an async copy's are where it copies to."""
        width = self.site(event)["width"]
        return {(lane["lane"], byte) for lane in self.events[event].get("lanes", [])
                for start in [lane.get("destination", lane)["window_offset"]]
                for byte in range(start, start + width)}

    def writers(self, event):
        wanted, warps = self.bytes(event), set()
        for before in range(event - 1, -1, -1):
            site = self.site(before)
            if (site["space"], site["kind"]) != ("shared", "store"):
                continue
            if self.events[before]["block"] != self.events[event]["block"]:
                continue
            if written := wanted & self.bytes(before):
                warps.add(self.events[before]["warp"])
                wanted -= written
        return len(warps)

    def sums(self):
        """The figures of the whole run."""
        def total(classes, figure):
            return sum(launch["totals"][which][figure] for launch in self.launches for which in classes)
        return {"total_wavefronts": total(SHARED, "wavefronts"),
                "total_conflicts": total(SHARED, "conflicts"),
                "total_sectors": total(GLOBAL, "sectors"), "total_requests": total(GLOBAL, "requests"),
                "shared_bytes": max(launch["launch"]["shared_bytes"] for launch in self.launches),
                "idle_lanes": self.idle("idle_lanes"), "idle_blocks": self.idle("idle_blocks"),
                "wrong_elements": self.wrong_elements,
                **self.product_sums(),
                "findings": sum(finding["severity"] != "information"
                                for launch in self.launches for finding in launch["findings"])}

    def product_sums(self):
        """Of a product of floats, m × n × k: what lanes load for 1,000 multiply-adds."""
        if not {"m", "n", "k"} <= self.parameters.keys():
            return {}
        adds = math.prod(self.parameters[side] for side in "mnk")
        loads = {f"{space}_{what}": 0 for space in ("global", "shared") for what in ("values", "loads")}
        for row, site in zip(self.events, map(self.site, range(len(self.events)))):
            space = "global" if site["kind"] == "async_copy" else site["space"]
            if site["kind"] in ("load", "async_copy") and space in ("global", "shared"):
                loads[f"{space}_loads"] += row["mask"].bit_count()
                loads[f"{space}_values"] += row["mask"].bit_count() * site["width"] // 4
        return {name: (count * 1000 + adds // 2) // adds for name, count in loads.items()}

    def warps_alike(self, event):
        """Warps of its block at the same instruction between the same barriers."""
        behind, at = {}, []
        for row, site in zip(self.events, map(self.site, range(len(self.events)))):
            who = str((row["block"], row["warp"]))
            at.append((row["block"], row["site"], behind.get(who, 0), row["warp"]))
            is_barrier = site["kind"] == "barrier" and not site["ptx"].startswith("bar.warp")
            behind[who] = behind.get(who, 0) + is_barrier
        return len({place[3] for place in at if place[:3] == at[event][:3]})

    def idle(self, name):
        """Lanes of the launch's warps, or whole blocks, that touch no memory."""
        busy, blocks = {}, set()
        for row, site in zip(self.events, map(self.site, range(len(self.events)))):
            if site["space"] in ("global", "shared"):
                who = str((row["block"], row["warp"]))
                busy[who] = busy.get(who, 0) | row["mask"]
                blocks.add(str(row["block"]))
        launch = self.json["launch"]
        grid, threads = math.prod(launch["grid"]), math.prod(launch["block"])
        if name == "idle_blocks":
            return grid - len(blocks)
        return grid * -(-threads // 32) * 32 - sum(mask.bit_count() for mask in busy.values())

    def figure(self, name, event, cache):
        """What a lesson asks for."""
        row = self.events[event]
        if name in ("cache_hits", "cache_misses"):
            return self.cache(cache, len(self.events) - 1)[name == "cache_misses"]
        if name == "banks":
            return len({word % 32 for _, word in self.words(event)})
        if name == "lanes":
            return len(self.lanes(event))
        if name == "aligned_lanes":
            return sum(lane["window_offset"] % 16 == 0 for lane in row["lanes"])
        if name == "writers":
            return self.writers(event)
        if name == "warps":
            return self.warps_alike(event)
        if name in (sums := self.sums()):
            return sums[name]
        return row[name]

    def counterpart(self, event, other):
        """The event of `other` that stands for this one's."""
        def key(trace, e):
            site = trace.site(e)
            return trace.events[e]["block"], trace.events[e]["warp"], site["space"], site["kind"]
        ordinal = sum(key(self, e) == key(self, event) for e in range(event))
        alike = [e for e in range(len(other.events)) if key(other, e) == key(self, event)]
        return alike[min(ordinal, len(alike) - 1)] if alike else None


def of_kernel(program, kernel, parameters, order="recorded", index="", launch=1, cache={}):
    settings = [f"--set={name}={value}" for name, value in sorted(parameters.items())]
    settings += [f"--index={index}"] if index else []
    key = (program, kernel, order, launch, *settings)
    if key not in cache:
        entry = ["--entry", os.path.basename(kernel)[:-3]] if kernel.endswith(".cu") else []
        trace = Trace(subprocess.run([program, "trace", kernel, *entry, *settings, "--events", "--json"],
                                     capture_output=True, text=True, check=False).stdout, parameters, launch)
        cache[key] = trace.in_turns() if order == "turns" else trace
    return cache[key]


def of_capture(program, path):
    return Trace(subprocess.run([program, "show", path, "--events", "--json"],
                                capture_output=True, text=True, check=True).stdout)


def global_rows(totals):
    moved = totals["bytes_moved"]
    used = 100 * totals["bytes_used"] / moved if moved else 100
    rows = {"requests": with_separators(totals["requests"]),
            "sectors": with_separators(totals["sectors"]), "efficiency": f"{used:.1f} %"}
    if totals["requests"]:
        rows["sectors_per_request"] = f"{totals['sectors'] / totals['requests']:.2f}"
    return rows


def shared_rows(totals):
    return {name: with_separators(totals[name])
            for name in ("wavefronts", "ideal_wavefronts", "conflicts", "max_way")}


def event_rows(trace, event):
    """The figures of one event as they are printed."""
    rows = {"active_lanes": f"{len(trace.lanes(event))} / 32"}
    if trace.touches(event, "global") or trace.site(event)["kind"].startswith("bulk_"):
        rows |= global_rows(trace.events[event])
    if trace.touches(event, "shared"):
        rows |= shared_rows(trace.events[event])
    return rows


def class_rows(trace, which):
    """The figures of a class of accesses over the whole kernel; none when there was no access."""
    totals = trace.json["totals"][which]
    if totals["requests"] == 0:
        return {}
    rows = {}
    if "sectors" in totals:
        rows |= global_rows(totals)
    if "wavefronts" in totals:
        rows |= shared_rows(totals)
    if "as_ptx" in totals:  # what is executed is not what the PTX says
        rows["mark"] = "*"
    elif totals.get("uncertain"):  # nobody has assembled it: the figure is the PTX's
        rows["mark"] = "?"
    return rows


def number(text):
    return int(re.sub(r"\D", "", text))
