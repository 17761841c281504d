// warplens explain: why a profiler reports what it reports of a kernel, line by line.
#include <memory>

#include "app/cli/text/architecture_option.h"
#include "app/cli/text/command.h"
#include "app/cli/text/count_now.h"
#include "app/cli/text/executed_report.h"
#include "app/cli/text/kernel_to_run.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/of_launch.h"
#include "app/cli/text/own_limits.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/features/explain/explain.h"
#include "app/features/explain/explain_report.h"
#include "app/features/explain/report_file.h"
#include "kernels/cost/access_cost.h"
#include "kernels/run/capabilities.h"
#include "kernels/run/notes.h"
#include "viz/analysis/executed/executed_trace.h"

namespace warplens::cli {

namespace {

struct ExplainCommandOptions {
  KernelToRunOptions kernel;
  std::vector<std::string> reports;
  std::size_t launch = 1;
  bool metrics = false, all = false, json = false;
  ArchitectureOption architecture;
  CountOptions count;
  LanguageOption language;
};

Result<int> print_all_metrics(const ExplainCommandOptions& options) {
  if (options.json) {
    print_json(json_forms::kExplain, {{"entries", metrics_json()}});
  } else {
    print_text("{}", metrics_text(options.language.speech()));
  }
  return 0;
}

// What is no kernel and no file may be a metric, or the begin of one's name.
std::vector<const explain::Metric*> metrics_named(const std::string& name) {
  if (const explain::Metric* metric = explain::find_metric(name)) return {metric};
  const bool is_a_kernel = is_own_file(name) || name.find('/') != std::string::npos;
  return is_a_kernel ? std::vector<const explain::Metric*>() : explain::metrics_like(name);
}

Result<int> print_metrics(const ExplainCommandOptions& options,
                          const std::vector<const explain::Metric*>& metrics) {
  if (options.json) {
    Json entries = Json::array();
    for (const explain::Metric* metric : metrics) entries.push_back(metric_json(*metric));
    print_json(json_forms::kExplain, {{"entries", std::move(entries)}});
    return 0;
  }
  for (const explain::Metric* metric : metrics) {
    if (metric != metrics.front()) print_text("\n");
    print_text("{}", metric_text(options.language.speech(), *metric));
  }
  return 0;
}

Result<std::optional<explain::NcuReport>> read_reports(const std::vector<std::string>& files) {
  std::optional<explain::NcuReport> report;
  for (const std::string& file : files) {
    TRY(auto read, explain::read_report_file(file));
    if (report) {
      explain::merge_into(*report, std::move(read));
    } else {
      report = std::move(read);
    }
  }
  return report;
}

// The launch that is explained: the chosen one; where none was, the first that the report is of.
Result<const trace::Trace*> trace_of(const ExplainCommandOptions& options, const CLI::App& parser,
                                     const trace::Run& run, const explain::NcuReport* report) {
  if (options.launch > run.traces.size()) {
    return fail(
        tr("there is no launch {}: the kernel makes {}", options.launch, run.traces.size()));
  }
  if (report != nullptr && parser.count("--of-launch") == 0) {
    for (const auto& trace : run.traces) {
      if (explain::launch_of(*report, *trace).has_value()) return trace.get();
    }
  }
  return run.traces[options.launch - 1].get();
}

std::string figures_name(const analysis::Code& code) {
  return code.assembled ? sass::architecture_name(code.capability) : std::string();
}

Result<int> print_kernel(ExplainCommandOptions& options, const CLI::App& parser) {
  const ExplainShown shown{options.kernel.take_line(), options.all};
  TRY(const auto report, read_reports(options.reports));
  TRY(const auto capability, options.architecture.read(run::kDefaultCapability));
  TRY(const auto kernel,
      options.kernel.find(parser, tr("is for results that are compared: here costs are told")));
  TRY(const auto run, counted_now(options.count, [&](run::Options how) {
        how.machine.cost = analysis::add_cost;
        how.keep_buffers = false;
        return kernel.run(how);
      }));
  const explain::NcuReport* const wanted = report ? &*report : nullptr;
  TRY(const trace::Trace* const trace, trace_of(options, parser, run, wanted));
  const explain::ProfiledLaunch* profiled = nullptr;
  if (wanted != nullptr) {
    TRY(profiled, explain::launch_of(*wanted, *trace));
  }
  analysis::Code code;
  code.why_none = tr("--as-ptx was given");
  if (capability) code = code_of(run.kernel(), *run.ptx, *capability, own_limits(parser).compiler);
  const analysis::Executed executed = analysis::executed(*trace, code);
  const std::shared_ptr<const trace::Trace> asked(std::shared_ptr<void>(), trace);
  const auto as_executed = analysis::executed_trace(asked, code, executed);
  const explain::Explanation explanation =
      explain::explain({*as_executed, code, executed}, profiled);
  const ExplainReport told{run, *as_executed, explanation, figures_name(code), profiled};
  if (options.json) {
    TRY(const Json json, explain_json(told, shown));
    print_json(json_forms::kExplain, json);
    return 0;
  }
  TRY(const std::string text, explain_text(options.language.speech(), told, shown));
  print_text("{}", text);
  if (capability && !code.assembled) {
    print_error("{}\n", options.language.speech().say(run::no_sass_note(code.why_none)));
  }
  return 0;
}

Result<int> print_explanation(ExplainCommandOptions& options, const CLI::App& parser) {
  if (options.metrics) return print_all_metrics(options);
  const std::string& name = options.kernel.kernel();
  if (name.empty()) {
    return fail(tr("name a kernel's file, FAMILY/VARIANT or a metric; --metrics lists those"));
  }
  const auto named = metrics_named(name);
  return named.empty() ? print_kernel(options, parser) : print_metrics(options, named);
}

constexpr const char* kExplainHelp =
    "Wavefronts are split into one a request, those that the width of an access takes, and those\n"
    "that its addresses cause, with the lanes; sectors into those that the bytes wanted fill and\n"
    "those beyond. A REPORT is what Nsight Compute prints of a profile of the same launch:\n"
    "  ncu --set full --import-source yes -o r ./program\n"
    "  ncu --import r.ncu-rep --csv --page source --print-source cuda,sass > source.csv\n"
    "  ncu --import r.ncu-rep --csv --page raw --print-units base > raw.csv\n"
    "or r.ncu-rep itself, where ncu is on PATH or python3 has ncu_report.\n\n"
    "Examples:\n"
    "  warplens explain my.cu:29\n"
    "  warplens explain my.cu --grid 64 --block 256 --ncu source.csv --ncu raw.csv\n"
    "  warplens explain transpose/tile --json\n"
    "  warplens explain 'L1 Wavefronts Shared Excessive'\n"
    "  warplens explain --metrics --lang zh";

}  // namespace

Command explain_command(CLI::App& app) {
  auto options = std::make_shared<ExplainCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "explain", "Why a profiler reports what it reports of a kernel: line by line, by cause");
  options->kernel.add_to(*parser);
  parser->get_option("kernel")->required(false)->description(
      "FAMILY/VARIANT, FILE.ptx, FILE.cu, FILE.cu:LINE, or a metric's name");
  parser
      ->add_option("--ncu", options->reports,
                   "What Nsight Compute reports of it: a CSV or an .ncu-rep, see below")
      ->allow_extra_args(false);
  add_of_launch(*parser, options->launch);
  auto* all =
      parser->add_flag("--all", options->all, "Also accesses that take no more than they must");
  parser->add_flag("--metrics", options->metrics, "List the metrics that are known");
  options->architecture.add_to(*parser);
  options->count.add_to(*parser);
  parser->add_flag("--json", options->json, "Print JSON")->excludes(all);
  options->language.add_to(*parser);
  parser->footer(kExplainHelp);
  return {parser, [options, parser] { return print_explanation(*options, *parser); }};
}

}  // namespace warplens::cli
