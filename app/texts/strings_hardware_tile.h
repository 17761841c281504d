// What the view of a shared tile says around its picture; its picture's words stand in
// viz/hardware_tile.
#pragma once

// clang-format off
#define WARPLENS_HARDWARE_TILE_STRINGS(S) \
  S(hardware_tile, "Shared tile") \
  S(hardware_tile_none, \
    "This block reads no tile of shared memory by wgmma, tcgen05.mma, ldmatrix or a load.") \
  S(hardware_tile_running, "The kernel runs once more, for what this block's tensor cores are told of their tiles.") \
  S(hardware_tile_recorded, \
    "Descriptors of tensor cores are not known here: a recording does not keep them.") \
  S(hardware_tile_instruction_hint, \
    "What reads shared memory in this block. Until one is chosen, it is what stands at the cursor; of a copy or a store, what first reads what it brings.") \
  S(hardware_tile_read, "read {} of {}") \
  S(hardware_tile_read_hint, "Another time that it reads.") \
  S(hardware_tile_follow_hint, "What reads at the cursor, or next behind it.") \
  S(hardware_tile_both, "both", "written and read") \
  S(hardware_tile_both_hint, "What was written beside what is read.") \
  S(hardware_tile_written, "written", "units") \
  S(hardware_tile_written_hint, "Where what was written lies.") \
  S(hardware_tile_taken, "read", "units") \
  S(hardware_tile_taken_hint, "As what each unit is read.") \
  S(hardware_tile_overlay, "overlay", "units") \
  S(hardware_tile_overlay_hint, "Both in each unit, one above the other; where they disagree it is marked.") \
  S(hardware_tile_copy, "copy text") \
  S(hardware_tile_copy_hint, "What the command warplens tile prints of this read.") \
  S(hardware_tile_next, "next that disagrees") \
  S(hardware_tile_next_hint, "The block's next read that does not find its elements where they were put.") \
  S(hardware_tile_hint, "Point at a unit of 16 bytes: what was put there, as what it is read, and how its address comes about. At the left of a line stands its address, and its bits 7 to 9, which a swizzle exchanges by.") \
  S(keys_hardware_tile_next, "Shared tile: next read that disagrees")
