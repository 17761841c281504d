// Texture reads as an H200's units give them, bit by bit.
#include "kernels/machine/operations/texture_filter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/machine/operations/texture_read.h"

namespace warplens::machine {
namespace {

std::vector<std::string> fields_of(const std::string& line, char separator) {
  std::vector<std::string> fields;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, separator);) fields.push_back(field);
  return fields;
}

std::uint32_t hexadecimal(const std::string& text) {
  return static_cast<std::uint32_t>(std::stoul(text, nullptr, 16));
}

template <std::size_t N>
std::size_t place_in(const std::array<std::string_view, N>& words, const std::string& word) {
  const auto found = std::ranges::find(words, word);
  EXPECT_NE(found, words.end()) << word;
  return static_cast<std::size_t>(found - words.begin());
}

// A line "texture": its description, and its texels.
struct RecordedTexture {
  Texture texture;
  std::vector<std::byte> texels;
};

RecordedTexture texture_of(const std::vector<std::string>& fields) {
  constexpr std::array<std::string_view, 8> kTypes{"u8",  "i8",  "u16", "i16",
                                                   "u32", "i32", "f16", "f32"};
  constexpr std::array<std::string_view, 4> kAddresses{"wrap", "clamp", "mirror", "border"};
  RecordedTexture recorded;
  Texture& texture = recorded.texture;
  texture.type = static_cast<Texture::Type>(place_in(kTypes, fields[1]));
  texture.reads_floats = texture.type != Texture::Type::f16 && texture.type != Texture::Type::f32;
  texture.sizes = {1, 1, 1};
  const std::vector<std::string> sizes = fields_of(fields[2], ',');
  texture.dimensions = static_cast<std::uint32_t>(sizes.size());
  for (std::size_t d = 0; d < sizes.size(); ++d) texture.sizes[d] = std::stoull(sizes[d]);
  texture.filter = fields[3] == "linear" ? Texture::Filter::linear : Texture::Filter::point;
  texture.address.fill(static_cast<Texture::Address>(place_in(kAddresses, fields[4])));
  texture.is_normalized = fields[5] == "1";
  const std::size_t bytes = fields[1].ends_with("8") ? 1 : fields[1].ends_with("16") ? 2 : 4;
  for (const std::string& texel : fields_of(fields[6], ' ')) {
    const std::uint32_t bits = hexadecimal(texel);
    const auto* const first = reinterpret_cast<const std::byte*>(&bits);
    recorded.texels.insert(recorded.texels.end(), first, first + bytes);
  }
  return recorded;
}

TexturePlace place_of(const std::string& coordinates) {
  TexturePlace place;
  const std::vector<std::string> at = fields_of(coordinates, ' ');
  for (std::size_t d = 0; d < at.size(); ++d)
    place.at[d] = std::bit_cast<float>(hexadecimal(at[d]));
  return place;
}

TEST(TextureFilter, GivesAnH200sBits) {
  const char* const other = std::getenv("WARPLENS_TEXTURE_ROWS");
  std::ifstream file(other != nullptr ? other
                                      : WARPLENS_SOURCE_DIR "/tests/data/h200-texture-filter.tsv");
  ASSERT_TRUE(file.is_open());
  RecordedTexture recorded;
  std::string what;
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::vector<std::string> fields = fields_of(line, '\t');
    if (fields[0] == "texture") {
      recorded = texture_of(fields);
      what = line.substr(0, 60);
      continue;
    }
    const TextureReader reader(recorded.texture, recorded.texels);
    EXPECT_EQ(fmt::format("{:08x}", reader.sample(place_of(fields[0]))[0]), fields[1])
        << what << ": " << fields[0];
    ++rows;
  }
  EXPECT_GT(rows, 1000);
}

TEST(TextureFilter, WeightsAreAlwaysAWhole) {
  for (std::int64_t x = 0; x < 256; x += 5) {
    for (std::int64_t y = 0; y < 256; y += 7) {
      for (std::int64_t z = 0; z < 256; z += 11) {
        std::int64_t sum = 0;
        for (const std::int64_t weight : filter_weights({x, y, z})) {
          EXPECT_GE(weight, 0);
          sum += weight;
        }
        ASSERT_EQ(sum, 256);
      }
    }
  }
}

}  // namespace
}  // namespace warplens::machine
