// warplens pipeline: stages and mbarriers over the steps of a block, who waits for whom.
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/count_now.h"
#include "app/cli/text/kernel_to_run.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/of_launch.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/features/pipeline/pipeline.h"
#include "app/features/pipeline/pipeline_report.h"
#include "app/session/barrier_run.h"

namespace warplens::cli {

namespace {

struct PipelineCommandOptions {
  KernelToRunOptions kernel;
  std::size_t launch = 1;
  std::uint64_t block = 0;
  bool steps = false, json = false;
  CountOptions count;
  LanguageOption language;
};

Result<int> print_pipeline(const PipelineCommandOptions& options, const CLI::App& parser) {
  TRY(const auto kernel,
      options.kernel.find(
          parser, tr("is for results that are compared: here the steps of a block are shown")));
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
  options->kernel.add_to(*parser);
  add_of_launch(*parser, options->launch);
  add_of_block(*parser, options->block);
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
