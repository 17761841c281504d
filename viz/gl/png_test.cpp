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
