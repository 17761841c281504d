// What the view of machine code says around its picture, and what own kernels' limits and the change that
// would help say; the picture's words stand in viz/code and viz/scene/code.
#pragma once

// clang-format off
#define WARPLENS_MACHINE_CODE_STRINGS(S) \
  S(machine_code, "Machine code") \
  S(code_reading, "The machine code is made: ptxas, then nvdisasm.") \
  S(code_hint, "Point at a line to light what belongs to it in the other columns. A click keeps it.") \
  S(code_find, "find") \
  S(code_find_hint, "Looks in all three columns. Enter: the next match. Shift + Enter: the one before.") \
  S(code_match, "{} of {}", "matches") \
  S(code_no_match, "no match") \
  S(code_copy, "copy") \
  S(code_copy_hint, "Copies the lines that are lit, of all three columns.") \
  S(code_peak, "to the peak") \
  S(code_peak_hint, "Goes to the instruction where most registers are live.") \
  S(code_spill, "to the next spill") \
  S(code_spill_hint, "Goes to the next instruction that stores a register to local memory or loads it back.") \
  S(code_follow, "follow the cursor", "machine code") \
  S(code_follow_hint, "Lights the line of the access under the cursor.") \
  S(keys_code_line, "Machine code: next line, or the one before") \
  S(keys_code_column, "Machine code: next column, or the one before") \
  S(own_counting, "The whole launch is counted: {}", "share") \
  S(own_cancel, "cancel", "counting") \
  S(own_cancel_hint, "Stops the count. Nothing else of the view is known then.") \
  S(own_cancelled, "The count was cancelled.") \
  S(own_again, "count again") \
  S(helps_show, "before | after") \
  S(helps_show_hint, "Opens the swizzle workshop with this tile, its accesses and the change.")
