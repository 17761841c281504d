// encode(), decode() and check() on every map that a driver encoded or refused.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "kernels/base/tensor_map.h"

namespace warplens {
namespace {

constexpr std::size_t kWords = TensorMap::kBytes / sizeof(std::uint64_t);

std::vector<std::string> parts(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

template <class Array>
void take_list(const std::string& text, Array& values) {
  if (text == "-") return;
  std::size_t i = 0;
  for (const std::string& one : parts(text, ','))
    values.at(i++) = static_cast<typename Array::value_type>(std::stoll(one));
}

TensorMap::Im2col pixels_of(const std::string& text) {
  const std::vector<std::string> fields = parts(text, ':');
  std::array<std::uint32_t, 2> counts{};
  take_list(fields.at(0), counts);
  TensorMap::Im2col pixels;
  pixels.channels = counts[0];
  pixels.pixels = counts[1];
  take_list(fields.at(1), pixels.lower);
  take_list(fields.at(2), pixels.upper);
  return pixels;
}

TensorMap map_of(const std::vector<std::string>& columns) {
  const auto number = [&](std::size_t column) { return std::stoi(columns.at(column)); };
  TensorMap map;
  map.type = static_cast<TensorMap::Type>(number(1));
  map.address = std::stoull(columns.at(2), nullptr, 16);
  map.dimensions = static_cast<std::uint32_t>(parts(columns.at(3), ',').size());
  take_list(columns.at(3), map.sizes);
  take_list(columns.at(4), map.strides);
  if (columns.at(0) == "im2col")
    map.im2col = pixels_of(columns.at(5));
  else
    take_list(columns.at(5), map.box);
  take_list(columns.at(6), map.element_strides);
  map.interleave = static_cast<TensorMap::Interleave>(number(7));
  map.swizzle = static_cast<TensorMap::Swizzle>(number(8));
  map.l2_promotion = static_cast<TensorMap::L2Promotion>(number(9));
  map.fill = static_cast<TensorMap::Fill>(number(10));
  return map;
}

std::vector<std::byte> bytes_of(const std::string& text) {
  std::array<std::uint64_t, kWords> words{};
  std::size_t i = 0;
  for (const std::string& word : parts(text, '_')) words.at(i++) = std::stoull(word, nullptr, 16);
  std::vector<std::byte> bytes(TensorMap::kBytes);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

TEST(TensorMapRows, AreTheDriversBytesOrRefusedAsItDoes) {
  std::ifstream in(WARPLENS_SOURCE_DIR "/tests/data/h200-tensor-maps.tsv");
  int taken = 0, refused = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const std::vector<std::string> columns = parts(line, '\t');
    const TensorMap map = map_of(columns);
    const bool is_taken = columns.at(11) != "refused";
    EXPECT_EQ(map.check().has_value(), is_taken) << line;
    ++(is_taken ? taken : refused);
    if (!is_taken) continue;
    const std::vector<std::byte> bytes = bytes_of(columns.at(11));
    EXPECT_EQ(map.encode(), bytes) << line;
    EXPECT_EQ(TensorMap::decode(std::span<const std::byte, TensorMap::kBytes>(bytes)), map) << line;
  }
  EXPECT_EQ(taken, 495);
  EXPECT_EQ(refused, 208);
}

}  // namespace
}  // namespace warplens
