#include "kernels/base/tensor_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace warplens {
namespace {

using testing::HasSubstr;

TensorMap rows_of_halves(std::uint64_t rows, std::uint64_t columns) {
  TensorMap map;
  map.address = 0x1000;
  map.element_bytes = 2;
  map.swizzle = TensorMap::Swizzle::bytes_128;
  map.sizes = {columns, rows};
  map.pitches = {2, columns * 2};
  map.box = {64, 16};
  return map;
}

std::string refused(const TensorMap& map) {
  const Result<void> checked = map.check();
  return checked.has_value() ? "" : checked.error().message.in(Language::en);
}

TEST(TensorMap, ComesBackFromTheBytesThatAKernelIsPassed) {
  const TensorMap map = rows_of_halves(100, 72);
  const std::vector<std::byte> bytes = map.encode();
  ASSERT_EQ(bytes.size(), TensorMap::kBytes);
  EXPECT_EQ(TensorMap::decode(std::span<const std::byte, TensorMap::kBytes>(bytes)), map);
}

TEST(TensorMap, IsNotReadFromOtherBytes) {
  std::vector<std::byte> bytes(TensorMap::kBytes);
  EXPECT_EQ(TensorMap::decode(std::span<const std::byte, TensorMap::kBytes>(bytes)), std::nullopt);
  bytes = rows_of_halves(100, 72).encode();
  bytes[46] = std::byte{9};  // the element's bytes
  EXPECT_EQ(TensorMap::decode(std::span<const std::byte, TensorMap::kBytes>(bytes)), std::nullopt);
}

TEST(TensorMap, IsRefusedAsTheDriverDoes) {
  EXPECT_EQ(refused(rows_of_halves(100, 72)), "");
  EXPECT_THAT(refused(rows_of_halves(100, 73)), HasSubstr("multiple of 16 bytes apart"));
  EXPECT_THAT(refused(rows_of_halves(0, 72)), HasSubstr("sizes are 1 to 2^32"));
  TensorMap map = rows_of_halves(100, 72);
  map.address = 8;
  EXPECT_THAT(refused(map), HasSubstr("begin at a multiple of 16 bytes"));
  map = rows_of_halves(100, 72);
  map.box[1] = 257;
  EXPECT_THAT(refused(map), HasSubstr("its box's 1 to 256"));
  map = rows_of_halves(100, 72);
  map.box[0] = 32;
  EXPECT_THAT(refused(map), HasSubstr("as wide as its swizzle"));
  map.swizzle = TensorMap::Swizzle::none;
  EXPECT_EQ(refused(map), "");
  map.box[0] = 3;
  EXPECT_THAT(refused(map), HasSubstr("rows of a multiple of 16 bytes"));
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

}  // namespace
}  // namespace warplens
