// warplens lesson: what is of use to those who write lessons.
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/print.h"
#include "app/features/features.h"
#include "app/grading/lesson_folder.h"
#include "app/lessons/check/lesson_check.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::cli {

namespace {

namespace fs = std::filesystem;

// A number or id that one of ours has; two of the folder's own.
std::vector<std::string> clashes_of(const std::vector<fs::path>& folders, const fs::path& ours) {
  auto known = lessons::load_lessons(ours, features::all());
  std::vector<lessons::Lesson> all =
      known.has_value() ? known->lessons : std::vector<lessons::Lesson>();
  std::vector<std::string> lines;
  for (const fs::path& folder : folders) {
    auto lesson = lessons::load_lesson(folder, features::all());
    if (!lesson.has_value()) continue;  // the check says why
    auto is_new = lessons::check_is_new(all, *lesson);
    if (!is_new.has_value() && !fs::equivalent(folder.parent_path(), ours)) {
      lines.push_back(is_new.error().message.in(Language::en));
    }
    all.push_back(std::move(*lesson));
  }
  return lines;
}

Result<int> check(const std::string& folder) {
  TRY(const auto assets, run::find_assets());
  TRY(auto catalogue, run::Catalogue::open(assets));
  const std::vector<fs::path> folders = lessons::lesson_folders_in(folder);
  if (folders.empty()) {
    return fail(
        tr("no lessons in {}: a lesson is a folder with lesson.json, en.md and zh.md", folder));
  }
  TRY(const auto scratch, run::TemporaryFolder::make());
  lessons::LessonCheck checker(std::make_shared<const run::Catalogue>(std::move(catalogue)), assets,
                               scratch.path());
  std::vector<std::string> lines = clashes_of(folders, assets / "lessons");
  for (const fs::path& each : folders) {
    std::ranges::move(checker.check(each), std::back_inserter(lines));
  }
  for (const std::string& line : lines) print_text("{}\n", line);
  if (lines.empty()) print_text("nothing is missing in {}\n", folder);
  if (!lines.empty()) return fail(tr("{} faults in {}: see above", lines.size(), folder));
  return 0;
}

}  // namespace

namespace {

Result<int> begin_lesson(const std::string& folder) {
  TRY(grading::write_new_lesson(folder));
  print_text("{} is a lesson: look at it with\n  warplens --lessons {}\n", folder, folder);
  return 0;
}

Result<int> pack_lesson(const std::string& folder, const std::string& zip) {
  TRY(const std::size_t count, grading::pack_lessons(folder, zip));
  print_text("{}: {} without solutions\n", zip,
             count == 1 ? "1 lesson" : fmt::format("{} lessons", count));
  return 0;
}

}  // namespace

Command lesson_command(CLI::App& app) {
  auto folder = std::make_shared<std::string>();
  auto zip = std::make_shared<std::string>();
  CLI::App* parser = app.add_subcommand("lesson", "Begin, check and hand out lessons of your own");
  parser->require_subcommand(1);
  CLI::App* checking =
      parser->add_subcommand("check", "Say what is missing in a lesson, one line each");
  checking->add_option("folder", *folder, "A lesson's folder, or one that holds lessons")
      ->required()
      ->check(CLI::ExistingDirectory);
  checking->footer(
      "Runs every step and does what it asks. Exits with 0 where nothing is missing.\n\n"
      "Example:\n  warplens lesson check my-lessons");
  CLI::App* beginning = parser->add_subcommand("new", "Begin a lesson that passes the check");
  beginning->add_option("folder", *folder, "Its folder, which becomes its id")->required();
  beginning->footer("Example:\n  warplens lesson new my-lessons/doubles");
  CLI::App* packing =
      parser->add_subcommand("pack", "What students get: a zip file without solutions");
  packing->add_option("folder", *folder, "A lesson's folder, or one that holds lessons")
      ->required()
      ->check(CLI::ExistingDirectory);
  packing->add_option("-o,--output", *zip, "The zip file")->required();
  packing->footer("Example:\n  warplens lesson pack my-lessons -o homework.zip");
  return {parser, [folder, zip, beginning, packing] {
            if (beginning->parsed()) return begin_lesson(*folder);
            return packing->parsed() ? pack_lesson(*folder, *zip) : check(*folder);
          }};
}

}  // namespace warplens::cli
