// warplens show: a capture's figures, exactly as trace printed them.
#include <memory>

#include "app/cli/architecture_option.h"
#include "app/cli/command.h"
#include "app/cli/memory_limit.h"
#include "app/cli/text/trace_json.h"
#include "app/cli/text/trace_text.h"
#include "kernels/run/captured_run.h"
#include "kernels/run/executed_code.h"

namespace warplens::cli {

namespace {

struct ShowCommandOptions {
  std::string capture;
  bool json = false;
  bool events = false;
  bool full_names = false;
  ArchitectureOption architecture;
  MemoryLimit memory;
};

Result<int> show(const ShowCommandOptions& options) {
  auto capture = trace::read_capture(options.capture);
  if (!capture.has_value()) return fail(capture.error());
  const auto capability = options.architecture.read(run::kDefaultCapability);
  if (!capability.has_value()) return fail(capability.error());
  const run::RunResult result = run::run_of(std::move(*capture));
  std::optional<ExecutedReport> report;
  if (capability->has_value()) report = executed_report(result, **capability);
  const ExecutedReport* shown = report.has_value() ? &*report : nullptr;
  if (options.json) {
    print_trace_json(result, {options.events, shown, shown});
  } else {
    print_trace_text(result, {options.events, options.full_names, shown});
  }
  return 0;
}

}  // namespace

Command show_command(CLI::App& app) {
  auto options = std::make_shared<ShowCommandOptions>();
  CLI::App* parser = app.add_subcommand("show", "Print a capture's figures as trace prints them");
  parser->add_option("capture", options->capture, "A folder that trace -o wrote")->required();
  parser->add_flag("--events", options->events, "Also print every recorded event");
  options->architecture.add_to(*parser);
  options->memory.add_to(*parser);
  parser->add_flag("--full-names", options->full_names,
                   "Print long kernel names with all their template arguments");
  parser->add_flag("--json", options->json, "Print JSON");
  parser->footer(
      "Examples:\n"
      "  warplens show t.wlens\n"
      "  warplens show t.wlens --events --json");
  return {parser, [options] { return options->memory.hold([&] { return show(*options); }); }};
}

}  // namespace warplens::cli
