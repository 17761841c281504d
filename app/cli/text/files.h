// Whole files in and out, with errors that name the file.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::cli {

// Regular files of at most `maximum` bytes.
[[nodiscard]] Result<std::vector<std::byte>> read_bytes(const std::string& path,
                                                        std::uint64_t maximum);
[[nodiscard]] Result<int> write_bytes(const std::string& path, std::span<const std::byte> bytes);

}  // namespace warplens::cli
