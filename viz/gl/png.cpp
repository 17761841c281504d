#include "viz/gl/png.h"

#include <stb_image_write.h>
#include <unistd.h>

#include <fstream>
#include <system_error>

namespace warplens::gl {
namespace {

Result<void> check(const Image& image) {
  const bool sides_ok = image.width >= 1 && image.height >= 1 && image.width <= kLargestSide &&
                        image.height <= kLargestSide;
  if (!sides_ok)
    return fail("a picture of {} × {} pixels cannot be written: sides go from 1 to {}", image.width,
                image.height, kLargestSide);
  if (image.rgba.size() != std::size_t{4} * image.width * image.height)
    return fail("the picture has {} bytes instead of 4 × {} × {}", image.rgba.size(), image.width,
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
    return fail("the picture could not be encoded: not enough memory for {} × {} pixels",
                image.width, image.height);
  return bytes;
}

bool write_whole(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  return !out.fail();
}

}  // namespace

Result<void> write_png(const std::filesystem::path& path, const Image& image) {
  if (auto checked = check(image); !checked.has_value()) return fail(checked.error());
  const Result<std::string> bytes = encode(image);
  if (!bytes.has_value()) return fail(bytes.error());
  std::filesystem::path temporary = path;
  temporary += fmt::format(".{}.tmp", getpid());
  std::error_code error;
  if (!write_whole(temporary, *bytes)) {
    std::filesystem::remove(temporary, error);
    return fail("cannot write {}: check that its folder exists and that the disk has room",
                path.string());
  }
  std::filesystem::rename(temporary, path, error);
  if (!error) return {};
  const std::string reason = error.message();
  std::filesystem::remove(temporary, error);
  return fail("cannot write {}: {}", path.string(), reason);
}

}  // namespace warplens::gl
