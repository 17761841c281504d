// What a settings.json holds.
#include "app/settings/settings.h"

#include <algorithm>
#include <array>
#include <span>

#include "kernels/base/json.h"
#include "kernels/sass/assembled.h"

namespace warplens::session {
namespace {

using json = SortedJson;

constexpr std::int64_t kLargestSide = std::int64_t{1} << 20;
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

// Steps kept by number, as once was done, are left out: a lesson's steps may have moved.
std::map<std::string, std::set<std::string>> completed_steps(const json& file) {
  std::map<std::string, std::set<std::string>> completed;
  const auto lessons = file.find("completed");
  if (lessons == file.end() || !lessons->is_object()) return completed;
  for (const auto& [id, steps] : lessons->items()) {
    if (!steps.is_array()) continue;
    for (const json& step : steps) {
      if (step.is_string()) completed[id].insert(step.get<std::string>());
    }
  }
  return completed;
}

std::string text_of(const json& object, const char* name, std::string fallback = {}) {
  const auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::move(fallback);
}

// "sm_90", or "ptx" for the PTX's own accesses.
std::string architecture_of(const json& file) {
  std::string name = text_of(file, "architecture");
  const bool is_known = name == "ptx" || sass::capability_of(name).has_value();
  return is_known ? name : Settings().architecture;
}

catalog::Parameters parameters_of(const json& object, const char* name) {
  catalog::Parameters parameters;
  const auto it = object.find(name);
  if (it == object.end() || !it->is_object()) return parameters;
  for (const auto& [parameter, value] : it->items()) {
    if (value.is_number_integer()) parameters[parameter] = value.get<std::int64_t>();
  }
  return parameters;
}

bool flag(const json& file, const char* name, bool fallback = false) {
  const auto it = file.find(name);
  return it != file.end() && it->is_boolean() ? it->get<bool>() : fallback;
}

std::optional<std::pair<int, int>> window_position_of(const json& file) {
  const auto it = file.find("window_position");
  const bool is_pair = it != file.end() && it->is_array() && it->size() == 2 &&
                       (*it)[0].is_number_integer() && (*it)[1].is_number_integer();
  if (!is_pair) return std::nullopt;
  const auto in_range = [&](std::size_t i) {
    return static_cast<int>(
        std::clamp<std::int64_t>((*it)[i].get<std::int64_t>(), -kLargestWindow, kLargestWindow));
  };
  return std::pair{in_range(0), in_range(1)};
}

json to_json(const std::optional<std::pair<int, int>>& position) {
  return position ? json::array({position->first, position->second}) : json();
}

constexpr std::array<std::pair<const char*, bool Arrangement::*>, 5> kArrangementParts{{
    {"card", &Arrangement::card},
    {"drawer", &Arrangement::drawer},
    {"table", &Arrangement::table},
    {"timeline", &Arrangement::timeline},
    {"worst", &Arrangement::worst},
}};

// The texts of a list, nothing of what is none.
std::vector<std::string> texts_of(const json& list) {
  std::vector<std::string> texts;
  if (!list.is_array()) return texts;
  for (const json& each : list) {
    if (each.is_string()) texts.push_back(each.get<std::string>());
  }
  return texts;
}

std::map<std::string, std::vector<std::string>> family_views_of(const json& file) {
  std::map<std::string, std::vector<std::string>> views;
  const auto it = file.find("family_views");
  if (it == file.end() || !it->is_object()) return views;
  for (const auto& [family, names] : it->items()) views[family] = texts_of(names);
  return views;
}

Exploring exploring_of(const json& file) {
  Exploring exploring;
  const auto it = file.find("exploring");
  if (it == file.end() || !it->is_object()) return exploring;
  exploring.kernel = text_of(*it, "kernel");
  exploring.parameters = parameters_of(*it, "parameters");
  exploring.beside = text_of(*it, "beside");
  exploring.beside_parameters = parameters_of(*it, "beside_parameters");
  exploring.index = text_of(*it, "index");
  exploring.beside_index = text_of(*it, "beside_index");
  exploring.order = text_of(*it, "order", exploring.order);
  exploring.cache = text_of(*it, "cache", exploring.cache);
  exploring.gpu = text_of(*it, "gpu", exploring.gpu);
  exploring.swizzle = text_of(*it, "swizzle");
  exploring.motion = text_of(*it, "motion");
  const auto views = it->find("views");
  if (views != it->end()) exploring.views = texts_of(*views);
  return exploring;
}

json to_json(const Exploring& exploring) {
  return {{"kernel", exploring.kernel},   {"parameters", exploring.parameters},
          {"beside", exploring.beside},   {"beside_parameters", exploring.beside_parameters},
          {"index", exploring.index},     {"beside_index", exploring.beside_index},
          {"views", exploring.views},     {"order", exploring.order},
          {"cache", exploring.cache},     {"gpu", exploring.gpu},
          {"swizzle", exploring.swizzle}, {"motion", exploring.motion}};
}

std::vector<RecentFile> recent_files_of(const json& file) {
  constexpr std::size_t kMost = 50;
  std::vector<RecentFile> recent;
  const auto it = file.find("recent_files");
  if (it == file.end() || !it->is_array()) return recent;
  for (const json& each : *it) {
    if (!each.is_object() || recent.size() == kMost) continue;
    RecentFile one{text_of(each, "path"), text_of(each, "kernel")};
    if (!one.path.empty()) recent.push_back(std::move(one));
  }
  return recent;
}

json to_json(const std::vector<RecentFile>& recent) {
  json files = json::array();
  for (const RecentFile& each : recent) {
    json& file = files.emplace_back(json{{"path", each.path}});
    if (!each.kernel.empty()) file["kernel"] = each.kernel;
  }
  return files;
}

Arrangement arrangement_of(const json& file, const char* name, Arrangement arrangement) {
  const auto it = file.find(name);
  if (it == file.end() || !it->is_object()) return arrangement;
  for (const auto& [part, field] : kArrangementParts)
    arrangement.*field = flag(*it, part, arrangement.*field);
  constexpr float kLargestShare = 0.9f;
  for (std::size_t i = 0; i < kBorderNames.size(); ++i) {
    const std::string border = fmt::format("{}_share", kBorderNames[i]);
    arrangement.shares[i] = number(*it, border.c_str(), 0.0f, 0.0f, kLargestShare);
  }
  return arrangement;
}

json to_json(const Arrangement& arrangement) {
  json parts;
  for (const auto& [part, field] : kArrangementParts) parts[part] = arrangement.*field;
  for (std::size_t i = 0; i < kBorderNames.size(); ++i) {
    parts[fmt::format("{}_share", kBorderNames[i])] = arrangement.shares[i];
  }
  return parts;
}

// By TimingReading.
constexpr std::array<std::string_view, 3> kReadings{"rate", "time", "share"};

// By TimingTab.
constexpr std::array<std::string_view, 4> kTimingTabs{"plot", "table", "cited", "ladder"};

// The first one where the name is unknown.
template <class Choice>
Choice named(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  return static_cast<Choice>(found == names.end() ? 0 : found - names.begin());
}

TimingChoice timing_of(const json& file) {
  TimingChoice timing;
  const auto it = file.find("timing");
  if (it == file.end() || !it->is_object()) return timing;
  timing.side = number<std::int64_t>(*it, "side", 0, 0, kLargestSide);
  timing.device = text_of(*it, "device");
  timing.reading = named<TimingReading>(kReadings, text_of(*it, "reading"));
  timing.tab = named<TimingTab>(kTimingTabs, text_of(*it, "tab"));
  timing.linear_sizes = flag(*it, "linear_sizes");
  timing.logarithmic_values = flag(*it, "logarithmic_values");
  const auto hidden = it->find("hidden");
  if (hidden == it->end() || !hidden->is_array()) return timing;
  for (const json& series : *hidden) {
    if (series.is_string()) timing.hidden.insert(series.get<std::string>());
  }
  return timing;
}

json to_json(const TimingChoice& timing) {
  return {{"side", timing.side},
          {"device", timing.device},
          {"hidden", timing.hidden},
          {"reading", kReadings[static_cast<std::size_t>(timing.reading)]},
          {"linear_sizes", timing.linear_sizes},
          {"logarithmic_values", timing.logarithmic_values},
          {"tab", kTimingTabs[static_cast<std::size_t>(timing.tab)]}};
}

}  // namespace

std::optional<Settings> parse_settings(std::string_view text) {
  const json file = parse_sorted_json(text);
  if (!file.is_object()) return std::nullopt;
  Settings settings;
  settings.language = code_of(language_of(text_of(file, "language")).value_or(Language::en));
  settings.theme = one_of(file, "theme", "light", "dark");
  settings.lesson = text_of(file, "lesson", settings.lesson);
  settings.step = number(file, "step", 0, 0, kMostSteps);
  settings.window_width =
      number(file, "window_width", settings.window_width, kSmallestWindow, kLargestWindow);
  settings.window_height =
      number(file, "window_height", settings.window_height, kSmallestWindow / 2, kLargestWindow);
  settings.text_scale = number(file, "text_scale", 1.0f, 0.5f, 3.0f);
  settings.window_position = window_position_of(file);
  settings.presentation = flag(file, "presentation");
  settings.introduction_seen = flag(file, "introduction_seen");
  settings.lists_lessons = flag(file, "lists_lessons");
  settings.mode = one_of(file, "mode", "lesson", "explore");
  settings.exploring = exploring_of(file);
  settings.recent_files = recent_files_of(file);
  settings.family_views = family_views_of(file);
  settings.lesson_arrangement = arrangement_of(file, "lesson_window", kLessonArrangement);
  settings.explore_arrangement = arrangement_of(file, "explore_window", kExploreArrangement);
  settings.timing = timing_of(file);
  settings.backend = backend_named(text_of(file, "backend")).value_or(settings.backend);
  settings.architecture = architecture_of(file);
  settings.save_folder = text_of(file, "save_folder");
  settings.completed = completed_steps(file);
  if (const auto answers = file.find("answers"); answers != file.end()) {
    settings.answers = given_answers_of(*answers);
  }
  return settings;
}

std::string to_json(const Settings& settings) {
  const json file = {{"language", settings.language},
                     {"theme", settings.theme},
                     {"lesson", settings.lesson},
                     {"step", settings.step},
                     {"window_width", settings.window_width},
                     {"window_height", settings.window_height},
                     {"text_scale", settings.text_scale},
                     {"window_position", to_json(settings.window_position)},
                     {"presentation", settings.presentation},
                     {"introduction_seen", settings.introduction_seen},
                     {"lists_lessons", settings.lists_lessons},
                     {"mode", settings.mode},
                     {"exploring", to_json(settings.exploring)},
                     {"recent_files", to_json(settings.recent_files)},
                     {"family_views", settings.family_views},
                     {"lesson_window", to_json(settings.lesson_arrangement)},
                     {"explore_window", to_json(settings.explore_arrangement)},
                     {"timing", to_json(settings.timing)},
                     {"backend", name_of(settings.backend)},
                     {"architecture", settings.architecture},
                     {"save_folder", settings.save_folder},
                     {"completed", settings.completed},
                     {"answers", to_json(settings.answers)}};
  return json_text(file, 2) + "\n";
}

}  // namespace warplens::session
