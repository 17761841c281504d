#include "kernels/machine/operations/tensor_panel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "kernels/machine/operations/run_loop.h"

// Functions that take or give vectors are inlined, so that no call depends on how they are passed.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace warplens::machine {
namespace {

using Float8 [[gnu::vector_size(32)]] = float;
using Int8 [[gnu::vector_size(32)]] = std::int32_t;
using Double8 [[gnu::vector_size(64)]] = double;
using Long8 [[gnu::vector_size(64)]] = std::int64_t;

// Products of numbers between these two, and such sums, are far from the ends of float: what of
// them is too small for it when it is scaled is cut off anyway.
constexpr float kLeastFactor = 0x1p-40f, kMostFactor = 0x1p40f, kLeastSum = 0x1p-80f;
// A power below all of theirs whose inverse float holds with 25 bits more.
constexpr float kLeastPower = 0x1p-100f;

bool is_near_factor(float value) {
  const float size = std::abs(value);
  return value == 0 || (size >= kLeastFactor && size <= kMostFactor);
}

WARPLENS_INLINE Float8 load8(const float* from) {
  Float8 values;
  std::memcpy(&values, from, sizeof values);
  return values;
}
WARPLENS_INLINE Float8 magnitudes(Float8 x) {
  return reinterpret_cast<Float8>(reinterpret_cast<Int8>(x) & 0x7fffffff);
}
WARPLENS_INLINE bool all(Int8 conditions) {
  std::int32_t every = -1;
  for (std::uint32_t j = 0; j < kPanelColumns; ++j) every &= conditions[j];
  return every != 0;
}
WARPLENS_INLINE Float8 leading_powers(Float8 x, float least) {
  const Float8 powers = reinterpret_cast<Float8>(reinterpret_cast<Int8>(x) & 0x7f800000);
  const Float8 floor = Float8{} + least;
  return x == 0 ? Float8{} : powers > floor ? powers : floor;
}
// Of the bits of two numbers that are not negative: those of the larger one.
WARPLENS_INLINE Int8 larger(Int8 a, Int8 b) { return a > b ? a : b; }
WARPLENS_INLINE Double8 doubles(Float8 x) { return __builtin_convertvector(x, Double8); }
WARPLENS_INLINE Double8 doubles(Int8 x) { return __builtin_convertvector(x, Double8); }

// Totals lie far above the subnormal numbers of f32.
WARPLENS_INLINE Float8 cut_off8(Double8 x, int bits) {
  const std::int64_t mask = -(std::int64_t{1} << (52 - bits));
  return __builtin_convertvector(reinterpret_cast<Double8>(reinterpret_cast<Long8>(x) & mask),
                                 Float8);
}
WARPLENS_INLINE Float8 halves8(Double8 x) {
  constexpr std::int64_t kExponent = 0x7ff0000000000000, kMagnitude = 0x7fffffffffffffff;
  const Long8 bits = reinterpret_cast<Long8>(x);
  const Double8 power = reinterpret_cast<Double8>(bits & kExponent), least = Double8{} + 0x1p-14;
  // What is added to it and subtracted rounds a double to 10 bits below its exponent.
  const Double8 anchor = (power > least ? power : least) * 0x1.8p42;
  const Double8 rounded = x + anchor - anchor;
  const Double8 size = reinterpret_cast<Double8>(bits & kMagnitude);
  const Double8 infinite = reinterpret_cast<Double8>((bits & ~kMagnitude) | kExponent);
  return __builtin_convertvector(size >= 65520.0 ? infinite : rounded, Float8);
}

// kHalf, kConverted: as in TensorSum. The rows from the first one on, up to one whose sums leave
// the numbers that vectors can hold; its number.
template <bool kHalf, bool kConverted, bool kSparse>
class SumRows {
 public:
  WARPLENS_INLINE static std::uint32_t run(TensorSum how, TensorPanel panel, std::uint32_t first,
                                           float (*sums)[kPanelColumns]) {
    const bool all_are_near = starts_are_near(sums, first, panel.rows);
    for (std::uint32_t row = first; row < panel.rows; ++row) {
      if (!all_are_near && !starts_are_near(sums, row, row + 1)) return row;
      if (!SumRows(how, panel, row).add_to(sums[row])) return row;
    }
    return panel.rows;
  }

 private:
  WARPLENS_INLINE SumRows(const TensorSum& how, const TensorPanel& panel, std::uint32_t row)
      : how_(how),
        a_(panel.a + row * panel.depth),
        b_(panel.b),
        places_(kSparse ? panel.places + row * panel.depth : nullptr),
        depth_(panel.depth),
        fitting_(1u << (29 - how.fraction_bits)) {}

  WARPLENS_INLINE static bool starts_are_near(const float (*sums)[kPanelColumns],
                                              std::uint32_t first, std::uint32_t end) {
    Int8 are_near = Int8{} - 1;
    for (std::uint32_t row = first; row < end; ++row) {
      const Float8 size = magnitudes(load8(sums[row]));
      are_near &= (size == 0.0f) | ((size >= kLeastSum) & (size <= kMost));
    }
    return all(are_near);
  }

  WARPLENS_INLINE bool add_to(float* sums) const {
    const Float8 start = load8(sums);
    const std::uint32_t each = group_size(how_, depth_);
    Float8 sum = kConverted ? Float8{} : start;
    for (std::uint32_t first = 0; first < depth_; first += each) {
      if (first != 0 && !all(magnitudes(sum) <= kMost)) return false;
      sum = sum_group(first, first + each, sum);
    }
    if (kConverted) sum = kHalf ? halves8(doubles(start) + doubles(sum)) : start + sum;
    std::memcpy(sums, &sum, sizeof sum);
    return true;
  }

  WARPLENS_INLINE Float8 sum_group(std::uint32_t first, std::uint32_t end, Float8 sum) const {
    Int8 bits = larger(reinterpret_cast<Int8>(leading_powers(sum, kHalf ? 0x1p-14f : kLeastPower)),
                       reinterpret_cast<Int8>(Float8{} + kLeastPower));
    for (std::uint32_t i = first; i < end; ++i) {
      bits = larger(bits, reinterpret_cast<Int8>(a_[i].power * load8(columns(i).powers)));
    }
    const auto largest = reinterpret_cast<Float8>(bits);
    const float steps = std::bit_cast<float>((127 + how_.fraction_bits) << 23);
    const Float8 scale = steps / largest;
    Double8 total = doubles(__builtin_convertvector(sum * scale, Int8));
    for (std::uint32_t from = first; from < end; from += fitting_) {
      total += doubles(sum_part(from, std::min(from + fitting_, end), scale));
    }
    const Double8 exact = total * (doubles(largest) * (1.0 / steps));
    return kHalf ? halves8(exact) : cut_off8(exact, how_.result_bits);
  }

  WARPLENS_INLINE Int8 sum_part(std::uint32_t first, std::uint32_t end, Float8 scale) const {
    Int8 part{};
    for (std::uint32_t i = first; i < end; ++i) {
      const Float8 product = a_[i].value * load8(columns(i).values);
      part += __builtin_convertvector(product * scale, Int8);
    }
    return part;
  }

  [[nodiscard]] WARPLENS_INLINE const TensorColumns& columns(std::uint32_t i) const {
    return b_[kSparse ? places_[i] : i];
  }

  static constexpr float kMost = kHalf ? 65504.0f : 0x1.fffffep127f;
  TensorSum how_;
  const TensorFactor* a_;
  const TensorColumns* b_;
  const std::uint8_t* places_;
  std::uint32_t depth_;
  std::uint32_t fitting_;  // products are below 4: so many of them fit an int
};

using SumRowsFunction = std::uint32_t (*)(TensorSum, TensorPanel, std::uint32_t,
                                          float (*)[kPanelColumns]);

template <bool kHalf, bool kConverted>
SumRowsFunction sum_rows_function(bool is_sparse) {
  using Sums = float(*)[kPanelColumns];
  return is_sparse ? run_loop<SumRows<kHalf, kConverted, true>, TensorSum, TensorPanel,
                              std::uint32_t, Sums>
                   : run_loop<SumRows<kHalf, kConverted, false>, TensorSum, TensorPanel,
                              std::uint32_t, Sums>;
}

SumRowsFunction sum_rows_function(const TensorSum& how, bool is_sparse) {
  if (how.is_half) {
    return how.is_converted ? sum_rows_function<true, true>(is_sparse)
                            : sum_rows_function<true, false>(is_sparse);
  }
  return how.is_converted ? sum_rows_function<false, true>(is_sparse)
                          : sum_rows_function<false, false>(is_sparse);
}

void sum_one_by_one(const TensorSum& how, const TensorPanel& panel, std::uint32_t row,
                    float* sums) {
  float a[kMostProducts], b[kMostProducts];
  for (std::uint32_t j = 0; j < kPanelColumns; ++j) {
    for (std::uint32_t i = 0; i < panel.depth; ++i) {
      const std::uint32_t at = row * panel.depth + i;
      a[i] = panel.a[at].value;
      b[i] = panel.b[panel.places ? panel.places[at] : i].values[j];
    }
    sums[j] = static_cast<float>(sum_products(how, a, b, panel.depth, sums[j]));
  }
}

}  // namespace

bool are_near(const TensorFactor* factors, std::uint32_t count) {
  bool result = true;
  for (std::uint32_t i = 0; i < count; ++i) result &= is_near_factor(factors[i].value);
  return result;
}

bool are_near(const TensorColumns* columns, std::uint32_t count) {
  bool result = true;
  for (std::uint32_t i = 0; i < count; ++i) {
    for (const float value : columns[i].values) result &= is_near_factor(value);
  }
  return result;
}

void sum_panel(const TensorSum& how, const TensorPanel& panel, bool is_near,
               float (*sums)[kPanelColumns]) {
  const SumRowsFunction sum_rows = sum_rows_function(how, panel.places != nullptr);
  for (std::uint32_t row = 0; row < panel.rows; ++row) {
    if (is_near) row = sum_rows(how, panel, row, sums);
    if (row < panel.rows) sum_one_by_one(how, panel, row, sums[row]);
  }
}

}  // namespace warplens::machine
