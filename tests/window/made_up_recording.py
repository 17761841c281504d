"""A recording of no GPU, for tests: every variant of a family at a few sizes, with figures that follow
from nothing but the place in the list. It lies in an assets folder of its own, beside a copy of the
program, so that it is never taken for one that was measured.
"""
import json
import os
import shutil
import subprocess

BLOCKS = 1056  # as the catalogue times transpose
DEVICE = {"name": "Made-up GPU", "compute_capability": "9.0", "driver": "1.2.3",
          "memory_bytes": 1 << 37, "l2_bytes": 60_000_000, "multiprocessors": 132}


def root_of(program):
    """The folder that holds assets/, docs/ and the kernels' sources."""
    folder = os.path.dirname(os.path.realpath(program))
    while not os.path.isdir(os.path.join(folder, "assets", "ptx")):
        folder = os.path.dirname(folder)
    return os.path.dirname(os.path.realpath(os.path.join(folder, "assets")))  # it may be a link


def program_with_recording(program, folder, recordings):
    """A copy of the program in `folder`, whose assets are the real ones but for the recordings."""
    root, assets = root_of(program), os.path.join(folder, "assets")
    os.makedirs(os.path.join(assets, "recordings"))
    for name in ("docs", "kernels"):
        os.symlink(os.path.join(root, name), os.path.join(folder, name))
    for name in os.listdir(os.path.join(root, "assets")):
        if name != "recordings":
            os.symlink(os.path.join(root, "assets", name), os.path.join(assets, name))
    for name, recording in recordings.items():
        with open(os.path.join(assets, "recordings", name), "w", encoding="utf-8") as file:
            file.write(recording if isinstance(recording, str) else json.dumps(recording))
    copy = os.path.join(folder, "warplens")
    shutil.copy(program, copy)
    return copy


def family_of(program, name):
    listed = json.loads(subprocess.run([program, "list", "--json"], check=True,
                                       capture_output=True).stdout)
    return next(family for family in listed["families"] if family["name"] == name)


def seconds_of(median):
    return {"median": median, "minimum": median * 0.97, "maximum": median * 1.15,
            "lower_quartile": median * 0.99, "upper_quartile": median * 1.03, "repetitions": 40}


def entry(kind, name, side, median, parameters, image=None):
    made = {"kind": kind, "family": "transpose", "name": name, "side": side,
            "parameters": parameters, "bytes": 8.0 * side * side, "flops": 0,
            "seconds": seconds_of(median), "fits_in_l2": 8 * side * side <= DEVICE["l2_bytes"]}
    return made | ({"image": image} if image else {})


def transposes(program, images, sides):
    """Every variant of transpose that is not broken, a copy and a library."""
    entries = []
    variants = [v for v in family_of(program, "transpose")["variants"] if not v["broken"]]
    for side in sides:
        best = 3e-6 + 8.0 * side * side / 4.1e12
        entries.append(entry("ceiling", "device_copy", side, best, {"rows": side, "cols": side}))
        entries.append(entry("library", "cublasSgeam", side, best * 1.18,
                             {"rows": side, "cols": side}))
        for place, variant in enumerate(variants):
            parameters = {p["name"]: p["default"] for p in variant["parameters"]}
            parameters |= {"rows": side, "cols": side}
            if "blocks" in parameters:
                parameters["blocks"] = BLOCKS
            slower = 1.05 + 2.4 * 0.78 ** place
            image = images[f"transpose/{variant['name']}.ptx"]["ptx_sha256"]
            entries.append(entry("variant", variant["name"], side, best * slower, parameters, image))
    return entries


def recording(program, sides=(64, 128, 256, 512, 1000, 1024, 2048, 4096, 8192, 16384)):
    with open(os.path.join(root_of(program), "assets", "ptx", "manifest.json"), encoding="utf-8") as file:
        images = json.load(file)["images"]
    return {"version": 1, "device": DEVICE, "date": "2001-02-03", "command": "a test",
            "absent": ["CUB: a test has none"], "entries": transposes(program, images, sides)}
