// Rows of a matrix product in double precision, for checking large ones: each row of B is read once
// for all of them, and column by column they stay in the cache.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace warplens::catalog {

template <class T>
struct RowMajor {
  std::span<const T> elements;
  std::size_t pitch = 0;  // elements from row to row
};

// rows = A · B for as many whole rows of n columns as `rows` has, from `first` on; A has k columns.
// Elements of T become doubles by `value`.
template <class T, class Value>
void multiply_rows(const RowMajor<T>& a, const RowMajor<T>& b, std::size_t first, std::size_t n,
                   std::size_t k, std::span<double> rows, const Value& value) {
  constexpr std::size_t kColumns = 512;  // of B as doubles, four rows of them: 16 KiB
  constexpr std::size_t kDepth = 4;      // rows of B for each time that a sum is loaded
  std::array<std::array<double, kColumns>, kDepth> part{};
  std::ranges::fill(rows, 0.0);
  for (std::size_t column = 0; column < n; column += kColumns) {
    const std::size_t columns = std::min(kColumns, n - column);
    for (std::size_t depth = 0; depth < k; depth += kDepth) {
      for (std::size_t d = 0; d < kDepth; ++d) {
        const bool is_there = depth + d < k;
        for (std::size_t j = 0; j < columns; ++j)
          part[d][j] = is_there ? value(b.elements[(depth + d) * b.pitch + column + j]) : 0.0;
      }
      for (std::size_t row = 0; row * n < rows.size(); ++row) {
        std::array<double, kDepth> factor{};
        for (std::size_t d = 0; d < kDepth && depth + d < k; ++d)
          factor[d] = value(a.elements[(first + row) * a.pitch + depth + d]);
        double* const sums = &rows[row * n + column];
        for (std::size_t j = 0; j < columns; ++j) {
          sums[j] += factor[0] * part[0][j] + factor[1] * part[1][j] + factor[2] * part[2][j] +
                     factor[3] * part[3][j];
        }
      }
    }
  }
}

}  // namespace warplens::catalog
