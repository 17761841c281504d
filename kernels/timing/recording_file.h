// The text of a recording, in and out. Private to this folder.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/base/result.h"

namespace warplens::timing {

// Errors: missing, not readable, larger than 64 MiB.
Result<std::string> read_recording(const std::filesystem::path& file);
// Writes a file beside `file` and renames it, so that the old one stays until all of the new is
// written.
Result<void> write_recording(const std::filesystem::path& file, const std::string& text);

}  // namespace warplens::timing
