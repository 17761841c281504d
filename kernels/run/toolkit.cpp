#include "kernels/run/toolkit.h"

#include <cstdlib>

#include "kernels/run/process.h"

namespace warplens::run {
namespace fs = std::filesystem;

std::vector<fs::path> toolkit_folders() {
  std::vector<fs::path> roots;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value != '\0') roots.emplace_back(value);
  }
  roots.emplace_back("/usr/local/cuda");
  return roots;
}

std::optional<fs::path> find_tool(std::string_view name) {
  std::vector<fs::path> folders = path_folders();
  for (const fs::path& root : toolkit_folders()) folders.push_back(root / "bin");
  return find_executable(name, folders);
}

}  // namespace warplens::run
