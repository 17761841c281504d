// warplens pipeline: stages and mbarriers over the steps of a block, who waits for whom.
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/count_now.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/own_options.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/refused_options.h"
#include "app/features/pipeline/pipeline.h"
#include "app/features/pipeline/pipeline_report.h"
#include "app/session/barrier_run.h"

namespace warplens::cli {

namespace {

struct PipelineCommandOptions {
  std::string kernel;
  std::vector<std::string> settings;
  std::size_t launch = 1;
  std::uint64_t block = 0;
  OwnOptions own;
  bool steps = false, json = false;
  CountOptions count;
  LanguageOption language;
};

struct WantedKernel {
  std::string name;
  session::RunAgain run;
};

Result<WantedKernel> catalogue_kernel(const PipelineCommandOptions& options) {
  TRY(auto opened, run::Catalogue::open());
  const auto catalogue = std::make_shared<const run::Catalogue>(std::move(opened));
  TRY(const auto kernel, catalogue->find(options.kernel));
  TRY(const auto wanted, parse_settings(options.settings));
  session::Selection selection;
  selection.kernel = options.kernel;
  TRY(selection.parameters, complete(*kernel.family, *kernel.variant, wanted));
  return WantedKernel{options.kernel, session::run_again(catalogue, std::move(selection))};
}

Result<WantedKernel> own_kernel(const PipelineCommandOptions& options, const CLI::App& parser) {
  TRY(refuse(parser, {"--expect", "--reference"},
             tr("is for results that are compared: here the steps of a block are shown")));
  TRY(auto target, options.own.read({options.kernel, options.settings}, parser));
  return WantedKernel{target.name(), session::run_own_again(std::move(target.kernel))};
}

Result<WantedKernel> wanted_kernel(const PipelineCommandOptions& options, const CLI::App& parser) {
  if (is_own_file(options.kernel)) return own_kernel(options, parser);
  const auto unused = options.own.check_unused();
  return unused.has_value() ? catalogue_kernel(options) : fail(unused.error());
}

Result<int> print_pipeline(const PipelineCommandOptions& options, const CLI::App& parser) {
  TRY(const auto kernel, wanted_kernel(options, parser));
  const machine::BarrierRecords::Place place{options.launch - 1, options.block};
  std::size_t launches = 1;
  const session::RunAgain counting = [&](const run::Options& how) -> Result<trace::Run> {
    auto run = kernel.run(how);
    if (run.has_value()) launches = run->traces.size();
    return run;
  };
  TRY(const auto pipeline, counted_now(options.count, [&](const run::Options& how) {
        return session::pipeline_of(place, counting, how);
      }));
  const PipelineReport report{kernel.name, place.launch, launches, place.block, *pipeline};
  if (options.json) {
    print_json(json_forms::kPipeline, pipeline_json(report));
  } else {
    print_text("{}", pipeline_text(options.language.speech(), report, options.steps));
  }
  return 0;
}

}  // namespace

Command pipeline_command(CLI::App& app) {
  auto options = std::make_shared<PipelineCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "pipeline",
      "Stages and mbarriers over the steps of a block: who fills, reads, waits for whom");
  parser
      ->add_option("kernel", options->kernel,
                   "FAMILY/VARIANT (see: warplens list), FILE.ptx or FILE.cu")
      ->required();
  parser
      ->add_option("--set", options->settings,
                   "A parameter, NAME=NUMBER; of a file, a size of its launch")
      ->allow_extra_args(false);
  options->own.add_to(*parser);
  parser->add_option("--of-launch", options->launch, "The launch, from 1 on (default: 1)")
      ->check(CLI::PositiveNumber);
  parser->add_option("--of-block", options->block, "The block, by its linear index (default: 0)");
  options->count.add_to(*parser);
  auto* steps = parser->add_flag("--steps", options->steps,
                                 "Print each step at a barrier and of a copy, too");
  parser->add_flag("--json", options->json, "Print JSON")->excludes(steps);
  options->language.add_to(*parser);
  parser->footer(
      "Steps are in the order in which the machine executes them: no time on a GPU.\n\n"
      "Examples:\n  warplens pipeline tensor_gemm/producer\n"
      "  warplens pipeline pipeline/early_copy --of-block 1 --steps\n"
      "  warplens pipeline my.ptx --grid 1 --block 128 --json");
  return {parser, [options, parser] { return print_pipeline(*options, *parser); }};
}

}  // namespace warplens::cli
