#include "app/lessons/lesson.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/lessons/lesson_json.h"
#include "app/lessons/lesson_text.h"

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

Result<void> add_texts(Lesson& lesson, std::string_view markdown, Language language) {
  const std::string file = fmt::format("{}.md", kLanguageNames[static_cast<int>(language)]);
  auto text = parse_lesson_text(markdown, file);
  if (!text.has_value()) return fail(text.error());
  if (text->steps.size() != lesson.steps.size()) {
    return fail("{} has {} steps, lesson.json has {}; give each step one ## heading", file,
                text->steps.size(), lesson.steps.size());
  }
  (language == Language::en ? lesson.title.en : lesson.title.zh) = text->title;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    Step& step = lesson.steps[i];
    StepText& words = text->steps[i];
    if (step.prediction.has_value() == words.question.empty()) {
      return fail("{}: step '{}' {} ### Predict, as lesson.json says", file, words.title,
                  step.prediction ? "needs a" : "must have no");
    }
    if (!step.done.empty() && (words.todo.empty() || words.seen.empty())) {
      return fail("{}: step '{}' needs a ### Do and a ### Seen", file, words.title);
    }
    step.text[language] = std::move(words);
  }
  return {};
}

Result<std::string> read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return fail("cannot read {}; is the lesson complete?", path.string());
  return text.str();
}

}  // namespace

Result<Lesson> parse_lesson(std::string_view json, std::string_view en, std::string_view zh) {
  auto lesson = parse_stages(json);
  if (!lesson.has_value()) return fail(lesson.error());
  const std::array texts{en, zh};
  for (const Language language : {Language::en, Language::zh}) {
    auto added = add_texts(*lesson, texts[static_cast<std::size_t>(language)], language);
    if (!added.has_value()) return fail(added.error());
  }
  return lesson;
}

Result<Lesson> load_lesson(const fs::path& folder) {
  std::array<std::string, 3> texts;
  constexpr std::array kFiles{"lesson.json", "en.md", "zh.md"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    auto text = read_file(folder / kFiles[i]);
    if (!text.has_value()) return fail(text.error());
    texts[i] = std::move(*text);
  }
  auto lesson = parse_lesson(texts[0], texts[1], texts[2]);
  if (!lesson.has_value()) return fail("{}/{}", folder.string(), lesson.error().message.en);
  return lesson;
}

Result<std::vector<Lesson>> load_lessons(const fs::path& folder) {
  std::vector<Lesson> lessons;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!fs::exists(entry.path() / "lesson.json")) continue;
    auto lesson = load_lesson(entry.path());
    if (!lesson.has_value()) return fail(lesson.error());
    lessons.push_back(std::move(*lesson));
  }
  if (lessons.empty())
    return fail("no lessons in {}; is the assets folder complete?", folder.string());
  std::ranges::sort(lessons, {}, &Lesson::number);
  return lessons;
}

}  // namespace warplens::lessons
