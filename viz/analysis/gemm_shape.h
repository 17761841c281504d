// The matrices of a product among a trace's buffers.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/base/gemm_roles.h"
#include "kernels/trace/trace.h"

namespace warplens::analysis {

enum class Factor : std::uint8_t { a, b };

// A place in a matrix, counted in elements.
struct MatrixElement {
  std::uint32_t row = 0, column = 0;
  friend bool operator==(const MatrixElement&, const MatrixElement&) = default;
};

// C (m × n) = A (m × k) · B (k × n); `a`, `b` and `c` are the trace's buffers.
struct GemmShape {
  trace::Buffer a, b, c;
  std::uint32_t m = 0, n = 0, k = 0;
  std::optional<trace::Buffer> parts{};      // of C's sums, m rows each
  std::optional<trace::Buffer> pitched_b{};  // B's rows, with padding behind each

  [[nodiscard]] const trace::Buffer& of(Factor factor) const { return factor == Factor::a ? a : b; }
  // The element of B that is there, or whose copy is.
  [[nodiscard]] std::optional<MatrixElement> b_at(std::uint64_t address) const;
  // The element of C whose value, or a part of it, is at `address`.
  [[nodiscard]] std::optional<MatrixElement> result_at(std::uint64_t address) const;
};

// Nothing if the trace lacks one of the buffers, or their sizes are not those of a product.
[[nodiscard]] std::optional<GemmShape> gemm_shape(const trace::Trace& trace,
                                                  const GemmRoles& roles);

// The element of `buffer` at `address`; nothing outside of it and in the padding of its rows.
[[nodiscard]] std::optional<MatrixElement> element_at(const trace::Buffer& buffer,
                                                      std::uint64_t address);

}  // namespace warplens::analysis
