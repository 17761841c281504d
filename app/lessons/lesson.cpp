#include "app/lessons/lesson.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/lessons/lesson_text.h"

namespace warplens::lessons {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// What is wrong with lesson.json, thrown inside this file only and turned into an Error at its
// edge.
struct BadLesson {
  std::string what;
};

template <class... Args>
[[noreturn]] void bad(fmt::format_string<Args...> format, Args&&... args) {
  throw BadLesson{fmt::format(format, std::forward<Args>(args)...)};
}

const json* find(const json& object, const char* name) {
  const auto it = object.find(name);
  return it == object.end() ? nullptr : &*it;
}

std::string text_of(const json& object, const char* name, bool required = true) {
  const json* value = find(object, name);
  if (value == nullptr && !required) return {};
  if (value == nullptr || !value->is_string()) bad("\"{}\" must be a text", name);
  return value->get<std::string>();
}

std::uint32_t count_of(const json& object, const char* name) {
  const json* value = find(object, name);
  if (value == nullptr) return 0;
  if (!value->is_number_unsigned() || value->get<std::uint64_t>() > 1'000'000) {
    bad("\"{}\" must be a whole number from 0 to 1000000", name);
  }
  return value->get<std::uint32_t>();
}

catalog::Parameters parameters_of(const json& object) {
  catalog::Parameters parameters;
  const json* values = find(object, "parameters");
  if (values == nullptr) return parameters;
  if (!values->is_object()) bad("\"parameters\" must be an object of numbers");
  for (const auto& [name, value] : values->items()) {
    if (!value.is_number_integer()) bad("parameter \"{}\" must be a whole number", name);
    parameters[name] = value.get<std::int64_t>();
  }
  return parameters;
}

template <class Enum>
Enum named(const json& object, const char* name, std::initializer_list<Enum> values) {
  const std::string wanted = text_of(object, name);
  std::string known;
  for (const Enum value : values) {
    if (trace::name_of(value) == wanted) return value;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", trace::name_of(value));
  }
  bad("\"{}\" is \"{}\", which is none of {}", name, wanted, known);
}

session::Anchor anchor_of(const json& object) {
  if (!object.is_object()) bad("a cursor must be an object");
  using enum trace::EventKind;
  return {text_of(object, "marker", false),
          named(object, "space", {trace::Space::global, trace::Space::shared, trace::Space::none}),
          named(object, "kind",
                {load, store, atomic, async_copy, load_matrix, store_matrix, barrier, branch}),
          count_of(object, "occurrence")};
}

Condition condition_of(const json& object) {
  if (!object.is_object() || object.size() != 1) bad("a condition is an object with one name");
  const std::string kind = object.begin().key();
  const json& value = object.begin().value();
  if (kind == "answered") return {Condition::Kind::answered, 0, {}, {}};
  if (kind == "moved") return {Condition::Kind::moved, 0, {}, {}};
  if (kind == "played") return {Condition::Kind::played, count_of(object, "played"), {}, {}};
  if (kind != "shown" || !value.is_object()) {
    bad("condition \"{}\" is none of answered, moved, played, shown", kind);
  }
  return {Condition::Kind::shown, 0, text_of(value, "kernel", false), parameters_of(value)};
}

Prediction prediction_of(const json& object) {
  if (!object.is_object()) bad("\"predict\" must be an object");
  const std::string name = text_of(object, "figure");
  const auto figure = session::figure_named(name);
  if (!figure) bad("there is no figure \"{}\"", name);
  const json* at = find(object, "at");
  if (at == nullptr) bad("\"predict\" needs \"at\": the event that is asked about");
  return {*figure, anchor_of(*at)};
}

std::vector<session::StageView> views_of(const json& object) {
  using enum session::StageView;
  const json* names = find(object, "views");
  if (names == nullptr) return {bank_view, tile_view, punch_card, matrix_view};
  if (!names->is_array() || names->empty()) bad("\"views\" must be a list of views");
  std::vector<session::StageView> views;
  for (const json& name : *names) {
    const auto view =
        name.is_string() ? session::stage_view_named(name.get<std::string>()) : std::nullopt;
    if (!view) bad("\"views\" has {}, which is no view", name.dump());
    views.push_back(*view);
  }
  return views;
}

Step step_of(const json& object) {
  if (!object.is_object()) bad("each step must be an object");
  Step step;
  step.id = text_of(object, "id");
  step.stage.kernel = text_of(object, "kernel");
  step.stage.parameters = parameters_of(object);
  if (const json* cursor = find(object, "cursor")) step.stage.cursor = anchor_of(*cursor);
  step.views = views_of(object);
  if (const json* predict = find(object, "predict")) step.prediction = prediction_of(*predict);
  if (const json* highlight = find(object, "highlight")) {
    if (!highlight->is_array()) bad("\"highlight\" must be a list of widget names");
    for (const json& name : *highlight) {
      if (!name.is_string()) bad("\"highlight\" must be a list of widget names");
      step.highlight.push_back(name.get<std::string>());
    }
  }
  if (const json* done = find(object, "done")) {
    if (!done->is_array()) bad("\"done\" must be a list of conditions");
    for (const json& condition : *done) step.done.push_back(condition_of(condition));
  }
  return step;
}

Lesson stages_of(const json& file) {
  if (!file.is_object()) bad("not a JSON object");
  Lesson lesson;
  lesson.id = text_of(file, "id");
  lesson.number = static_cast<int>(count_of(file, "number"));
  const json* steps = find(file, "steps");
  if (steps == nullptr || !steps->is_array() || steps->empty()) bad("\"steps\" must be a list");
  for (const json& step : *steps) {
    try {
      lesson.steps.push_back(step_of(step));
    } catch (const BadLesson& error) {
      bad("step {}: {}", lesson.steps.size() + 1, error.what);
    }
  }
  return lesson;
}

Result<void> add_texts(Lesson& lesson, std::string_view markdown, Language language) {
  const std::string file = fmt::format("{}.md", kLanguageNames[static_cast<int>(language)]);
  auto text = parse_lesson_text(markdown, file);
  if (!text.has_value()) return fail(text.error());
  if (text->steps.size() != lesson.steps.size()) {
    return fail("{} has {} steps, lesson.json has {}; give each step one ## heading", file,
                text->steps.size(), lesson.steps.size());
  }
  lesson.title[language] = text->title;
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

Result<Lesson> parse_lesson(std::string_view text, std::string_view en, std::string_view zh) {
  const json file = json::parse(text, nullptr, false);
  if (file.is_discarded()) return fail("lesson.json is not JSON");
  Lesson lesson;
  try {
    lesson = stages_of(file);
  } catch (const BadLesson& error) {
    return fail("lesson.json: {}", error.what);
  }
  if (auto added = add_texts(lesson, en, Language::en); !added.has_value()) {
    return fail(added.error());
  }
  if (auto added = add_texts(lesson, zh, Language::zh); !added.has_value()) {
    return fail(added.error());
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
  if (!lesson.has_value()) return fail("{}/{}", folder.string(), lesson.error().message);
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
