#include "kernels/machine/operations/tcgen05.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/machine/operations/matrix_numbers.h"
#include "kernels/machine/operations/operations_scalar.h"
#include "kernels/machine/operations/tensor_panel.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;

std::optional<MatrixElement> factor_of(Tcgen05Kind kind, std::uint32_t number) {
  switch (kind) {
    case Tcgen05Kind::f16:
      if (number > 1) return std::nullopt;
      return number == 0 ? f16 : bf16;
    case Tcgen05Kind::tf32:
      if (number != 2) return std::nullopt;
      return tf32;
    case Tcgen05Kind::f8f6f4:
      if (number > 1) return std::nullopt;
      return number == 0 ? e4m3 : e5m2;
    case Tcgen05Kind::i8:
      if (number > 1) return std::nullopt;
      return number == 0 ? u8 : s8;
  }
  return std::nullopt;
}

std::optional<MatrixElement> sum_of(Tcgen05Kind kind, std::uint32_t number, MatrixElement a) {
  if (kind == Tcgen05Kind::i8) return number == 2 ? std::optional(s32) : std::nullopt;
  if (number == 1) return f32;
  const bool has_halves = kind == Tcgen05Kind::f8f6f4 || a == f16;
  return number == 0 && has_halves ? std::optional(f16) : std::nullopt;
}

bool is_known_size(Tcgen05Kind kind, const Tcgen05Product& product) {
  const std::uint32_t columns = product.columns;
  if (columns < 8 || columns > 256) return false;
  if (product.rows == 128) return columns % 16 == 0;
  if (product.rows != 64) return false;
  return kind != Tcgen05Kind::i8 || columns <= 24 || columns % 16 == 0;
}

// Element k of a row of A, or of a column of B.
class Tcgen05Factors {
 public:
  Tcgen05Factors(MatrixElement element, const std::byte* chunks, std::uint32_t rows,
                 bool is_mn_major, bool is_negated)
      : values_(std::size_t{rows} * Tcgen05Product::kDepthBytes * 8 / bits_of(element)),
        rows_(rows),
        depth_(Tcgen05Product::kDepthBytes * 8 / bits_of(element)),
        is_mn_major_(is_mn_major),
        sign_(is_negated ? -1.0f : 1.0f) {
    widen_elements(element, chunks, std::size_t{rows} * Tcgen05Product::kDepthBytes,
                   values_.data());
  }
  [[nodiscard]] float at(std::uint32_t row, std::uint32_t k) const {
    return sign_ * values_[is_mn_major_ ? k * rows_ + row : row * depth_ + k];
  }

 private:
  std::vector<float> values_;
  std::uint32_t rows_, depth_;
  bool is_mn_major_;
  float sign_;
};

class Tcgen05Sums {
 public:
  Tcgen05Sums(const Tcgen05Product& product, bool adds, const std::byte* a, const std::byte* b)
      : product_(&product),
        adds_(adds),
        a_(product.a, a, product.rows, product.a_is_mn_major, product.a_is_negated),
        b_(product.b, b, product.columns, product.b_is_mn_major, product.b_is_negated) {}

  void run(std::vector<std::uint32_t>& d) {
    if (product_->d == s32) return sum_integers(d);
    const TensorSum how = tensor_sum(TensorCores::blackwell, TensorInstruction::tcgen05,
                                     product_->a, product_->b, product_->d == f16);
    const std::uint32_t depth = product_->depth();
    std::vector<TensorFactor> rows(std::size_t{product_->rows} * depth);
    for (std::uint32_t row = 0; row < product_->rows; ++row) {
      for (std::uint32_t k = 0; k < depth; ++k) {
        const float value = a_.at(row, k);
        rows[std::size_t{row} * depth + summed_place(how, depth, k)] = {
            value, factor_power(value, how.least_a)};
      }
    }
    const bool rows_are_near = are_near(rows.data(), static_cast<std::uint32_t>(rows.size()));
    for (std::uint32_t first = 0; first < product_->columns; first += kPanelColumns) {
      sum_columns(how, rows, rows_are_near, first, d);
    }
  }

 private:
  void sum_columns(const TensorSum& how, const std::vector<TensorFactor>& rows, bool rows_are_near,
                   std::uint32_t first, std::vector<std::uint32_t>& d) {
    const std::uint32_t depth = product_->depth();
    std::vector<TensorColumns> columns(depth);
    std::vector<float> sums(std::size_t{product_->rows} * kPanelColumns);
    for (std::uint32_t j = 0; j < kPanelColumns; ++j) {
      for (std::uint32_t k = 0; k < depth; ++k) {
        TensorColumns& at = columns[summed_place(how, depth, k)];
        at.values[j] = b_.at(first + j, k);
        at.powers[j] = factor_power(at.values[j], how.least_b);
      }
      for (std::uint32_t row = 0; adds_ && row < product_->rows; ++row) {
        sums[std::size_t{row} * kPanelColumns + j] = start(d[cell(row, first + j)]);
      }
    }
    sum_panel(how, {rows.data(), columns.data(), nullptr, product_->rows, depth},
              rows_are_near && are_near(columns.data(), depth),
              reinterpret_cast<float(*)[kPanelColumns]>(sums.data()));
    for (std::uint32_t row = 0; row < product_->rows; ++row) {
      for (std::uint32_t j = 0; j < kPanelColumns; ++j) {
        const float sum = sums[std::size_t{row} * kPanelColumns + j];
        d[cell(row, first + j)] =
            product_->d == f16 ? half_bits(sum) : std::bit_cast<std::uint32_t>(canonical(sum));
      }
    }
  }

  void sum_integers(std::vector<std::uint32_t>& d) {
    using Limits = std::numeric_limits<std::int32_t>;
    for (std::uint32_t row = 0; row < product_->rows; ++row) {
      for (std::uint32_t column = 0; column < product_->columns; ++column) {
        std::uint32_t& bits = d[cell(row, column)];
        std::int64_t sum = adds_ ? static_cast<std::int32_t>(bits) : 0;
        for (std::uint32_t k = 0; k < product_->depth(); ++k) {
          sum += static_cast<std::int64_t>(a_.at(row, k)) *
                 static_cast<std::int64_t>(b_.at(column, k));
        }
        if (product_->saturates) sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
        bits = static_cast<std::uint32_t>(sum);
      }
    }
  }

  [[nodiscard]] std::size_t cell(std::uint32_t row, std::uint32_t column) const {
    return std::size_t{row} * product_->columns + column;
  }
  [[nodiscard]] float start(std::uint32_t bits) const {
    float value = std::bit_cast<float>(bits);
    if (product_->d == f16) {
      widen_elements(f16, reinterpret_cast<const std::byte*>(&bits), sizeof(std::uint16_t), &value);
    }
    return std::ldexp(value, -static_cast<int>(product_->scale));
  }

  const Tcgen05Product* product_;
  bool adds_;
  Tcgen05Factors a_, b_;
};

}  // namespace

std::optional<Tcgen05Product> tcgen05_product(Tcgen05Kind kind, std::uint32_t bits) {
  const auto field = [bits](std::uint32_t first, std::uint32_t count) {
    return bits >> first & ((1u << count) - 1);
  };
  const auto a = factor_of(kind, field(7, 3)), b = factor_of(kind, field(10, 3));
  const auto d = a ? sum_of(kind, field(4, 2), *a) : std::nullopt;
  if (!a || !b || !d) return std::nullopt;
  // Sparsity and its selector; reserved bits; the largest shift of .ws.
  if (field(0, 3) != 0 || field(6, 1) != 0 || field(23, 1) != 0 || field(29, 3) != 0) {
    return std::nullopt;
  }
  Tcgen05Product product;
  product.a = *a;
  product.b = *b;
  product.d = *d;
  product.saturates = field(3, 1) != 0;
  product.a_is_negated = field(13, 1) != 0;
  product.b_is_negated = field(14, 1) != 0;
  product.a_is_mn_major = field(15, 1) != 0;
  product.b_is_mn_major = field(16, 1) != 0;
  product.columns = field(17, 6) << 3;
  product.rows = field(24, 5) << 4;
  const bool is_integer = kind == Tcgen05Kind::i8;
  const bool is_mn_major = product.a_is_mn_major || product.b_is_mn_major;
  if (product.saturates && !is_integer) return std::nullopt;
  if ((product.a_is_negated || product.b_is_negated) && is_integer) return std::nullopt;
  if (is_mn_major && kind == Tcgen05Kind::tf32) return std::nullopt;
  if (kind == Tcgen05Kind::f16 && product.a != product.b) return std::nullopt;
  return is_known_size(kind, product) ? std::optional(product) : std::nullopt;
}

void multiply_tcgen05(const Tcgen05Product& product, bool adds, const std::byte* a,
                      const std::byte* b, std::vector<std::uint32_t>& d) {
  Tcgen05Sums(product, adds, a, b).run(d);
}

}  // namespace warplens::machine
