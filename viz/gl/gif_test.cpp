#include "viz/gl/gif.h"

#include <gif_lib.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace warplens::gl {
namespace {

using Pixels = std::vector<std::uint8_t>;

Image filled(std::uint32_t width, std::uint32_t height, std::uint32_t color) {
  Image image{width, height, {}};
  for (std::uint32_t i = 0; i < width * height; ++i) {
    for (const int shift : {24, 16, 8, 0})
      image.rgba.push_back(static_cast<std::uint8_t>(color >> shift));
  }
  return image;
}

void put(Image& image, std::uint32_t x, std::uint32_t y, std::uint32_t color) {
  for (std::size_t i = 0; i < 4; ++i) {
    image.rgba[(std::size_t{y} * image.width + x) * 4 + i] =
        static_cast<std::uint8_t>(color >> (24 - 8 * i));
  }
}

struct Source {
  const std::string& bytes;
  std::size_t at = 0;
};

int read_bytes(GifFileType* file, GifByteType* data, int size) {
  Source& source = *static_cast<Source*>(file->UserData);
  const std::size_t count =
      std::min(static_cast<std::size_t>(size), source.bytes.size() - source.at);
  std::memcpy(data, source.bytes.data() + source.at, count);
  source.at += count;
  return static_cast<int>(count);
}

struct Played {
  std::vector<Image> frames;
  std::vector<int> pauses;
  std::vector<Pixels> parts;  // indices that each frame holds
};

void draw_over(Image& image, const SavedImage& frame, int transparent) {
  const GifImageDesc& desc = frame.ImageDesc;
  for (int i = 0; i < desc.Width * desc.Height; ++i) {
    const int index = frame.RasterBits[i];
    if (index == transparent) continue;
    const GifColorType& color = desc.ColorMap->Colors[index];
    put(image, static_cast<std::uint32_t>(desc.Left + i % desc.Width),
        static_cast<std::uint32_t>(desc.Top + i / desc.Width),
        std::uint32_t{color.Red} << 24 | std::uint32_t{color.Green} << 16 |
            std::uint32_t{color.Blue} << 8 | 0xff);
  }
}

// As a browser shows it: each frame over the one before.
Played play(const std::string& bytes) {
  Source source{bytes};
  int error = 0;
  GifFileType* file = DGifOpen(&source, read_bytes, &error);
  Played played;
  if (file == nullptr) return played;
  EXPECT_EQ(DGifSlurp(file), GIF_OK);
  Image image = filled(static_cast<std::uint32_t>(file->SWidth),
                       static_cast<std::uint32_t>(file->SHeight), 0);
  for (int i = 0; i < file->ImageCount; ++i) {
    GraphicsControlBlock control{};
    EXPECT_EQ(DGifSavedExtensionToGCB(file, i, &control), GIF_OK);
    const SavedImage& frame = file->SavedImages[i];
    draw_over(image, frame, control.TransparentColor);
    played.frames.push_back(image);
    played.pauses.push_back(control.DelayTime);
    const auto size = static_cast<std::size_t>(frame.ImageDesc.Width * frame.ImageDesc.Height);
    played.parts.emplace_back(frame.RasterBits, frame.RasterBits + size);
  }
  DGifCloseFile(file, &error);
  return played;
}

std::string gif_of(const std::vector<Image>& images, int pause = 50) {
  Gif gif = Gif::begin(images[0].width, images[0].height, pause).value();
  for (const Image& image : images) EXPECT_TRUE(gif.add(image).has_value());
  return gif.finish().value();
}

TEST(Gif, PicturesOfFewColoursAreExact) {
  Image first = filled(40, 30, 0xfafafaff);
  for (std::uint32_t i = 0; i < 200; ++i)
    put(first, i % 40, i / 40, i << 24 | (255 - i) << 8 | 0xff);
  Image second = first;
  put(second, 39, 29, 0x12345678 | 0xff);
  const Played played = play(gif_of({first, second, first}));
  ASSERT_EQ(played.frames.size(), 3u);
  EXPECT_EQ(played.frames[0].rgba, first.rgba);
  EXPECT_EQ(played.frames[1].rgba, second.rgba);
  EXPECT_EQ(played.frames[2].rgba, first.rgba);
}

TEST(Gif, AFrameHoldsOnlyWhatHasChanged) {
  const Image first = filled(40, 30, 0xffffffff);
  Image second = first;
  put(second, 10, 10, 0xff0000ff);
  put(second, 12, 11, 0xff0000ff);
  const Played played = play(gif_of({first, second, second}));
  EXPECT_EQ(played.parts[1].size(), 3u * 2u);
  EXPECT_EQ(played.parts[2].size(), 1u) << "nothing has changed";
  EXPECT_EQ(played.frames[2].rgba, second.rgba);
}

TEST(Gif, PicturesOfManyColoursStayNear) {
  Image image = filled(64, 64, 0xffffffff);
  for (std::uint32_t i = 0; i < 64 * 64; ++i) {
    put(image, i % 64, i / 64, (i % 64 * 4) << 24 | (i / 64 * 4) << 16 | 0x80ff);
  }
  const Played played = play(gif_of({image}));
  for (std::size_t i = 0; i < image.rgba.size(); ++i) {
    EXPECT_NEAR(played.frames[0].rgba[i], image.rgba[i], 24) << i;
  }
}

TEST(Gif, EachPictureStandsForThePauseAndTheyPlayForEver) {
  const std::string bytes = gif_of({filled(4, 4, 0xffff), filled(4, 4, 0xff00ff)}, 25);
  EXPECT_EQ(play(bytes).pauses, (std::vector<int>{25, 25}));
  EXPECT_NE(bytes.find("NETSCAPE2.0"), std::string::npos);
}

TEST(Gif, OneThatGrowsTooLargeIsAnErrorThatSaysWhatToDo) {
  Gif gif = Gif::begin(64, 64, 50, 600).value();
  Image noise = filled(64, 64, 0xff);
  for (std::size_t i = 0; i < noise.rgba.size(); ++i) {
    noise.rgba[i] = static_cast<std::uint8_t>(i * 2654435761u >> 13);
  }
  const auto added = gif.add(noise);
  ASSERT_FALSE(added.has_value());
  EXPECT_NE(added.error().message.in(Language::en).find("fewer events"), std::string::npos);
  EXPECT_NE(added.error().message.in(Language::en), added.error().message.in(Language::zh));
}

TEST(Gif, WrongSizesAreErrors) {
  EXPECT_FALSE(Gif::begin(0, 4, 50).has_value());
  EXPECT_FALSE(Gif::begin(4, 70'000, 50).has_value());
  Gif gif = Gif::begin(4, 4, 50).value();
  EXPECT_FALSE(gif.add(filled(5, 4, 0xff)).has_value());
  EXPECT_FALSE(gif.finish().has_value()) << "there is no picture in it";
}

}  // namespace
}  // namespace warplens::gl
