// What the roofline says around its picture; the picture's words stand in viz/scene/charts and
// viz/analysis/limits.
#pragma once

// clang-format off
#define WARPLENS_ROOFLINE_STRINGS(S) \
  S(roofline, "Roofline", "屋顶线 Roofline") \
  S(roofline_side, "side {}", "边长 {}") \
  S(roofline_side_hint, \
    "The size: each kernel stands as it was counted at this side, or at the largest below it.", \
    "规模：每个核函数按这个边长计数；没有数过的，取小于它的最大边长。") \
  S(roofline_caption, \
    "An operation is an FP32 instruction of one lane; a multiply-add is one. A byte is of a 32-byte sector that is fetched or written, each sector once. Times are medians.", \
    "一次运算：一个 lane 的一条 FP32 指令，一次乘加算一次。字节：取入或写出的 32 字节 sector，每个只算一次。时间取中位数。") \
  S(roofline_unplaced, \
    "Not here, their multiply-adds are not FP32: {}.", \
    "不在图中的（乘加不是 FP32）：{}。") \
  S(roofline_of, "{}, side {}", "{}，边长 {}") \
  S(roofline_click, "Click: this kernel comes onto the stage.", "单击：换成这个核函数。") \
  S(roofline_reading, "The recordings are being read.", "正在读取录制数据。") \
  S(judged_intensity, "FP32 operations for 1,000 bytes", "每千字节的 FP32 运算次数") \
  S(judged_roof_share, "percent of its roof", "达到屋顶的百分比")
// clang-format on
