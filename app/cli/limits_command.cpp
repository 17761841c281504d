// warplens limits: the least time that each unit of a chip needs for a kernel, and which limits it.
#include <memory>

#include "app/cli/command.h"
#include "app/cli/memory_limit.h"
#include "app/cli/run_limits.h"
#include "app/cli/run_progress.h"
#include "app/cli/stop_on_interrupt.h"
#include "app/cli/text/limits_report.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print_csv.h"
#include "app/session/live/count_run.h"
#include "app/session/live/limits_table.h"

namespace warplens::cli {

namespace {

struct LimitsCommandOptions {
  std::string kernel, chip = "h200";
  std::vector<std::string> settings;
  bool json = false;
  bool csv = false;
  RunLimits limits;
  MemoryLimit memory;
};

Result<catalog::Parameters> parameters_of(const LimitsCommandOptions& options,
                                          const run::Catalogue::Found& kernel) {
  auto wanted = parse_settings(options.settings);
  if (!wanted.has_value()) return wanted;
  wanted->merge(session::limits_size(kernel));
  return complete(*kernel.family, *kernel.variant, *wanted);
}

// Until its end or Ctrl+C.
Result<session::Demands> counted_now(const LimitsCommandOptions& options,
                                     const run::Catalogue& catalogue,
                                     const catalog::Parameters& parameters) {
  const StopOnInterrupt interrupt;
  RunProgress progress;
  run::Options how;
  how.machine.progress = progress.counters();
  options.limits.apply(how.machine);
  how.memory = options.memory.bytes();
  return options.memory.watch(interrupt.token(), [&](const std::stop_token& stopped) {
    how.machine.stop = stopped;
    return session::count_run(catalogue, options.kernel, parameters, how);
  });
}

Result<int> print_limits(const LimitsCommandOptions& options) {
  const auto catalogue = run::Catalogue::open();
  if (!catalogue.has_value()) return fail(catalogue.error());
  const auto kernel = catalogue->find(options.kernel);
  if (!kernel.has_value()) return fail(kernel.error());
  const auto parameters = parameters_of(options, *kernel);
  if (!parameters.has_value()) return fail(parameters.error());
  const auto data = session::LimitsData::read(catalogue->assets());
  if (!data.has_value()) return fail(data.error());
  const auto chip = analysis::find_chip(data->chips(), options.chip);
  if (!chip.has_value()) return fail(chip.error());

  const session::Demands* known = data->counted(*kernel, *parameters);
  auto demands = known != nullptr ? Result<session::Demands>(*known)
                                  : counted_now(options, *catalogue, *parameters);
  if (!demands.has_value()) return fail(demands.error());
  const auto report = data->report(*kernel, *parameters, std::move(*demands), **chip);
  if (options.csv) {
    print_csv(session::limits_table(options.kernel, report));
  } else if (options.json) {
    print_limits_json(options.kernel, *parameters, report);
  } else {
    print_limits_text(options.kernel, *parameters, report);
  }
  return 0;
}

}  // namespace

Command limits_command(CLI::App& app) {
  auto options = std::make_shared<LimitsCommandOptions>();
  CLI::App* parser =
      app.add_subcommand("limits", "The least time that each unit of a chip needs for a kernel");
  parser->add_option("kernel", options->kernel, "FAMILY/VARIANT (see: warplens list)")->required();
  parser
      ->add_option("--set", options->settings,
                   "A parameter, NAME=NUMBER (default: 4096 a side, 1024 for a matrix product)")
      ->allow_extra_args(false);
  parser->add_option("--chip", options->chip,
                     "h200, t4, rtx4060ti, a100, rtx4090 or b200 (default: h200)");
  options->limits.add_to(*parser);
  options->memory.add_to(*parser);
  parser->add_flag("--json", options->json, "Print JSON");
  parser->add_flag("--csv", options->csv, "Print a table as CSV, a row a unit")->excludes("--json");
  parser->footer(
      "Examples:\n  warplens limits transpose/tile --chip t4\n"
      "  warplens limits gemm/register_tile --set m=1000 --set n=1000 --set k=1000 --json");
  return {parser, [options] { return print_limits(*options); }};
}

}  // namespace warplens::cli
