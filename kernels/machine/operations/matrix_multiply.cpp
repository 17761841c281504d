#include "kernels/machine/operations/matrix_multiply.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>
#include <type_traits>

#include "kernels/base/dim3.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/matrix_numbers.h"
#include "kernels/machine/operations/quad_multiply.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;

constexpr std::uint32_t kMostRows = 32;
constexpr std::uint32_t kMostColumns = 32;
constexpr std::uint32_t kMostDepth = 128;  // k of s4, sparse

bool is_float8(MatrixElement element) { return element == e4m3 || element == e5m2; }

bool types_match(const MatrixMultiply& multiply) {
  const auto [a, b, c, d] =
      std::tuple(multiply.a.element, multiply.b.element, multiply.c.element, multiply.d.element);
  if (a == f32 || a == s32) return false;
  if (is_integer(a)) {
    return is_integer(b) && bits_of(a) == bits_of(b) && c == s32 && d == s32;
  }
  if (is_float8(a) ? !is_float8(b) : a != b) return false;
  if (a == f64) return c == f64 && d == f64;
  if (multiply.shape.m == 8) return false;
  const bool has_half_sums = a == f16 || is_float8(a);
  return c == d && (c == f32 || (c == f16 && has_half_sums));
}

// Of A as it is stored. Single bits come as whole words, which are multiplied by counting.
std::uint32_t depth_of(const MatrixMultiply& multiply) {
  if (multiply.sparsity) return multiply.shape.k / 2;
  return multiply.a.element == b1 ? multiply.shape.k / 32 : multiply.shape.k;
}

std::uint64_t rounded(const MatrixMultiply& multiply, std::int64_t value) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (multiply.saturates) value = std::clamp<std::int64_t>(value, Limits::min(), Limits::max());
  return static_cast<std::uint32_t>(value);
}
std::uint64_t rounded(const MatrixMultiply& multiply, double value) {
  return rounded_sum(multiply.d.element, value);
}

template <class T>
class Product {
 public:
  Product(const MatrixMultiply& multiply, std::byte* frame)
      : multiply_(&multiply), frame_(frame), depth_(depth_of(multiply)) {}

  void run() {
    find_places();
    gather(multiply_->a,
           [&](std::uint32_t outer, std::uint32_t inner, T value) { a_[outer][inner] = value; });
    gather(multiply_->b,
           [&](std::uint32_t outer, std::uint32_t inner, T value) { b_[outer][inner] = value; });
    gather(multiply_->c, [&](std::uint32_t outer, std::uint32_t inner, T value) {
      sum_at(multiply_->c, outer, inner) = value;
    });
    for (std::uint32_t row = 0; row < multiply_->shape.m; ++row) {
      for (std::uint32_t column = 0; column < multiply_->shape.n; ++column) {
        sums_[row][column] = sum(row, column);
      }
    }
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) scatter(lane);
  }

 private:
  void find_places() {
    for (std::uint32_t row = 0; row < multiply_->shape.m; ++row) {
      for (std::uint32_t i = 0; i < depth_; ++i) {
        places_[row][i] = multiply_->sparsity
                              ? multiply_->sparsity->place(multiply_->a.element, frame_, row, i)
                              : static_cast<std::uint8_t>(i);
      }
    }
  }

  [[nodiscard]] T& sum_at(const MatrixFragment& fragment, std::uint32_t outer,
                          std::uint32_t inner) {
    return fragment.is_transposed ? sums_[inner][outer] : sums_[outer][inner];
  }

  template <class Set>
  void gather(const MatrixFragment& fragment, Set set) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      for (std::uint32_t r = 0; r < fragment.registers; ++r) {
        const std::uint64_t word =
            read_slot(frame_ + fragment.slots[r], register_bytes(fragment.element), lane);
        each_element(fragment, lane, r,
                     [&](std::uint32_t outer, std::uint32_t inner, std::uint32_t i) {
                       set(outer, inner, element_value<T>(fragment.element, word, i));
                     });
      }
    }
  }

  [[nodiscard]] T sum(std::uint32_t row, std::uint32_t column) const {
    const MatrixElement element = multiply_->a.element;
    T sum = element == f64 ? sums_[row][column] : T{};
    for (std::uint32_t i = 0; i < depth_; ++i) {
      const T a = a_[row][i], b = b_[column][places_[row][i]];
      if constexpr (std::is_same_v<T, double>) {
        sum = element == f64 ? std::fma(a, b, sum) : sum + a * b;
      } else {
        sum += element == b1 ? count(a, b) : a * b;
      }
    }
    return element == f64 ? sum : sum + sums_[row][column];
  }

  [[nodiscard]] std::int64_t count(std::int64_t a, std::int64_t b) const {
    return std::popcount(static_cast<std::uint64_t>(multiply_->is_exclusive ? a ^ b : a & b));
  }

  void scatter(std::uint32_t lane) {
    const MatrixFragment& d = multiply_->d;
    const std::uint32_t bytes = register_bytes(d.element);
    for (std::uint32_t r = 0; r < d.registers; ++r) {
      std::uint64_t word = 0;
      each_element(d, lane, r, [&](std::uint32_t outer, std::uint32_t inner, std::uint32_t i) {
        word |= rounded(*multiply_, sum_at(d, outer, inner)) << (i * bits_of(d.element));
      });
      write_slot(frame_ + d.slots[r], bytes, lane, word);
    }
  }

  const MatrixMultiply* multiply_;
  std::byte* frame_;
  std::uint32_t depth_;                         // of A as it is stored
  std::uint8_t places_[kMostRows][kMostDepth];  // where along k an element of A stands
  T a_[kMostRows][kMostDepth];
  T b_[kMostColumns][kMostDepth];  // transposed
  T sums_[kMostRows][kMostColumns];
};

// A fragment of mma with `rows`·8 outer ones: its tiles go down first, then along.
void place_fragment(MatrixFragment& fragment, std::uint32_t registers, std::uint32_t rows,
                    std::uint32_t span) {
  fragment.registers = registers;
  fragment.span = span;
  for (std::uint32_t t = 0; t < fragment.tile_count(); ++t) {
    fragment.tiles[t] = {static_cast<std::uint8_t>(8 * (t % rows)),
                         static_cast<std::uint8_t>(4 * span * (t / rows))};
  }
}

}  // namespace

bool place_mma(MatrixMultiply& multiply) {
  if (multiply.quads) return place_quads(multiply);
  if (!types_match(multiply)) return false;
  const std::uint32_t each = multiply.a.elements();
  const std::uint32_t steps = depth_of(multiply) / (4 * each);
  const std::uint32_t halves = multiply.shape.m / 8;
  // Two registers deep at most, but for f64, which goes to k = 16.
  const std::uint32_t most = halves == 1 ? 1 : multiply.a.element == f64 ? 4 : 2;
  if (depth_of(multiply) != steps * 4 * each || !std::has_single_bit(steps) || steps > most) {
    return false;
  }
  if (multiply.sparsity && !multiply.sparsity->place_steps(multiply.a.element, steps)) return false;
  place_fragment(multiply.a, halves * steps, halves, each);
  place_fragment(multiply.b, multiply.sparsity ? 2 * steps : steps, 1, each);
  place_fragment(multiply.c, halves * 2 / multiply.c.elements(), halves, 2);
  place_fragment(multiply.d, halves * 2 / multiply.d.elements(), halves, 2);
  return true;
}

bool place_wmma(MatrixMultiply& multiply) {
  const MatrixShape& shape = multiply.shape;
  const MatrixElement factor = multiply.a.element;
  if (multiply.b.element != factor) return false;
  if (!has_wmma(shape, factor, multiply.c.element) || !has_wmma(shape, factor, multiply.d.element))
    return false;
  const auto place = [&](MatrixRole role, MatrixFragment& fragment) {
    const auto found = wmma_fragment(role, shape, fragment.element);
    if (found) fragment = *found;
    return found.has_value();
  };
  return place(MatrixRole::a, multiply.a) && place(MatrixRole::b, multiply.b) &&
         place(MatrixRole::sums, multiply.c) && place(MatrixRole::sums, multiply.d);
}

void multiply_matrices(const MatrixMultiply& multiply, std::byte* frame) {
  if (multiply.quads) return multiply_quads(multiply, frame);
  if (is_integer(multiply.a.element)) {
    Product<std::int64_t>(multiply, frame).run();
  } else {
    Product<double>(multiply, frame).run();
  }
}

}  // namespace warplens::machine
