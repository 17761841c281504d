#include "kernels/machine/operations/texture_read.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace warplens::machine {
namespace {

template <class T>
class Texels {
 public:
  Texels(const Texture& texture, std::vector<T> values) : texture_(texture) {
    bytes_.resize(values.size() * sizeof(T));
    std::memcpy(bytes_.data(), values.data(), bytes_.size());
  }
  [[nodiscard]] TextureReader reader() const { return {texture_, bytes_}; }
  [[nodiscard]] float at(float x, float y = 0, float z = 0, std::uint32_t layer = 0) const {
    return std::bit_cast<float>(reader().sample({{x, y, z}, layer})[0]);
  }

 private:
  Texture texture_;
  std::vector<std::byte> bytes_;
};

Texture line(std::uint64_t width) {
  Texture texture;
  texture.dimensions = 1;
  texture.sizes = {width, 1, 1};
  return texture;
}

Texture plane(std::uint64_t width, std::uint64_t height) {
  Texture texture;
  texture.sizes = {width, height, 1};
  return texture;
}

const std::vector<float> kFour{10, 20, 40, 80};

TEST(TextureRead, PointFilteringTakesTheTexelThatACoordinateLiesIn) {
  const Texels<float> texels(line(4), kFour);
  EXPECT_EQ(texels.at(0), 10);
  EXPECT_EQ(texels.at(0.99f), 10);
  EXPECT_EQ(texels.at(1), 20);
  EXPECT_EQ(texels.at(3.5f), 80);
}

TEST(TextureRead, LinearFilteringGoesByTexelsCentres) {
  Texture texture = line(4);
  texture.filter = Texture::Filter::linear;
  const Texels<float> texels(texture, kFour);
  EXPECT_EQ(texels.at(0.5f), 10);
  EXPECT_EQ(texels.at(1), 15);
  EXPECT_EQ(texels.at(1.75f), 25);
  EXPECT_EQ(texels.at(0), 10);  // the first one is its own neighbour
}

TEST(TextureRead, WeightsHaveEightBitsOfFraction) {
  Texture texture = line(2);
  texture.filter = Texture::Filter::linear;
  const Texels<float> texels(texture, {0, 256});
  EXPECT_EQ(texels.at(0.5f + 1.0f / 256), 1);
  EXPECT_EQ(texels.at(0.5f + 1.4f / 256), 1);
  EXPECT_EQ(texels.at(0.5f + 1.6f / 256), 2);
  EXPECT_EQ(texels.at(0.5f + 0.4f / 256), 0);
  EXPECT_EQ(texels.at(1.5f - 0.4f / 256), 256);
}

TEST(TextureRead, BilinearFilteringWeighsFourTexels) {
  Texture texture = plane(2, 2);
  texture.filter = Texture::Filter::linear;
  const Texels<float> texels(texture, {0, 16, 32, 64});
  EXPECT_EQ(texels.at(1, 1), 28);
  EXPECT_EQ(texels.at(0.75f, 0.5f), 4);
  EXPECT_EQ(texels.at(0.5f, 0.75f), 8);
}

TEST(TextureRead, AWeightOfNothingTakesNoNaN) {
  Texture texture = line(2);
  texture.filter = Texture::Filter::linear;
  const Texels<float> texels(texture, {5, std::numeric_limits<float>::quiet_NaN()});
  EXPECT_EQ(texels.at(0.5f), 5);
  EXPECT_TRUE(std::isnan(texels.at(0.75f)));
}

struct Addressed {
  Texture::Address address;
  std::vector<float> around;  // at texels -5 to 8 of 4
};

class AddressModes : public testing::TestWithParam<Addressed> {};

TEST_P(AddressModes, SayWhatLiesOutside) {
  Texture texture = line(4);
  texture.is_normalized = true;
  texture.address.fill(GetParam().address);
  texture.border = -1;
  const Texels<float> texels(texture, {0, 1, 2, 3});
  for (int i = 0; i < 14; ++i) {
    const float x = (static_cast<float>(i - 5) + 0.5f) / 4;
    EXPECT_EQ(texels.at(x), GetParam().around[static_cast<std::size_t>(i)]) << i - 5;
  }
}
INSTANTIATE_TEST_SUITE_P(
    Textures, AddressModes,
    testing::Values(Addressed{Texture::Address::wrap, {3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0}},
                    Addressed{Texture::Address::clamp, {0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3}},
                    Addressed{Texture::Address::mirror, {3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0}},
                    Addressed{Texture::Address::border,
                              {-1, -1, -1, -1, -1, 0, 1, 2, 3, -1, -1, -1, -1, -1}}));

TEST(TextureRead, WrapsWhileItFilters) {
  Texture texture = line(4);
  texture.is_normalized = true;
  texture.filter = Texture::Filter::linear;
  texture.address.fill(Texture::Address::wrap);
  const Texels<float> texels(texture, kFour);
  EXPECT_EQ(texels.at(0), 45);
  EXPECT_EQ(texels.at(1), 45);
}

TEST(TextureRead, CoordinatesFarOutOrNoNumbersAreHarmless) {
  const Texels<float> texels(line(4), kFour);
  EXPECT_EQ(texels.at(1e30f), 80);
  EXPECT_EQ(texels.at(-std::numeric_limits<float>::infinity()), 10);
  EXPECT_EQ(texels.at(std::numeric_limits<float>::quiet_NaN()), 10);
}

TEST(TextureRead, IntegersAreReadAsTheyAreOrAsFloatsFromZeroOrMinusOne) {
  Texture texture = line(3);
  texture.type = Texture::Type::i8;
  const std::vector<std::int8_t> values{-128, 0, 127};
  EXPECT_EQ(Texels<std::int8_t>(texture, values).reader().sample({})[0], 0xffffff80u);
  texture.reads_floats = true;
  const Texels<std::int8_t> floats(texture, values);
  EXPECT_EQ(floats.at(0), -1);
  EXPECT_EQ(floats.at(1), 0);
  EXPECT_EQ(floats.at(2), 1);
  texture.type = Texture::Type::u16;
  const Texels<std::uint16_t> wide(texture, {0, 13107, 65535});
  EXPECT_EQ(wide.at(1), 0.2f);
  EXPECT_EQ(wide.at(2), 1);
}

TEST(TextureRead, HalvesAreReadAsFloats) {
  Texture texture = line(2);
  texture.type = Texture::Type::f16;
  EXPECT_EQ(Texels<std::uint16_t>(texture, {0x3c00, 0xc000}).at(1), -2);
}

TEST(TextureRead, ChannelsThatItDoesNotHaveAreZero) {
  Texture texture = line(1);
  texture.channels = 2;
  texture.type = Texture::Type::u8;
  const TexelBits bits = Texels<std::uint8_t>(texture, {7, 9}).reader().sample({});
  EXPECT_EQ(bits, (TexelBits{7, 9, 0, 0}));
}

TEST(TextureRead, PlanesOfAVolumeAndLayersFollowEachOther) {
  Texture volume = plane(2, 1);
  volume.dimensions = 3;
  volume.sizes = {2, 1, 2};
  EXPECT_EQ(Texels<float>(volume, kFour).at(1, 0, 1), 80);
  Texture layers = plane(1, 2);
  layers.layers = 2;
  const Texels<float> texels(layers, kFour);
  EXPECT_EQ(texels.at(0, 1, 0, 1), 80);
  EXPECT_EQ(texels.at(0, 0, 0, 99), 40);  // beyond the last one: that one
}

TEST(TextureRead, OffsetsCountTexelsWhereverTheyLead) {
  Texture texture = line(4);
  texture.is_normalized = true;
  texture.address.fill(Texture::Address::wrap);
  const Texels<float> texels(texture, kFour);
  const auto at = [](const TextureReader& reader, float x, std::int64_t offset) {
    return std::bit_cast<float>(reader.sample({{x, 0, 0}, 0, {offset, 0, 0}})[0]);
  };
  EXPECT_EQ(at(texels.reader(), 0.375f, 1), 40);
  EXPECT_EQ(at(texels.reader(), 0.375f, -2), 80);
  texture.filter = Texture::Filter::linear;
  const Texels<float> filtered(texture, kFour);
  EXPECT_EQ(at(filtered.reader(), 0.5f, 1), 60);
  Texture square = plane(2, 2);
  square.address.fill(Texture::Address::border);
  square.border = -1;
  const Texels<float> gathered(square, kFour);
  const TexelBits bits = gathered.reader().gather({{1, 1, 0}, 0, {1, 0, 0}}, 0);
  EXPECT_EQ(std::bit_cast<float>(bits[0]), 80);
  EXPECT_EQ(std::bit_cast<float>(bits[1]), -1);
}

TEST(TextureRead, FacesOfACubeMapFollowEachOther) {
  Texture texture = plane(1, 1);
  texture.is_cube = texture.is_normalized = true;
  texture.layers = 2;
  const Texels<float> texels(texture, {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15});
  EXPECT_EQ(texels.at(1, 0.5f, 0.5f), 0);
  EXPECT_EQ(texels.at(0.5f, -1, 0.5f), 3);
  EXPECT_EQ(texels.at(0, 0, -1, 1), 15);
  EXPECT_EQ(texels.at(-1, 0, 0, 99), 11);  // beyond the last layer: that one
}

TEST(TextureRead, EachFaceIsFilteredAlone) {
  Texture texture = plane(2, 2);
  texture.is_cube = texture.is_normalized = true;
  texture.filter = Texture::Filter::linear;
  std::vector<float> values(24, 100);
  for (std::size_t i = 16; i < 20; ++i) values[i] = static_cast<float>(i);  // +z
  const Texels<float> texels(texture, values);
  EXPECT_EQ(texels.at(0, 0, 1), 17.5f);
  EXPECT_EQ(texels.at(0.99f, 0, 1), 18);  // +x is not looked at
}

TEST(TextureRead, DirectionsThatAreNoneAreHarmless) {
  Texture texture = plane(2, 2);
  texture.is_cube = texture.is_normalized = true;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const Texels<float> texels(texture, std::vector<float>(24, 7));
  EXPECT_EQ(texels.at(0, 0, 0), 7);
  EXPECT_EQ(texels.at(nan, nan, nan), 7);
  EXPECT_EQ(texels.at(infinity, -infinity, 1), 7);
}

TEST(TextureRead, FetchesByWholeNumbersAndGivesNothingOutside) {
  Texture texture = line(4);
  texture.filter = Texture::Filter::linear;
  const Texels<float> texels(texture, kFour);
  EXPECT_EQ(std::bit_cast<float>(texels.reader().fetch({{2, 0, 0}, 0})[0]), 40);
  EXPECT_EQ(texels.reader().fetch({{4, 0, 0}, 0})[0], 0u);
  EXPECT_EQ(texels.reader().fetch({{-1, 0, 0}, 0})[0], 0u);
}

TEST(TextureRead, GathersOneChannelOfFourTexelsCounterClockwiseFromBelowLeft) {
  Texture texture = plane(2, 2);
  texture.type = Texture::Type::u32;
  texture.channels = 2;
  const Texels<std::uint32_t> texels(texture, {0, 10, 0, 20, 0, 30, 0, 40});
  EXPECT_EQ(texels.reader().gather({{1, 1, 0}, 0}, 1), (TexelBits{30, 40, 20, 10}));
}

}  // namespace
}  // namespace warplens::machine
