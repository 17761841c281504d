#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "kernels/run/toolkit/process.h"

namespace warplens::run {
namespace fs = std::filesystem;

std::optional<fs::path> find_executable(std::string_view name,
                                        const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    if (!folder.is_absolute()) continue;
    fs::path candidate = folder / name;
    std::error_code error;
    if (!fs::is_regular_file(candidate, error)) continue;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

std::vector<fs::path> path_folders() {
  const char* path = std::getenv("PATH");
  return absolute_folders(path == nullptr ? "" : path, ":");
}

std::vector<fs::path> absolute_folders(std::string_view list, std::string_view separators) {
  std::vector<fs::path> folders;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of(separators), list.size());
    if (list.starts_with('/')) folders.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return folders;
}

}  // namespace warplens::run
