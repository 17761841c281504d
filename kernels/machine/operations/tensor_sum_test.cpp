#include "kernels/machine/operations/tensor_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/machine/operations/matrix_numbers.h"
#include "kernels/machine/operations/tensor_panel.h"

namespace warplens::machine {
namespace {

using enum MatrixElement;
using Floats = std::vector<float>;

// ---- rows of an H200 ----

struct DotRow {
  std::string form;
  MatrixElement a = f16, b = f16, c = f32, d = f32;
  std::vector<std::uint64_t> a_bits, b_bits;
  std::uint64_t c_bits = 0, d_bits = 0;
};

std::vector<std::uint64_t> numbers_of(const std::string& text, MatrixElement element) {
  const std::size_t digits = bits_of(element) / 4;
  std::vector<std::uint64_t> numbers;
  for (std::size_t at = 0; at < text.size(); at += digits) {
    numbers.push_back(std::stoull(text.substr(at, digits), nullptr, 16));
  }
  return numbers;
}

DotRow read_row(const std::string& line) {
  std::istringstream in(line);
  std::array<std::string, 9> columns;
  for (std::string& column : columns) std::getline(in, column, '\t');
  DotRow row;
  row.form = columns[0];
  const std::array<MatrixElement*, 4> elements{&row.a, &row.b, &row.c, &row.d};
  for (std::size_t i = 0; i < elements.size(); ++i) *elements[i] = *matrix_element(columns[i + 1]);
  row.a_bits = numbers_of(columns[5], row.a);
  row.b_bits = numbers_of(columns[6], row.b);
  row.c_bits = numbers_of(columns[7], row.c).at(0);
  row.d_bits = numbers_of(columns[8], row.d).at(0);
  return row;
}

std::vector<DotRow> read_rows() {
  std::ifstream in(WARPLENS_SOURCE_DIR "/tests/data/h200-tensor-sums.tsv");
  std::vector<DotRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with('#')) rows.push_back(read_row(line));
  }
  return rows;
}

TensorSum sum_of(const DotRow& row) {
  return tensor_sum(TensorCores::hopper,
                    row.form.starts_with("wgmma")  ? TensorInstruction::wgmma
                    : row.form.starts_with("wmma") ? TensorInstruction::wmma
                                                   : TensorInstruction::mma,
                    row.a, row.b, row.c == f16 && row.d == f16);
}

Floats values_of(MatrixElement element, const std::vector<std::uint64_t>& bits) {
  Floats values;
  for (const std::uint64_t word : bits) {
    values.push_back(static_cast<float>(element_value<double>(element, word, 0)));
  }
  return values;
}
Floats in_order(const TensorSum& how, const Floats& values) {
  Floats ordered(values.size());
  const auto depth = static_cast<std::uint32_t>(values.size());
  for (std::uint32_t k = 0; k < depth; ++k) ordered[summed_place(how, depth, k)] = values[k];
  return ordered;
}

// ---- panels ----

// A row of A with eight columns of B.
struct Products {
  Floats a;
  std::array<Floats, kPanelColumns> b;
  std::array<float, kPanelColumns> sums;
};

// Whether factors count as near 1; the panel's sums take the place of the old ones.
bool run_panel(const TensorSum& how, Products& products) {
  std::vector<TensorFactor> factors;
  for (const float value : products.a) factors.push_back({value, factor_power(value, how.least_a)});
  std::vector<TensorColumns> columns(products.a.size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    for (std::size_t j = 0; j < kPanelColumns; ++j) {
      columns[k].values[j] = products.b[j][k];
      columns[k].powers[j] = factor_power(products.b[j][k], how.least_b);
    }
  }
  const auto depth = static_cast<std::uint32_t>(columns.size());
  const bool is_near = are_near(factors.data(), depth) && are_near(columns.data(), depth);
  float sums[1][kPanelColumns];
  std::ranges::copy(products.sums, sums[0]);
  sum_panel(how, {factors.data(), columns.data(), nullptr, 1, depth}, is_near, sums);
  std::ranges::copy(sums[0], products.sums.begin());
  return is_near;
}

TEST(TensorSum, IsThatOfAnH200BitForBit) {
  int near = 0, far = 0;
  for (const DotRow& row : read_rows()) {
    if (row.a == f64) continue;
    const TensorSum how = sum_of(row);
    const Floats a = values_of(row.a, row.a_bits), b = values_of(row.b, row.b_bits);
    const float c = values_of(row.c, {row.c_bits})[0];
    if (row.form.starts_with("mma.m8n8k4")) {
      const double sum = sum_of_quad(a.data(), b.data(), c, how.is_half);
      EXPECT_EQ(rounded_sum(row.d, sum), row.d_bits) << row.form;
      continue;
    }
    Products products{in_order(how, a), {}, {}};
    products.b.fill(in_order(how, b));
    products.sums.fill(c);
    const double sum = sum_products(how, products.a.data(), products.b[0].data(),
                                    static_cast<std::uint32_t>(a.size()), c);
    EXPECT_EQ(rounded_sum(row.d, sum), row.d_bits) << row.form;
    ++(run_panel(how, products) ? near : far);
    for (const float panel_sum : products.sums) {
      EXPECT_EQ(rounded_sum(row.d, panel_sum), row.d_bits) << row.form;
    }
  }
  EXPECT_EQ(near, 2178);
  EXPECT_EQ(far, 1214);
}

TEST(TensorSum, OfDoublesIsThatOfAnH200BitForBit) {
  int count = 0;
  for (const DotRow& row : read_rows()) {
    if (row.a != f64) continue;
    double sum = std::bit_cast<double>(row.c_bits);
    for (std::size_t k = 0; k < row.a_bits.size(); ++k) {
      sum = fused_multiply_add(std::bit_cast<double>(row.a_bits[k]),
                               std::bit_cast<double>(row.b_bits[k]), sum);
    }
    EXPECT_EQ(std::bit_cast<std::uint64_t>(sum), row.d_bits) << row.form;
    ++count;
  }
  EXPECT_EQ(count, 64);
}

// ---- what a person can reckon ----

double sum_of_equal(const TensorSum& how, float a, float b, std::uint32_t depth, double sum) {
  const Floats as(depth, a), bs(depth, b);
  return sum_products(how, as.data(), bs.data(), depth, sum);
}
TensorSum of_mma(TensorCores cores, MatrixElement element) {
  return tensor_sum(cores, TensorInstruction::mma, element, element, false);
}

TEST(TensorSum, KeepsAsManyBitsBelowTheLargestExponentAsTheArchitecture) {
  const auto sum = [](TensorCores cores, float factor) {
    return sum_of_equal(of_mma(cores, f16), factor, 0x1p-12f, 4, 1.0);
  };
  EXPECT_EQ(sum(TensorCores::volta, 0x1p-11f), 1 + 0x1p-21);
  EXPECT_EQ(sum(TensorCores::volta, 0x1p-12f), 1.0);
  EXPECT_EQ(sum(TensorCores::ampere, 0x1p-12f), 1 + 0x1p-22);
  EXPECT_EQ(sum(TensorCores::ampere, 0x1p-13f), 1.0);
  EXPECT_EQ(sum(TensorCores::hopper, 0x1p-13f), 1 + 0x1p-23);
  EXPECT_EQ(sum(TensorCores::hopper, 0x1p-14f), 1.0);
  EXPECT_EQ(sum(TensorCores::blackwell, 0x1p-13f), 1 + 0x1p-23);
}

TEST(TensorSum, CutsTheTotalOff) {
  const TensorSum how = of_mma(TensorCores::hopper, f16);
  EXPECT_EQ(sum_of_equal(how, 0x1p-12f, 0x1p-13f, 3, 1.0), 1.0);
  EXPECT_EQ(sum_of_equal(how, -0x1p-12f, 0x1p-13f, 1, 1.0), 1 - 0x1p-24);
}

// 1.5 · 1.5 is 2.25, but its exponent is 0.
TEST(TensorSum, DoesNotNormaliseProducts) {
  const TensorSum how = of_mma(TensorCores::hopper, f16);
  const Floats a{1.5f, 1.5f, 0x1p-12f}, b{1.5f, -1.5f, 0x1p-13f};
  const Floats c{2.25f, 2.25f, 0x1p-12f}, d{1.0f, -1.0f, 0x1p-13f};
  EXPECT_EQ(sum_products(how, a.data(), b.data(), 3, 0), 0x1p-25);
  EXPECT_EQ(sum_products(how, c.data(), d.data(), 3, 0), 0.0);
}

TEST(TensorSum, OfEightBitsByWgmmaHasThirteenBits) {
  const TensorSum wide =
      tensor_sum(TensorCores::hopper, TensorInstruction::wgmma, e4m3, e4m3, false);
  EXPECT_EQ(sum_of_equal(wide, 0x1p-6f, 0x1p-7f, 32, 1.0), 1 + 0x1p-8);
  EXPECT_EQ(sum_of_equal(wide, 0x1p-7f, 0x1p-7f, 32, 1.0), 1.0);
  EXPECT_EQ(sum_of_equal(wide, 0x1p-7f, 0x1p-7f, 32, 1 + 0x1p-20), 1.0);  // what was there, too
  const TensorSum converted = of_mma(TensorCores::hopper, e4m3);
  EXPECT_EQ(sum_of_equal(converted, 0x1p-7f, 0x1p-7f, 32, 1 + 0x1p-20), 1 + 0x1p-9 + 0x1p-20);
}

TEST(TensorSum, OfMoreProductsThanGoTogetherIsThatOfGroups) {
  const Floats a{0x1p-13f, 0x1p-13f, 0x1p-13f, 0x1p-13f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
  const Floats b(16, 0x1p-12f), ones(16, 1.0f);
  // All 16 at once on Hopper, where 1 · 2^-12 is the largest; the first eight by themselves on
  // Ampere.
  EXPECT_EQ(sum_products(of_mma(TensorCores::hopper, f16), a.data(), b.data(), 16, 0),
            0x1p-12 + 0x1p-23);
  EXPECT_EQ(sum_products(of_mma(TensorCores::ampere, f16), a.data(), ones.data(), 16, 0),
            1 + 0x1p-11);
  EXPECT_EQ(group_size(of_mma(TensorCores::hopper, f16), 16), 16u);
  EXPECT_EQ(group_size(of_mma(TensorCores::ampere, f16), 16), 8u);
}

TEST(TensorSum, OfEightBitsMadeF16TakesTwoOfFour) {
  const TensorSum how = of_mma(TensorCores::hopper, e5m2);
  std::vector<std::uint32_t> places;
  for (std::uint32_t k = 0; k < 8; ++k) places.push_back(summed_place(how, 16, k));
  EXPECT_EQ(places, (std::vector<std::uint32_t>{0, 1, 8, 9, 2, 3, 10, 11}));
}

TEST(TensorSum, OfInfinitiesAndNaNsIsAsOfNumbers) {
  const TensorSum how = of_mma(TensorCores::hopper, bf16);
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(sum_of_equal(how, infinity, 1, 4, -1.0), infinity);
  EXPECT_TRUE(std::isnan(sum_of_equal(how, infinity, 1, 4, -infinity)));
  EXPECT_TRUE(std::isnan(sum_of_equal(how, infinity, 0, 4, 1.0)));
  EXPECT_EQ(sum_of_equal(how, 0x1p100f, 0x1p100f, 4, 0.0), infinity);
  EXPECT_EQ(sum_of_equal(how, 0, -1, 4, -0.0), 0.0);
  EXPECT_FALSE(std::signbit(sum_of_equal(how, 0, -1, 4, -0.0)));
}

// ---- many at once ----

struct Numbers {
  std::uint64_t state = 1;
  std::uint32_t next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state >> 33);
  }
  // Of so many bits, about 2^±spread.
  float next_float(int bits, int spread) {
    if (next() % 16 == 0) return 0;
    const auto fraction = static_cast<float>(next() % (1u << (bits - 1)));
    const float value = 1 + std::ldexp(fraction, 1 - bits);
    const int exponent =
        static_cast<int>(next() % (2 * static_cast<unsigned>(spread) + 1)) - spread;
    return std::ldexp(next() % 2 ? value : -value, exponent);
  }
};

TEST(TensorPanel, GivesWhatEachSumGivesByItself) {
  struct Type {
    MatrixElement element;
    int bits, spread;
    std::uint32_t depth;
  };
  Numbers numbers;
  int near = 0;
  for (const TensorCores cores :
       {TensorCores::volta, TensorCores::ampere, TensorCores::ada, TensorCores::hopper,
        TensorCores::blackwell, TensorCores::blackwell_rtx}) {
    for (const Type& type : {Type{f16, 11, 8, 16}, Type{bf16, 8, 39, 16}, Type{bf16, 8, 60, 8},
                             Type{tf32, 11, 20, 8}, Type{e4m3, 4, 5, 32}, Type{e5m2, 3, 12, 32}}) {
      for (int i = 0; i < 200; ++i) {
        const bool is_half = i % 2 == 1 && type.element != bf16 && type.element != tf32;
        const TensorSum how =
            tensor_sum(cores, TensorInstruction::mma, type.element, type.element, is_half);
        Products products;
        for (std::uint32_t k = 0; k < type.depth; ++k) {
          products.a.push_back(numbers.next_float(type.bits, type.spread));
          for (Floats& column : products.b) {
            column.push_back(numbers.next_float(type.bits, type.spread));
          }
        }
        for (float& sum : products.sums) {
          sum = is_half ? numbers.next_float(11, 12) : numbers.next_float(24, 2 * type.spread);
        }
        const Products before = products;
        near += run_panel(how, products) ? 1 : 0;
        for (std::size_t j = 0; j < kPanelColumns; ++j) {
          EXPECT_EQ(products.sums[j],
                    static_cast<float>(sum_products(how, before.a.data(), before.b[j].data(),
                                                    type.depth, before.sums[j])));
        }
      }
    }
  }
  EXPECT_EQ(near, 6 * 5 * 200);
}

TEST(TensorPanel, TakesTheColumnsThatASparseRowSays) {
  const TensorSum how = of_mma(TensorCores::hopper, f16);
  const std::vector<TensorFactor> a{{1, 1}, {2, 2}, {3, 2}, {4, 4}};
  std::vector<TensorColumns> b(4);
  for (std::size_t k = 0; k < b.size(); ++k) {
    for (std::size_t j = 0; j < kPanelColumns; ++j) {
      b[k].values[j] = b[k].powers[j] = std::ldexp(1.0f, static_cast<int>(k + j));
    }
  }
  const std::vector<std::uint8_t> places{0, 3, 1, 2};
  float sums[2][kPanelColumns] = {};
  sum_panel(how, {a.data(), b.data(), places.data(), 2, 2}, true, sums);
  for (std::size_t j = 0; j < kPanelColumns; ++j) {
    EXPECT_EQ(sums[0][j], std::ldexp(1.0f + 2 * 8, static_cast<int>(j)));
    EXPECT_EQ(sums[1][j], std::ldexp(3.0f * 2 + 4 * 4, static_cast<int>(j)));
  }
}

}  // namespace
}  // namespace warplens::machine
