#include "app/settings/save_folder.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace warplens::session {

namespace {

namespace fs = std::filesystem;

fs::path variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

fs::path without_tilde(const std::string& typed) {
  if (typed == "~") return variable("HOME");
  return typed.starts_with("~/") ? variable("HOME") / typed.substr(2) : fs::path(typed);
}

}  // namespace

fs::path pictures_folder() {
  if (const fs::path chosen = variable("XDG_PICTURES_DIR"); !chosen.empty()) return chosen;
  const fs::path home = variable("HOME");
  std::error_code error;
  if (!home.empty() && fs::is_directory(home / "Pictures", error)) return home / "Pictures";
  return home.empty() ? fs::current_path(error) : home;
}

fs::path save_folder(const Settings& settings) {
  return settings.save_folder.empty() ? pictures_folder() : fs::path(settings.save_folder);
}

Result<fs::path> chosen_folder(const std::string& typed) {
  const fs::path folder = without_tilde(typed);
  if (!folder.is_absolute()) {
    return fail(tr("'{}' is no full path: begin it with / or ~", typed));
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    return fail(tr("cannot make {}: {}", folder.string(), error.message()));
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    return fail(tr("cannot write a file into {}: {}", folder.string(), std::strerror(errno)));
  }
  return folder.lexically_normal();
}

std::vector<std::string> folders_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error)) {
    std::error_code unreadable;
    const std::string name = each->path().filename().string();
    if (!name.starts_with('.') && each->is_directory(unreadable)) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace warplens::session
