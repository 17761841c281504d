// warplens diff: what differs between two runs, line by line.
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/architecture_option.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/own_options.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/run_diff.h"
#include "app/cli/text/run_limits.h"
#include "app/cli/text/said_of.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "kernels/base/json.h"
#include "kernels/base/one_line.h"
#include "kernels/cost/access_cost.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/own_kernel.h"
#include "kernels/trace/capture.h"

namespace warplens::cli {

namespace {

struct DiffCommandOptions {
  std::string before, after, fails_on = "any";
  std::vector<std::string> settings;  // of files
  OwnOptions own;                     // of files
  ArchitectureOption architecture;
  RunLimits limits;
  MemoryLimit memory;
  bool json = false;
  LanguageOption language;
};

bool is_capture(const std::string& name) {
  return std::filesystem::path(name).extension() == ".wlens" && !is_own_file(name);
}

run::Options diff_run_options(const DiffCommandOptions& options, const std::stop_token& stop) {
  run::Options how;
  options.limits.apply(how.machine);
  how.machine.cost = analysis::add_cost;
  how.machine.stop = stop;
  how.memory = options.memory.bytes();
  return how;
}

Result<trace::Run> run_of(const std::string& name, const DiffCommandOptions& options,
                          const CLI::App& parser, const std::stop_token& stop) {
  if (is_capture(name)) return trace::read_capture(name);
  const run::Options how = diff_run_options(options, stop);
  if (is_own_file(name)) {
    TRY(const auto target, options.own.read({name, options.settings}, parser));
    return run::run_own(target.kernel, how);
  }
  if (name.find('/') == std::string::npos)
    return fail(tr("it is no capture (.wlens), no .cu or .ptx file and no FAMILY/VARIANT"));
  TRY(const auto catalogue, run::Catalogue::open());
  return run::run_variant(catalogue, name, {}, how);
}

Result<Traces> shown_of(const trace::Run& run, std::optional<std::uint32_t> capability) {
  std::optional<ExecutedReport> report;
  if (capability.has_value()) report = executed_report(run, *capability);
  return shown_traces(run, report);
}

Result<int> diff(const DiffCommandOptions& options, const CLI::App& parser,
                 const std::stop_token& stop) {
  TRY(const auto capability, options.architecture.read(run::kDefaultCapability));
  if (!is_own_file(options.before) && !is_own_file(options.after)) {
    TRY(options.own.check_unused());
    if (!options.settings.empty()) return fail(tr("--set is for a .ptx or .cu file"));
  }
  TRY(const auto before,
      said_of(in_one_line(options.before), run_of(options.before, options, parser, stop)));
  TRY(const auto after,
      said_of(in_one_line(options.after), run_of(options.after, options, parser, stop)));
  TRY(const Traces shown_before, shown_of(before, capability));
  TRY(const Traces shown_after, shown_of(after, capability));
  const RunDiff found = diff_of({before, shown_before}, {after, shown_after});
  if (options.json) {
    print_json(json_forms::kDiff, diff_json(found));
  } else {
    print_text("{}", diff_text(options.language.speech(), found));
  }
  return (options.fails_on == "worse" ? found.is_worse() : !found.is_empty()) ? 1 : 0;
}

constexpr const char* kDiffFooter =
    "Lines are compared as the sources tell them apart: what was inserted above a line moves it.\n"
    "A line is better or worse by its sectors (global memory) or wavefronts (shared memory); what\n"
    "moved to another line without costing more is not worse. Files are run on the CPU as their\n"
    "sidecars say, with the same options for both.\n\n"
    "Exit status: 0 where nothing differs (--fail-on worse: where nothing is worse); 1 otherwise, "
    "and\n"
    "where one of the two cannot be read or run.\n\n"
    "Examples:\n"
    "  warplens diff before.wlens after.wlens\n"
    "  warplens diff old/my.cu my.cu --set n=4096 --fail-on worse\n"
    "  warplens diff transpose/tile transpose/tile_padded";

}  // namespace

Command diff_command(CLI::App& app) {
  auto options = std::make_shared<DiffCommandOptions>();
  CLI::App* parser = app.add_subcommand("diff", "Compare two runs' figures and findings by line");
  parser->add_option("before", options->before, "FILE.wlens, FILE.cu, FILE.ptx or FAMILY/VARIANT")
      ->required();
  parser->add_option("after", options->after, "The other one")->required();
  parser->add_option("--set", options->settings, "Files: a size of the launch, NAME=NUMBER")
      ->allow_extra_args(false);
  options->own.add_to(*parser);
  options->architecture.add_to(*parser);
  options->limits.add_to(*parser);
  options->memory.add_to(*parser);
  parser
      ->add_option("--fail-on", options->fails_on,
                   "What ends with status 1: any difference, or what got worse (default: any)")
      ->check(CLI::IsMember({"any", "worse"}));
  parser->add_flag("--json", options->json, "Print JSON");
  options->language.add_to(*parser);
  parser->footer(kDiffFooter);
  return {parser, [options, parser] {
            const StopOnInterrupt interrupt;
            return options->memory.hold([&] { return diff(*options, *parser, interrupt.token()); });
          }};
}

}  // namespace warplens::cli
