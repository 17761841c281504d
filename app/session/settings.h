// What the app remembers between two starts, kept in XDG_CONFIG_HOME/warplens/settings.json.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "kernels/base/result.h"

namespace warplens::session {

struct Settings {
  std::string language = "en";  // "en" or "zh"
  std::string theme = "light";  // "light" or "dark"
  std::string lesson = "bank-conflicts";
  int step = 0;  // 0-based, in `lesson`
  int window_width = 1440;
  int window_height = 900;
  float text_scale = 1;  // the person's own factor on top of the screen's content scale
  std::map<std::string, std::set<int>> completed;  // lesson id → steps done
  friend bool operator==(const Settings&, const Settings&) = default;
};

// $XDG_CONFIG_HOME/warplens/settings.json, or ~/.config/…; empty when neither is set.
[[nodiscard]] std::filesystem::path settings_path();

// A missing file gives the defaults; unknown names are ignored and values out of range are brought
// back into it. A file that is not JSON is an error (and is left alone until the next save).
[[nodiscard]] Result<Settings> load_settings(const std::filesystem::path& path);

// Atomic: writes a temporary file beside `path` and renames it.
[[nodiscard]] Result<void> save_settings(const std::filesystem::path& path,
                                         const Settings& settings);

// Writes `text` to `path` by temporary file and rename, making the folder when it is missing.
[[nodiscard]] Result<void> write_atomically(const std::filesystem::path& path,
                                            const std::string& text);

}  // namespace warplens::session
