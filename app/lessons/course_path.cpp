#include "app/lessons/course_path.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "kernels/base/json_fields.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

constexpr int kPathVersion = 1;
constexpr std::uint64_t kMaximumPathBytes = std::uint64_t{1} << 18;
constexpr std::size_t kMostPathSteps = 1000;
constexpr int kMostPathMinutes = 600;

PathStep path_step_of(const JsonFields& fields) {
  fields.only({"step", "minutes"});
  return {fields.text("step"), fields.integer<int>("minutes", 1, kMostPathMinutes)};
}

CoursePath path_of(const JsonFields& fields) {
  fields.only({"version", "id", "title", "steps"});
  fields.version(kPathVersion);
  const JsonFields title = fields.at("title");
  title.only({"en", "zh"});
  CoursePath path{fields.text("id"), {title.text("en"), title.text("zh")}, {}};
  if (path.id.empty()) fields.wrong(tr("\"id\" is empty"));
  std::set<std::string> taken;
  for (const JsonFields& each : fields.list("steps", kMostPathSteps)) {
    path.steps.push_back(path_step_of(each));
    if (!taken.insert(path.steps.back().step).second)
      each.wrong(tr("the step stands in the path twice"));
  }
  if (path.steps.empty()) fields.wrong(tr("the path has no steps"));
  return path;
}

}  // namespace

int CoursePath::minutes(std::size_t first) const {
  const auto from = steps.begin() + static_cast<std::ptrdiff_t>(std::min(first, steps.size()));
  return std::accumulate(from, steps.end(), 0,
                         [](int sum, const PathStep& step) { return sum + step.minutes; });
}

std::optional<std::size_t> CoursePath::place_of(std::string_view step) const {
  const auto at = std::ranges::find(steps, step, &PathStep::step);
  if (at == steps.end()) return std::nullopt;
  return static_cast<std::size_t>(at - steps.begin());
}

Result<CoursePath> parse_path(std::string_view json, std::string_view name) {
  const auto fields = JsonFields::parse(json);
  if (!fields) return fail(tr("{} holds no path: it is not JSON", name));
  CoursePath path = path_of(*fields);
  if (fields->error()) return fail(tr("{}: {}", name, fields->error()->message));
  return path;
}

Result<CoursePath> read_path(const fs::path& file) {
  TRY(const std::string json, run::read_text(file, kMaximumPathBytes));
  return parse_path(json, file.string());
}

Result<std::vector<CoursePath>> read_paths(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<CoursePath> paths;
  for (const fs::path& file : files) {
    TRY(auto path, read_path(file));
    paths.push_back(std::move(path));
  }
  return paths;
}

std::string name_of(std::span<const Lesson> lessons, CoursePlace place) {
  const Lesson& lesson = lessons[place.lesson];
  return lesson.id + "/" + lesson.steps[place.step].id;
}

std::optional<CoursePlace> find_step(std::span<const Lesson> lessons, std::string_view step) {
  const std::size_t slash = step.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto lesson = std::ranges::find(lessons, step.substr(0, slash), &Lesson::id);
  if (lesson == lessons.end()) return std::nullopt;
  const auto at = std::ranges::find(lesson->steps, step.substr(slash + 1), &Step::id);
  if (at == lesson->steps.end()) return std::nullopt;
  return CoursePlace{static_cast<std::size_t>(lesson - lessons.begin()),
                     static_cast<std::size_t>(at - lesson->steps.begin())};
}

Result<void> check_path(const CoursePath& path, std::span<const Lesson> lessons) {
  const auto missing = std::ranges::find_if(
      path.steps, [&](const PathStep& each) { return !find_step(lessons, each.step); });
  if (missing == path.steps.end()) return {};
  return fail(tr("path \"{}\": there is no step \"{}\" (LESSON/STEP, by their ids)", path.id,
                 missing->step));
}

}  // namespace warplens::lessons
