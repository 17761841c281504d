// What a source includes, as far as its lines name it.
#pragma once

#include <filesystem>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::run {

// Errors: an #include of the source, or of a header of its own, names a device, a pipe or another
// file that may have no end. What a macro names, and headers of the toolkit, are not looked at.
Result<void> check_includes(const std::filesystem::path& source,
                            const std::vector<std::filesystem::path>& include_folders);

}  // namespace warplens::run
