// A picture of at most 256 colours as a PNG: its palette, and indices that zlib has made small.
#pragma once

#include <filesystem>

#include "kernels/base/result.h"
#include "viz/gl/indexed_image.h"

namespace warplens::gl {

// Through a temporary file. Errors: no memory, the file cannot be written.
Result<void> write_indexed_png(const std::filesystem::path& path, const IndexedImage& image);

}  // namespace warplens::gl
