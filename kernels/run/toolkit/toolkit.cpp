#include "kernels/run/toolkit/toolkit.h"

#include "kernels/base/toolkit_folders.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::run {
namespace fs = std::filesystem;

std::optional<fs::path> find_tool(std::string_view name) {
  std::vector<fs::path> folders = path_folders();
  for (const fs::path& root : toolkit_folders()) folders.push_back(root / "bin");
  return find_executable(name, folders);
}

}  // namespace warplens::run
