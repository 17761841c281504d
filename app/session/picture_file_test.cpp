#include "app/session/picture_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "viz/gl/png.h"

namespace warplens::picture {
namespace {

// A PNG of columns × rows pixels: red counts columns, green rows.
std::string png(std::uint32_t columns, std::uint32_t rows) {
  gl::Image image{columns, rows, {}};
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      for (const std::uint32_t byte : {column, row, 7u, 255u})
        image.rgba.push_back(static_cast<std::uint8_t>(byte));
    }
  }
  return *gl::png_bytes(image);
}

std::uint32_t pixel(std::uint32_t column, std::uint32_t row) {
  return column | row << 8 | 7u << 16 | 255u << 24;
}

TEST(PictureFile, APngIsReadPixelByPixel) {
  const auto pixels = decode_picture(png(5, 3), "a.png");
  ASSERT_TRUE(pixels.has_value()) << pixels.error().message.in(Language::en);
  EXPECT_EQ(pixels->rows, 3u);
  EXPECT_EQ(pixels->columns, 5u);
  EXPECT_EQ(pixels->rgba.at(0), pixel(0, 0));
  EXPECT_EQ(pixels->rgba.at(14), pixel(4, 2));
  EXPECT_EQ(fitted(*pixels, 3, 5), pixels->rgba);
}

TEST(PictureFile, ALargePictureIsAveragedAndCutEvenly) {
  const auto pixels = decode_picture(png(8, 4), "a.png");
  // Half the height: 2 × 2 pixels each, and a column of them off either side.
  const auto small = fitted(*pixels, 2, 2);
  ASSERT_EQ(small.size(), 4u);
  EXPECT_EQ(small[0] & 0xff, (2u + 3 + 1) / 2);       // columns 2 and 3
  EXPECT_EQ(small[1] & 0xff, (4u + 5 + 1) / 2);       // columns 4 and 5
  EXPECT_EQ(small[2] >> 8 & 0xff, (2u + 3 + 1) / 2);  // rows 2 and 3
  EXPECT_EQ(small[3] >> 24, 255u);
}

TEST(PictureFile, ASmallPictureIsMadeLarger) {
  const auto pixels = decode_picture(png(2, 2), "a.png");
  const auto large = fitted(*pixels, 4, 4);
  EXPECT_EQ(large.at(0), pixel(0, 0));
  EXPECT_EQ(large.at(1), pixel(0, 0));
  EXPECT_EQ(large.at(2), pixel(1, 0));
  EXPECT_EQ(large.at(15), pixel(1, 1));
}

TEST(PictureFile, EverySizeIsFilledWhateverThePicture) {
  for (const auto& [columns, rows] : {std::pair{1u, 1u}, {7u, 3u}, {3u, 50u}}) {
    const auto pixels = decode_picture(png(columns, rows), "a.png");
    for (const auto& [wide, high] : {std::pair{1u, 1u}, {64u, 48u}, {5u, 64u}}) {
      EXPECT_EQ(fitted(*pixels, high, wide).size(), std::size_t{high} * wide);
    }
  }
}

std::string why_not(std::string_view bytes) {
  const auto pixels = decode_picture(bytes, "a.png");
  return pixels.has_value() ? "" : pixels.error().message.in(Language::en);
}

TEST(PictureFile, WhatIsNoPngOrBrokenIsSaidInALine) {
  EXPECT_EQ(why_not(""), "a.png is no PNG: choose another file");
  EXPECT_EQ(why_not("\xff\xd8\xff a JPEG"), "a.png is no PNG: choose another file");
  const std::string whole = png(40, 40);
  for (const std::size_t size : {std::size_t{8}, std::size_t{30}, whole.size() / 2}) {
    EXPECT_EQ(why_not(whole.substr(0, size)), "a.png is broken: choose another PNG") << size;
  }
}

TEST(PictureFile, AHeaderOfTooManyPixelsIsRefusedBeforeTheyAreRead) {
  std::string huge = png(4, 4);
  constexpr std::size_t kWidth = 16;  // in the header, big-endian
  huge.replace(kWidth, 4, std::string("\0\1\0\0", 4));
  EXPECT_EQ(why_not(huge), "a.png is 65536 × 4 pixels: choose one whose sides are 1 to 8192");
}

TEST(PictureFile, AFileThatIsNotThereIsAnError) {
  EXPECT_FALSE(read_picture("/nowhere/a.png").has_value());
  EXPECT_FALSE(read_picture("/dev/zero").has_value());  // no regular file
  EXPECT_TRUE(is_picture_file("/x/A.PNG"));
  EXPECT_FALSE(is_picture_file("/x/a.cu"));
}

}  // namespace
}  // namespace warplens::picture
