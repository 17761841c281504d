// What one lane of an access to shared memory wants at its address.
#pragma once

#include <cstdint>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

inline constexpr std::uint32_t kMatrixRowBytes = 16;

[[nodiscard]] inline bool is_matrix(const trace::Site& site) {
  return site.kind == trace::EventKind::load_matrix || site.kind == trace::EventKind::store_matrix;
}

// Bytes; of ldmatrix and stmatrix those of a matrix's row.
[[nodiscard]] inline std::uint32_t lane_width(const trace::Site& site) {
  return is_matrix(site) ? kMatrixRowBytes : site.width;
}

}  // namespace warplens::analysis
