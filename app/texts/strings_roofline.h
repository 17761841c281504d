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
  S(roofline_unplaced, \
    "{} Not here, their multiply-adds are not FP32: {}.") \
  S(roofline_of, "{}, side {}") \
  S(roofline_click, "Click: this kernel comes onto the stage.") \
  S(roofline_reading, "The recordings are being read.") \
  S(judged_intensity, "FLOP for 1,000 bytes") \
  S(judged_roof_share, "percent of its roof")
// clang-format on
