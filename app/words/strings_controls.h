// Texts of the ribbon, the list of kernels and the first start; S(name, English, Chinese).
#pragma once

// clang-format off
#define WARPLENS_CONTROLS_STRINGS(S) \
  S(search_kernels, "Search kernels…", "搜索核函数…") \
  S(no_kernel_found, "No kernel is called that.", "没有这样的核函数。") \
  S(answer_hint, "number", "数字") \
  S(intro_welcome, "A column: how many passes?", "读一列：要几次？") \
  S(intro_question, \
    "Shared memory has 32 banks, and each hands out one 4-byte word a pass. Here the 32 lanes of a " \
    "warp read a row of a 32 × 32 tile: one pass. Now they read a column, one float of each row. " \
    "How many passes does that take?", \
    "共享内存有 32 个 bank，每个 bank 每次给出一个 4 字节字。这里一个 warp 的 32 个 lane 读取 " \
    "32 × 32 tile 的一行：一次就够。现在它们读取一列，每行取一个 float。这要几次？") \
  S(intro_answer, \
    "A row is 128 bytes, as long as the banks are wide: one row further is the same bank. All 32 " \
    "words lie in one bank, and it hands them out one after the other.", \
    "一行是 128 字节，正好跨过全部 bank：往下一行还是同一个 bank。32 个 4 字节字都在一个 bank 里，" \
    "它只能一个接一个地给出。") \
  S(intro_welcome_words, \
    "This is what Warplens is for: it runs real CUDA kernels, records every address that every " \
    "lane touches, and shows what each access costs. Begin with one of these, or be shown around.", \
    "Warplens 就是为此而做的：它运行真实的 CUDA 核函数，记录每个 lane 访问的每个地址，" \
    "并显示每次访问的代价。可以从下面任选一个开始，也可以先看一遍介绍。") \
  S(keys_first_question, "answer the first question", "回答第一个问题") \
  S(intro_conflict, "See a conflict vanish", "看一次冲突消失") \
  S(intro_conflict_next, \
    "This read takes 32 wavefronts. Press padding or XOR above the picture.", \
    "这次读取要 32 个 wavefront。请按图上方的“填充”或“异或”。") \
  S(intro_times, "Compare times", "比较用时") \
  S(intro_times_next, \
    "Padding beside XOR, timed on a GPU. Choose another size to compare them there.", \
    "填充与异或在 GPU 上的用时。换一个尺寸，就比较那里的用时。") \
  S(intro_around, "Show me around", "带我看看") \
  S(lesson_minutes, "{} min", "{} 分钟") \
  S(lesson_after, "{} min · after lesson {}", "{} 分钟 · 先学第 {} 课") \
  S(glossary_entry, "Glossary", "术语表") \
  S(one_event_per_second, "{} access/s", "每秒 {} 次访问")
// clang-format on
