// What the swizzle workshop says around its picture; its picture's words stand in
// viz/scene/swizzle.
#pragma once

// clang-format off
#define WARPLENS_WORKSHOP_STRINGS(S) \
  S(swizzle_workshop, "Swizzle workshop") \
  S(workshop_open_hint, \
    "A tile of your own: who writes and reads it, and a map against bank conflicts (key Z).") \
  S(workshop_back, "Back", "workshop") \
  S(workshop_back_hint, "Back to the kernel's views (key Z).") \
  S(workshop_element, "Element") \
  S(workshop_bytes, "{} B") \
  S(workshop_tile, "Tile") \
  S(workshop_tile_hint, \
    "Rows x columns, in elements: type them, or choose below the arrow.") \
  S(workshop_order, "Side by side") \
  S(workshop_order_row, "rows") \
  S(workshop_order_column, "columns") \
  S(workshop_order_hint, \
    "What lies side by side in shared memory: the elements of a row, or of a column.") \
  S(workshop_write, "Write") \
  S(workshop_read, "Read") \
  S(workshop_write_hint, "How 32 lanes write the tile.") \
  S(workshop_read_hint, "How 32 lanes read the tile.") \
  S(workshop_own_lanes, "own list…") \
  S(workshop_lanes_hint, \
    "Each lane's element by its offset without a map: 0,32,... or an expression of lane, warp, rows, cols.") \
  S(workshop_none, "none") \
  S(workshop_padding, "padding") \
  S(workshop_xor, "XOR") \
  S(workshop_shift, "shift") \
  S(workshop_expression, "expression") \
  S(workshop_none_hint, "Every element stays where it lies.") \
  S(workshop_padding_hint, "So many elements are left empty behind each row (in column order, behind each column).") \
  S(workshop_xor_hint, "Within a row, group ^ row; in column order the other way round.") \
  S(workshop_shift_hint, "Within a row, (group + row) % groups; in column order the other way round.") \
  S(workshop_cute_hint, \
    "CuTe's: bits M + S to M + S + B - 1 of the offset are combined by XOR into bits M to M + B - 1.") \
  S(workshop_expression_hint, \
    "The place in its row (in column order, in its column) from row, col, rows, cols and offset, as in " \
    "col ^ (row >> 1); or row = …, col = …, offset = …") \
  S(workshop_layout, "CuTe layout") \
  S(workshop_layout_hint, \
    "A layout of CuTe, which is the tile: Sw<3,4,3> o smem_ptr o (64,64):(64,1). Also A o B, tile_to_shape(…), " \
    "logical_divide(…), blocked_product(…) and more: docs/SWIZZLE.md.") \
  S(workshop_elements, "elements") \
  S(workshop_group, "group") \
  S(workshop_group_hint, "Elements that stay together.") \
  S(workshop_row_shift_hint, "So many places it is shifted to the right first.") \
  S(workshop_by_rows, "consecutive lanes along a row") \
  S(workshop_by_columns, "consecutive lanes down a column") \
  S(workshop_by_groups, "16 bytes a lane, as they lie") \
  S(workshop_by_matrices, "matrices of 8 x 16 bytes") \
  S(workshop_formula, "element (row, col) is put at {}") \
  S(workshop_formula_bytes, \
    "element (row, col) is put at {}; of byte addresses it is Swizzle<{},{},{}>") \
  S(workshop_formula_layout, "{}: element (row, col) is put at {}") \
  S(workshop_presets, "Presets") \
  S(workshop_presets_hint, "Layouts of TMA, wgmma, CuTe and ThunderKittens, with what accesses to them cost.") \
  S(workshop_preset_row_write, "rows, 16 B a lane") \
  S(workshop_preset_matrix_read, "ldmatrix.x4") \
  S(workshop_preset_column_read, "columns, 2 B a lane") \
  S(workshop_preset_cost, "{}-way") \
  S(workshop_preset_impossible, "not possible") \
  S(workshop_preset_note, \
    "Of halves. n-way: wavefronts of the worst group of lanes. What wgmma takes to read them no counter tells.") \
  S(workshop_making, "Working it out…") \
  S(workshop_find, "Find one") \
  S(workshop_find_hint, \
    "The cheapest padding or Swizzle<B,M,S> for these accesses (Shift + F).") \
  S(workshop_finding, "{} of {} maps tried") \
  S(workshop_adopt, "Use it") \
  S(workshop_adopt_hint, "Puts this map in place of yours (Shift + F).") \
  S(workshop_code, "Code") \
  S(workshop_code_hint, "This map as CUDA or CuTe code, to copy.") \
  S(workshop_code_copied, "Code copied.") \
  S(keys_workshop, "the swizzle workshop, and back") \
  S(keys_workshop_map, "workshop: another kind of map") \
  S(keys_workshop_element, "workshop: a smaller or larger element") \
  S(keys_workshop_write, "workshop: who writes what") \
  S(keys_workshop_read, "workshop: who reads what") \
  S(workshop_from_access, "Find a layout") \
  S(workshop_from_access_hint, \
    "The accesses to this array in the swizzle workshop, and the cheapest map for them (Shift + " \
    "B).") \
  S(change_code, "Change the code") \
  S(change_code_hint, \
    "Writes the cheapest padding or XOR that its subscripts can say into {}, runs it again and " \
    "shows before | after (Ctrl + B). The editor takes it back.") \
  S(change_code_looking, "Looking…") \
  S(change_code_done, "{}: {} wavefronts → {} counted in the model; it runs again") \
  S(keys_change_code, "at bank conflicts of your own file: change the code") \
  S(keys_workshop_find, "workshop: find a map, then use it") \
  S(keys_workshop_from_access, "at bank conflicts: find a layout of the array")
// clang-format on
