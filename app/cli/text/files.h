// Whole files in, with errors that name the file. Out they go by kernels/base/whole_file.h.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::cli {

// Regular files of at most `maximum` bytes.
Result<std::vector<std::byte>> read_bytes(const std::string& path, std::uint64_t maximum);

}  // namespace warplens::cli
