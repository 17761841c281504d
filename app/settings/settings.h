// What the app remembers between two starts, kept in XDG_CONFIG_HOME/warplens/settings.json.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/settings/arrangement.h"
#include "app/settings/backend.h"
#include "app/settings/given_answers.h"
#include "app/settings/timing_choice.h"
#include "kernels/base/result.h"
#include "kernels/catalog/family.h"

namespace warplens::session {

// What stood on the stage while the person explored freely.
struct Exploring {
  std::string kernel;  // empty: nothing is remembered
  catalog::Parameters parameters;
  std::string beside;  // the kernel compared with it; empty: none
  catalog::Parameters beside_parameters;
  std::string index{}, beside_index{};  // written in place of the kernels' own; empty: as they are
  std::vector<std::string> views;       // names; the first stands large
  std::string order = "recorded";       // of the events
  std::map<std::string, std::string> choices{};  // of features, each as its text
  friend bool operator==(const Exploring&, const Exploring&) = default;
};

// What was opened from the disk.
struct RecentFile {
  std::string path;    // absolute
  std::string kernel;  // of an own kernel's file: the one that was chosen; empty: none
  friend bool operator==(const RecentFile&, const RecentFile&) = default;
};

struct Settings {
  std::string language = "en";  // a code of languages()
  std::string theme = "light";  // "light" or "dark"
  std::string lesson;           // id; empty: the first one
  int step = 0;                 // 0-based, in `lesson`
  int window_width = 1440;
  int window_height = 900;
  std::optional<std::pair<int, int>> window_position;  // none: as the system likes
  float text_scale = 1;  // the person's own factor on top of the screen's content scale
  // Text and lines large enough for a projector; each start begins without.
  bool presentation = false;
  std::string monitor;   // to present on, by name; empty: the one that the window is on
  bool speaker = false;  // presenting opens a second window with the speaker's view
  std::string path;      // of the course, that Next follows, by id; empty: none
  bool introduction_seen = false;
  bool lists_lessons = false;   // the contents: a list in place of the map
  std::string mode = "lesson";  // or "explore"
  Exploring exploring;
  std::vector<RecentFile> recent_files;  // the latest first
  // Names of the views that a person chose for a family's kernels; the first stands large.
  std::map<std::string, std::vector<std::string>> family_views;
  Arrangement lesson_arrangement = kLessonArrangement;
  Arrangement explore_arrangement = kExploreArrangement;
  TimingChoice timing;
  Backend backend = Backend::cpu;      // where kernels are traced, where there is a choice
  std::string architecture = "sm_90";  // whose instructions figures are of; "ptx": the PTX's
  std::string save_folder;             // where files are saved; empty: not chosen yet
  std::map<std::string, std::set<std::string>> completed;  // lesson id → ids of steps done
  std::vector<GivenAnswer> answers;                        // the latest last
  friend bool operator==(const Settings&, const Settings&) = default;

  [[nodiscard]] bool has_done(const std::string& lesson_id, const std::string& step_id) const {
    const auto it = completed.find(lesson_id);
    return it != completed.end() && it->second.contains(step_id);
  }
};

// $XDG_CONFIG_HOME/warplens/settings.json, or ~/.config/…; empty when neither is set.
[[nodiscard]] std::filesystem::path settings_path();

// What a settings.json holds: unknown names are ignored and values out of range are brought back
// into it. Nothing when it is no JSON object.
[[nodiscard]] std::optional<Settings> parse_settings(std::string_view text);
[[nodiscard]] std::string to_json(const Settings& settings);

// A missing file gives the defaults. A file that is not JSON is an error and moved aside, to
// settings.json.damaged. After an error, a file that is still there must not be overwritten: it
// could not be read or moved.
Result<Settings> load_settings(const std::filesystem::path& path);

// Atomic: writes a temporary file beside `path` and renames it.
Result<void> save_settings(const std::filesystem::path& path, const Settings& settings);

// Writes `text` to `path` by temporary file and rename, making the folder when it is missing.
Result<void> write_atomically(const std::filesystem::path& path, const std::string& text);

}  // namespace warplens::session
