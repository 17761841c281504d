// How addresses of units come about on both sides, step by step.
#include "viz/hardware_tile/tile_write.h"

#include <gtest/gtest.h>

#include "viz/hardware_tile/tile_words.h"

namespace warplens::hardware_tile {
namespace {

using machine::MatrixDescriptor;

TEST(TileSteps, OfADescriptorLeadToItsAddresses) {
  for (std::uint32_t swizzle = 0; swizzle < 4; ++swizzle) {
    for (const bool is_mn_major : {false, true}) {
      const MatrixDescriptor matrix{0x640, 2048, 4096, swizzle == 3 ? 4u : 0u, swizzle};
      for (std::uint32_t row = 0; row < 24; ++row) {
        for (std::uint32_t unit = 0; unit < 8; ++unit) {
          const AddressSteps steps = steps_of(matrix, is_mn_major, {row, unit});
          EXPECT_EQ(steps.linear, is_mn_major ? matrix.linear_mn_major(unit, row)
                                              : matrix.linear_k_major(row, unit));
          EXPECT_EQ(steps.linear ^ steps.exchanged, steps.address);
          EXPECT_EQ(steps.bits, swizzle);
        }
      }
    }
  }
}

TEST(TileSteps, AreSaidAsASum) {
  const MatrixDescriptor matrix{0x400, 16, 1024, 0, 3};
  const AddressSteps steps = steps_of(matrix, false, {11, 1});
  EXPECT_EQ(steps_word(steps), "0x0400 + 1 × 1024 + 3 × 128 + 1 × 16 = 0x0990, XOR 0x30 = 0x09a0");
  EXPECT_EQ(exchanged_phrase(steps).in(Language::en), "bits 7 to 9 are 3: by XOR with bits 4 to 6");
}

TEST(TileSteps, OfABoxThatLiesWithinAPatternCountFromTheAddress) {
  TensorMap map;
  map.type = TensorMap::Type::f16;
  map.sizes = {64, 64};
  map.strides = {128};
  map.box = {64, 64};
  map.swizzle = TensorMap::Swizzle::bytes_128;
  trace::BulkCopy copy;
  copy.shared = 0x600;
  copy.map = std::make_shared<const TensorMap>(map);
  EXPECT_EQ(steps_word(steps_of(copy, {0, 2})), "0x0600 + 2 × 16 = 0x0620, XOR 0x40 = 0x0660");
  EXPECT_EQ(phase_phrase(0x600, 128).in(Language::en),
            "0x0600 mod 1024 is 512: row 4 of the pattern's 8 rows of 128 bytes");
}

TEST(DescriptorFields, SayWhatEachIs) {
  const auto fields = descriptor_fields(
      std::uint64_t{1} << 62 | std::uint64_t{4} << 49 | std::uint64_t{64} << 32 | 0x10000 | 0x60,
      false);
  ASSERT_EQ(fields.size(), 5u);
  EXPECT_EQ(fields[0].meaning.in(Language::en), "0x0600");
  EXPECT_EQ(fields[1].meaning.in(Language::en), "16 bytes: not used here");
  EXPECT_EQ(fields[2].meaning.in(Language::en), "1024 bytes to the next 8 rows");
  EXPECT_EQ(fields[3].meaning.in(Language::en), "the pattern begins 512 bytes later");
  EXPECT_EQ(fields[4].meaning.in(Language::en), "128-byte swizzle");
  EXPECT_EQ(fields[4].raw, 1u);
}

TEST(DescriptorFields, OfTcgen05HaveAFixedValueAndAWiderMode) {
  const std::uint64_t bits = std::uint64_t{2} << 61 | std::uint64_t{1} << 46 | 0x60;
  const auto fields = descriptor_fields(bits, false, true);
  ASSERT_EQ(fields.size(), 7u);
  EXPECT_EQ(fields[3].first_bit, 46u);
  EXPECT_EQ(fields[3].raw, 1u);
  EXPECT_EQ(fields[5].first_bit, 52u);
  EXPECT_EQ(fields[6].first_bit, 61u);
  EXPECT_EQ(fields[6].raw, 2u);
  EXPECT_EQ(fields[6].meaning.in(Language::en), "128-byte swizzle");
}

TEST(DescriptorFields, OfAnMnMajorMatrixExchangeTheirMeaningWithTheSwizzle) {
  const std::uint64_t bits = std::uint64_t{512} << 32 | std::uint64_t{64} << 16;
  const auto swizzled = descriptor_fields(bits | std::uint64_t{1} << 62, true);
  EXPECT_EQ(swizzled[1].meaning.in(Language::en), "1024 bytes to the next 128 bytes of a row");
  EXPECT_EQ(swizzled[2].meaning.in(Language::en), "8192 bytes to the next 8 rows");
  const auto plain = descriptor_fields(bits, true);
  EXPECT_EQ(plain[1].meaning.in(Language::en), "1024 bytes to the next 8 rows");
  EXPECT_EQ(plain[2].meaning.in(Language::en), "8192 bytes to the next 16 bytes of a row");
}

}  // namespace
}  // namespace warplens::hardware_tile
