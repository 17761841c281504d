#include "kernels/base/tensor_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace warplens {
namespace {

using testing::HasSubstr;

TensorMap rows_of_halves(std::uint64_t rows, std::uint64_t columns) {
  TensorMap map;
  map.address = 0x1000;
  map.type = TensorMap::Type::f16;
  map.swizzle = TensorMap::Swizzle::bytes_128;
  map.sizes = {columns, rows};
  map.strides = {columns * 2};
  map.box = {64, 16};
  return map;
}

// Of images of 28 × 14 pixels of 64 channels.
TensorMap pixels_of_halves() {
  TensorMap map;
  map.address = 0x1000;
  map.type = TensorMap::Type::f16;
  map.dimensions = 4;
  map.sizes = {64, 28, 14, 8};
  map.strides = {128, 128 * 28, 128 * 28 * 14};
  map.im2col = {{-1, -1}, {-1, -1}, 64, 128};
  return map;
}

std::optional<TensorMap> decoded(const std::vector<std::byte>& bytes) {
  return TensorMap::decode(std::span<const std::byte, TensorMap::kBytes>(bytes));
}

std::string refused(TensorMap map, const std::function<void(TensorMap&)>& change) {
  change(map);
  const Result<void> checked = map.check();
  return checked.has_value() ? "" : checked.error().message.in(Language::en);
}

TEST(TensorMap, ComesBackFromTheBytesThatAKernelIsPassed) {
  for (const TensorMap& map : {rows_of_halves(100, 72), pixels_of_halves()}) {
    const std::vector<std::byte> bytes = map.encode();
    ASSERT_EQ(bytes.size(), TensorMap::kBytes);
    EXPECT_EQ(decoded(bytes), map);
  }
}

TEST(TensorMap, IsNotReadFromOtherBytes) {
  EXPECT_EQ(decoded(std::vector<std::byte>(TensorMap::kBytes)), std::nullopt);
  const std::vector<std::byte> map = rows_of_halves(100, 72).encode();
  // A bit that none of a Hopper's maps has, a code of no type, a box of more dimensions, a word
  // behind all of them.
  for (const auto& [byte, bits] : std::vector<std::pair<std::size_t, unsigned>>{
           {8, 0x02}, {9, 0x07}, {58, 0x01}, {80, 0x01}, {127, 0x80}}) {
    std::vector<std::byte> other = map;
    other[byte] |= static_cast<std::byte>(bits);
    EXPECT_EQ(decoded(other), std::nullopt) << byte;
  }
}

// tensormap.replace changes a box without the bytes that the driver counted.
TEST(TensorMap, IsReadWithoutWhatTheDriverDerives) {
  const TensorMap map = rows_of_halves(100, 72);
  std::vector<std::byte> bytes = map.encode();
  bytes[64] = bytes[72] = std::byte{0xff};
  EXPECT_EQ(decoded(bytes), map);
}

TEST(TensorMap, IsRefusedByTheFieldThatIsWrong) {
  const TensorMap rows = rows_of_halves(100, 72);
  const std::vector<std::pair<std::function<void(TensorMap&)>, std::string>> wrong = {
      {[](TensorMap&) {}, ""},
      {[](TensorMap& map) { map.dimensions = 6; }, "sizes: 6 dimensions"},
      {[](TensorMap& map) { map.interleave = TensorMap::Interleave::bytes_16; },
       "sizes: 2 dimensions"},
      {[](TensorMap& map) { map.type = TensorMap::Type::u4_align16; }, "compute capability 10.0"},
      {[](TensorMap& map) { map.swizzle = TensorMap::Swizzle::groups_of_32; },
       "swizzle: groups of 32"},
      {[](TensorMap& map) { map.address = 8; }, "begin at a multiple of 16 bytes"},
      {[](TensorMap& map) { map.sizes[1] = 0; }, "sizes: 0 of dimension 1"},
      {[](TensorMap& map) { map.strides[0] = 146; }, "strides: 146 bytes"},
      {[](TensorMap& map) { map.element_strides[1] = 9; }, "elements: 9 of dimension 1"},
      {[](TensorMap& map) { map.box[1] = 257; }, "box: 257 of dimension 1"},
      {[](TensorMap& map) { map.box[0] = 3; }, "box: a row of 6 bytes"},
      {[](TensorMap& map) { map.box[0] = 32; }, ""},
      {[](TensorMap& map) { map.box[0] = 72; }, "wider than the swizzle, 128"},
      {[](TensorMap& map) { map.fill = TensorMap::Fill::nan; }, ""},
      {[](TensorMap& map) {
         map.type = TensorMap::Type::u16;
         map.fill = TensorMap::Fill::nan;
       },
       "fill: nan"},
      {[](TensorMap& map) {
         map.swizzle = TensorMap::Swizzle::none;
         map.dimensions = 3;
         map.sizes[2] = 1;
         map.box = {256, 256, 2};
       },
       "box: 262144 bytes"}};
  for (const auto& [change, words] : wrong) EXPECT_THAT(refused(rows, change), HasSubstr(words));
}

TEST(TensorMap, OfPixelsIsRefusedByTheFieldThatIsWrong) {
  const std::vector<std::pair<std::function<void(TensorMap&)>, std::string>> wrong = {
      {[](TensorMap&) {}, ""},
      {[](TensorMap& map) { map.dimensions = 2; }, "sizes: 2 dimensions"},
      {[](TensorMap& map) { map.im2col->lower[1] = -129; }, "lower, upper: -129 and -1: choose"},
      {[](TensorMap& map) { map.im2col->lower[1] = 13; }, "leave nothing of dimension 2"},
      {[](TensorMap& map) { map.im2col->pixels = 1025; }, "pixels: 1025"},
      {[](TensorMap& map) { map.im2col->channels = 0; }, "channels: 0"},
      {[](TensorMap& map) { map.im2col->channels = 4; }, "channels: a row of 8 bytes"}};
  for (const auto& [change, words] : wrong)
    EXPECT_THAT(refused(pixels_of_halves(), change), HasSubstr(words));
}

TEST(TensorMap, BringsOneInSoManyElementsOfABox) {
  TensorMap map = rows_of_halves(100, 72);
  map.element_strides = {2, 3};
  EXPECT_EQ(map.brought(1), 6u) << "of 16 rows each third";
  EXPECT_EQ(map.box_bytes(), 128u * 6) << "rows stay whole";
  EXPECT_EQ(pixels_of_halves().box_bytes(), 128u * 128);
}

TEST(TensorMap, FillsWithZerosOrNans) {
  TensorMap map = rows_of_halves(100, 72);
  EXPECT_EQ(map.fill_bits(), 0u);
  map.fill = TensorMap::Fill::nan;
  EXPECT_EQ(map.fill_bits(), 0x7ff77ff77ff77ff7u);
}

TEST(TensorMap, ExchangesGroupsOf16BytesByTheRowsNumber) {
  const TensorMap map = rows_of_halves(100, 72);
  EXPECT_EQ(map.swizzled(1024, 0), 1024u);
  EXPECT_EQ(map.swizzled(1024, 128 + 32), 1024u + 128 + 48) << "group 2 of row 1";
  EXPECT_EQ(map.swizzled(1024, 7 * 128), 1024u + 7 * 128 + 7 * 16);
  EXPECT_EQ(map.swizzled(1024, 8 * 128 + 5), 1024u + 8 * 128 + 5) << "the pattern has eight rows";
  std::set<std::uint64_t> places;
  for (std::uint64_t at = 0; at < map.box_bytes(); ++at) places.insert(map.swizzled(1024, at));
  EXPECT_EQ(places.size(), map.box_bytes());
  EXPECT_EQ(*places.rbegin(), 1024 + map.box_bytes() - 1) << "a box stays where it is";
}

TEST(TensorMap, RowsLessWideThanTheirSwizzleLieAsFarApartAsItIsWide) {
  TensorMap map = rows_of_halves(100, 72);
  map.box[0] = 16;  // 32 bytes under a swizzle of 128
  EXPECT_EQ(map.row_pitch(), 128u);
  EXPECT_EQ(map.shared_bytes(), map.box_bytes() * 4);
  EXPECT_EQ(map.swizzled(0, 16), 16u);
  EXPECT_EQ(map.swizzled(0, 32), 144u) << "as tests/probes/tensor_fields.cu saw on an H200";
  EXPECT_EQ(map.swizzled(0, 64), 288u);
}

TEST(TensorMap, FieldsAreReplacedOneByOneAsAKernelMakesAMap) {
  TensorMap map = rows_of_halves(100, 72);
  map.type = TensorMap::Type::tf32;
  map.box[0] = 32;
  map.dimensions = 3;
  map.sizes[2] = 5;
  map.box[2] = 2;
  map.strides[1] = std::uint64_t{1} << 38;
  map.element_strides = {1, 2, 3, 1, 1};
  map.fill = TensorMap::Fill::nan;
  std::vector<std::byte> made(TensorMap::kBytes);
  const auto put = [&](TensorMapField field, std::uint64_t value, std::uint32_t d = 0) {
    EXPECT_TRUE(replace_field(std::span(made).first<TensorMap::kBytes>(), field, d, value));
  };
  put(TensorMapField::address, map.address);
  put(TensorMapField::rank, 2);
  for (std::uint32_t d = 0; d < 3; ++d) {
    put(TensorMapField::box, map.box[d], d);
    put(TensorMapField::size, map.sizes[d], d);
    put(TensorMapField::element_stride, map.element_strides[d], d);
    if (d < 2) put(TensorMapField::stride, map.strides[d], d);
  }
  put(TensorMapField::type, 11);
  put(TensorMapField::interleave, 0);
  put(TensorMapField::swizzle, static_cast<std::uint64_t>(map.swizzle));
  put(TensorMapField::fill, 1);
  TensorMap bare = *TensorMap::decode(std::span(made).first<TensorMap::kBytes>());
  bare.l2_promotion = map.l2_promotion;
  EXPECT_EQ(bare, map);
  EXPECT_FALSE(
      replace_field(std::span(made).first<TensorMap::kBytes>(), TensorMapField::type, 0, 13));
  EXPECT_FALSE(
      replace_field(std::span(made).first<TensorMap::kBytes>(), TensorMapField::size, 5, 1));
}

TEST(TensorMap, Tf32IsRoundedToNearestEven) {
  const std::pair<std::uint32_t, std::uint32_t> rounded[] = {
      {0x3f800fff, 0x3f800000}, {0x3f801000, 0x3f800000}, {0x3f801001, 0x3f802000},
      {0x3f803000, 0x3f804000}, {0x00000001, 0},          {0x807fffff, 0x80800000},
      {0x7f7fffff, 0x7f800000}, {0x7f800001, 0x7fffe000}, {0xffc00123, 0x7fffe000}};
  for (const auto& [bits, want] : rounded) EXPECT_EQ(round_to_tf32(bits), want) << std::hex << bits;
}

}  // namespace
}  // namespace warplens
