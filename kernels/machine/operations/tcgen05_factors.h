// A factor of tcgen05.mma as it is gathered (tcgen05.h), as numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/machine/operations/tcgen05.h"

namespace warplens::machine {

// Element k of a row of A, or of a column of B.
class Tcgen05Factors {
 public:
  Tcgen05Factors(MatrixElement element, const std::byte* chunks, std::uint32_t rows,
                 bool is_mn_major, bool is_negated,
                 std::uint32_t bytes = Tcgen05Product::kDepthBytes);  // of a row

  [[nodiscard]] float at(std::uint32_t row, std::uint32_t k) const {
    return sign_ * values_[is_mn_major_ ? k * rows_ + row : row * depth_ + k];
  }
  [[nodiscard]] std::uint32_t depth() const { return depth_; }

 private:
  std::vector<float> values_;
  std::uint32_t rows_, depth_;
  bool is_mn_major_;
  float sign_;
};

}  // namespace warplens::machine
