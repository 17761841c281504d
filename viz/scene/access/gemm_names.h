// Names for the elements of a product that is small enough to be followed by hand: those of A are
// 1, 2, 3 …, those of B a, b, c …, both row by row. A sum in C then reads "1a + 2c".
#pragma once

#include <cstdint>
#include <string>

#include "viz/analysis/gemm_shape.h"

namespace warplens::scene {

// Whether B's elements have a letter each and A's at most two digits.
[[nodiscard]] bool has_names(const analysis::GemmShape& shape);

// Of a shape that has names.
[[nodiscard]] std::string name_of(analysis::Factor factor, analysis::MatrixElement element,
                                  const analysis::GemmShape& shape);

// The terms of an element of C, bit i of `steps` for step i of k; empty where none is there.
[[nodiscard]] std::string sum_of(analysis::MatrixElement of_c, std::uint64_t steps,
                                 const analysis::GemmShape& shape);

}  // namespace warplens::scene
