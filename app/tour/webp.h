// Pictures of few colours as WebP, exactly: about two thirds of a PNG's bytes.
#pragma once

#include <filesystem>

#include "kernels/base/result.h"
#include "viz/gl/indexed_image.h"

namespace warplens::ui {

// Written beside `path` and renamed. Errors: a side that is 0 or over 16,383 pixels (WebP's most), a
// folder that may not be written.
Result<void> write_webp(const std::filesystem::path& path, const gl::IndexedImage& image);

}  // namespace warplens::ui
