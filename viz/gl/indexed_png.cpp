#include "viz/gl/indexed_png.h"

#include <zlib.h>

#include "kernels/base/whole_file.h"

namespace warplens::gl {
namespace {

// The level, from 0 to 9: the highest ones take three times as long for a tenth fewer bytes.
constexpr int kCompression = 9;

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

std::string chunk(std::string_view type, std::string_view data) {
  const std::string body = std::string(type) + std::string(data);
  const uLong crc =
      crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(static_cast<std::uint32_t>(data.size())) + body +
         big_endian(static_cast<std::uint32_t>(crc));
}

// 8 bits an index, of a palette, not interlaced.
std::string header(const IndexedImage& image) {
  return big_endian(image.width) + big_endian(image.height) + std::string("\x08\x03\0\0\0", 5);
}

// Each row begins with its filter: none, which suits indices best.
std::string rows_of(const IndexedImage& image) {
  std::string rows;
  rows.reserve((std::size_t{image.width} + 1) * image.height);
  for (std::uint32_t y = 0; y < image.height; ++y) {
    rows += '\0';
    rows.append(reinterpret_cast<const char*>(image.indices.data()) + std::size_t{y} * image.width,
                image.width);
  }
  return rows;
}

Result<std::string> compressed(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string small(size, '\0');
  const int outcome = compress2(reinterpret_cast<Bytef*>(small.data()), &size,
                                reinterpret_cast<const Bytef*>(bytes.data()),
                                static_cast<uLong>(bytes.size()), kCompression);
  if (outcome != Z_OK) {
    return fail(tr("the picture could not be encoded: not enough memory"));
  }
  small.resize(size);
  return small;
}

}  // namespace

Result<void> write_indexed_png(const std::filesystem::path& path, const IndexedImage& image) {
  TRY(const auto pixels, compressed(rows_of(image)));
  std::string colors;
  for (const scene::Color color : image.palette) colors += big_endian(color).substr(0, 3);
  std::string bytes = "\x89PNG\r\n\x1a\n" + chunk("IHDR", header(image)) + chunk("PLTE", colors);
  if (image.first_is_clear) bytes += chunk("tRNS", std::string(1, '\0'));
  return write_whole_file(path, bytes + chunk("IDAT", pixels) + chunk("IEND", {}));
}

}  // namespace warplens::gl
