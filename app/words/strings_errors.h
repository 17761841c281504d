// What the error chart says around its picture, and a step's bounds of errors; its picture's words
// stand in viz/scene/errors.
#pragma once

// clang-format off
#define WARPLENS_ERROR_STRINGS(S) \
  S(error_chart, "Errors of sums", "求和误差") \
  S(errors_none, \
    "The error chart is of kernels whose results are sums of floats: gemm, and reduce but for its maximum.", \
    "误差图针对结果为 float 之和的核函数：gemm，以及除最大值之外的 reduce。") \
  S(errors_measuring, "Summing exactly and in floats… {}%", "正在精确求和并与 float 求和对照…… {}%") \
  S(errors_inputs, "terms:", "各项：") \
  S(errors_equal_hint, "0.1 in every place of the inputs, as near as a float comes to it.", "输入处处都是 0.1（最接近它的 float）。") \
  S(errors_positive_hint, "Random inputs from 0 to 1, the same ones each time.", "0 到 1 的随机输入，每次都相同。") \
  S(errors_mixed_hint, \
    "Random inputs from −1 to 1. Errors are a share of the terms' magnitudes, not of a sum that may cancel.", \
    "−1 到 1 的随机输入。误差相对于各项绝对值之和，而不是相对于可能相互抵消的和。") \
  S(errors_largest, "largest", "最大") \
  S(errors_largest_hint, "The largest error among all sums of a size.", "同一规模的所有和里最大的误差。") \
  S(errors_rms, "root mean square", "均方根") \
  S(errors_rms_hint, "What a sum of this size is typically off by.", "这一规模的和通常偏离多少。") \
  S(errors_by_size, "by size", "按规模") \
  S(errors_by_size_hint, "Errors against the number of terms.", "误差随项数的变化。") \
  S(errors_by_order, "by order", "按顺序") \
  S(errors_by_order_hint, "The same sum again, the blocks in another order each time.", "同一个和重复计算，每次线程块的执行顺序不同。") \
  S(errors_of_order, "{}: order {}, result {}, error {}", "{}：顺序 {}，结果 {}，误差 {}") \
  S(errors_click_hint, "A click puts this kernel on the stage.", "点击可把这个核函数放到画面上。") \
  S(errors_largest_at, "largest error at {} terms", "{} 项时的最大误差") \
  S(errors_fp32, "float operations a term", "每项的 float 运算") \
  S(errors_other, "float64 operations a term", "每项的 float64 运算") \
  S(errors_distinct, "different results", "不同的结果")
// clang-format on
