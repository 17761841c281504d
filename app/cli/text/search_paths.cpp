#include "app/cli/text/search_paths.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "kernels/run/toolkit/process.h"

namespace warplens::cli {
namespace {

std::string joined(const std::vector<std::filesystem::path>& folders) {
  std::string list;
  for (const auto& folder : folders) list += (list.empty() ? "" : ":") + folder.string();
  return list;
}

// True when the variable has changed.
bool keep_absolute_folders(const char* variable, std::string_view separators) {
  const char* value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return false;
  const std::string kept = joined(run::absolute_folders(value, separators));
  if (kept == value) return false;
  kept.empty() ? unsetenv(variable) : setenv(variable, kept.c_str(), 1);
  return true;
}

}  // namespace

Result<void> search_absolute_folders_only(char* const* argv) {
  keep_absolute_folders("PATH", ":");
  if (!keep_absolute_folders("LD_LIBRARY_PATH", ":;")) return {};
  execv("/proc/self/exe", argv);
  return fail(tr("cannot start without the current folder in LD_LIBRARY_PATH ({}): unset it",
                 std::strerror(errno)));
}

}  // namespace warplens::cli
