#include "app/tour/webp.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <webp/decode.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

class WebP : public testing::Test {
 protected:
  WebP() : folder_(fs::path(testing::TempDir()) / ("warplens_webp_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~WebP() override { fs::remove_all(folder_); }
  fs::path folder_;
};

std::vector<std::uint8_t> pixels_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  int width = 0, height = 0;
  const std::unique_ptr<std::uint8_t, void (*)(void*)> read(
      WebPDecodeRGBA(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), &width,
                     &height),
      WebPFree);
  if (read == nullptr) return {};
  return {read.get(), read.get() + std::size_t{4} * static_cast<std::size_t>(width * height)};
}

TEST_F(WebP, ASmallPictureOf256ColoursIsExact) {
  gl::Image image{64, 48, {}};
  for (std::uint32_t i = 0; i < 64 * 48; ++i) {
    const auto shade = static_cast<std::uint8_t>(i);
    image.rgba.insert(image.rgba.end(), {shade, static_cast<std::uint8_t>(255 - shade), 7, 255});
  }
  ASSERT_TRUE(write_webp(folder_ / "a.webp", gl::indexed(image)).has_value());
  EXPECT_EQ(pixels_of(folder_ / "a.webp"), image.rgba);
}

TEST_F(WebP, ASmallPictureOfManyColoursStaysNear) {
  gl::Image image{64, 64, {}};
  for (std::uint32_t i = 0; i < 64 * 64; ++i) {
    image.rgba.insert(image.rgba.end(), {static_cast<std::uint8_t>(i % 64 * 4),
                                         static_cast<std::uint8_t>(i / 64 * 4), 128, 255});
  }
  ASSERT_TRUE(write_webp(folder_ / "a.webp", gl::indexed(image)).has_value());
  const std::vector<std::uint8_t> read = pixels_of(folder_ / "a.webp");
  ASSERT_EQ(read.size(), image.rgba.size());
  for (std::size_t i = 0; i < read.size(); ++i) EXPECT_NEAR(read[i], image.rgba[i], 24) << i;
}

// A picture with a block of other pixels in it.
gl::Image with_block(gl::Image image, std::uint32_t left, std::uint32_t top) {
  for (std::uint32_t y = top; y < top + 3; ++y) {
    for (std::uint32_t x = left; x < left + 3; ++x) {
      const std::size_t at = 4 * (std::size_t{y} * image.width + x);
      image.rgba[at] = static_cast<std::uint8_t>(image.rgba[at] + 100);
    }
  }
  return image;
}

TEST_F(WebP, WhatHasChangedIsSeenOverWhatWas) {
  gl::Image before{40, 30, std::vector<std::uint8_t>(std::size_t{4} * 40 * 30, 0xff)};
  const gl::Image now = with_block(with_block(before, 2, 1), 30, 20);
  const gl::ChangedPart part = gl::changed_part(before, now, 2);
  EXPECT_EQ(part.x, 0u);
  EXPECT_EQ(part.y, 0u);
  EXPECT_EQ(part.width, 35u);
  EXPECT_EQ(part.height, 25u);
  ASSERT_TRUE(write_webp(folder_ / "a.webp", gl::indexed(part)).has_value());
  const std::vector<std::uint8_t> over = pixels_of(folder_ / "a.webp");
  ASSERT_EQ(over.size(), std::size_t{4} * part.width * part.height);
  std::size_t clear = 0;
  for (std::size_t i = 0; i < over.size(); i += 4) {
    const std::size_t x = i / 4 % part.width, y = i / 4 / part.width;
    if (over[i + 3] == 0) {
      ++clear;
    } else {
      for (std::size_t c = 0; c < 4; ++c) before.rgba[4 * (y * 40 + x) + c] = over[i + c];
    }
  }
  EXPECT_EQ(before.rgba, now.rgba);
  EXPECT_EQ(part.places.size() + clear, part.width * part.height);
  EXPECT_EQ(part.places.size(), 7u * 6u + 7u * 7u) << "with two pixels around, within the picture";
}

TEST_F(WebP, AnEmptyPictureIsRefused) {
  EXPECT_FALSE(write_webp(folder_ / "a.webp", {}).has_value());
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace warplens::ui
