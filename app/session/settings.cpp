#include "app/session/settings.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace warplens::session {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr int kSmallestWindow = 640, kLargestWindow = 16384, kMostSteps = 1000;

std::string one_of(const json& file, const char* name, const std::string& first,
                   const std::string& second) {
  const auto it = file.find(name);
  return it != file.end() && *it == second ? second : first;
}

template <class T>
T number(const json& file, const char* name, T fallback, T low, T high) {
  const auto it = file.find(name);
  if (it == file.end() || !it->is_number()) return fallback;
  return static_cast<T>(
      std::clamp(it->get<double>(), static_cast<double>(low), static_cast<double>(high)));
}

std::map<std::string, std::set<int>> completed_steps(const json& file) {
  std::map<std::string, std::set<int>> completed;
  const auto lessons = file.find("completed");
  if (lessons == file.end() || !lessons->is_object()) return completed;
  for (const auto& [id, steps] : lessons->items()) {
    if (!steps.is_array()) continue;
    for (const json& step : steps) {
      if (!step.is_number_unsigned()) continue;
      const auto n = step.get<std::uint64_t>();
      if (n < kMostSteps) completed[id].insert(static_cast<int>(n));
    }
  }
  return completed;
}

}  // namespace

fs::path settings_path() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config != '\0') return fs::path(config) / "warplens/settings.json";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return fs::path(home) / ".config/warplens/settings.json";
  return {};
}

Result<Settings> load_settings(const fs::path& path) {
  Settings settings;
  std::ifstream in(path);
  if (path.empty() || !in) return settings;
  const json file = json::parse(in, nullptr, false);
  if (!file.is_object()) {
    return fail("{} is not a settings file; starting with the defaults", path.string());
  }
  settings.language = one_of(file, "language", "en", "zh");
  settings.theme = one_of(file, "theme", "light", "dark");
  if (const auto it = file.find("lesson"); it != file.end() && it->is_string()) {
    settings.lesson = it->get<std::string>();
  }
  settings.step = number(file, "step", 0, 0, kMostSteps);
  settings.window_width =
      number(file, "window_width", settings.window_width, kSmallestWindow, kLargestWindow);
  settings.window_height =
      number(file, "window_height", settings.window_height, kSmallestWindow / 2, kLargestWindow);
  settings.text_scale = number(file, "text_scale", 1.0f, 0.5f, 3.0f);
  settings.completed = completed_steps(file);
  return settings;
}

Result<void> write_atomically(const fs::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) return fail("cannot make {}: {}", path.parent_path().string(), error.message());
  fs::path temporary = path;
  temporary += fmt::format(".{}.tmp", ::getpid());
  std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) {
    fs::remove(temporary, error);
    return fail("cannot write {}: is the disk full or the folder read-only?", path.string());
  }
  fs::rename(temporary, path, error);
  if (error) return fail("cannot write {}: {}", path.string(), error.message());
  return {};
}

Result<void> save_settings(const fs::path& path, const Settings& settings) {
  if (path.empty()) return fail("no place for settings: set HOME or XDG_CONFIG_HOME");
  const json file = {{"language", settings.language},
                     {"theme", settings.theme},
                     {"lesson", settings.lesson},
                     {"step", settings.step},
                     {"window_width", settings.window_width},
                     {"window_height", settings.window_height},
                     {"text_scale", settings.text_scale},
                     {"completed", settings.completed}};
  return write_atomically(path, file.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace warplens::session
