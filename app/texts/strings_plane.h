// What plane and space say around their pictures; the pictures' words stand in viz/scene/plane.
#pragma once

// clang-format off
#define WARPLENS_PLANE_STRINGS(S) \
  S(plane, "Plane") \
  S(space, "Space") \
  S(plane_open_hint, \
    "A matrix as a motion of the plane: drag where the basis goes (key Shift + Z).") \
  S(plane_columns, "Columns", "matrix") \
  S(plane_columns_hint, "The matrix's columns are where î and ĵ go.") \
  S(plane_area, "Area") \
  S(plane_area_hint, "The determinant: the signed area of the unit square's image.") \
  S(plane_product, "Product") \
  S(plane_product_hint, "Two motions one after the other: row times column.") \
  S(plane_direction, "Direction") \
  S(plane_direction_hint, "How far a vector is turned out of its direction.") \
  S(plane_equation, "Eigenvalues") \
  S(plane_equation_hint, "Lines that stay, by the characteristic equation.") \
  S(plane_power, "Power") \
  S(plane_power_hint, "Aⁿ by eigenvectors: P Dⁿ P⁻¹.") \
  S(plane_play, "Play") \
  S(plane_stop, "Stop") \
  S(plane_play_hint, "From the identity to the matrix (Space).") \
  S(plane_phase_hint, "How far the motion has got.") \
  S(plane_matrix_hint, "By rows: 1 1; 0 1. Fractions such as -1/2 and 0.25 are taken.") \
  S(plane_b_hint, "B moves after A.") \
  S(plane_vector_hint, "A vector of your own: x y.") \
  S(plane_n_hint, "So many times one after the other.") \
  S(plane_space_hint, "x y z. Drag its end along the floor, with Shift up and down.") \
  S(plane_swap, "Swap p and q") \
  S(plane_swap_hint, "The other order of the factors.") \
  S(ask_point_hint, "Click in the plane where A v lands.") \
  S(plane_sends, "A takes ({}, {}) to ({}, {}); now to ({}, {})") \
  S(keys_plane, "the plane of matrices, and back") \
  S(keys_plane_handle, "plane and space: choose a handle, move it") \
  S(keys_plane_fine, "plane: in smaller steps; space: up and down")
// clang-format on
