// warplens show: a capture's figures, exactly as trace printed them.
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/perfetto_output.h"
#include "app/cli/text/architecture_option.h"
#include "app/cli/text/captured_code.h"
#include "app/cli/text/captured_launches.h"
#include "app/cli/text/csv_option.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/own_limits.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/program_text.h"
#include "app/cli/text/promise_options.h"
#include "app/cli/text/refused_options.h"
#include "app/cli/text/shown_traces.h"
#include "app/cli/text/time_limit.h"
#include "app/cli/text/trace_json.h"
#include "app/cli/text/trace_text.h"
#include "kernels/captured/replay.h"
#include "kernels/run/executed_code.h"
#include "kernels/trace/capture.h"

namespace warplens::cli {

namespace {

struct ShowCommandOptions {
  std::string capture, perfetto, launch;
  bool json = false;
  bool sass = false;
  bool events = false;
  bool worst = false;
  bool full_names = false;
  ArchitectureOption architecture;
  CsvOption csv;
  TimeLimit time;
  MemoryLimit memory;
  PromiseOptions promises;
  LanguageOption language;
};

Result<int> show_program(const ShowCommandOptions& options, const CLI::App& parser) {
  TRY(refuse(parser,
             {"--events", "--worst", "--perfetto", "--arch", "--as-ptx", "--max", "--min",
              "--fail-on", "--full-names", "--csv"},
             tr("is for a run: warplens trace runs a launch of a program's capture")));
  const OwnLimits limits = own_limits(parser);
  TRY(const auto program, read_program_file(options.capture, limits));
  if (options.sass) {
    TRY(const auto* episode, captured::find_episode(program, options.launch));
    TRY(const std::string code, captured_code(program, *episode, limits.compiler));
    print_text("{}", code);
  } else if (options.json) {
    print_json(json_forms::kProgram, program_json(program));
  } else {
    print_text("{}", program_text(options.language.speech(), program));
  }
  return 0;
}

Result<int> show(const ShowCommandOptions& options, const CLI::App& parser) {
  TRY(refuse(parser, {"--launch", "--sass"}, tr("is for a capture of a running program")));
  const run::ProcessLimits limits = own_limits(parser).compiler;
  TRY(check_perfetto(options.perfetto));
  TRY(const auto promises, options.promises.read());
  TRY(const trace::Run result, trace::read_capture(options.capture));
  TRY(const auto capability, options.architecture.read(run::kDefaultCapability));
  std::optional<ExecutedReport> report;
  if (capability.has_value()) report = executed_report(result, *capability, limits);
  const ExecutedReport* shown = report.has_value() ? &*report : nullptr;
  const auto broken = broken_promises(promises, shown_traces(result, report));
  if (options.csv.is_wanted()) {
    options.csv.print(result, report);
  } else if (options.json) {
    print_trace_json(result, {options.events, options.worst, shown, shown,
                              promises.empty() ? nullptr : &broken});
  } else {
    const ui::Speech speech = options.language.speech();
    print_trace_text(result, {options.events, options.worst, options.full_names, shown, speech});
    if (!promises.empty()) print_promises(speech, broken);
  }
  TRY(write_perfetto(options.perfetto, result, report));
  if (!broken.empty()) return fail(not_kept(broken));
  return 0;
}

}  // namespace

Command show_command(CLI::App& app) {
  auto options = std::make_shared<ShowCommandOptions>();
  CLI::App* parser = app.add_subcommand("show", "Print a capture's figures as trace prints them");
  parser
      ->add_option("capture", options->capture,
                   "A file that trace -o wrote, or a capture of a running program")
      ->required();
  parser->add_flag("--events", options->events, "Also print every recorded event");
  parser->add_flag("--worst", options->worst,
                   "Also list the causes of costly accesses, and what people do about them");
  parser->add_option("--perfetto", options->perfetto,
                     "Also write the events as JSON that ui.perfetto.dev shows: t.json");
  options->architecture.add_to(*parser);
  options->promises.add_to(*parser);
  options->time.add_to(*parser);
  options->memory.add_to(*parser);
  parser->add_flag("--full-names", options->full_names,
                   "Print long kernel names with all their template arguments");
  CLI::Option* sass = parser->add_flag(
      "--sass", options->sass,
      "Of a running program: print the machine code of the launch's kernels (needs nvdisasm)");
  parser->add_option("--launch", options->launch, "Of a running program: the launch of that name")
      ->needs(sass);
  parser->add_flag("--json", options->json, "Print JSON")->excludes("--full-names")->excludes(sass);
  options->csv.add_to(*parser);
  options->language.add_to(*parser);
  parser->footer(
      "Exit status: 0, whatever the kernel did; 1 where the capture cannot be read, or what --max, "
      "--min\n"
      "or --fail-on say is not kept.\n\n"
      "Examples:\n"
      "  warplens show t.wlens\n"
      "  warplens show t.wlens --events --json\n"
      "  warplens show run.wlens\n"
      "  warplens show run.wlens --launch softmax --sass");
  return {parser, [options, parser] {
            return options->memory.hold([&] {
              return is_program_file(options->capture) ? show_program(*options, *parser)
                                                       : show(*options, *parser);
            });
          }};
}

}  // namespace warplens::cli
