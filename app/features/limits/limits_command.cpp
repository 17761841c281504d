// warplens limits: the least time that each unit of a chip needs for a kernel, and which limits it.
#include <algorithm>
#include <memory>

#include "app/cli/text/command.h"
#include "app/cli/text/count_now.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/own_options.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print_csv.h"
#include "app/cli/text/refused_options.h"
#include "app/features/limits/limits.h"
#include "app/features/limits/limits_report.h"
#include "app/features/limits/limits_table.h"
#include "app/features/limits/own_executed.h"
#include "app/session/count_run.h"
#include "app/state/app_state.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::cli {

namespace {

struct LimitsCommandOptions {
  std::string kernel, chip = "h100";
  std::vector<std::string> settings;
  OwnOptions own;
  bool json = false;
  bool csv = false;
  bool cold = false;
  CountOptions count;
  LanguageOption language;
};

Result<catalog::Parameters> parameters_of(const LimitsCommandOptions& options,
                                          const run::Catalogue::Found& kernel) {
  TRY(auto wanted, parse_settings(options.settings));
  wanted.merge(limits::limits_size(kernel));
  return complete(*kernel.family, *kernel.variant, wanted);
}

analysis::Caches caches_of(const LimitsCommandOptions& options) {
  return options.cold ? analysis::Caches::cold : analysis::Caches::warm;
}

void print(const LimitsCommandOptions& options, const std::string& kernel,
           const catalog::Parameters& parameters, const limits::LimitsReport& report) {
  if (options.csv) {
    print_csv(limits::limits_table(kernel, report));
  } else if (options.json) {
    print_limits_json(kernel, parameters, report);
  } else {
    print_limits_text(options.language.speech(), kernel, parameters, report);
  }
}

Result<int> print_limits(const LimitsCommandOptions& options) {
  TRY(const auto catalogue, run::Catalogue::open());
  TRY(const auto kernel, catalogue.find(options.kernel));
  TRY(const auto parameters, parameters_of(options, kernel));
  TRY(const auto data, limits::LimitsData::read(catalogue.assets()));
  TRY(const auto chip, analysis::find_chip(data.chips(), options.chip));

  const limits::Demands* known = data.counted(kernel, parameters);
  TRY(auto demands, known != nullptr
                        ? Result<limits::Demands>(*known)
                        : counted_now(options.count, [&](const run::Options& how) {
                            return session::count_run(catalogue, options.kernel, parameters, how);
                          }));
  const auto report =
      data.report(kernel, parameters, std::move(demands), *chip, caches_of(options));
  print(options, options.kernel, parameters, report);
  return 0;
}

Result<analysis::Chip> wanted_chip(const LimitsCommandOptions& options) {
  TRY(const auto assets, run::find_assets());
  TRY(const auto chips, analysis::read_chips(assets / "chips.json"));
  const auto chip = analysis::find_chip(chips, options.chip);
  return chip.has_value() ? Result<analysis::Chip>(**chip) : fail(chip.error());
}

Result<int> print_own_limits(const LimitsCommandOptions& options, const CLI::App& parser) {
  TRY(refuse(parser, {"--expect", "--reference"},
             tr("is for results that are compared: here accesses are counted")));
  TRY(const auto chip, wanted_chip(options));
  TRY(const auto target, options.own.read({options.kernel, options.settings}, parser));
  TRY(auto demands, counted_now(options.count, [&](const run::Options& how) {
        return session::count_own(target.kernel, how);
      }));
  const auto executed = limits::own_executed({target.name(), target.loaded.ptx.get()},
                                             chip.capability, {}, own_limits(parser).compiler);
  const auto report = limits::own_report(std::move(demands), executed, chip, caches_of(options));
  print(options, target.name(), target.sizes(), report);
  return 0;
}

Result<int> print_wanted_limits(const LimitsCommandOptions& options, const CLI::App& parser) {
  if (is_own_file(options.kernel)) return print_own_limits(options, parser);
  const auto unused = options.own.check_unused();
  return unused.has_value() ? print_limits(options) : fail(unused.error());
}

}  // namespace

Command limits_command(CLI::App& app) {
  auto options = std::make_shared<LimitsCommandOptions>();
  CLI::App* parser =
      app.add_subcommand("limits", "The least time that each unit of a chip needs for a kernel");
  parser
      ->add_option("kernel", options->kernel,
                   "FAMILY/VARIANT (see: warplens list), FILE.ptx or FILE.cu")
      ->required();
  parser
      ->add_option("--set", options->settings,
                   "A parameter, NAME=NUMBER (default: 4096 a side, 1024 for a matrix product); of "
                   "a file, a size of its launch")
      ->allow_extra_args(false);
  options->own.add_to(*parser);
  parser->add_option("--chip", options->chip,
                     "h100, h200, t4, rtx4060ti, a100, rtx4090 or b200 (default: h100)");
  parser->add_flag("--cold", options->cold,
                   "The L2 holds nothing of its data before it starts (default: what the same "
                   "launch left there)");
  options->count.add_to(*parser);
  parser->add_flag("--json", options->json, "Print JSON");
  parser->add_flag("--csv", options->csv, "Print a table as CSV, a row a unit")->excludes("--json");
  options->language.add_to(*parser);
  parser->footer(
      "Examples:\n  warplens limits transpose/tile --chip t4\n"
      "  warplens limits gemm/register_tile --set m=1000 --set n=1000 --set k=1000 --json\n"
      "  warplens limits my.cu --set n=1048576 --chip a100");
  return {parser, [options, parser] { return print_wanted_limits(*options, *parser); }};
}

}  // namespace warplens::cli
