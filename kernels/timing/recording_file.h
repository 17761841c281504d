// The text of a recording, in and out. Private to this folder.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/base/result.h"

namespace warplens::timing {

// Errors: missing, not readable, larger than 64 MiB.
Result<std::string> read_recording(const std::filesystem::path& file);
// By way of a file beside it, so that what was there stays until all of the new is written.
Result<void> write_recording(const std::filesystem::path& file, const std::string& text);

}  // namespace warplens::timing
