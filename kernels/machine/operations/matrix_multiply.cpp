#include "kernels/machine/operations/matrix_multiply.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>
#include <type_traits>

#include "kernels/base/dim3.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/operations_narrow_float.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;

constexpr std::uint32_t kColumns = 8;  // n of every shape
constexpr std::uint32_t kMostRows = 16;
constexpr std::uint32_t kMostDepth = 64;  // k of s4

struct Named {
  std::string_view name;
  MatrixElement element;
  std::uint32_t bits;
};
constexpr Named kElements[] = {
    {"f16", f16, 16}, {"bf16", bf16, 16}, {"tf32", tf32, 32}, {"e4m3", e4m3, 8}, {"e5m2", e5m2, 8},
    {"f32", f32, 32}, {"f64", f64, 64},   {"s8", s8, 8},      {"u8", u8, 8},     {"s4", s4, 4},
    {"u4", u4, 4},    {"b1", b1, 1},      {"s32", s32, 32},
};

std::uint32_t bits_of(MatrixElement element) {
  return std::ranges::find(kElements, element, &Named::element)->bits;
}

bool is_integer(MatrixElement element) { return element >= s8; }
bool is_float8(MatrixElement element) { return element == e4m3 || element == e5m2; }

bool types_match(const MatrixMultiply& multiply) {
  const auto [m, k, a, b, c, d] =
      std::tuple(multiply.m, multiply.k, multiply.a, multiply.b, multiply.c, multiply.d);
  if (a == f32 || a == s32) return false;
  if (is_integer(a)) return bits_of(a) == bits_of(b) && c == s32 && d == s32;
  if (is_float8(a) ? !is_float8(b) : a != b) return false;
  if (a == f64) return c == f64 && d == f64;
  if (m == 8) return false;
  const bool has_half_sums = a == f16 || is_float8(a);
  return c == d && (c == f32 || (c == f16 && has_half_sums));
}

// Elements of a register; bits come as whole words, which are multiplied by counting.
std::uint32_t per_register(MatrixElement element) {
  return element == b1 ? 1 : register_bytes(element) * 8 / bits_of(element);
}
std::uint32_t depth_of(const MatrixMultiply& multiply) {
  return multiply.a == b1 ? multiply.k / 32 : multiply.k;
}

double floating(MatrixElement element, std::uint64_t bits) {
  switch (element) {
    case f16:
      return widen(Half{static_cast<std::uint16_t>(bits)});
    case bf16:
      return widen(BFloat{static_cast<std::uint16_t>(bits)});
    case tf32:  // the low 13 bits are not looked at
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits) & 0xffffe000u);
    case e4m3:
      return widen(NarrowFloat::e4m3, static_cast<std::uint8_t>(bits));
    case e5m2:
      return widen(NarrowFloat::e5m2, static_cast<std::uint8_t>(bits));
    case f32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    default:
      return std::bit_cast<double>(bits);
  }
}

std::int64_t integer(MatrixElement element, std::uint64_t bits) {
  switch (element) {
    case s8:
      return static_cast<std::int8_t>(bits);
    case s4:
      return static_cast<std::int8_t>(bits << 4) >> 4;
    case s32:
      return static_cast<std::int32_t>(bits);
    default:
      return static_cast<std::int64_t>(bits);
  }
}

template <class T>
T value_of(MatrixElement element, std::uint64_t word, std::uint32_t index) {
  const std::uint32_t bits = element == b1 ? 32 : bits_of(element);
  const std::uint64_t part = bits == 64 ? word : word >> (index * bits) & ((1ull << bits) - 1);
  if constexpr (std::is_same_v<T, double>) return floating(element, part);
  if constexpr (!std::is_same_v<T, double>) return integer(element, part);
}

std::uint64_t rounded(MatrixElement element, double value) {
  if (element == f64) return std::bit_cast<std::uint64_t>(value);
  if (element == f16) return narrow(value, kF16, Rounding::nearest_even);
  return std::bit_cast<std::uint32_t>(canonical(static_cast<float>(value)));
}

std::uint64_t rounded(const MatrixMultiply& multiply, std::int64_t value) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (multiply.saturates) value = std::clamp<std::int64_t>(value, Limits::min(), Limits::max());
  return static_cast<std::uint32_t>(value);
}
std::uint64_t rounded(const MatrixMultiply& multiply, double value) {
  return rounded(multiply.d, value);
}

template <class T>
class Product {
 public:
  Product(const MatrixMultiply& multiply, std::byte* frame)
      : multiply_(&multiply), frame_(frame), depth_(depth_of(multiply)) {}

  void run() {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) gather(lane);
    for (std::uint32_t row = 0; row < multiply_->m; ++row) {
      for (std::uint32_t column = 0; column < kColumns; ++column) {
        sums_[row][column] = sum(row, column);
      }
    }
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) scatter(lane);
  }

 private:
  void gather(std::uint32_t lane) {
    const std::uint32_t group = lane / 4, member = lane % 4;
    const std::uint32_t each = per_register(multiply_->a);
    const auto read = [&](std::uint32_t slot, MatrixElement element) {
      return read_slot(frame_ + slot, register_bytes(element), lane);
    };
    for (std::uint32_t r = 0; r < multiply_->a_registers; ++r) {
      const std::uint64_t word = read(multiply_->a_slots[r], multiply_->a);
      for (std::uint32_t i = 0; i < each; ++i) {
        a_[group + 8 * (r % 2)][member * each + i + 4 * each * (r / 2)] =
            value_of<T>(multiply_->a, word, i);
      }
    }
    for (std::uint32_t r = 0; r < multiply_->b_registers; ++r) {
      const std::uint64_t word = read(multiply_->b_slots[r], multiply_->b);
      for (std::uint32_t i = 0; i < each; ++i) {
        b_[group][member * each + i + 4 * each * r] = value_of<T>(multiply_->b, word, i);
      }
    }
    const std::uint32_t sums_each = per_register(multiply_->c);
    for (std::uint32_t r = 0; r < multiply_->c_registers; ++r) {
      const std::uint64_t word = read(multiply_->c_slots[r], multiply_->c);
      for (std::uint32_t i = 0; i < sums_each; ++i) {
        const std::uint32_t j = r * sums_each + i;
        sums_[group + 8 * (j / 2)][member * 2 + j % 2] = value_of<T>(multiply_->c, word, i);
      }
    }
  }

  [[nodiscard]] T sum(std::uint32_t row, std::uint32_t column) const {
    T sum = multiply_->a == f64 ? sums_[row][column] : T{};
    for (std::uint32_t i = 0; i < depth_; ++i) {
      const T a = a_[row][i], b = b_[column][i];
      if constexpr (std::is_same_v<T, double>) {
        sum = multiply_->a == f64 ? std::fma(a, b, sum) : sum + a * b;
      } else {
        sum += multiply_->a == b1 ? count(a, b) : a * b;
      }
    }
    return multiply_->a == f64 ? sum : sum + sums_[row][column];
  }

  [[nodiscard]] std::int64_t count(std::int64_t a, std::int64_t b) const {
    return std::popcount(static_cast<std::uint64_t>(multiply_->is_exclusive ? a ^ b : a & b));
  }

  void scatter(std::uint32_t lane) const {
    const std::uint32_t group = lane / 4, member = lane % 4;
    const std::uint32_t each = per_register(multiply_->d);
    const std::uint32_t bytes = register_bytes(multiply_->d);
    for (std::uint32_t r = 0; r < multiply_->d_registers; ++r) {
      std::uint64_t word = 0;
      for (std::uint32_t i = 0; i < each; ++i) {
        const std::uint32_t j = r * each + i;
        const T value = sums_[group + 8 * (j / 2)][member * 2 + j % 2];
        word |= rounded(*multiply_, value) << (i * 8 * bytes / each);
      }
      write_slot(frame_ + multiply_->d_slots[r], bytes, lane, word);
    }
  }

  const MatrixMultiply* multiply_;
  std::byte* frame_;
  std::uint32_t depth_;
  T a_[kMostRows][kMostDepth];
  T b_[kColumns][kMostDepth];  // transposed
  T sums_[kMostRows][kColumns];
};

}  // namespace

std::optional<MatrixElement> matrix_element(std::string_view name) {
  const auto found = std::ranges::find(kElements, name, &Named::name);
  if (found == std::end(kElements)) return std::nullopt;
  return found->element;
}

std::uint32_t register_bytes(MatrixElement element) { return element == f64 ? 8 : 4; }

bool count_registers(MatrixMultiply& multiply) {
  if (!types_match(multiply)) return false;
  const std::uint32_t each = per_register(multiply.a);
  const std::uint32_t steps = depth_of(multiply) / (4 * each);
  const std::uint32_t halves = multiply.m / 8;
  // Two registers deep at most, but for f64, which goes to k = 16.
  const std::uint32_t most = halves == 1 ? 1 : multiply.a == f64 ? 4 : 2;
  if (depth_of(multiply) != steps * 4 * each || !std::has_single_bit(steps) || steps > most) {
    return false;
  }
  multiply.a_registers = halves * steps;
  multiply.b_registers = steps;
  multiply.c_registers = halves * 2 / per_register(multiply.c);
  multiply.d_registers = halves * 2 / per_register(multiply.d);
  return true;
}

void multiply_matrices(const MatrixMultiply& multiply, std::byte* frame) {
  if (is_integer(multiply.a)) {
    Product<std::int64_t>(multiply, frame).run();
  } else {
    Product<double>(multiply, frame).run();
  }
}

}  // namespace warplens::machine
