// What the fragments view says around its picture; its picture's words stand in viz/fragments.
#pragma once

// clang-format off
#define WARPLENS_FRAGMENTS_STRINGS(S) \
  S(fragments_view, "Fragments") \
  S(fragments_none, \
    "This kernel has no mma, wmma, wgmma, ldmatrix, stmatrix, tcgen05.ld or tcgen05.st: there are no "    \
    "fragments to show.") \
  S(fragments_running, "The kernel runs once more, for what this block's registers hold.") \
  S(fragments_no_values, \
    "What registers hold is not known here: a recording does not keep it.") \
  S(fragments_not_reached, "This warp does not come to the instruction: its registers hold nothing to show.") \
  S(fragments_cut, "More than is kept: the block's later instructions are left out.") \
  S(fragments_instruction_hint, \
    "Instructions on matrices in this kernel. Until one is chosen, it is the one at the access under the cursor, or the next behind it.") \
  S(fragments_line, "line {}", "source") \
  S(fragments_ptx_line, "PTX line {}") \
  S(fragments_block, "block {}") \
  S(fragments_warp, "warp {}") \
  S(fragments_execution, "execution {} of {}") \
  S(fragments_block_hint, "Another block.") \
  S(fragments_warp_hint, "Another warp of the block.") \
  S(fragments_execution_hint, "Another execution of the instruction by this warp.") \
  S(fragments_follow, "follow the cursor") \
  S(fragments_follow_hint, "The instruction at the access under the cursor, or the next behind it.") \
  S(fragments_lanes, "lanes", "cells") \
  S(fragments_lanes_hint, "Cells of a matrix tell the lane, those of a register the element.") \
  S(fragments_values, "values", "cells") \
  S(fragments_values_hint, "Cells tell what the registers hold: A, B and C before the instruction, D after it.") \
  S(fragments_operand_hint, "The operand whose registers stand at the right.") \
  S(fragments_opaque, "PTX leaves open where wmma keeps elements: here it is as ptxas does it.") \
  S(fragments_sparse, "A is shown as it is stored: of four elements along k the two that are not zero.") \
  S(fragments_not_added, "C is not added: scale-d is false here.") \
  S(fragments_hint, "Point at an element to see its register, at a register to see its element.") \
  S(keys_fragment_operand, "Fragments: next operand. Shared tile: what it shows") \
  S(keys_fragment_element, "Fragments: next element. Shared tile: next unit") \
  S(keys_fragment_cells, "Fragments: lanes or values in the cells") \
  S(keys_fragment_execution, "Fragments: execution before, or behind. Shared tile: read")
