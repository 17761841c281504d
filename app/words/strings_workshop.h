// What the swizzle workshop says around its picture; its picture's words stand in
// viz/scene/swizzle.
#pragma once

// clang-format off
#define WARPLENS_WORKSHOP_STRINGS(S) \
  S(swizzle_workshop, "Swizzle workshop", "Swizzle 工坊") \
  S(workshop_open_hint, \
    "A tile of your own: who writes and reads it, and a map against bank conflicts (key Z).", \
    "您自己的 tile：谁写、谁读，以及避免 bank 冲突的映射（按键 Z）。") \
  S(workshop_back, "Back", "返回") \
  S(workshop_back_hint, "Back to the kernel's views (key Z).", "回到核函数的视图（按键 Z）。") \
  S(workshop_element, "Element", "元素") \
  S(workshop_bytes, "{} B", "{} 字节") \
  S(workshop_tile, "Tile", "tile") \
  S(workshop_tile_hint, \
    "Rows x columns, in elements: type them, or choose below the arrow.", \
    "行数x列数，以元素计：可以键入，也可以从箭头处选择。") \
  S(workshop_order, "Side by side", "相邻存放") \
  S(workshop_order_row, "rows", "行") \
  S(workshop_order_column, "columns", "列") \
  S(workshop_order_hint, \
    "What lies side by side in shared memory: the elements of a row, or of a column.", \
    "在共享内存中相邻的是：一行的元素，还是一列的元素。") \
  S(workshop_write, "Write", "写") \
  S(workshop_read, "Read", "读") \
  S(workshop_write_hint, "How 32 lanes write the tile.", "32 个 lane 怎样写这个 tile。") \
  S(workshop_read_hint, "How 32 lanes read the tile.", "32 个 lane 怎样读这个 tile。") \
  S(workshop_own_lanes, "own list…", "自己的列表…") \
  S(workshop_lanes_hint, \
    "Each lane's element by its offset without a map: 0,32,... or an expression of lane, warp, rows, cols.", \
    "每个 lane 的元素（无映射时的偏移）：0,32,... 或由 lane、warp、rows、cols 组成的表达式。") \
  S(workshop_none, "none", "无") \
  S(workshop_padding, "padding", "填充") \
  S(workshop_xor, "XOR", "异或") \
  S(workshop_shift, "shift", "移位") \
  S(workshop_expression, "expression", "表达式") \
  S(workshop_none_hint, "Every element stays where it lies.", "每个元素都留在原处。") \
  S(workshop_padding_hint, "So many elements are left empty behind each row (in column order, behind each column).", \
    "每行后面空出若干元素（按列存放时是每列后面）。") \
  S(workshop_xor_hint, "Within a row, group ^ row; in column order the other way round.", \
    "同一行内：组号 ^ 行号；按列存放时行列互换。") \
  S(workshop_shift_hint, "Within a row, (group + row) % groups; in column order the other way round.", \
    "同一行内：（组号 + 行号）% 组数；按列存放时行列互换。") \
  S(workshop_cute_hint, \
    "CuTe's: bits M + S to M + S + B - 1 of the offset are combined by XOR into bits M to M + B - 1.", \
    "CuTe 的映射：把偏移的第 M + S 到 M + S + B - 1 位异或到第 M 到 M + B - 1 位。") \
  S(workshop_expression_hint, \
    "The place in its row (in column order, in its column) from row, col, rows, cols and offset, as in " \
    "col ^ (row >> 1); or row = …, col = …, offset = …", \
    "由 row、col、rows、cols、offset 得到行内（按列存放时为列内）位置，例如 col ^ (row >> 1)；" \
    "也可写 row = …、col = …、offset = …") \
  S(workshop_elements, "elements", "元素数") \
  S(workshop_group, "group", "每组") \
  S(workshop_group_hint, "Elements that stay together.", "始终在一起的元素数。") \
  S(workshop_row_shift_hint, "So many places it is shifted to the right first.", "先右移的位数。") \
  S(workshop_by_rows, "consecutive lanes along a row", "相邻 lane 沿一行") \
  S(workshop_by_columns, "consecutive lanes down a column", "相邻 lane 沿一列") \
  S(workshop_by_groups, "16 bytes a lane, as they lie", "每个 lane 16 字节，按存放次序") \
  S(workshop_by_matrices, "matrices of 8 x 16 bytes", "8 x 16 字节的矩阵") \
  S(workshop_formula, "element (row, col) is put at {}", "元素 (row, col) 放在 {}") \
  S(workshop_formula_bytes, \
    "element (row, col) is put at {}; of byte addresses it is Swizzle<{},{},{}>", \
    "元素 (row, col) 放在 {}；按字节地址即 Swizzle<{},{},{}>") \
  S(workshop_making, "Working it out…", "正在计算…") \
  S(workshop_find, "Find one", "找一个") \
  S(workshop_find_hint, \
    "The cheapest padding or Swizzle<B,M,S> for these accesses (Shift + F).", \
    "为这些访问寻找代价最小的填充或 Swizzle<B,M,S>（Shift + F）。") \
  S(workshop_finding, "{} of {} maps tried", "已试 {} / {} 种映射") \
  S(workshop_adopt, "Use it", "采用") \
  S(workshop_adopt_hint, "Puts this map in place of yours (Shift + F).", "用这个映射代替您的映射（Shift + F）。") \
  S(workshop_code, "Code", "代码") \
  S(workshop_code_hint, "This map as CUDA or CuTe code, to copy.", "把这个映射作为 CUDA 或 CuTe 代码复制出来。") \
  S(workshop_code_copied, "Code copied.", "代码已复制。") \
  S(keys_workshop, "the swizzle workshop, and back", "Swizzle 工坊，再按返回") \
  S(keys_workshop_map, "workshop: another kind of map", "工坊：换一种映射") \
  S(keys_workshop_find, "workshop: find a map, then use it", "工坊：找一个映射，再按采用")
// clang-format on
