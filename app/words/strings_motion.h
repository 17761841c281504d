// What plane and space say around their pictures; the pictures' words stand in viz/scene/plane.
#pragma once

// clang-format off
#define WARPLENS_MOTION_STRINGS(S) \
  S(plane, "Plane", "平面") \
  S(space, "Space", "空间") \
  S(motion_open_hint, \
    "A matrix as a motion of the plane: drag where the basis goes (key Shift + Z).", \
    "矩阵就是平面的运动：拖动基向量的去处（按键 Shift + Z）。") \
  S(motion_columns, "Columns", "列") \
  S(motion_columns_hint, "The matrix's columns are where î and ĵ go.", "矩阵的各列就是 î 和 ĵ 的去处。") \
  S(motion_area, "Area", "面积") \
  S(motion_area_hint, "The determinant: the signed area of the unit square's image.", \
    "行列式：单位正方形变换后的有向面积。") \
  S(motion_product, "Product", "乘积") \
  S(motion_product_hint, "Two motions one after the other: row times column.", "两个运动先后进行：行乘列。") \
  S(motion_direction, "Direction", "方向") \
  S(motion_direction_hint, "How far a vector is turned out of its direction.", "一个向量的方向被转开了多少。") \
  S(motion_equation, "Eigenvalues", "特征值") \
  S(motion_equation_hint, "Lines that stay, by the characteristic equation.", "由特征方程求出不动的直线。") \
  S(motion_power, "Power", "幂") \
  S(motion_power_hint, "Aⁿ by eigenvectors: P Dⁿ P⁻¹.", "用特征向量求 Aⁿ：P Dⁿ P⁻¹。") \
  S(motion_play, "Play", "播放") \
  S(motion_stop, "Stop", "停止") \
  S(motion_play_hint, "From the identity to the matrix (Space).", "从单位矩阵运动到这个矩阵（空格键）。") \
  S(motion_phase_hint, "How far the motion has got.", "运动进行到哪里。") \
  S(motion_matrix_hint, "By rows: 1 1; 0 1. Fractions such as -1/2 and 0.25 are taken.", \
    "按行书写：1 1; 0 1。可以写 -1/2、0.25 这样的分数。") \
  S(motion_b_hint, "B moves after A.", "B 在 A 之后运动。") \
  S(motion_vector_hint, "A vector of your own: x y.", "您自己的向量：x y。") \
  S(motion_n_hint, "So many times one after the other.", "连续进行这么多次。") \
  S(motion_space_hint, "x y z. Drag its end along the floor, with Shift up and down.", \
    "x y z。拖动端点沿地面移动，按住 Shift 上下移动。") \
  S(motion_swap, "Swap p and q", "交换 p 和 q") \
  S(motion_swap_hint, "The other order of the factors.", "因子换个次序。") \
  S(ask_point_hint, "Click in the plane where A v lands.", "在平面上点出 A v 落在哪里。") \
  S(motion_sends, "A takes ({}, {}) to ({}, {}); now to ({}, {})", \
    "A 把 ({}, {}) 变成 ({}, {})；现在变成 ({}, {})") \
  S(keys_plane, "the plane of matrices, and back", "矩阵的平面，再按返回") \
  S(keys_motion_handle, "plane and space: choose a handle, move it", "平面与空间：选择端点并移动") \
  S(keys_motion_fine, "plane: in smaller steps; space: up and down", "平面：小步移动；空间：上下移动")
// clang-format on
