// Source text for the source view: the files that a module's line information names.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/ptx/module.h"

namespace warplens::run {

using Sources = std::vector<std::pair<std::string, std::string>>;  // name, text

// A regular file's text. Errors: missing, not a regular file, larger than 64 MiB.
[[nodiscard]] Result<std::string> read_text(const std::filesystem::path& path);

// Every file that a location of `module` refers to, looked up as it is named when that is absolute,
// and in `roots` otherwise. What is not found is left out.
[[nodiscard]] Sources find_sources(const ptx::Module& module,
                                   const std::vector<std::filesystem::path>& roots);

}  // namespace warplens::run
