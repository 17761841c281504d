// Options that a person adds to the compiler's command line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::run {

struct CompileOptions {
  std::vector<std::filesystem::path> include_folders;  // -I
  std::vector<std::string> definitions;                // -D: NAME or NAME=VALUE
  std::vector<std::string> more;                       // --nvcc-arg: as they are
  friend bool operator==(const CompileOptions&, const CompileOptions&) = default;
};

// The options as nvcc and NVRTC both take them; folders become absolute. Errors: characters that
// nvcc's shell would interpret.
Result<std::vector<std::string>> compiler_arguments(const CompileOptions& options);

}  // namespace warplens::run
