// warplens errors: how far sums of floats are off, measured on the CPU machine.
#include <memory>

#include "app/cli/text/architecture_option.h"
#include "app/cli/text/command.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print_csv.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "app/features/accuracy/accuracy.h"
#include "app/features/accuracy/accuracy_report.h"
#include "app/features/accuracy/accuracy_table.h"
#include "app/state/app_state.h"

namespace warplens::cli {

namespace {

struct AccuracyCommandOptions {
  std::string of, sizes, architectures, inputs = "positive";
  std::vector<std::string> settings;
  bool orders = false, json = false, csv = false;
  LanguageOption language;
};

// Of a family those that it names; of a kernel itself.
Result<std::vector<std::string>> summed_kernels(const run::Catalogue& catalogue,
                                                const std::string& of) {
  if (of.find('/') != std::string::npos) return std::vector{of};
  std::string known;
  for (const catalog::Family& family : catalogue.families()) {
    if (!family.summed) continue;
    known += (known.empty() ? "" : ", ") + family.name;
    if (family.name != of) continue;
    std::vector<std::string> kernels;
    for (const std::string& variant : family.summed->compared) {
      kernels.push_back(family.name + "/" + variant);
    }
    return kernels;
  }
  return fail(tr("'{}' is no family of sums; choose one of: {}", of, known));
}

Result<run::SumQuestion> question_of(const AccuracyCommandOptions& options) {
  TRY(const auto settings, parse_settings(options.settings));
  run::SumQuestion question{{}, settings, *run::inputs_named(options.inputs), {}};
  if (options.sizes.empty()) return question;
  TRY(const auto sizes, parse_sizes(options.sizes));
  if (options.orders && sizes.size() > 1)
    return fail(tr("--orders is of one size: give one in place of --sizes {}", options.sizes));
  question.sizes = sizes;
  return question;
}

void print_measured(const AccuracyCommandOptions& options,
                    const std::vector<run::SumAccuracy>& all) {
  if (options.csv) return print_csv(accuracy::accuracy_table(all));
  options.json ? print_accuracy_json(all) : print_accuracy_text(options.language.speech(), all);
}

void print_measured(const AccuracyCommandOptions& options,
                    const std::vector<run::OrderResults>& all) {
  if (options.csv) return print_csv(accuracy::orders_table(all));
  options.json ? print_orders_json(all) : print_orders_text(options.language.speech(), all);
}

bool sums_on(const catalog::Family& family, const catalog::Variant& variant,
             const catalog::Parameters& settings, std::uint32_t architecture) {
  const auto parameters = complete(family, variant, settings);
  if (!parameters.has_value()) return true;  // measuring says what is wrong
  const auto known = run::summing_architectures(family, variant, *parameters);
  return std::ranges::find(known, architecture) != known.end();
}

// The kernel's on each architecture that is asked for; of a family those that sum there.
Result<std::vector<run::SumQuestion>> questions_of(const AccuracyCommandOptions& options,
                                                   const run::Catalogue& catalogue) {
  TRY(const auto kernels, summed_kernels(catalogue, options.of));
  TRY(const auto architectures, architectures_named(options.architectures));
  TRY(auto question, question_of(options));
  std::vector<run::SumQuestion> questions;
  for (const std::string& kernel : kernels) {
    question.kernel = kernel;
    if (architectures.empty()) questions.push_back(question);
    TRY(const auto found, catalogue.find(kernel));
    if (!architectures.empty() && found.family->summed && !found.family->summed->architectures)
      return fail(tr("{} sums on no tensor cores: leave --arch out", kernel));
    for (const std::uint32_t each : architectures) {
      if (kernels.size() > 1 && !sums_on(*found.family, *found.variant, question.settings, each))
        continue;
      question.architecture = each;
      questions.push_back(question);
    }
  }
  return questions;
}

template <class Measured, class Measure>
Result<int> measure_all(const AccuracyCommandOptions& options, Measure measure) {
  TRY(const auto catalogue, run::Catalogue::open());
  TRY(const auto questions, questions_of(options, catalogue));
  const StopOnInterrupt interrupt;
  std::vector<Measured> all;
  for (const run::SumQuestion& question : questions) {
    TRY(auto measured, measure(catalogue, question, run::Hooks{interrupt.token(), {}}));
    all.push_back(std::move(measured));
  }
  print_measured(options, all);
  return 0;
}

Result<int> print_accuracy(const AccuracyCommandOptions& options) {
  if (options.orders) return measure_all<run::OrderResults>(options, run::measure_orders);
  return measure_all<run::SumAccuracy>(options, run::measure_accuracy);
}

}  // namespace

Command accuracy_command(CLI::App& app) {
  auto options = std::make_shared<AccuracyCommandOptions>();
  CLI::App* parser =
      app.add_subcommand("errors", "How far sums of floats are off, measured against exact ones");
  parser
      ->add_option("kernel", options->of,
                   "gemm, tensor_gemm, reduce or one of their kernels, gemm/kahan")
      ->required();
  parser
      ->add_option("--inputs", options->inputs,
                   "equal (0.1 everywhere), positive (random, 0 to 1) or mixed (-1 to 1)")
      ->check(CLI::IsMember(run::kInputsNames));
  parser->add_option("--sizes", options->sizes, "Terms a sum: 64,100,1024..4096");
  parser
      ->add_option("--set", options->settings,
                   "Another parameter, NAME=NUMBER: more blocks, fewer threads")
      ->allow_extra_args(false);
  parser->add_option("--arch", options->architectures,
                     "As whose tensor cores sum: sm_70,sm_80,sm_89,sm_90,sm_100,sm_120 (default: "
                     "sm_90)");
  parser->add_flag("--orders", options->orders,
                   "The results in several orders of blocks, at one size");
  parser->add_flag("--json", options->json, "Print JSON");
  parser->add_flag("--csv", options->csv, "Print a table as CSV")->excludes("--json");
  options->language.add_to(*parser);
  parser->footer(
      "Examples:\n  warplens errors gemm --inputs equal\n"
      "  warplens errors tensor_gemm --arch sm_80,sm_89,sm_90\n"
      "  warplens errors reduce/atomic --orders --sizes 100000 --set blocks=64 --json");
  return {parser, [options] { return print_accuracy(*options); }};
}

}  // namespace warplens::cli
