#include "viz/gl/png.h"

#include <stb_image_write.h>

#include <string>

#include "kernels/base/whole_file.h"
#include "viz/gl/indexed_image.h"

namespace warplens::gl {
namespace {

Result<void> check(const Image& image) {
  const bool sides_ok = image.width >= 1 && image.height >= 1 && image.width <= kLargestSide &&
                        image.height <= kLargestSide;
  if (!sides_ok)
    return fail_in_both("a picture of {} × {} pixels cannot be written: sides go from 1 to {}",
                        "无法写入 {} × {} 像素的图片：边长须为 1 到 {}", image.width, image.height,
                        kLargestSide);
  if (image.rgba.size() != std::size_t{4} * image.width * image.height)
    return fail_in_both("the picture has {} bytes instead of 4 × {} × {}",
                        "图片有 {} 字节，而不是 4 × {} × {}", image.rgba.size(), image.width,
                        image.height);
  return {};
}

void append(void* context, void* data, int size) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                             static_cast<std::size_t>(size));
}

Result<std::string> encode(const Image& image) {
  std::string bytes;
  const auto width = static_cast<int>(image.width);
  const auto height = static_cast<int>(image.height);
  if (stbi_write_png_to_func(append, &bytes, width, height, 4, image.rgba.data(), 4 * width) == 0)
    return fail_in_both("the picture could not be encoded: not enough memory for {} × {} pixels",
                        "无法编码图片：内存不足以容纳 {} × {} 像素", image.width, image.height);
  return bytes;
}

// As the PNG specification's appendix D has it.
std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0);
  }
  return ~crc;
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

std::string chunk(std::string_view type, std::string_view data) {
  const std::string body = std::string(type) + std::string(data);
  return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(checksum(body));
}

// stb writes no palettes: the indices go as grey, and the header is then said to mean a palette.
Result<std::string> encode(const IndexedImage& image) {
  constexpr std::size_t kHeader = 8, kHeaderData = kHeader + 8, kHeaderEnd = kHeaderData + 13 + 4;
  constexpr std::size_t kColorType = 9;
  constexpr char kPalette = 3;
  std::string grey;
  const auto width = static_cast<int>(image.width);
  const auto height = static_cast<int>(image.height);
  if (stbi_write_png_to_func(append, &grey, width, height, 1, image.indices.data(), width) == 0)
    return fail_in_both("the picture could not be encoded: not enough memory for {} × {} pixels",
                        "无法编码图片：内存不足以容纳 {} × {} 像素", image.width, image.height);
  std::string header = grey.substr(kHeaderData, 13);
  header[kColorType] = kPalette;
  std::string colors;
  for (const scene::Color color : image.palette) colors += big_endian(color).substr(0, 3);
  return grey.substr(0, kHeader) + chunk("IHDR", header) + chunk("PLTE", colors) +
         grey.substr(kHeaderEnd);
}

}  // namespace

Result<std::string> png_bytes(const Image& image) {
  if (auto checked = check(image); !checked.has_value()) return fail(checked.error());
  return encode(image);
}

Result<void> write_png(const std::filesystem::path& path, const Image& image) {
  const Result<std::string> bytes = png_bytes(image);
  if (!bytes.has_value()) return fail(bytes.error());
  return write_whole_file(path, *bytes);
}

Result<void> write_small_png(const std::filesystem::path& path, const Image& image) {
  if (auto checked = check(image); !checked.has_value()) return fail(checked.error());
  const Result<std::string> bytes = encode(indexed(image));
  if (!bytes.has_value()) return fail(bytes.error());
  return write_whole_file(path, *bytes);
}

}  // namespace warplens::gl
