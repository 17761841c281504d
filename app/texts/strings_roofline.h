// What the roofline says around its picture; the picture's words stand in viz/scene/charts and
// viz/analysis/limits.
#pragma once

// clang-format off
#define WARPLENS_ROOFLINE_STRINGS(S) \
  S(roofline, "Roofline") \
  S(roofline_side, "side {}") \
  S(roofline_side_hint, \
    "The size: each kernel stands as it was counted at this side, or at the largest below it.") \
  S(roofline_caption, \
    "A FLOP is an FP32 addition or multiplication of a lane; a multiply-add is two. A byte is of a 32-byte sector that is fetched or written, each sector once. Times are medians.") \
  S(roofline_shared_caption, \
    "A FLOP is an FP32 addition or multiplication of a lane; a multiply-add is two. A byte is one that a lane asks of shared memory, 128 a wavefront at most: conflicts keep a kernel below the roof. Kernels without shared memory are not here. Times are medians.") \
  S(roofline_memory_hint, "Whose bytes count, and whose roof rises: DRAM's or shared memory's (Shift + M).") \
  S(keys_roofline_memory, "the roofline of DRAM, of shared memory") \
  S(roofline_unplaced, \
    "{} Not here, their multiply-adds are not FP32: {}.") \
  S(roofline_of, "{}, side {}") \
  S(roofline_click, "Click: this kernel comes onto the stage.") \
  S(roofline_reading, "The recordings are being read.") \
  S(judged_intensity, "FLOP for 1,000 bytes") \
  S(judged_roof_share, "percent of its roof")
// clang-format on
