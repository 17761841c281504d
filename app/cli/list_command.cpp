// warplens list: families, variants, parameters, lessons.
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/lessons_option.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/features/features.h"
#include "app/lessons/class_path.h"
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

std::string range(const Parameter& parameter) {
  if (parameter.choices.empty()) return fmt::format("{}..{}", parameter.minimum, parameter.maximum);
  std::string text;
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    if (i > 0) text += ", ";
    text += fmt::format("{}", parameter.choices[i]);
    const bool labelled = i < parameter.choice_labels.size();
    if (labelled) text += fmt::format(" ({})", parameter.choice_labels[i].in(Language::en));
  }
  return text;
}

void print(const Family& family) {
  print_text("{}: {}\n", family.name, family.title.in(Language::en));
  for (const Variant& variant : family.variants) {
    print_text("  {}/{}\n      {}\n", family.name, variant.name, variant.idea.in(Language::en));
    for (const Parameter& parameter : family.parameters_of(variant)) {
      print_text("      --set {}={}  {}: {}\n", parameter.name, parameter.default_value,
                 parameter.label.in(Language::en), range(parameter));
    }
  }
}

// "9 steps, 15 min, after 2, 7".
std::string effort_of(const lessons::Lesson& lesson) {
  std::string words = fmt::format("{} steps", lesson.steps.size());
  if (lesson.effort.minutes > 0) words += fmt::format(", {} min", lesson.effort.minutes);
  if (!lesson.effort.needs.empty()) {
    words += fmt::format(", after {}", fmt::join(lesson.effort.needs, ", "));
  }
  return words;
}

void print(const std::vector<lessons::Lesson>& lessons) {
  if (!lessons.empty()) print_text("lessons\n");
  for (const lessons::Lesson& lesson : lessons) {
    print_text("  {:2} {}: {} ({})\n", lesson.number, lesson.id, lesson.title.en,
               effort_of(lesson));
  }
  const lessons::ClassPath path = lessons::class_path(lessons);
  if (path.numbers.empty()) return;
  print_text("  for a class: lessons {} ({} min)\n", fmt::join(path.numbers, ", "), path.minutes);
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

Result<int> list(bool as_json, const OwnFolders& own) {
  TRY(const auto assets, run::find_assets());
  TRY(const auto loaded, lessons_of(assets, own));
  for (const Error& error : loaded.broken)
    print_error("warplens: {}\n", error.message.in(Language::en));
  const std::vector<lessons::Lesson>& lessons = loaded.lessons;
  if (as_json) {
    Json json = {{"families", Json::array()}, {"lessons", Json::array()}};
    for (const Family& family : catalog::families()) json["families"].push_back(to_json(family));
    for (const auto& lesson : lessons) json["lessons"].push_back(to_json(lesson));
    print_json(json_forms::kList, json);
    return 0;
  }
  for (const Family& family : catalog::families()) print(family);
  print(lessons);
  return 0;
}

}  // namespace

Command list_command(CLI::App& app) {
  auto as_json = std::make_shared<bool>(false);
  auto own = std::make_shared<OwnFolders>();
  CLI::App* parser = app.add_subcommand("list", "Kernel families, variants, parameters, lessons");
  parser->add_flag("--json", *as_json, "Print JSON");
  add_lessons_option(*parser, *own);
  parser->footer("Example:\n  warplens list --json");
  return {parser, [as_json, own] { return list(*as_json, *own); }};
}

}  // namespace warplens::cli
