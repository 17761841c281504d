#!/usr/bin/env python3
"""Finds the quadratics of kernels/machine/operations/multifunction_tables.cpp from a GPU's results.

    tests/probes/multifunction_unit.py results     # as multifunction_results.cu wrote them

For each interval of 2^17 inputs (2^16 of a reciprocal) it looks for a constant, slope and curvature for
which constant + slope * x + curvature * square(x), truncated, is every result. Slope and curvature
come from a linear program and turn out whole; the constants that then do are found in integers, and the
roundest of them is printed. square(x) is the sum of the partial products' columns from 2^19 on: with
any other number of columns no quadratic gives every result. It needs NumPy and SciPy, and takes minutes.
"""

import pathlib
import sys

import numpy as np
from scipy.optimize import linprog

PLACES = 1 << 17
SCALE = 34  # bits of integers below the unit of a table
COLUMNS = 19  # that a square loses
STRETCH = 1 << 23


def truncated_square(x):
    total = np.zeros_like(x)
    for i in range(17):
        bit = x >> i & 1
        if 2 * i >= COLUMNS:
            total += bit << 2 * i
        for j in range(max(0, COLUMNS - 1 - i), i):
            total += (bit & x >> j & 1) << i + j + 1
    return total


def proposal(x, square, low, high):
    """Slope and curvature that keep low <= quadratic < high by the largest margin."""
    features = np.stack([np.ones(len(x)), x / PLACES, square / PLACES**2], 1)
    base = low[0]
    chosen = np.unique(np.linspace(0, len(x) - 1, 600).astype(int))
    for _ in range(14):
        rows, one = features[chosen], np.ones((len(chosen), 1))
        solved = linprog(
            [0, 0, 0, -1],
            A_ub=np.vstack([np.hstack([-rows, one]), np.hstack([rows, one])]),
            b_ub=np.concatenate([base - low[chosen], high[chosen] - base]),
            bounds=[(None, None)] * 4,
            options={"primal_feasibility_tolerance": 1e-9, "dual_feasibility_tolerance": 1e-9},
        )
        if solved.x is None:
            return proposal(x[3:], square[3:], low[3:], high[3:])
        values = features @ solved.x[:3] + base
        margin = np.minimum(values - low, high - values)
        if margin.min() >= solved.x[3] - 1e-7:
            break
        chosen = np.unique(np.concatenate([chosen, np.argsort(margin)[:400]]))
    return round(solved.x[1]), round(solved.x[2])


def quadratic(x, low, high):
    """The interval's row; it ends the program where there is none."""
    square = truncated_square(x)
    slope, curvature = proposal(x, square, low, high)
    rest = (slope * x << SCALE - 17) + curvature * square
    fixed = lambda values: np.round(values * 2.0**20).astype(np.int64) << SCALE - 20
    smallest, largest = int((fixed(low) - rest).max()), int((fixed(high) - rest).min()) - 1
    for bits in range(SCALE, 15, -1):
        constant = -(-smallest >> bits) << bits
        if constant <= largest:
            return constant >> 16, slope, curvature
    sys.exit(f"no quadratic gives every result: slope {slope}, curvature {curvature}")


def truncation(results, unit):
    """What is truncated to a result lies from it up to the next float."""
    return results.astype(float) * unit, np.nextafter(results, np.float32(1e30)).astype(float) * unit


def intervals(results, row_bits, place_bits, unit):
    """Stretches of equally many inputs, of which each 2^k-th is looked at."""
    step = len(results) >> row_bits + place_bits
    low, high = truncation(results[::step], unit)
    x = np.arange(1 << place_bits, dtype=np.int64) << 17 - place_bits
    for i in range(1 << row_bits):
        here = slice(i << place_bits, (i + 1) << place_bits)
        yield x, low[here], high[here]


def without_first(stretches):
    """One is exact whatever its row says."""
    x, low, high = next(stretches)
    yield x[1:], low[1:], high[1:]
    yield from stretches


def logarithms(results):
    """Of 36 bits of fraction: what is smaller than the last of them is not seen."""
    for x, low, high in without_first(intervals(results, 6, 17, 2.0**24)):
        yield x, low, np.maximum(high, low + 2.0**-12)


def sines(stretches):
    """From (start, results, complemented) whose turns lie in the first quarter."""
    rows = {}
    for start, results, complemented in stretches:
        x = np.float32(start) * (1 + np.arange(STRETCH) / STRETCH).astype(np.float32)
        product = x.astype(float) * float(np.float32(0.15915494))
        turns = (product.view(np.uint64) & ~np.uint64((1 << 29) - 1)).view(float)
        place, first = np.unique((turns * 2**25).astype(np.int64), return_index=True)
        results_here, quarter = results[first], 1 << 23
        keep = place < quarter
        place, results_here = place[keep], results_here[keep]
        if complemented:
            place, results_here = quarter - 1 - place[::-1], results_here[::-1]
        for row in range(64):
            here = place >> 17 == row
            if here.sum() > len(rows.get(row, [[]])[0]):
                rows[row] = (place[here] & PLACES - 1, *truncation(results_here[here], 2.0**24))
    for row in range(64):
        x, low, high = rows[row]
        known = (low * 2**20 == np.round(low * 2**20)) & (high * 2**20 == np.round(high * 2**20))
        yield x[known], low[known], high[known]


def main():
    folder = pathlib.Path(sys.argv[1])

    def load(name):
        return np.fromfile(folder / name, np.float32).reshape(-1, STRETCH)

    unit = 2.0**24
    sine, cosine, tangent = load("sin"), load("cos")[0], load("tanh")
    row_bits = [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3]
    tables = {
        "kReciprocal": intervals(load("rcp")[0], 7, 16, unit),
        "kReciprocalSquareRoot": without_first(intervals(load("rsqrt").ravel(), 7, 17, unit)),
        "kSquareRoot": intervals(load("sqrt").ravel(), 7, 17, unit),
        "kExponential2": intervals(load("ex2")[0], 6, 17, 2.0**22),
        "kLogarithm2": logarithms(load("lg2")[0]),
        "kSine": sines([(0.5, sine[0], False), (1, sine[1], False), (1, cosine, True)]),
        "kHyperbolicTangent": (
            stretch
            for results, bits in zip(tangent, row_bits)
            for stretch in intervals(results, bits, 17, unit)
        ),
    }
    for name, stretches in tables.items():
        print(name)
        for stretch in stretches:
            print("{%d, %d, %d}," % quadratic(*stretch))


if __name__ == "__main__":
    main()
