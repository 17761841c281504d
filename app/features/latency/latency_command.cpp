// warplens latency: which instructions of a block wait for which, and how long a launch takes at
// least by it.
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/count_now.h"
#include "app/cli/text/kernel_to_run.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/of_launch.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/features/latency/latency.h"
#include "app/features/latency/latency_report.h"
#include "app/session/latency_run.h"
#include "kernels/run/run.h"
#include "viz/analysis/limits/occupancy.h"
#include "viz/analysis/limits/resources.h"

namespace warplens::cli {

namespace {

struct LatencyCommandOptions {
  KernelToRunOptions kernel;
  std::string chip = "h100";
  std::size_t launch = 1;
  std::uint64_t block = 0;
  bool steps = false, json = false;
  CountOptions count;
  LanguageOption language;
};

// As ptxas reports the registers of the catalogue's kernels; nothing of others.
std::optional<std::uint32_t> blocks_an_sm(const std::filesystem::path& assets,
                                          const std::string& kernel, const trace::Trace& trace,
                                          const analysis::Chip& chip) {
  const auto resources = analysis::Resources::read(assets / "ptx" / "resources.json");
  if (!resources.has_value()) return std::nullopt;
  const auto entry = resources->of(kernel + ".ptx", trace.entry, chip.capability);
  if (!entry) return std::nullopt;
  const trace::TracedLaunch& launch = trace.launch;
  return analysis::blocks_an_sm(chip.capability, analysis::needs_of(*entry, launch.block.count(),
                                                                    launch.dynamic_shared_bytes));
}

Result<LatencyReport> report_of(const LatencyCommandOptions& options, const KernelToRun& kernel) {
  TRY(const auto assets, run::find_assets());
  TRY(const auto chips, analysis::read_chips(assets / "chips.json"));
  TRY(const auto chip, analysis::find_chip(chips, options.chip));
  TRY(const auto all, latency::read_latencies(assets / "latencies.json"));
  const latency::Latencies* latencies = latency::latencies_of(all, chip->capability);
  if (latencies == nullptr) {
    return fail(
        tr("no latency was measured on sm_{}; --chip h100 and h200 have them", chip->capability));
  }
  LatencyReport report;
  report.kernel = kernel.name;
  report.launch = options.launch - 1;
  report.block = options.block;
  report.chip = *chip;
  TRY(report.run, counted_now(options.count, [&](const run::Options& how) {
        return session::latency_run({report.launch, report.block, 1}, kernel.run, how);
      }));
  using latency::Reading;
  report.chain = latency::chain_of(report.run, *latencies);
  report.next = latency::chain_of(report.run, *latencies, Reading::least, latency::Turn::next);
  report.as_written = latency::chain_of(report.run, *latencies, Reading::as_written);
  const trace::Trace& trace = *report.run.trace;
  report.shape = {trace.launch.grid.count(), trace.launch.warps_per_block(),
                  blocks_an_sm(assets, kernel.name, trace, *chip)};
  report.least = latency::least_latency(report.chain, report.next, report.shape, *chip);
  return report;
}

Result<int> print_latency(const LatencyCommandOptions& options, const CLI::App& parser) {
  TRY(const auto kernel,
      options.kernel.find(parser,
                          tr("is for results that are compared: here instructions are followed")));
  TRY(const auto report, report_of(options, kernel));
  if (options.json) {
    print_json(json_forms::kLatency, latency_json(report));
  } else {
    print_text("{}", latency_text(options.language.speech(), report, options.steps));
  }
  return 0;
}

}  // namespace

Command latency_command(CLI::App& app) {
  auto options = std::make_shared<LatencyCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "latency",
      "The longest chain of a block's instructions that wait for each other, and the least time");
  options->kernel.add_to(*parser);
  parser->add_option("--chip", options->chip, "h100 or h200 (default: h100)");
  add_of_launch(*parser, options->launch);
  add_of_block(*parser, options->block);
  options->count.add_to(*parser);
  auto* steps = parser->add_flag("--steps", options->steps, "Print each step of the chain, too");
  parser->add_flag("--json", options->json, "Print JSON")->excludes(steps);
  options->language.add_to(*parser);
  parser->footer(
      "Latencies are those that tests/probes/latency.cu measured (assets/latencies.json).\n\n"
      "Examples:\n  warplens latency reduce/sequential\n"
      "  warplens latency scan/hillis_steele --of-block 1 --steps\n"
      "  warplens latency my.ptx --grid 1 --block 128 --json");
  return {parser, [options, parser] { return print_latency(*options, *parser); }};
}

}  // namespace warplens::cli
