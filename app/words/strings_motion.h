// What plane and space say around their pictures; the pictures' words stand in viz/scene/plane.
#pragma once

// clang-format off
#define WARPLENS_MOTION_STRINGS(S) \
  S(plane, "Plane") \
  S(space, "Space") \
  S(motion_open_hint, \
    "A matrix as a motion of the plane: drag where the basis goes (key Shift + Z).") \
  S(motion_columns, "Columns", "matrix") \
  S(motion_columns_hint, "The matrix's columns are where î and ĵ go.") \
  S(motion_area, "Area") \
  S(motion_area_hint, "The determinant: the signed area of the unit square's image.") \
  S(motion_product, "Product") \
  S(motion_product_hint, "Two motions one after the other: row times column.") \
  S(motion_direction, "Direction") \
  S(motion_direction_hint, "How far a vector is turned out of its direction.") \
  S(motion_equation, "Eigenvalues") \
  S(motion_equation_hint, "Lines that stay, by the characteristic equation.") \
  S(motion_power, "Power") \
  S(motion_power_hint, "Aⁿ by eigenvectors: P Dⁿ P⁻¹.") \
  S(motion_play, "Play") \
  S(motion_stop, "Stop") \
  S(motion_play_hint, "From the identity to the matrix (Space).") \
  S(motion_phase_hint, "How far the motion has got.") \
  S(motion_matrix_hint, "By rows: 1 1; 0 1. Fractions such as -1/2 and 0.25 are taken.") \
  S(motion_b_hint, "B moves after A.") \
  S(motion_vector_hint, "A vector of your own: x y.") \
  S(motion_n_hint, "So many times one after the other.") \
  S(motion_space_hint, "x y z. Drag its end along the floor, with Shift up and down.") \
  S(motion_swap, "Swap p and q") \
  S(motion_swap_hint, "The other order of the factors.") \
  S(ask_point_hint, "Click in the plane where A v lands.") \
  S(motion_sends, "A takes ({}, {}) to ({}, {}); now to ({}, {})") \
  S(keys_plane, "the plane of matrices, and back") \
  S(keys_motion_handle, "plane and space: choose a handle, move it") \
  S(keys_motion_fine, "plane: in smaller steps; space: up and down")
// clang-format on
