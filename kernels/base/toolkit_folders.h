// The folders in which a CUDA toolkit is looked for.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace warplens {

// $CUDA_HOME, $CUDA_PATH and /usr/local/cuda, whether or not they exist. Relative ones are left
// out: nothing is opened in the current folder.
[[nodiscard]] inline std::vector<std::filesystem::path> toolkit_folders() {
  std::vector<std::filesystem::path> roots;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value == '/') roots.emplace_back(value);
  }
  roots.emplace_back("/usr/local/cuda");
  return roots;
}

}  // namespace warplens
