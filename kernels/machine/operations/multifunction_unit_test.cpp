#include "kernels/machine/operations/multifunction_unit.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <functional>

#include "kernels/machine/operations/approximate_functions.h"

namespace warplens::machine {
namespace {

// Checksums of an H200's results, as tests/probes/approximations.cu printed them on 2026-11-29
// (driver 580.159.04) while all 2^32 inputs were compared: FNV-1a over the results of each 4,093rd
// input.
std::uint64_t checksum(std::uint64_t inputs, std::uint64_t stride,
                       const std::function<std::uint32_t(std::uint32_t)>& function) {
  std::uint64_t sum = 14695981039346656037ull;
  for (std::uint64_t i = 0; i < inputs; i += stride) {
    sum = (sum ^ function(static_cast<std::uint32_t>(i))) * 1099511628211ull;
  }
  return sum;
}
std::uint64_t of_all(const std::function<std::uint32_t(std::uint32_t)>& function) {
  return checksum(std::uint64_t{1} << 32, 4093, function);
}

std::uint64_t of_floats(float (*function)(float)) {
  return of_all([=](std::uint32_t x) {
    return std::bit_cast<std::uint32_t>(function(std::bit_cast<float>(x)));
  });
}

std::uint32_t scrambled(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}
std::uint64_t of_pairs(float (*function)(float, float)) {
  return of_all([=](std::uint32_t x) {
    return std::bit_cast<std::uint32_t>(
        function(std::bit_cast<float>(scrambled(x)), std::bit_cast<float>(scrambled(~x))));
  });
}

std::uint64_t of_halves(std::uint16_t (*function)(std::uint16_t)) {
  return checksum(1 << 16, 1, [=](std::uint32_t x) -> std::uint32_t {
    return function(static_cast<std::uint16_t>(x));
  });
}

TEST(MultifunctionUnit, GivesAnH200sResultsForFloats) {
  EXPECT_EQ(of_floats(approximate_power<false>), 0x986d2dde65f7158au);
  EXPECT_EQ(of_floats(approximate_power<true>), 0x23246830793b3df5u);
  EXPECT_EQ(of_floats(approximate_logarithm<false>), 0x4c09df32383532e2u);
  EXPECT_EQ(of_floats(approximate_logarithm<true>), 0x9fde6c7cd4e24f53u);
  EXPECT_EQ(of_floats(approximate_reciprocal<false>), 0xa40bf73c06f9721eu);
  EXPECT_EQ(of_floats(approximate_reciprocal<true>), 0x2390e58f8b47ea5bu);
  EXPECT_EQ(of_floats(approximate_reciprocal_root<false>), 0x866ef3965c1d8e0eu);
  EXPECT_EQ(of_floats(approximate_reciprocal_root<true>), 0x79ae5ceb89a9172bu);
  EXPECT_EQ(of_floats(approximate_root<false>), 0x3056c194dc4c73f7u);
  EXPECT_EQ(of_floats(approximate_root<true>), 0xa08362489015402du);
  EXPECT_EQ(of_floats(approximate_sine), 0x7daf1910c78645cbu);
  EXPECT_EQ(of_floats(approximate_cosine), 0x6c99389d18b3f237u);
  EXPECT_EQ(of_floats(mufu::tanh), 0xc0098f8c8e4ea998u);
}

TEST(MultifunctionUnit, GivesAnH200sResultsForQuotients) {
  EXPECT_EQ(of_pairs(approximate_quotient<false>), 0x3744eb15e9b1d2c7u);
  EXPECT_EQ(of_pairs(approximate_quotient<true>), 0x8651c1a38c0e1ab4u);
  EXPECT_EQ(of_pairs(full_range_quotient<false>), 0xdd3cad7ba1664914u);
  EXPECT_EQ(of_pairs(full_range_quotient<true>), 0xe7478ce6e23d1be2u);
}

TEST(MultifunctionUnit, GivesAnH200sResultsForHalves) {
  EXPECT_EQ(of_halves(mufu::ex2_f16), 0x80729ac6ad55e21au);
  EXPECT_EQ(of_halves(mufu::ex2_bf16), 0x70809a4dea78138au);
  EXPECT_EQ(of_halves(mufu::tanh_f16), 0xad1f254087177b9du);
  EXPECT_EQ(of_halves(mufu::tanh_bf16), 0x0483e97475bf5a09u);
}

TEST(MultifunctionUnit, GivesAnH200sResultsForUpperWordsOfDoubles) {
  EXPECT_EQ(of_all(mufu::rcp64h), 0x047cfeb04eb8b8f5u);
  EXPECT_EQ(of_all(mufu::rsq64h), 0x91d1afbc39273912u);
  EXPECT_EQ(mufu::rcp64h(0x7fd00000), 0x00100000u);  // of 2^1022, the smallest normal one
}

TEST(MultifunctionUnit, IsNotTheNearestFloat) {
  EXPECT_EQ(std::bit_cast<std::uint32_t>(mufu::rcp(33)), 0x3cf83e0fu);
  EXPECT_LT(mufu::ex2(0x1p-23f), 1.0000002f);
  EXPECT_EQ(mufu::sin(0x1p-26f), 0);  // less than the smallest step of a turn
}

}  // namespace
}  // namespace warplens::machine
