// What the error chart says around its picture, and a step's bounds of errors; its picture's words
// stand in viz/scene/charts.
#pragma once

// clang-format off
#define WARPLENS_ERROR_STRINGS(S) \
  S(error_chart, "Errors of sums") \
  S(errors_none, \
    "The error chart is of kernels whose results are sums of floats: gemm, and reduce but for its maximum.") \
  S(errors_measuring, "Summing exactly and in floats… {}%") \
  S(errors_inputs, "terms:") \
  S(errors_equal_hint, "0.1 in every place of the inputs, as near as a float comes to it.") \
  S(errors_positive_hint, "Random inputs from 0 to 1, the same ones each time.") \
  S(errors_mixed_hint, \
    "Random inputs from −1 to 1. Errors are a share of the terms' magnitudes, not of a sum that may cancel.") \
  S(errors_largest, "largest") \
  S(errors_largest_hint, "The largest error among all sums of a size.") \
  S(errors_rms, "root mean square") \
  S(errors_rms_hint, "What a sum of this size is typically off by.") \
  S(errors_by_size, "by size") \
  S(errors_by_size_hint, "Errors against the number of terms.") \
  S(errors_by_order, "by order") \
  S(errors_by_order_hint, "The same sum again, the blocks in another order each time.") \
  S(errors_of_order, "{}: order {}, result {}, error {}") \
  S(errors_click_hint, "A click puts this kernel on the stage.") \
  S(errors_largest_at, "largest error at {} terms") \
  S(errors_fp32, "float operations a term") \
  S(errors_other, "float64 operations a term") \
  S(errors_distinct, "different results")
// clang-format on
