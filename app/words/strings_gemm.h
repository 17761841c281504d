// What the field for an index says, and the view of resources by architecture; that view's own
// words stand in viz/scene/occupancy.
#pragma once

// clang-format off
#define WARPLENS_GEMM_STRINGS(S) \
  S(index_hint, \
    "An index of your own: {}; operators as in C++. Its values are places from 0 to {}.", \
    "自己的索引表达式：{}；运算符与 C++ 相同。其值是 0 到 {} 的位置。") \
  S(resources_view, "Resources", "资源") \
  S(resources_making, "Reading what ptxas says…", "正在读取 ptxas 的报告……") \
  S(resources_none, \
    "Known of the catalogue's kernels as they ship; of a file: warplens resources FILE.", \
    "只知道目录中原样的核函数；文件请用 warplens resources FILE。") \
  S(resources_loads_hint, \
    "Of the instructions that load shared memory, those of 16 bytes a lane, however often they run.", \
    "读取共享内存的指令中，每个 lane 16 字节的那些（不计执行次数）。")
// clang-format on
