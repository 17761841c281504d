#include "app/lessons/lesson.h"

#include <algorithm>
#include <iterator>

#include "app/lessons/kernel_files.h"
#include "app/lessons/lesson_json.h"
#include "app/lessons/lesson_text.h"
#include "app/lessons/measured.h"
#include "app/session/kernel_file.h"
#include "app/session/kernel_result.h"
#include "kernels/base/names.h"
#include "kernels/own/sidecar.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaximumFileBytes = std::uintmax_t{4} << 20;

Result<void> check_measured(const StepText& words, const std::string& file) {
  for (const Markdown* part : words.parts()) {
    const auto measured = measured_in(*part);
    if (measured.has_value()) continue;
    return fail(tr("{}: step '{}': {}", file, words.title, measured.error().message));
  }
  return {};
}

// "transpose/tile", each once.
std::vector<std::string> quoted_kernels(const StepText& words) {
  std::vector<std::string> quoted;
  for (const Markdown* part : words.parts()) {
    for (const Measured& each : measured_in(*part).value_or(std::vector<Measured>())) {
      for (const MeasuredKernel& kernel : {each.kernel, each.over}) {
        std::string name = kernel.family + "/" + kernel.name;
        const bool is_known = std::ranges::find(quoted, name) != quoted.end();
        if (!kernel.name.empty() && !is_known) quoted.push_back(std::move(name));
      }
    }
  }
  return quoted;
}

bool is_item(const MarkdownBlock& block) {
  return block.kind == MarkdownBlock::Kind::bullet || block.kind == MarkdownBlock::Kind::numbered;
}

// Takes the options from the question's end, and holds that each has its reason.
Result<void> take_options(StepText& words, std::size_t count, const std::string& file) {
  std::size_t items = 0;
  while (items < words.question.size() &&
         is_item(words.question.rbegin()[static_cast<std::ptrdiff_t>(items)])) {
    ++items;
  }
  const bool has_reasons =
      words.reasons.size() == count && std::ranges::all_of(words.reasons, is_item);
  if (count == 0 && !words.reasons.empty()) {
    return fail(
        tr("{}: step '{}' has a ### Why, but no options to choose from", file, words.title));
  }
  if (count == 0) return {};
  if (items != count || items == words.question.size()) {
    return fail(tr("{}: step '{}': ### Predict needs a question and a list of {} options", file,
                   words.title, count));
  }
  if (!has_reasons) {
    return fail(
        tr("{}: step '{}' needs a ### Why with a list of {} reasons", file, words.title, count));
  }
  const auto first = words.question.end() - static_cast<std::ptrdiff_t>(count);
  words.options.assign(std::make_move_iterator(first),
                       std::make_move_iterator(words.question.end()));
  words.question.erase(first, words.question.end());
  return {};
}

// Whether the words are what lesson.json says of the step. `file`: with the line.
Result<void> check_phrase(const Step& step, StepText& words, const std::string& file) {
  if (step.prediction && words.question.empty()) {
    return fail(tr("{}: step '{}' needs a ### Predict, as lesson.json says", file, words.title));
  }
  if (!step.prediction && !words.question.empty()) {
    return fail(
        tr("{}: step '{}' must have no ### Predict, as lesson.json says", file, words.title));
  }
  const std::size_t options = step.prediction ? option_count(*step.prediction) : 0;
  TRY(take_options(words, options, file));
  if (!step.done.empty() && (words.todo.empty() || words.seen.empty())) {
    return fail(tr("{}: step '{}' needs a ### Do and a ### Seen", file, words.title));
  }
  return check_measured(words, file);
}

void add_texts(Lesson& lesson, std::string_view markdown, Language language,
               std::vector<Error>& wrong) {
  const std::string file = fmt::format("{}.md", code_of(language));
  LessonText text = read_lesson_text(markdown, file, wrong);
  (language == Language::en ? lesson.title.en : lesson.title.zh) = text.title;
  if (lesson.steps.empty()) return;  // lesson.json says why
  if (text.steps.size() != lesson.steps.size()) {
    wrong.push_back({tr("{} has {} steps, lesson.json has {}; give each step one ## heading", file,
                        text.steps.size(), lesson.steps.size())});
    return;
  }
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    Step& step = lesson.steps[i];
    StepText& words = text.steps[i];
    const bool is_read = !step.scene.views.empty();
    auto checked = is_read ? check_phrase(step, words, fmt::format("{}:{}", file, text.lines[i]))
                           : Result<void>{};
    if (!checked.has_value()) wrong.push_back(checked.error());
    if (language == Language::en) step.quoted = quoted_kernels(words);
    step.text[language] = std::move(words);
  }
}

using LessonFiles = std::array<Result<std::string>, 3>;

InspectedLesson inspected(const LessonFiles& files, session::Features features) {
  InspectedLesson read;
  if (files[0].has_value()) {
    ReadStages stages = read_stages(*files[0], features);
    read.lesson = std::move(stages.lesson);
    read.wrong = std::move(stages.wrong);
  } else {
    read.wrong.push_back(files[0].error());
  }
  for (const Language language : {Language::en, Language::zh}) {
    const Result<std::string>& text = files[1 + static_cast<std::size_t>(language)];
    if (text.has_value()) {
      add_texts(read.lesson, *text, language, read.wrong);
    } else {
      read.wrong.push_back(text.error());
    }
  }
  return read;
}

// Regular files only: a pipe might never end. A link must not lead out of the folder.
Result<std::string> read_file(const fs::path& folder, const char* name) {
  std::error_code error;
  if (!fs::is_regular_file(folder / name, error))
    return fail(tr("{}: cannot be read; is the lesson complete?", name));
  const auto file = run::first_readable({folder / name}, {folder});
  if (!file)
    return fail(
        tr("{} is a link that leads out of the lesson's folder: put the file itself there", name));
  auto text = run::read_text(*file, kMaximumFileBytes);
  if (!text.has_value()) return fail(tr("{}: cannot be read; is the lesson complete?", name));
  return text;
}

Error in_folder(const fs::path& folder, const Text& what) {
  return {tr("{}/{}", folder.string(), what)};
}

// A solution is launched as the file that it solves.
fs::path sidecar_for(const fs::path& kernel) {
  const fs::path folder = kernel.parent_path();
  const fs::path solved = folder.parent_path() / kernel.filename();
  return own::sidecar_path(folder.filename() == kSolutionFolder ? solved : kernel);
}

// What a judged step is taken by; where solutions are kept apart the file that is to be solved.
const std::string& example_of(const Condition& condition) {
  const bool is_here =
      condition.example &&
      !fs::path(condition.example->kernel).lexically_normal().native().starts_with(kSolutionFolder);
  return is_here ? condition.example->kernel : condition.kernel;
}

// The named launch of the lesson's own sidecar; of a copy without a name its first, if there is
// one: none lies beside the copy.
Result<void> find_launch(StagedFile& file, const std::string& kernel) {
  if (!session::is_kernel_file(kernel)) return {};
  file.path = kernel;
  file.is_copied = file.path.extension() == ".cu";  // which a person may edit
  file.own.as_guessed = file.launch == kGuessedLaunch;
  if (file.own.as_guessed || (file.launch.empty() && !file.is_copied)) return {};
  TRY(const auto sidecar, own::read_sidecar(sidecar_for(file.path)));
  const own::NamedLaunch* launch = sidecar ? sidecar->find(file.launch) : nullptr;
  if (launch == nullptr && !file.launch.empty())
    return fail(tr("lesson.json: {} has no launch '{}'",
                   own::sidecar_path(file.path.filename()).string(), file.launch));
  if (launch != nullptr)
    file.own = {launch->form.entry, false, std::make_shared<const own::LaunchForm>(launch->form)};
  return {};
}

Result<void> find_launches(Lesson& lesson) {
  for (Step& step : lesson.steps) {
    TRY(find_launch(step.file, step.stage.kernel));
    for (Condition& condition : step.done) {
      TRY(find_launch(condition.file, example_of(condition)));
    }
  }
  return {};
}

}  // namespace

Result<Lesson> parse_lesson(std::string_view json, std::string_view en, std::string_view zh,
                            session::Features features) {
  InspectedLesson read = inspected({std::string(json), std::string(en), std::string(zh)}, features);
  if (!read.wrong.empty()) return fail(read.wrong.front());
  return std::move(read.lesson);
}

InspectedLesson inspect_lesson(const fs::path& folder, session::Features features) {
  InspectedLesson read = inspected(
      {read_file(folder, "lesson.json"), read_file(folder, "en.md"), read_file(folder, "zh.md")},
      features);
  read.lesson.folder = folder;
  auto found = find_kernel_files(read.lesson, folder);
  if (found.has_value()) found = find_launches(read.lesson);
  if (!found.has_value()) read.wrong.push_back(found.error());
  for (Error& each : read.wrong) each = in_folder(folder, each.message);
  return read;
}

Result<Lesson> load_lesson(const fs::path& folder, session::Features features) {
  InspectedLesson read = inspect_lesson(folder, features);
  if (!read.wrong.empty()) return fail(read.wrong.front());
  return std::move(read.lesson);
}

}  // namespace warplens::lessons
