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

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string written(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : std::string();
}

struct Words {
  std::string lesson, step, question;
};

Words words_of(const AppState& app, const session::GivenAnswer& given) {
  const auto place = lessons::find_step(app.lessons, given.lesson + "/" + given.step);
  if (!place) return {};
  const lessons::Lesson& lesson = app.lessons[place->lesson];
  const lessons::StepText& text = lesson.steps[place->step].text[app.language()];
  const bool is_question = given.kind == session::AnswerKind::question;
  return {fmt::format("{} {}", lesson.number, lesson.title.in(app.language())), text.title,
          one_line(lessons::plain_text(is_question ? text.question : text.todo))};
}

tables::Row row_of(const AppState& app, const std::string& name,
                   const session::GivenAnswer& given) {
  const Words words = words_of(app, given);
  return {name,
          given.lesson,
          given.step,
          std::string(session::kAnswerKindNames[static_cast<std::size_t>(given.kind)]),
          written(given.value),
          written(given.right_value),
          given.is_right ? "1" : "0",
          std::to_string(given.attempt),
          given.when,
          given.answer,
          words.lesson,
          words.step,
          words.question};
}

}  // namespace

void note_answer(AppState& app, std::string words) {
  const session::Activity& activity = app.session.activity();
  session::add_answer(app.settings.answers, {.lesson = app.current_lesson().id,
                                             .step = app.current_step().id,
                                             .answer = std::move(words),
                                             .is_right = activity.answer.has_value() &&
                                                         activity.answer == activity.expected,
                                             .value = activity.answer,
                                             .right_value = activity.expected});
  save(app);
}

void note_challenge(AppState& app) {
  session::add_answer(app.settings.answers, {.lesson = app.current_lesson().id,
                                             .step = app.current_step().id,
                                             .is_right = true,
                                             .kind = session::AnswerKind::challenge});
}

tables::Table answers_table(const AppState& app, const std::string& name) {
  tables::Table table{{"name", "lesson", "step", "kind", "value", "right_value", "right", "attempt",
                       "when_utc", "answer", "lesson_title", "step_title", "question"}};
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
