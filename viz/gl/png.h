// Image → PNG.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/base/result.h"
#include "viz/gl/image.h"

namespace warplens::gl {

// Sides that a picture may have, in pixels.
inline constexpr std::uint32_t kLargestSide = 16384;

// Writes beside `path` and renames, so that `path` is never half a picture. Errors: an empty or
// inconsistent image, a side over kLargestSide, a folder that does not exist or may not be written.
Result<void> write_png(const std::filesystem::path& path, const Image& image);

// The bytes of such a file.
Result<std::string> png_bytes(const Image& image);

}  // namespace warplens::gl
