#include "kernels/machine/operations/tcgen05.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/machine/operations/matrix_numbers.h"
#include "kernels/machine/operations/operations_scalar.h"
#include "kernels/machine/operations/tcgen05_factors.h"
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
      return narrow_factor(number);
    case Tcgen05Kind::i8:
      if (number > 1) return std::nullopt;
      return number == 0 ? u8 : s8;
    default:
      break;
  }
  return std::nullopt;
}

std::optional<MatrixElement> sum_of(Tcgen05Kind kind, std::uint32_t number, MatrixElement a) {
  if (kind == Tcgen05Kind::i8) return number == 2 ? std::optional(s32) : std::nullopt;
  if (number == 1) return f32;
  const bool has_halves = kind == Tcgen05Kind::f8f6f4 || a == f16;
  return number == 0 && has_halves ? std::optional(f16) : std::nullopt;
}

// Half of B's columns are each block's, in whole chunks ("Various combinations of N shape with
// .cta_group qualifier for 8bit transpose B"); i8 as CUTLASS has it.
bool is_known_pair(Tcgen05Kind kind, const Tcgen05Product& product) {
  const bool has_wide_chunks = product.b_is_mn_major && bits_of(product.b) == 8;
  const std::uint32_t step = has_wide_chunks || kind == Tcgen05Kind::i8 ? 32 : 16;
  const bool has_rows = product.rows == 64 || product.rows == 128;
  return has_rows && product.columns >= step && product.columns <= 256 &&
         product.columns % step == 0;
}

bool is_known_size(Tcgen05Kind kind, const Tcgen05Product& product) {
  if (product.is_of_pair) return is_known_pair(kind, product);
  const std::uint32_t columns = product.columns;
  if (product.is_stationary()) {
    const bool has_rows = product.rows == 32 || product.rows == 64 || product.rows == 128;
    return has_rows && (columns == 64 || columns == 128 || columns == 256);
  }
  // Metadata of 64 rows are known from figures alone.
  if (product.form == Tcgen05Form::sparse && product.rows != 128) return false;
  if (columns < 8 || columns > 256) return false;
  if (product.rows == 128) return columns % 16 == 0;
  if (product.rows != 64) return false;
  return kind != Tcgen05Kind::i8 || columns <= 24 || columns % 16 == 0;
}

// CUTLASS has two columns of metadata of 16 and 32 bits to choose from.
std::uint32_t last_selector(bool is_sparse, MatrixElement a) {
  return is_sparse && bits_of(a) >= 16 ? 1 : 0;
}

class Tcgen05Sums {
 public:
  Tcgen05Sums(const Tcgen05Product& product, bool adds, const std::byte* a, const std::byte* b,
              const std::vector<std::uint8_t>& places)
      : product_(&product),
        adds_(adds),
        places_(places.empty() ? nullptr : places.data()),
        a_(product.a, a, product.rows, product.a_is_mn_major, product.a_is_negated),
        b_(product.b, b, product.columns, product.b_is_mn_major, product.b_is_negated,
           product.b_bytes()) {}

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
    const std::uint32_t depth = product_->depth(), b_depth = b_.depth();
    std::vector<TensorColumns> columns(b_depth);
    std::vector<float> sums(std::size_t{product_->rows} * kPanelColumns);
    for (std::uint32_t j = 0; j < kPanelColumns; ++j) {
      for (std::uint32_t k = 0; k < b_depth; ++k) {
        TensorColumns& at = columns[summed_place(how, b_depth, k)];
        at.values[j] = b_.at(first + j, k);
        at.powers[j] = factor_power(at.values[j], how.least_b);
      }
      for (std::uint32_t row = 0; adds_ && row < product_->rows; ++row) {
        sums[std::size_t{row} * kPanelColumns + j] = start(d[cell(row, first + j)]);
      }
    }
    sum_panel(how, {rows.data(), columns.data(), places_, product_->rows, depth},
              rows_are_near && are_near(columns.data(), b_depth),
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
          const std::uint32_t place = places_ ? places_[row * product_->depth() + k] : k;
          sum += static_cast<std::int64_t>(a_.at(row, k)) *
                 static_cast<std::int64_t>(b_.at(column, place));
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
  const std::uint8_t* places_;  // of a sparse A
  Tcgen05Factors a_, b_;
};

}  // namespace

std::optional<Tcgen05Product> tcgen05_product(Tcgen05Kind kind, Tcgen05Form form,
                                              std::uint32_t bits, bool is_of_pair) {
  const auto field = [bits](std::uint32_t first, std::uint32_t count) {
    return bits >> first & ((1u << count) - 1);
  };
  const auto a = factor_of(kind, field(7, 3)), b = factor_of(kind, field(10, 3));
  const auto d = a ? sum_of(kind, field(4, 2), *a) : std::nullopt;
  if (!a || !b || !d) return std::nullopt;
  const bool is_sparse = form == Tcgen05Form::sparse;
  if (field(2, 1) != std::uint32_t{is_sparse} || field(0, 2) > last_selector(is_sparse, *a)) {
    return std::nullopt;
  }
  // Reserved bits. The largest shift of .ws is one of a mask's.
  if (field(6, 1) != 0 || field(23, 1) != 0 || field(29, 1) != 0 ||
      (field(30, 2) != 0 && form != Tcgen05Form::stationary)) {
    return std::nullopt;
  }
  Tcgen05Product product;
  product.form = form;
  product.selector = field(0, 2);
  product.a = *a;
  product.b = *b;
  product.d = *d;
  product.saturates = field(3, 1) != 0;
  product.a_is_negated = field(13, 1) != 0;
  product.b_is_negated = field(14, 1) != 0;
  product.a_is_mn_major = field(15, 1) != 0;
  product.b_is_mn_major = field(16, 1) != 0;
  product.columns = field(17, 6) << 3;
  product.is_of_pair = is_of_pair;
  product.rows = (field(24, 5) << 4) / (is_of_pair ? 2 : 1);
  const bool is_integer = kind == Tcgen05Kind::i8;
  const bool is_mn_major = product.a_is_mn_major || product.b_is_mn_major;
  if (product.saturates && !is_integer) return std::nullopt;
  if ((product.a_is_negated || product.b_is_negated) && is_integer) return std::nullopt;
  if (is_mn_major && kind == Tcgen05Kind::tf32) return std::nullopt;
  if (!has_majors(product)) return std::nullopt;
  if (kind == Tcgen05Kind::f16 && product.a != product.b) return std::nullopt;
  return is_known_size(kind, product) ? std::optional(product) : std::nullopt;
}

std::optional<MatrixElement> narrow_factor(std::uint32_t number) {
  constexpr std::array<std::optional<MatrixElement>, 6> kFactors = {e4m3, e5m2, std::nullopt,
                                                                    e2m3, e3m2, e2m1};
  return number < kFactors.size() ? kFactors[number] : std::nullopt;
}

bool has_majors(const Tcgen05Product& product) {
  const auto is_short = [](MatrixElement element) {
    return is_padded(element) || element == e2m1_packed;
  };
  return !(product.a_is_mn_major && is_short(product.a)) &&
         !(product.b_is_mn_major && is_short(product.b));
}

void multiply_tcgen05(const Tcgen05Product& product, bool adds, const std::byte* a,
                      const std::byte* b, const std::vector<std::uint8_t>& places,
                      std::vector<std::uint32_t>& d) {
  Tcgen05Sums(product, adds, a, b, places).run(d);
}

}  // namespace warplens::machine
