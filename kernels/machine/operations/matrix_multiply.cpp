#include "kernels/machine/operations/matrix_multiply.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <tuple>
#include <type_traits>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/matrix_numbers.h"
#include "kernels/machine/operations/quad_multiply.h"
#include "kernels/machine/operations/tensor_panel.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;

constexpr std::uint32_t kMostRows = 32;
constexpr std::uint32_t kMostColumns = 32;
constexpr std::uint32_t kMostPanels = kMostColumns / kPanelColumns;
constexpr std::uint32_t kMostDepth = 128;  // k of s4, sparse
constexpr std::uint32_t kMostOfRegister = 8;

bool types_match(const MatrixMultiply& multiply) {
  const auto [a, b, c, d] =
      std::tuple(multiply.a.element, multiply.b.element, multiply.c.element, multiply.d.element);
  if (a == f32 || a == s32) return false;
  if (is_integer(a)) {
    return is_integer(b) && bits_of(a) == bits_of(b) && c == s32 && d == s32;
  }
  if (is_byte_float(a) ? !is_byte_float(b) : a != b) return false;
  if (a == f64) return c == f64 && d == f64;
  if (multiply.shape.m == 8) return false;
  if (multiply.scales) return c == f32 && d == f32;
  const bool has_half_sums = a == f16 || is_byte_float(a);
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

// Elements as floats, a register of all lanes at a time.
template <class Set>
void widen(const MatrixFragment& fragment, const std::byte* frame, Set set) {
  float values[kWarpSize * kMostOfRegister];
  const std::uint32_t each = fragment.elements();
  for (std::uint32_t r = 0; r < fragment.registers; ++r) {
    widen_elements(fragment.element, frame + fragment.slots[r], 4 * kWarpSize, values);
    each_element(fragment, r,
                 [&](std::uint32_t lane, std::uint32_t outer, std::uint32_t inner,
                     std::uint32_t i) { set(outer, inner, values[lane * each + i]); });
  }
}

// The bits of sums, for all lanes.
template <class Get>
void scatter(const MatrixFragment& d, std::byte* frame, Get get) {
  for (std::uint32_t r = 0; r < d.registers; ++r) {
    std::uint64_t words[kWarpSize] = {};
    each_element(
        d, r, [&](std::uint32_t lane, std::uint32_t outer, std::uint32_t inner, std::uint32_t i) {
          words[lane] |= get(outer, inner) << (i * bits_of(d.element));
        });
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      write_slot(frame + d.slots[r], register_bytes(d.element), lane, words[lane]);
    }
  }
}

// Where along k the elements of a sparse A stand, row by row; `order` says where in the row each
// element is kept.
template <class Order>
std::vector<std::uint8_t> sparse_places(const MatrixMultiply& multiply, const std::byte* frame,
                                        Order order) {
  if (!multiply.sparsity) return {};
  const std::uint32_t depth = depth_of(multiply);
  std::vector<std::uint8_t> places(std::size_t{multiply.shape.m} * depth);
  for (std::uint32_t row = 0; row < multiply.shape.m; ++row) {
    for (std::uint32_t i = 0; i < depth; ++i) {
      places[row * depth + order(i)] = multiply.sparsity->place(multiply.a.element, frame, row, i);
    }
  }
  return places;
}

// Sums in the order of k: integers, and f64, of which each product is added by itself.
template <class T>
class OrderedProduct {
 public:
  OrderedProduct(const MatrixMultiply& multiply, std::byte* frame)
      : multiply_(&multiply), frame_(frame), depth_(depth_of(multiply)) {}

  void run() {
    places_ = sparse_places(*multiply_, frame_, std::identity{});
    load(multiply_->a,
         [&](std::uint32_t outer, std::uint32_t inner) -> T& { return a_[outer][inner]; });
    load(multiply_->b,
         [&](std::uint32_t outer, std::uint32_t inner) -> T& { return b_[outer][inner]; });
    load(multiply_->c, [&](std::uint32_t outer, std::uint32_t inner) -> T& {
      return sum_at(multiply_->c, outer, inner);
    });
    for (std::uint32_t row = 0; row < multiply_->shape.m; ++row) {
      for (std::uint32_t column = 0; column < multiply_->shape.n; ++column) {
        for (std::uint32_t i = 0; i < depth_; ++i) add(row, column, i);
      }
    }
    scatter(multiply_->d, frame_, [&](std::uint32_t outer, std::uint32_t inner) {
      return rounded(*multiply_, sum_at(multiply_->d, outer, inner));
    });
  }

 private:
  template <class Place>
  void load(const MatrixFragment& fragment, Place place) {
    for (std::uint32_t r = 0; r < fragment.registers; ++r) {
      each_element(
          fragment, r,
          [&](std::uint32_t lane, std::uint32_t outer, std::uint32_t inner, std::uint32_t i) {
            const std::uint64_t word =
                read_slot(frame_ + fragment.slots[r], register_bytes(fragment.element), lane);
            place(outer, inner) = element_value<T>(fragment.element, word, i);
          });
    }
  }

  [[nodiscard]] T& sum_at(const MatrixFragment& fragment, std::uint32_t outer,
                          std::uint32_t inner) {
    return fragment.is_transposed ? sums_[inner][outer] : sums_[outer][inner];
  }

  void add(std::uint32_t row, std::uint32_t column, std::uint32_t i) {
    const T a = a_[row][i], b = b_[column][places_.empty() ? i : places_[row * depth_ + i]];
    T& sum = sums_[row][column];
    if constexpr (std::is_same_v<T, double>) {
      sum = fused_multiply_add(a, b, sum);
    } else {
      sum += multiply_->a.element == b1 ? count(a, b) : a * b;
    }
  }

  [[nodiscard]] std::int64_t count(std::int64_t a, std::int64_t b) const {
    return std::popcount(static_cast<std::uint64_t>(multiply_->is_exclusive ? a ^ b : a & b));
  }

  const MatrixMultiply* multiply_;
  std::byte* frame_;
  std::uint32_t depth_;  // of A as it is stored
  std::vector<std::uint8_t> places_;
  T a_[kMostRows][kMostDepth];
  T b_[kMostColumns][kMostDepth];  // transposed
  T sums_[kMostRows][kMostColumns];
};

// Sums as tensor cores make them.
class TensorProduct {
 public:
  TensorProduct(const MatrixMultiply& multiply, TensorCores cores, std::byte* frame)
      : multiply_(&multiply),
        frame_(frame),
        depth_(depth_of(multiply)),
        how_(sum_of(multiply, cores)) {}

  void run() {
    places_ = sparse_places(*multiply_, frame_, [&](std::uint32_t i) { return summed(i); });
    load_factors();
    const bool is_near = are_near(a_, multiply_->shape.m * depth_);
    for (std::uint32_t panel = 0; panel < multiply_->shape.n / kPanelColumns; ++panel) {
      sum_panel(
          how_,
          {a_, b_[panel], places_.empty() ? nullptr : places_.data(), multiply_->shape.m, depth_},
          is_near && are_near(b_[panel], multiply_->shape.k), sums_[panel]);
    }
    scatter(multiply_->d, frame_, [&](std::uint32_t outer, std::uint32_t inner) {
      return bits_of_sum(sum_at(multiply_->d, outer, inner));
    });
  }

 private:
  static TensorSum sum_of(const MatrixMultiply& multiply, TensorCores cores) {
    const bool is_wmma = multiply.opcode == "wmma";
    return tensor_sum(cores, is_wmma ? TensorInstruction::wmma : TensorInstruction::mma,
                      multiply.a.element, multiply.b.element,
                      multiply.c.element == f16 && multiply.d.element == f16);
  }

  [[nodiscard]] std::uint32_t summed(std::uint32_t k) const {
    return summed_place(how_, depth_, k);
  }
  [[nodiscard]] std::uint64_t bits_of_sum(float sum) const {
    return how_.is_half ? half_bits(sum) : rounded_sum(multiply_->d.element, sum);
  }

  void load_factors() {
    widen(multiply_->a, frame_, [&](std::uint32_t row, std::uint32_t k, float value) {
      a_[row * depth_ + summed(k)] = {value, factor_power(value, how_.least_a)};
    });
    widen(multiply_->b, frame_, [&](std::uint32_t column, std::uint32_t k, float value) {
      const std::uint32_t at = multiply_->sparsity ? k : summed(k);
      TensorColumns& columns = b_[column / kPanelColumns][at];
      columns.values[column % kPanelColumns] = value;
      columns.powers[column % kPanelColumns] = factor_power(value, how_.least_b);
    });
    widen(multiply_->c, frame_, [&](std::uint32_t outer, std::uint32_t inner, float value) {
      sum_at(multiply_->c, outer, inner) = value;
    });
  }

  [[nodiscard]] float& sum_at(const MatrixFragment& fragment, std::uint32_t outer,
                              std::uint32_t inner) {
    const std::uint32_t row = fragment.is_transposed ? inner : outer;
    const std::uint32_t column = fragment.is_transposed ? outer : inner;
    return sums_[column / kPanelColumns][row][column % kPanelColumns];
  }

  const MatrixMultiply* multiply_;
  std::byte* frame_;
  std::uint32_t depth_;  // of A as it is stored
  TensorSum how_;
  std::vector<std::uint8_t> places_;
  TensorFactor a_[kMostRows * kMostProducts];
  TensorColumns b_[kMostPanels][2 * kMostProducts];
  float sums_[kMostPanels][kMostRows][kPanelColumns];
};

// Sums of scaled products.
class ScaledProduct {
 public:
  ScaledProduct(const MatrixMultiply& multiply, std::byte* frame)
      : multiply_(&multiply),
        frame_(frame),
        how_(scaled_sum(multiply.a.element, multiply.b.element, multiply.scales->format,
                        multiply.shape.k, multiply.scales->chunks)) {}

  void run() {
    const auto into = [](auto& values) {
      return [&values](std::uint32_t outer, std::uint32_t inner, float value) {
        values[outer][inner] = value;
      };
    };
    widen(multiply_->a, frame_, into(a_));
    widen(multiply_->b, frame_, into(b_));
    widen(multiply_->c, frame_, into(sums_));
    std::vector<ScaledLine> columns;
    for (std::uint32_t column = 0; column < multiply_->shape.n; ++column) {
      columns.push_back(scaled_line(how_, multiply_->b.element, b_[column],
                                    multiply_->scales->of_column(frame_, column)));
    }
    for (std::uint32_t row = 0; row < multiply_->shape.m; ++row) {
      const ScaledLine line =
          scaled_line(how_, multiply_->a.element, a_[row], multiply_->scales->of_row(frame_, row));
      for (std::uint32_t column = 0; column < multiply_->shape.n; ++column) {
        float& sum = sums_[row][column];
        sum = sum_scaled(how_, line, columns[column], sum);
      }
    }
    scatter(multiply_->d, frame_, [&](std::uint32_t row, std::uint32_t column) {
      return rounded_sum(multiply_->d.element, sums_[row][column]);
    });
  }

 private:
  const MatrixMultiply* multiply_;
  std::byte* frame_;
  ScaledSum how_;
  float a_[16][64], b_[8][64], sums_[16][8];
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

void multiply_matrices(const MatrixMultiply& multiply, TensorCores cores, std::byte* frame) {
  if (multiply.quads) return multiply_quads(multiply, cores, frame);
  if (multiply.scales) return ScaledProduct(multiply, frame).run();
  if (is_integer(multiply.a.element)) return OrderedProduct<std::int64_t>(multiply, frame).run();
  if (multiply.a.element == f64) return OrderedProduct<double>(multiply, frame).run();
  TensorProduct(multiply, cores, frame).run();
}

}  // namespace warplens::machine
