// Texts of the ribbon, the list of kernels and the first start; S(name, English, Chinese).
#pragma once

// clang-format off
#define WARPLENS_CONTROLS_STRINGS(S) \
  S(search_kernels, "Search kernels…", "搜索核函数…") \
  S(no_kernel_found, "No kernel is called that.", "没有这样的核函数。") \
  S(answer_hint, "number", "数字")
// clang-format on
