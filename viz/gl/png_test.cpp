#include "viz/gl/png.h"

#include <gtest/gtest.h>
#include <stb_image.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

namespace warplens::gl {
namespace {

namespace fs = std::filesystem;

class Png : public testing::Test {
 protected:
  Png() : folder_(fs::path(testing::TempDir()) / ("warplens_png_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~Png() override { fs::remove_all(folder_); }
  fs::path folder_;
};

Image gradient(std::uint32_t width, std::uint32_t height) {
  Image image{width, height, {}};
  for (std::uint32_t i = 0; i < width * height * 4; ++i)
    image.rgba.push_back(static_cast<std::uint8_t>(i * 7 + i / 256));
  return image;
}

TEST_F(Png, WhatIsWrittenIsReadBackByteForByte) {
  const Image image = gradient(37, 21);
  ASSERT_TRUE(write_png(folder_ / "a.png", image).has_value());
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> read(
      stbi_load((folder_ / "a.png").c_str(), &width, &height, &channels, 4), stbi_image_free);
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(width, 37);
  EXPECT_EQ(height, 21);
  EXPECT_EQ(channels, 4);
  EXPECT_EQ(std::vector<std::uint8_t>(read.get(), read.get() + image.rgba.size()), image.rgba);
}

TEST_F(Png, AnOldPictureIsReplacedAndNoTemporaryFileStays) {
  ASSERT_TRUE(write_png(folder_ / "a.png", gradient(64, 64)).has_value());
  const auto before = fs::file_size(folder_ / "a.png");
  ASSERT_TRUE(write_png(folder_ / "a.png", gradient(2, 2)).has_value());
  EXPECT_LT(fs::file_size(folder_ / "a.png"), before);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

std::vector<std::uint8_t> pixels_of(const fs::path& path) {
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> read(
      stbi_load(path.c_str(), &width, &height, &channels, 4), stbi_image_free);
  if (read == nullptr) return {};
  return {read.get(), read.get() + std::size_t{4} * static_cast<std::size_t>(width * height)};
}

TEST_F(Png, ASmallPictureOf256ColoursIsExact) {
  Image image{64, 48, {}};
  for (std::uint32_t i = 0; i < 64 * 48; ++i) {
    const auto shade = static_cast<std::uint8_t>(i);
    image.rgba.insert(image.rgba.end(), {shade, static_cast<std::uint8_t>(255 - shade), 7, 255});
  }
  ASSERT_TRUE(write_small_png(folder_ / "a.png", image).has_value());
  EXPECT_EQ(pixels_of(folder_ / "a.png"), image.rgba);
}

TEST_F(Png, ASmallPictureOfManyColoursStaysNear) {
  Image image{64, 64, {}};
  for (std::uint32_t i = 0; i < 64 * 64; ++i) {
    image.rgba.insert(image.rgba.end(), {static_cast<std::uint8_t>(i % 64 * 4),
                                         static_cast<std::uint8_t>(i / 64 * 4), 128, 255});
  }
  ASSERT_TRUE(write_small_png(folder_ / "a.png", image).has_value());
  const std::vector<std::uint8_t> read = pixels_of(folder_ / "a.png");
  ASSERT_EQ(read.size(), image.rgba.size());
  for (std::size_t i = 0; i < read.size(); ++i) EXPECT_NEAR(read[i], image.rgba[i], 24) << i;
}

// A picture with a block of other pixels in it.
Image with_block(Image image, std::uint32_t left, std::uint32_t top) {
  for (std::uint32_t y = top; y < top + 3; ++y) {
    for (std::uint32_t x = left; x < left + 3; ++x) {
      const std::size_t at = 4 * (std::size_t{y} * image.width + x);
      image.rgba[at] = static_cast<std::uint8_t>(image.rgba[at] + 100);
    }
  }
  return image;
}

TEST_F(Png, WhatHasChangedIsSeenOverWhatWas) {
  Image before{40, 30, std::vector<std::uint8_t>(std::size_t{4} * 40 * 30, 0xff)};
  const Image now = with_block(with_block(before, 2, 1), 30, 20);
  const ChangedPart part = changed_part(before, now, 2);
  EXPECT_EQ(part.x, 0u);
  EXPECT_EQ(part.y, 0u);
  EXPECT_EQ(part.width, 35u);
  EXPECT_EQ(part.height, 25u);
  ASSERT_TRUE(write_part_png(folder_ / "a.png", part).has_value());
  const std::vector<std::uint8_t> over = pixels_of(folder_ / "a.png");
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

TEST_F(Png, WrongSizesAreRefused) {
  Image image = gradient(4, 4);
  image.rgba.pop_back();
  EXPECT_FALSE(write_png(folder_ / "a.png", image).has_value());
  EXPECT_FALSE(write_png(folder_ / "a.png", {0, 4, {}}).has_value());
  EXPECT_FALSE(write_png(folder_ / "a.png", {kLargestSide + 1, 1, {}}).has_value());
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(Png, AFolderThatDoesNotExistIsAOneLineError) {
  const auto written = write_png(folder_ / "missing" / "a.png", gradient(4, 4));
  ASSERT_FALSE(written.has_value());
  EXPECT_NE(written.error().message.in(Language::en).find("cannot write"), std::string::npos);
  EXPECT_EQ(written.error().message.in(Language::en).find('\n'), std::string::npos);
}

TEST_F(Png, ATargetThatIsAFolderIsLeftAlone) {
  fs::create_directories(folder_ / "a.png" / "inner");
  EXPECT_FALSE(write_png(folder_ / "a.png", gradient(4, 4)).has_value());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

}  // namespace
}  // namespace warplens::gl
