"""What a multiprocessor holds of a launch, told apart from the app's own count: it is filled block by block,
each warp put into the emptiest of its four parts, until something lacks."""
import json
import subprocess

# Warps, blocks, KB of shared memory, KB reserved a block, what a block's shared memory comes in.
MULTIPROCESSORS = {"t4": (32, 16, 64, 0, 256), "a100": (64, 32, 164, 1, 128),
                   "rtx4060ti": (48, 24, 100, 1, 128), "rtx4090": (48, 24, 100, 1, 128),
                   "h200": (64, 32, 228, 1, 128), "b200": (64, 32, 228, 1, 128)}
ARCHITECTURES = {"t4": "sm_75", "a100": "sm_80", "rtx4060ti": "sm_89", "rtx4090": "sm_89",
                 "h200": "sm_90", "b200": "sm_100"}
NAMES = ("threads", "registers", "shared_bytes")
MOST = {"threads": 1024, "registers": 255, "shared_bytes": 64 << 10}
NOTCHES = {"threads": 32, "registers": 1, "shared_bytes": 512}


def up_to(value, unit):
    return -(-value // unit) * unit


def resident(gpu, needs):
    """Blocks and warps."""
    warps_there, blocks_there, kilobytes, reserved, unit = MULTIPROCESSORS[gpu]
    warps = up_to(needs["threads"], 32) // 32
    a_warp = up_to(needs["registers"] * 32, 256)
    shared = up_to(needs["shared_bytes"] + (reserved << 10), unit)
    parts = [[65536 // 4, warps_there // 4] for _ in range(4)]
    left, blocks = kilobytes << 10, 0
    while blocks < blocks_there and left >= shared:
        for _ in range(warps):
            part = max((p for p in parts if p[0] >= a_warp and p[1] > 0), default=None,
                       key=lambda p: p[1])
            if part is None:
                return blocks, blocks * warps
            part[0] -= a_warp
            part[1] -= 1
        left -= shared
        blocks += 1
    return blocks, blocks * warps


def compiled(program, kernel, parameters, gpu):
    """What a block needs, as the command line says."""
    settings = [f"--set={name}={value}" for name, value in parameters.items()]
    report = subprocess.run([program, "resources", kernel, "--json", *settings], check=True,
                            stdout=subprocess.PIPE).stdout
    launch = json.loads(report)["launches"][0]
    row = next(r for r in launch["architectures"] if r["architecture"] == ARCHITECTURES[gpu])
    return {"threads": launch["threads_a_block"], "registers": row["registers"],
            "shared_bytes": row["shared_bytes"]}


def meets(goal, gpu, needs):
    blocks, warps = resident(gpu, needs)
    return (all(needs[name] == goal[name] for name in NAMES if name in goal)
            and goal.get("blocks_at_least", 0) <= blocks <= goal.get("blocks_at_most", blocks)
            and goal.get("warps_at_least", 0) <= warps <= goal.get("warps_at_most", warps))


def way_to(goal, gpu, needs):
    """What to set: a few needs, each on a notch of its slider."""
    named = {name: goal[name] for name in NAMES if name in goal}
    free = [name for name in NAMES if name not in goal]
    start = {**needs, **named}
    if meets(goal, gpu, start):
        return named
    values = {name: range(0 if name == "shared_bytes" else NOTCHES[name], MOST[name] + 1,
                          max(NOTCHES[name], MOST[name] // 64)) for name in free}
    for one in free:
        for value in values[one]:
            if meets(goal, gpu, {**start, one: value}):
                return {**named, one: value}
    for one in free:
        for other in free:
            for a in values[one]:
                for b in values[other]:
                    if one != other and meets(goal, gpu, {**start, one: a, other: b}):
                        return {**named, one: a, other: b}
    raise AssertionError(f"nothing meets {goal} on {gpu} with {needs}")
