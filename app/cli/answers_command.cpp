// warplens answers: the answers that students have exported, added up.
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_csv.h"
#include "app/grading/class_answers.h"
#include "kernels/base/whole_file.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::cli {

namespace {

constexpr std::uint64_t kMaximumAnswersBytes = std::uint64_t{16} << 20;

struct AnswersOptions {
  std::vector<std::string> files;
  std::string output;
  bool by_step = false;
  LanguageOption language;
};

Result<std::vector<grading::Answer>> read_all(const std::vector<std::string>& files) {
  std::vector<grading::Answer> all;
  for (const std::string& file : files) {
    TRY(const std::string text, run::read_text(file, kMaximumAnswersBytes));
    TRY(const auto table, grading::parse_csv(text, file));
    TRY(auto answers, grading::answers_in(table, file));
    std::ranges::move(answers, std::back_inserter(all));
  }
  return all;
}

Result<int> add_up(const AnswersOptions& options) {
  TRY(const auto answers, read_all(options.files));
  tables::Table table = options.by_step ? grading::by_step(answers) : grading::by_student(answers);
  if (options.output.empty()) {
    print_csv(std::move(table));
    return 0;
  }
  TRY(write_whole_file(std::filesystem::path(options.output),
                       "\xef\xbb\xbf" + tables::as_csv(table)));
  print_line(options.language.speech(), tr("{} answers of {} files are in {}", answers.size(),
                                           options.files.size(), options.output));
  return 0;
}

}  // namespace

Command answers_command(CLI::App& app) {
  auto options = std::make_shared<AnswersOptions>();
  CLI::App* parser =
      app.add_subcommand("answers", "Add up the answers that students have exported");
  parser->add_option("files", options->files, "CSV files of Contents, Export answers…")
      ->required()
      ->check(CLI::ExistingFile);
  parser->add_flag("--by-step", options->by_step, "A row a step in place of a row a student");
  parser->add_option("-o,--output", options->output, "The CSV file (default: standard output)");
  options->language.add_to(*parser);
  parser->footer(
      "A row a student: questions right at the first answer, right in the end, answered, and\n"
      "challenges met; then a column a step: the attempt that was right, 0 where none was.\n\n"
      "Examples:\n  warplens answers warplens-answers-*.csv -o class.csv\n"
      "  warplens answers --by-step warplens-answers-*.csv");
  return {parser, [options] { return add_up(*options); }};
}

}  // namespace warplens::cli
