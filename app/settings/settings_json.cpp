// What a settings.json holds.
#include <algorithm>
#include <array>
#include <span>

#include "app/settings/settings.h"
#include "app/settings/timing_choice.h"
#include "kernels/base/json.h"
#include "kernels/base/json_fields.h"
#include "kernels/sass/assembled.h"

namespace warplens::session {
namespace {

using json = SortedJson;

constexpr std::int64_t kLargestSide = std::int64_t{1} << 20;
constexpr int kSmallestWindow = 640, kLargestWindow = 16384, kMostSteps = 1000;

// What is not as it should be is as it was at first: a file of settings has no errors.
std::string one_of(const JsonFields& fields, const char* name, const std::string& first,
                   const std::string& second) {
  return fields.text_or(name, first) == second ? second : first;
}

template <class T>
T number(const JsonFields& fields, const char* name, T otherwise, T low, T high) {
  const double number = fields.number_or(name, static_cast<double>(otherwise));
  return static_cast<T>(std::clamp(number, static_cast<double>(low), static_cast<double>(high)));
}

// Nothing: it is none, or not two numbers.
std::optional<std::pair<int, int>> window_position_of(const JsonFields& file) {
  const auto found = file.find("window_position");
  if (!found) return std::nullopt;
  const JsonFields pair = found->apart("");
  std::vector<int> numbers;
  for (const JsonFields& each : pair.elements()) {
    numbers.push_back(static_cast<int>(std::clamp<std::int64_t>(each.as_integer<std::int64_t>(),
                                                                -kLargestWindow, kLargestWindow)));
  }
  if (pair.error() || numbers.size() != 2) return std::nullopt;
  return std::pair{numbers[0], numbers[1]};
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

// Steps kept by number, as once was done, are left out: a lesson's steps may have moved.
std::map<std::string, std::set<std::string>> completed_steps(const JsonFields& fields) {
  std::map<std::string, std::set<std::string>> completed;
  const auto lessons = fields.find("completed");
  if (!lessons) return completed;
  for (const auto& [id, steps] : lessons->members()) {
    for (std::string& step : steps.as_texts()) completed[id].insert(std::move(step));
  }
  return completed;
}

std::map<std::string, std::vector<std::string>> family_views_of(const JsonFields& fields) {
  std::map<std::string, std::vector<std::string>> views;
  const auto families = fields.find("family_views");
  if (!families) return views;
  for (const auto& [family, names] : families->members()) views[family] = names.as_texts();
  return views;
}

// "sm_90", or "ptx" for the PTX's own accesses.
std::string architecture_of(const JsonFields& fields) {
  std::string name = fields.text_or("architecture", "");
  const bool is_known = name == "ptx" || sass::capability_of(name).has_value();
  return is_known ? name : Settings().architecture;
}

// The other texts, whatever they are called.
std::map<std::string, std::string> choices_of(const JsonFields& exploring) {
  constexpr std::array<std::string_view, 5> kOwn{"kernel", "beside", "index", "beside_index",
                                                 "order"};
  std::map<std::string, std::string> choices;
  for (const auto& [name, value] : exploring.members()) {
    const bool is_own = std::ranges::find(kOwn, name) != kOwn.end();
    if (value.is_text() && !is_own) choices.emplace(name, value.as_text());
  }
  return choices;
}

Exploring exploring_of(const JsonFields& file) {
  Exploring exploring;
  const auto fields = file.find("exploring");
  if (!fields) return exploring;
  exploring.kernel = fields->text_or("kernel", "");
  exploring.parameters = fields->integers_or_none("parameters");
  exploring.beside = fields->text_or("beside", "");
  exploring.beside_parameters = fields->integers_or_none("beside_parameters");
  exploring.index = fields->text_or("index", "");
  exploring.beside_index = fields->text_or("beside_index", "");
  exploring.order = fields->text_or("order", exploring.order);
  exploring.choices = choices_of(*fields);
  if (fields->has("views")) exploring.views = fields->texts("views");
  return exploring;
}

json to_json(const Exploring& exploring) {
  json all{{"kernel", exploring.kernel}, {"parameters", exploring.parameters},
           {"beside", exploring.beside}, {"beside_parameters", exploring.beside_parameters},
           {"index", exploring.index},   {"beside_index", exploring.beside_index},
           {"views", exploring.views},   {"order", exploring.order}};
  for (const auto& [name, text] : exploring.choices) all[name] = text;
  return all;
}

std::vector<RecentFile> recent_files_of(const JsonFields& fields) {
  constexpr std::size_t kMost = 50;
  std::vector<RecentFile> recent;
  for (const JsonFields& each : fields.list_or_none("recent_files")) {
    RecentFile one{each.text_or("path", ""), each.text_or("kernel", "")};
    if (!one.path.empty() && recent.size() < kMost) recent.push_back(std::move(one));
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

Arrangement arrangement_of(const JsonFields& file, const char* name, Arrangement arrangement) {
  const auto fields = file.find(name);
  if (!fields) return arrangement;
  for (const auto& [part, field] : kArrangementParts)
    arrangement.*field = fields->flag_or(part, arrangement.*field);
  constexpr float kLargestShare = 0.9f;
  for (std::size_t i = 0; i < kBorderNames.size(); ++i) {
    const std::string border = fmt::format("{}_share", kBorderNames[i]);
    arrangement.shares[i] = number(*fields, border.c_str(), 0.0f, 0.0f, kLargestShare);
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

TimingChoice timing_of(const JsonFields& file) {
  TimingChoice timing;
  const auto fields = file.find("timing");
  if (!fields) return timing;
  timing.side = number<std::int64_t>(*fields, "side", 0, 0, kLargestSide);
  timing.device = fields->text_or("device", "");
  timing.reading = fields->choice_or("reading", kReadings, TimingReading::rate);
  timing.tab = fields->choice_or("tab", kTimingTabs, TimingTab::plot);
  timing.linear_sizes = fields->flag_or("linear_sizes", false);
  timing.logarithmic_values = fields->flag_or("logarithmic_values", false);
  for (std::string& series : fields->texts_or_none("hidden"))
    timing.hidden.insert(std::move(series));
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
  const auto file = JsonFields::parse(text);
  if (!file || !file->is_object()) return std::nullopt;
  Settings settings;
  settings.language = code_of(language_of(file->text_or("language", "")).value_or(Language::en));
  settings.theme = one_of(*file, "theme", "light", "dark");
  settings.lesson = file->text_or("lesson", settings.lesson);
  settings.step = number(*file, "step", 0, 0, kMostSteps);
  settings.window_width =
      number(*file, "window_width", settings.window_width, kSmallestWindow, kLargestWindow);
  settings.window_height =
      number(*file, "window_height", settings.window_height, kSmallestWindow / 2, kLargestWindow);
  settings.text_scale = number(*file, "text_scale", 1.0f, 0.5f, 3.0f);
  settings.window_position = window_position_of(*file);
  settings.monitor = file->text_or("monitor", "");
  settings.speaker = file->flag_or("speaker", false);
  settings.path = file->text_or("path", "");
  settings.introduction_seen = file->flag_or("introduction_seen", false);
  settings.lists_lessons = file->flag_or("lists_lessons", false);
  settings.mode = one_of(*file, "mode", "lesson", "explore");
  settings.exploring = exploring_of(*file);
  settings.recent_files = recent_files_of(*file);
  settings.family_views = family_views_of(*file);
  settings.lesson_arrangement = arrangement_of(*file, "lesson_window", kLessonArrangement);
  settings.explore_arrangement = arrangement_of(*file, "explore_window", kExploreArrangement);
  settings.timing = timing_of(*file);
  settings.backend = backend_named(file->text_or("backend", "")).value_or(settings.backend);
  settings.architecture = architecture_of(*file);
  settings.save_folder = file->text_or("save_folder", "");
  settings.completed = completed_steps(*file);
  settings.answers = given_answers_of(file->list_or_none("answers"));
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
                     {"monitor", settings.monitor},
                     {"speaker", settings.speaker},
                     {"path", settings.path},
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
