// warplens list: families, variants, parameters, lessons.
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/lessons_option.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/features/features.h"
#include "app/lessons/course_path.h"
#include "kernels/base/json.h"
#include "kernels/run/run.h"

namespace warplens::cli {

namespace {

using catalog::Family;
using catalog::Parameter;
using catalog::Variant;
using OwnFolders = std::vector<std::filesystem::path>;

Json to_json(const Parameter& parameter) {
  Json json = {{"name", parameter.name},
               {"label", parameter.label.in(Language::en)},
               {"minimum", parameter.minimum},
               {"maximum", parameter.maximum},
               {"default", parameter.default_value}};
  if (parameter.choices.empty()) return json;
  Json& choices = json["choices"] = Json::array();
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    Json choice = {{"value", parameter.choices[i]}};
    if (i < parameter.choice_labels.size())
      choice["label"] = parameter.choice_labels[i].in(Language::en);
    choices.push_back(choice);
  }
  return json;
}

Json to_json(const Family& family) {
  Json variants = Json::array();
  for (const Variant& variant : family.variants) {
    Json parameters = Json::array();
    for (const Parameter& parameter : family.parameters_of(variant)) {
      parameters.push_back(to_json(parameter));
    }
    variants.push_back({{"name", variant.name},
                        {"idea", variant.idea.in(Language::en)},
                        {"source", variant.source},
                        {"broken", variant.broken},
                        {"full_size", catalog::full_size_of(family, variant)},
                        {"parameters", parameters}});
  }
  return {{"name", family.name}, {"title", family.title.in(Language::en)}, {"variants", variants}};
}

Json to_json(const lessons::Lesson& lesson) {
  return {{"id", lesson.id},
          {"number", lesson.number},
          {"title", {{"en", lesson.title.en}, {"zh", lesson.title.zh}}},
          {"steps", lesson.steps.size()},
          {"minutes", lesson.effort.minutes},
          {"needs", lesson.effort.needs}};
}

Json to_json(const lessons::CoursePath& path) {
  Json steps = Json::array();
  for (const lessons::PathStep& each : path.steps)
    steps.push_back({{"step", each.step}, {"minutes", each.minutes}});
  return {{"id", path.id},
          {"title", {{"en", path.title.en}, {"zh", path.title.zh}}},
          {"minutes", path.minutes()},
          {"steps", steps}};
}

std::string range(const ui::Speech& speech, const Parameter& parameter) {
  if (parameter.choices.empty()) return fmt::format("{}..{}", parameter.minimum, parameter.maximum);
  std::string text;
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    const bool labelled = i < parameter.choice_labels.size();
    const std::string value = fmt::format("{}", parameter.choices[i]);
    const std::string choice =
        labelled ? speech.say(tr("{} ({})", value, parameter.choice_labels[i])) : value;
    text = i == 0 ? choice : speech.say(tr(tr_in("numbers", "{}, {}"), text, choice));
  }
  return text;
}

void print(const ui::Speech& speech, const Family& family) {
  print_line(speech, tr("{}: {}", family.name, family.title));
  for (const Variant& variant : family.variants) {
    print_text("  {}/{}\n      {}\n", family.name, variant.name, speech.say(variant.idea));
    for (const Parameter& parameter : family.parameters_of(variant)) {
      print_text("      --set {}={}  {}\n", parameter.name, parameter.default_value,
                 speech.say(tr("{}: {}", parameter.label, range(speech, parameter))));
    }
  }
}

// "9 steps, 15 min, after 2, 7".
std::string effort_of(const ui::Speech& speech, const lessons::Lesson& lesson) {
  std::string words = speech.say(tr("{} steps", lesson.steps.size()));
  if (lesson.effort.minutes > 0) words = speech.say(tr("{}, {} min", words, lesson.effort.minutes));
  if (!lesson.effort.needs.empty())
    words = speech.say(tr("{}, after {}", words, speech.list(lesson.effort.needs)));
  return words;
}

void print(const ui::Speech& speech, const std::vector<lessons::CoursePath>& paths) {
  if (!paths.empty()) print_line(speech, tr("paths"));
  for (const lessons::CoursePath& path : paths) {
    print_text("  {}\n", speech.say(tr("{}: {} ({} steps, {} min)", path.id, speech.say(path.title),
                                       path.steps.size(), path.minutes())));
  }
}

void print(const ui::Speech& speech, const std::vector<lessons::Lesson>& lessons) {
  if (!lessons.empty()) print_line(speech, tr("lessons"));
  for (const lessons::Lesson& lesson : lessons) {
    print_text("  {:2} {}\n", lesson.number,
               speech.say(tr("{}: {} ({})", lesson.id, speech.say(lesson.title),
                             effort_of(speech, lesson))));
  }
}

// No lessons of ours are no error: the command line works without them.
Result<lessons::LoadedLessons> lessons_of(const std::filesystem::path& assets,
                                          const OwnFolders& own) {
  std::error_code error;
  const std::filesystem::path folder = assets / "lessons";
  if (std::filesystem::is_directory(folder, error))
    return lessons::load_lessons(folder, own, features::all());
  lessons::LoadedLessons loaded;
  for (const std::filesystem::path& each : own) {
    TRY(lessons::add_lessons(loaded, each, features::all()));
  }
  return loaded;
}

Result<int> list(const ui::Speech& speech, bool as_json, const OwnFolders& own) {
  TRY(const auto assets, run::find_assets());
  TRY(const auto loaded, lessons_of(assets, own));
  for (const Error& error : loaded.broken) print_error("warplens: {}\n", speech.say(error));
  const std::vector<lessons::Lesson>& lessons = loaded.lessons;
  TRY(const auto paths, lessons::read_paths(assets / "paths"));
  if (as_json) {
    Json json = {{"families", Json::array()}, {"lessons", Json::array()}, {"paths", Json::array()}};
    for (const Family& family : catalog::families()) json["families"].push_back(to_json(family));
    for (const auto& lesson : lessons) json["lessons"].push_back(to_json(lesson));
    for (const auto& path : paths) json["paths"].push_back(to_json(path));
    print_json(json_forms::kList, json);
    return 0;
  }
  for (const Family& family : catalog::families()) print(speech, family);
  print(speech, lessons);
  print(speech, paths);
  return 0;
}

}  // namespace

Command list_command(CLI::App& app) {
  auto as_json = std::make_shared<bool>(false);
  auto own = std::make_shared<OwnFolders>();
  auto language = std::make_shared<LanguageOption>();
  CLI::App* parser = app.add_subcommand("list", "Kernel families, variants, parameters, lessons");
  parser->add_flag("--json", *as_json, "Print JSON");
  add_lessons_option(*parser, *own);
  language->add_to(*parser);
  parser->footer("Example:\n  warplens list --json");
  return {parser, [as_json, own, language] { return list(language->speech(), *as_json, *own); }};
}

}  // namespace warplens::cli
