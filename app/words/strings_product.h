// What the GEMM view says around its picture, and the figures of matrix products; its picture's
// words stand in viz/scene/product.
#pragma once

// clang-format off
#define WARPLENS_PRODUCT_STRINGS(S) \
  S(gemm_view, "GEMM", "矩阵乘法 GEMM") \
  S(gemm_none, \
    "This kernel is not described as a matrix product C = A · B: the families gemm and tensor_gemm are.", \
    "这个核函数没有被描述为矩阵乘法 C = A · B：gemm 和 tensor_gemm 两类才有这样的描述。") \
  S(gemm_no_cell, \
    "In this launch this block stores nothing of C: look at another launch or block.", \
    "在这次启动中，这个线程块没有写 C 的任何元素：请看另一次启动或另一个线程块。") \
  S(gemm_cut, "There are more reads than are followed: the first {} are shown.", "读取太多，这里只跟踪前 {} 次。") \
  S(gemm_tile, "this block's tile", "这个线程块的 tile") \
  S(gemm_tile_hint, "The part of C that the block under the cursor computes.", "光标所在的线程块计算的那一部分 C。") \
  S(gemm_whole, "whole matrices", "整个矩阵") \
  S(gemm_whole_hint, "All of A, B and C.", "A、B、C 的全部。") \
  S(judged_within, "{}: {}\nat most {} ({} + {}%)", "{}：{}\n至多 {}（{} + {}%）") \
  S(judged_global_values, "values from global memory, 1,000 multiply-adds", "每千次乘加从全局内存读取的值") \
  S(judged_shared_values, "values from shared memory, 1,000 multiply-adds", "每千次乘加从共享内存读取的值") \
  S(judged_global_loads, "loads of global memory, 1,000 multiply-adds", "每千次乘加的全局内存加载") \
  S(judged_shared_loads, "loads of shared memory, 1,000 multiply-adds", "每千次乘加的共享内存加载")
// clang-format on
