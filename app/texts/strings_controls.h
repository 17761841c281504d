// Texts of the ribbon, the list of kernels and the first start; S(name, English).
#pragma once

// clang-format off
#define WARPLENS_CONTROLS_STRINGS(S) \
  S(search_kernels, "Search kernels…") \
  S(no_kernel_found, "No kernel is called that.") \
  S(answer_hint, "number") \
  S(intro_welcome, "A column: how many passes?") \
  S(intro_question, \
    "Shared memory has 32 banks, and each hands out one 4-byte word a pass. Here the 32 lanes of a " \
    "warp read a row of a 32 × 32 tile: one pass. Now they read a column, one float of each row. " \
    "How many passes does that take?") \
  S(intro_answer, \
    "A row is 128 bytes, as long as the banks are wide: one row further is the same bank. All 32 " \
    "words lie in one bank, and it hands them out one after the other.") \
  S(intro_welcome_phrase, \
    "This is what Warplens is for: it runs real CUDA kernels, records every address that every " \
    "lane touches, and shows what each access costs. Begin with one of these, or be shown around.") \
  S(keys_first_question, "answer the first question") \
  S(intro_conflict, "See a conflict vanish") \
  S(intro_conflict_next, \
    "This read takes 32 wavefronts. Press padding or XOR above the picture.") \
  S(intro_hour, "One hour through the course") \
  S(intro_hour_next, "Next follows the path of an hour. Contents has it, and ends it.") \
  S(intro_times, "Compare times") \
  S(intro_times_next, \
    "Padding beside XOR, timed on a GPU. Choose another size to compare them there.") \
  S(intro_around, "Show me around") \
  S(lesson_minutes, "{} min") \
  S(lesson_after, "{} min · after lesson {}") \
  S(glossary_entry, "Glossary") \
  S(one_event_per_second, "{} access/s")
// clang-format on
