// What the GEMM view says around its picture, and the figures of matrix products; its picture's
// words stand in viz/scene/access.
#pragma once

// clang-format off
#define WARPLENS_GEMM_VIEW_STRINGS(S) \
  S(gemm_view, "GEMM") \
  S(gemm_none, \
    "This kernel is not described as a matrix product C = A · B: the families gemm and tensor_gemm are.") \
  S(gemm_no_cell, \
    "In this launch this block stores nothing of C: look at another launch or block.") \
  S(gemm_shared, "Other blocks of its cluster bring it some of A and B, too: that is not followed here") \
  S(gemm_cut, "There are more reads than are followed: the first {} are shown.") \
  S(gemm_tile, "this block's tile") \
  S(gemm_tile_hint, "The part of C that the block under the cursor computes.") \
  S(gemm_whole, "whole matrices") \
  S(gemm_whole_hint, "All of A, B and C.") \
  S(judged_within, "{}: {}\nat most {} ({} + {}%)") \
  S(judged_global_values, "values from global memory, 1,000 multiply-adds") \
  S(judged_shared_values, "values from shared memory, 1,000 multiply-adds") \
  S(judged_global_loads, "loads of global memory, 1,000 multiply-adds") \
  S(judged_shared_loads, "loads of shared memory, 1,000 multiply-adds")
// clang-format on
