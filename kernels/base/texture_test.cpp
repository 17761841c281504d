#include "kernels/base/texture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens {
namespace {

using testing::HasSubstr;

Texture plane(std::uint64_t width, std::uint64_t height) {
  Texture texture;
  texture.sizes = {width, height, 1};
  return texture;
}

std::string refusal(const Texture& texture) {
  const auto checked = texture.check();
  return checked.has_value() ? "none" : checked.error().message.in(Language::en);
}

TEST(Texture, HasItsTexelsRowByRowWithNothingBetween) {
  Texture texture = plane(5, 3);
  texture.type = Texture::Type::u8;
  texture.channels = 4;
  texture.layers = 2;
  EXPECT_EQ(texture.texel_bytes(), 4u);
  EXPECT_EQ(texture.row_bytes(), 20u);
  EXPECT_EQ(texture.bytes(), 120u);
  EXPECT_EQ(refusal(texture), "none");
}

TEST(Texture, HasSizesThatCudaHas) {
  EXPECT_EQ(refusal(plane(131072, 65536)), "none");
  EXPECT_THAT(refusal(plane(131073, 1)), HasSubstr("sizes: 131073 texels of dimension 1"));
  EXPECT_THAT(refusal(plane(1, 0)), HasSubstr("sizes: 0 texels of dimension 2"));
  Texture layered = plane(32769, 1);
  layered.layers = 1;
  EXPECT_THAT(refusal(layered), HasSubstr("choose 1 to 32768"));
  layered = plane(16, 16);
  layered.layers = 2049;
  EXPECT_THAT(refusal(layered), HasSubstr("layers"));
  layered.layers = 2;
  layered.dimensions = 3;
  EXPECT_THAT(refusal(layered), HasSubstr("layers"));
  Texture channels = plane(16, 16);
  channels.channels = 3;
  EXPECT_THAT(refusal(channels), HasSubstr("channels: 3"));
}

TEST(Texture, FiltersFloatsAlone) {
  Texture texture = plane(16, 16);
  texture.filter = Texture::Filter::linear;
  EXPECT_EQ(refusal(texture), "none");
  texture.type = Texture::Type::u8;
  EXPECT_THAT(refusal(texture), HasSubstr("read=normalized"));
  texture.reads_floats = true;
  EXPECT_EQ(refusal(texture), "none");
  texture.type = Texture::Type::u32;
  EXPECT_THAT(refusal(texture), HasSubstr("8 and 16 bits"));
}

TEST(Texture, RepeatsWithNormalizedCoordinatesAlone) {
  Texture texture = plane(16, 16);
  texture.address[1] = Texture::Address::wrap;
  EXPECT_THAT(refusal(texture), HasSubstr("normalized=yes"));
  texture.is_normalized = true;
  EXPECT_EQ(refusal(texture), "none");
}

Texture cube(std::uint64_t width) {
  Texture texture = plane(width, width);
  texture.is_cube = texture.is_normalized = true;
  return texture;
}

TEST(Texture, OfACubeHasSixSquareFacesALayer) {
  Texture texture = cube(4);
  EXPECT_EQ(refusal(texture), "none");
  EXPECT_EQ(texture.planes(), 6u);
  EXPECT_EQ(texture.bytes(), 6u * 16 * 4);
  texture.layers = 3;
  EXPECT_EQ(refusal(texture), "none");
  EXPECT_EQ(texture.planes(), 18u);
  EXPECT_EQ(texture.texels(), 18u * 16);
}

TEST(Texture, OfACubeIsReadByDirectionsAlone) {
  Texture texture = cube(4);
  texture.sizes[1] = 5;
  EXPECT_THAT(refusal(texture), HasSubstr("square"));
  texture = cube(32769);
  EXPECT_THAT(refusal(texture), HasSubstr("choose 1 to 32768"));
  texture = cube(4);
  texture.layers = 342;
  EXPECT_THAT(refusal(texture), HasSubstr("choose 1 to 341"));
  texture = cube(4);
  texture.dimensions = 1;
  EXPECT_THAT(refusal(texture), HasSubstr("square"));
  texture = cube(4);
  texture.is_normalized = false;
  EXPECT_THAT(refusal(texture), HasSubstr("directions"));
  texture.is_surface = true;
  EXPECT_EQ(refusal(texture), "none");
  texture = cube(4);
  texture.is_linear_memory = true;
  EXPECT_THAT(refusal(texture), HasSubstr("sizes"));
}

TEST(Texture, OfLinearMemoryHasOneDimensionAndNoFilter) {
  Texture texture;
  texture.dimensions = 1;
  texture.sizes = {1 << 20, 1, 1};
  texture.is_linear_memory = true;
  EXPECT_EQ(refusal(texture), "none");
  texture.filter = Texture::Filter::linear;
  EXPECT_THAT(refusal(texture), HasSubstr("memory"));
  EXPECT_THAT(refusal([&] {
                Texture flat = plane(4, 4);
                flat.is_linear_memory = true;
                return flat;
              }()),
              HasSubstr("sizes"));
}

}  // namespace
}  // namespace warplens
