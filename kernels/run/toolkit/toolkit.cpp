#include "kernels/run/toolkit/toolkit.h"

#include <algorithm>
#include <cstdlib>

#include "kernels/base/toolkit_folders.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_directory(error)) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<fs::path> python_package_folders(std::string_view inside) {
  const char* environment = std::getenv("VIRTUAL_ENV");
  if (environment == nullptr || *environment != '/') return {};
  std::vector<fs::path> folders;
  for (const fs::path& python : folders_in(fs::path(environment) / "lib")) {
    for (const fs::path& package : folders_in(python / "site-packages" / "nvidia")) {
      folders.push_back(package / inside);
    }
  }
  return folders;
}

std::optional<fs::path> find_tool(std::string_view name) {
  std::vector<fs::path> folders = path_folders();
  for (const fs::path& root : toolkit_folders()) folders.push_back(root / "bin");
  return find_executable(name, folders);
}

std::optional<fs::path> find_single_tool(std::string_view name) {
  const std::optional<fs::path> found = find_tool(name);
  return found.has_value() ? found : find_executable(name, python_package_folders("bin"));
}

Result<std::string> full_version_of(const fs::path& tool, const ProcessLimits& limits) {
  TRY(const TemporaryFolder folder, TemporaryFolder::make());
  const fs::path log = folder.path() / "log";
  TRY(run_process({tool.string(), "--version"}, log, {}, limits));
  // "Cuda compilation tools, release 13.0, V13.0.88"
  const std::string text = read_text(log).value_or("");
  const std::size_t before = text.find(", V");
  const std::size_t first = before == std::string::npos ? text.size() : before + 3;
  const std::size_t end = std::min(text.find_first_not_of("0123456789.", first), text.size());
  if (first == end) return fail(tr("{} does not say its version", tool.string()));
  return text.substr(first, end - first);
}

}  // namespace warplens::run
