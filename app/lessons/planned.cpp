#include "app/lessons/planned.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "app/lessons/lesson_fields.h"
#include "app/lessons/text/letters.h"
#include "kernels/base/json.h"

namespace warplens::lessons {
namespace {

constexpr int kLargestNumber = 1000;

// Empty where it is not there in both languages.
Text text_in(const SortedJson& entry, const char* name) {
  const auto found = entry.find(name);
  if (found == entry.end() || !found->is_object()) return {};
  const auto in = [&](const char* language) {
    const auto text = found->find(language);
    return text != found->end() && text->is_string() ? text->get<std::string>() : std::string();
  };
  Text text{in("en"), in("zh")};
  return text.en.empty() || text.zh.empty() ? Text{} : text;
}

std::optional<PlannedLesson> planned_lesson(const SortedJson& entry) {
  if (!entry.is_object()) return std::nullopt;
  const auto number = entry.find("number");
  if (number == entry.end() || !number->is_number_unsigned()) return std::nullopt;
  const auto value = number->get<std::uint64_t>();
  PlannedLesson lesson{static_cast<int>(std::min<std::uint64_t>(value, kLargestNumber)),
                       effort_of(entry), text_in(entry, "title"), text_in(entry, "about")};
  if (lesson.number == 0 || lesson.title.en.empty() || lesson.about.en.empty()) return std::nullopt;
  return lesson;
}

}  // namespace

Result<std::vector<PlannedLesson>> parse_planned(std::string_view json) {
  const SortedJson file = parse_sorted_json(json);
  if (!file.is_array()) {
    return fail_in_both("planned.json must be a list of lessons", "planned.json 应为课程列表");
  }
  std::vector<PlannedLesson> planned;
  for (const SortedJson& entry : file) {
    std::optional<PlannedLesson> lesson;
    try {
      lesson = planned_lesson(entry);
    } catch (const BadLesson& error) {
      return fail_in_both("planned.json: entry {}: {}", "planned.json：第 {} 项：{}",
                          planned.size() + 1, error.what);
    }
    if (!lesson) {
      return fail_in_both(
          "planned.json: entry {} needs a number, and title and about in both languages",
          "planned.json：第 {} 项需要编号，以及两种语言的 title 和 about", planned.size() + 1);
    }
    planned.push_back(*lesson);
  }
  std::ranges::stable_sort(planned, {}, &PlannedLesson::number);
  return planned;
}

Result<std::vector<PlannedLesson>> load_planned(const std::filesystem::path& folder,
                                                std::span<const Lesson> lessons) {
  std::ifstream in(folder / "planned.json", std::ios::binary);
  if (!in) return std::vector<PlannedLesson>();
  auto planned = parse_planned(std::string(std::istreambuf_iterator<char>(in), {}));
  if (!planned.has_value()) return planned;
  std::erase_if(*planned, [&](const PlannedLesson& each) {
    return std::ranges::find(lessons, each.number, &Lesson::number) != lessons.end();
  });
  return planned;
}

std::vector<std::size_t> search_planned(std::span<const PlannedLesson> planned,
                                        std::string_view words) {
  std::vector<std::size_t> found;
  const std::string wanted = lower(trimmed_view(words));
  if (wanted.empty()) return found;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const PlannedLesson& each = planned[i];
    const std::string text = lower(
        fmt::format("{}\n{}\n{}\n{}", each.title.en, each.title.zh, each.about.en, each.about.zh));
    if (text.find(wanted) != std::string::npos) found.push_back(i);
  }
  return found;
}

}  // namespace warplens::lessons
