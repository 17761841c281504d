// Texts of the ribbon, the list of kernels and the first start; S(name, English, Chinese).
#pragma once

// clang-format off
#define WARPLENS_CONTROLS_STRINGS(S) \
  S(search_kernels, "Search kernels…", "搜索核函数…") \
  S(no_kernel_found, "No kernel is called that.", "没有这样的核函数。") \
  S(answer_hint, "number", "数字") \
  S(intro_welcome, "What does a kernel do to memory?", "核函数怎样访问内存？") \
  S(intro_welcome_words, \
    "Warplens runs real CUDA kernels, records every address that every lane touches, and shows " \
    "what each access costs. Begin with one of these, or be shown around.", \
    "Warplens 运行真实的 CUDA 核函数，记录每个 lane 访问的每个地址，并显示每次访问的代价。" \
    "可以从下面任选一个开始，也可以先看一遍介绍。") \
  S(intro_conflict, "See a conflict vanish", "看一次冲突消失") \
  S(intro_conflict_next, \
    "This read takes 32 wavefronts. Press padding or XOR above the picture.", \
    "这次读取要 32 个 wavefront。请按图上方的“填充”或“异或”。") \
  S(intro_times, "Compare times", "比较用时") \
  S(intro_times_next, \
    "Padding beside XOR, timed on a GPU. Choose another size to compare them there.", \
    "填充与异或在 GPU 上的用时。换一个尺寸，就比较那里的用时。") \
  S(intro_around, "Show me around", "带我看看") \
  S(planned, "planned", "计划中") \
  S(lesson_minutes, "{} min", "{} 分钟") \
  S(lesson_after, "{} min · after lesson {}", "{} 分钟 · 先学第 {} 课") \
  S(glossary_entry, "Glossary", "术语表") \
  S(one_event_per_second, "{} access/s", "每秒 {} 次访问")
// clang-format on
