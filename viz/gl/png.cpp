#include "viz/gl/png.h"

#include <stb_image_write.h>

#include <string>

#include "kernels/base/whole_file.h"

namespace warplens::gl {
namespace {

Result<void> check(const Image& image) {
  const bool sides_ok = image.width >= 1 && image.height >= 1 && image.width <= kLargestSide &&
                        image.height <= kLargestSide;
  if (!sides_ok)
    return fail(tr("a picture of {} × {} pixels cannot be written: sides go from 1 to {}",
                   image.width, image.height, kLargestSide));
  if (image.rgba.size() != std::size_t{4} * image.width * image.height)
    return fail(tr("the picture has {} bytes instead of 4 × {} × {}", image.rgba.size(),
                   image.width, image.height));
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
    return fail(tr("the picture could not be encoded: not enough memory for {} × {} pixels",
                   image.width, image.height));
  return bytes;
}

}  // namespace

Result<std::string> png_bytes(const Image& image) {
  TRY(check(image));
  return encode(image);
}

Result<void> write_png(const std::filesystem::path& path, const Image& image) {
  TRY(const std::string bytes, png_bytes(image));
  return write_whole_file(path, bytes);
}

}  // namespace warplens::gl
