// The text of a file that ships with warplens. Private to this folder.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/base/result.h"

namespace warplens::analysis {

// Errors: missing, not readable, larger than 16 MiB.
[[nodiscard]] Result<std::string> read_data_file(const std::filesystem::path& file);

}  // namespace warplens::analysis
