#include "app/state/answers.h"

#include <algorithm>

#include "app/settings/save_folder.h"
#include "app/texts/strings.h"
#include "kernels/base/whole_file.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

// Letters of any script, digits, - and _; all else becomes _.
std::string name_of_file(const std::string& name) {
  std::string file;
  for (const char c : name) {
    const bool is_plain = static_cast<unsigned char>(c) >= 0x80 || c == '-' || c == '_' ||
                          (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                          (c >= 'A' && c <= 'Z');
    file += is_plain ? c : '_';
  }
  constexpr std::size_t kLongest = 80;
  return file.size() > kLongest ? "answers" : file;
}

// Nothing is overwritten: a name that is taken gets a number.
fs::path free_file(const fs::path& folder, const std::string& name) {
  std::error_code ignored;
  fs::path file = folder / (name + ".csv");
  for (int number = 2; fs::exists(file, ignored); ++number) {
    file = folder / fmt::format("{}-{}.csv", name, number);
  }
  return file;
}

// Of the lesson that is there; null where it is not.
const lessons::Step* step_of(const AppState& app, const session::GivenAnswer& given,
                             std::string& title) {
  const auto lesson = std::ranges::find(app.lessons, given.lesson, &lessons::Lesson::id);
  if (lesson == app.lessons.end()) return nullptr;
  title = fmt::format("{} {}", lesson->number, lesson->title.in(app.language()));
  const auto step = std::ranges::find(lesson->steps, given.step, &lessons::Step::id);
  return step == lesson->steps.end() ? nullptr : &*step;
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

tables::Row row_of(const AppState& app, const std::string& name,
                   const session::GivenAnswer& given) {
  std::string title = given.lesson;
  const lessons::Step* step = step_of(app, given, title);
  const lessons::StepText* words = step == nullptr ? nullptr : &step->text[app.language()];
  return {name,
          title,
          words == nullptr ? given.step : words->title,
          words == nullptr ? "" : one_line(lessons::plain_text(words->question)),
          given.answer,
          given.is_right ? "1" : "0",
          std::to_string(given.attempt),
          given.when};
}

}  // namespace

void note_answer(AppState& app, std::string words) {
  const session::Activity& activity = app.session.activity();
  session::add_answer(app.settings.answers,
                      {app.current_lesson().id,
                       app.current_step().id,
                       std::move(words),
                       activity.answer.has_value() && activity.answer == activity.expected,
                       1,
                       {}});
  save(app);
}

tables::Table answers_table(const AppState& app, const std::string& name) {
  tables::Table table{
      {"name", "lesson", "step", "question", "answer", "right", "attempt", "when_utc"}};
  for (const session::GivenAnswer& each : app.settings.answers) {
    table.push_back(row_of(app, name, each));
  }
  return table;
}

Result<fs::path> export_answers(const AppState& app, const std::string& name) {
  const fs::path file = free_file(session::save_folder(app.settings),
                                  fmt::format("warplens-answers-{}", name_of_file(name)));
  // A spreadsheet takes a text for UTF-8 by the mark at its beginning.
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  TRY(write_whole_file(file, std::string(kMark) + tables::as_csv(answers_table(app, name))));
  return file;
}

}  // namespace warplens::ui
