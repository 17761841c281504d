// Pixels one by one, in several formats: kernels in image.cu.
#include <gtest/gtest.h>

#include "tests/corpus/corpus_kit.h"

namespace warplens::corpus {
namespace {

TEST(PixelCorpus, GreyOfPixelsOfFourBytes) {
  const auto image = convert<std::uint8_t>(integers(4 * 101, 0, 255));
  const auto grey = make(101, [&](std::size_t i) {
    return static_cast<std::uint8_t>(
        (77 * image[4 * i] + 150 * image[4 * i + 1] + 29 * image[4 * i + 2] + 128) / 256);
  });
  Workload work("image");
  const Buffer out = work.buffer(std::vector<std::uint8_t>(101));
  work.launch("rgba_to_grey", {.grid = {2}, .block = {64}}, work.buffer(image), out, 101);
  work.expect(out, grey);
  work.check();
}

TEST(PixelCorpus, PixelsOfThreeBytes) {
  const auto image = convert<std::uint8_t>(integers(3 * 83, 0, 255));
  const auto rotated =
      make(3 * 83, [&](std::size_t i) { return image[i % 3 == 2 ? i - 2 : i + 1]; });
  Workload work("image");
  const Buffer out = work.buffer(image);
  work.launch("hue_rotate", {.grid = {3}, .block = {32}}, out, 83);
  work.expect(out, rotated);
  work.check();
}

TEST(PixelCorpus, AByteTableForSixteenPixelsALoad) {
  const auto image = convert<std::uint8_t>(integers(16 * 131, 0, 255));
  const auto table =
      make(256, [](std::size_t i) { return static_cast<std::uint8_t>(i * i / 255); });
  const auto expected = make(image.size(), [&](std::size_t i) { return table[image[i]]; });
  Workload work("image");
  const Buffer out = work.buffer(image);
  work.launch("gamma_table", {.grid = {2}, .block = {64}}, out, work.buffer(table), 131);
  work.expect(out, expected);
  work.check();
}

}  // namespace
}  // namespace warplens::corpus
