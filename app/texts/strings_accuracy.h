// What the error chart says around its picture, and a step's bounds of errors; its picture's words
// stand in viz/scene/charts.
#pragma once

// clang-format off
#define WARPLENS_ACCURACY_STRINGS(S) \
  S(error_chart, "Errors of sums") \
  S(accuracy_none, \
    "The error chart is of kernels whose results are sums of floats: gemm, tensor_gemm, and reduce but for its maximum.") \
  S(accuracy_measuring, "Summing exactly and in floats… {}%") \
  S(accuracy_inputs, "terms:") \
  S(accuracy_equal_hint, "0.1 in every place of the inputs, as near as its type comes to it.") \
  S(accuracy_positive_hint, "Random inputs from 0 to 1, the same ones each time.") \
  S(accuracy_mixed_hint, \
    "Random inputs from −1 to 1. Errors are a share of the terms' magnitudes, not of a sum that may cancel.") \
  S(accuracy_largest, "largest") \
  S(accuracy_largest_hint, "The largest error among all sums of a size.") \
  S(accuracy_rms, "root mean square") \
  S(accuracy_rms_hint, "What a sum of this size is typically off by.") \
  S(accuracy_by_size, "by size") \
  S(accuracy_by_size_hint, "Errors against the number of terms.") \
  S(accuracy_by_architecture, "by architecture") \
  S(accuracy_by_architecture_hint, \
    "The same kernel, summed as the tensor cores of each architecture do.") \
  S(accuracy_by_order, "by order") \
  S(accuracy_by_order_hint, "The same sum again, the blocks in another order each time.") \
  S(accuracy_of_order, "{}: order {}, result {}, error {}") \
  S(accuracy_click_hint, "A click puts this kernel on the stage.") \
  S(accuracy_largest_at, "largest error at {} terms") \
  S(accuracy_fp32, "float instructions a term") \
  S(accuracy_other, "float64 instructions a term") \
  S(accuracy_distinct, "different results")
// clang-format on
