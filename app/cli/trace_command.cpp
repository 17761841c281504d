// warplens trace: runs a kernel, on the CPU or instrumented on a GPU, and prints what its memory
// accesses cost.
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/dumps.h"
#include "app/cli/perfetto_output.h"
#include "app/cli/text/architecture_option.h"
#include "app/cli/text/copies_option.h"
#include "app/cli/text/counters_report.h"
#include "app/cli/text/csv_option.h"
#include "app/cli/text/deferred_signals.h"
#include "app/cli/text/executed_reading.h"
#include "app/cli/text/executed_report.h"
#include "app/cli/text/files.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/own_arguments.h"
#include "app/cli/text/own_options.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "app/cli/text/promise_options.h"
#include "app/cli/text/refused_options.h"
#include "app/cli/text/report_files.h"
#include "app/cli/text/run_limits.h"
#include "app/cli/text/run_progress.h"
#include "app/cli/text/shown_traces.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "app/cli/text/trace_json.h"
#include "app/cli/text/trace_status.h"
#include "app/cli/text/trace_text.h"
#include "app/session/resident_notes.h"
#include "app/session/shared_gpu.h"
#include "kernels/cost/access_cost.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/notes.h"
#include "kernels/run/toolkit/entry_name.h"
#include "kernels/trace/capture.h"
#include "viz/analysis/hardware_counters.h"
#include "viz/swizzle/run_with_index.h"

namespace warplens::cli {

namespace {

using Texts = std::vector<std::string>;

struct TraceCommandOptions {
  std::string kernel, index, backend = "cpu", order, copies, output, perfetto;
  ArchitectureOption architecture;
  CsvOption csv;
  OwnOptions own;  // of a file
  RunLimits limits;
  MemoryLimit memory;
  Texts settings, dumps;
  std::uint64_t first_block = 0;
  std::uint64_t block_count = ~std::uint64_t{0};
  bool full_size = false;
  bool leaves_sources_out = false;  // of the capture
  bool json = false;
  bool events = false;
  bool worst = false;
  bool full_names = false;
  bool counters = false;
  bool saves_launch = false;  // in the file's sidecar
  bool exits_zero = false;    // whatever the kernel does wrong
  LanguageOption language;
  PromiseOptions promises;
  ReportFiles reports;  // of a file
};

Result<std::shared_ptr<const device::Gpu>> open_wanted_gpu(const TraceCommandOptions& options) {
  if (options.counters && options.backend == "cpu")
    return fail(tr("--counters needs --backend gpu"));
  if (options.backend == "cpu") return nullptr;
  if (!options.order.empty()) return fail(tr("--order is for the CPU: a GPU orders blocks itself"));
  if (!options.copies.empty())
    return fail(tr("--copies is for the CPU: a GPU's land when they do"));
  TRY(const device::Driver driver, device::Driver::open());
  TRY(device::Gpu gpu, device::Gpu::open(driver));
  return std::make_shared<const device::Gpu>(std::move(gpu));
}

// Whether anything is shown or written of single events. A GPU's are kept in any case.
bool shows_events(const TraceCommandOptions& options) {
  return options.events || options.worst || options.csv.is_wanted() || !options.output.empty() ||
         !options.perfetto.empty() || options.backend != "cpu";
}

Result<run::Options> run_options(const TraceCommandOptions& options, ExecutedReading& reading) {
  run::Options result;
  TRY(auto gpu, open_wanted_gpu(options));
  result.gpu = std::move(gpu);
  if (options.counters) result.metrics = analysis::all_metrics();
  result.machine.cost = analysis::add_cost;
  if (!shows_events(options)) result.reader = reading.reader();
  options.limits.apply(result.machine);
  result.machine.first_block = options.first_block;
  result.machine.block_count = options.block_count;
  result.memory = options.memory.bytes();
  result.keep_buffers = !options.dumps.empty();
  TRY(read_copies(options.copies, result.machine));
  TRY(const auto capability, options.architecture.read(run::kDefaultCapability));
  result.machine.tensor_cores =
      machine::tensor_cores_of(capability.value_or(run::kDefaultCapability));
  if (options.order.empty()) return result;
  result.machine.order_seed = read_seed(options.order);
  if (!result.machine.order_seed.has_value()) {
    return fail(tr("--order '{}' is no order: write seed:N, as in seed:1", options.order));
  }
  return result;
}

struct Traced {
  trace::Run result;
  std::uint32_t capability = 0;  // 90, of the GPU that it ran on; 0: it ran on the CPU
  bool is_interrupted = false;   // by Ctrl+C: what it did so far
};

std::uint32_t capability_of(const run::Options& options) {
  if (options.gpu == nullptr) return 0;
  const device::Description& gpu = options.gpu->description();
  return static_cast<std::uint32_t>(10 * gpu.compute_major + gpu.compute_minor);
}

// The CPU keeps what it has when it is stopped.
template <class Run>
Result<trace::Run> run_within_memory(const MemoryLimit& memory, run::Options how,
                                     const std::stop_token& stop, Run run) {
  if (how.gpu == nullptr) {
    how.machine.halt = stop;
    return memory.hold([&] { return run(how); });
  }
  return memory.watch(stop, [&](const std::stop_token& stopped) {
    how.machine.stop = stopped;
    return run(how);
  });
}

// Runs until its end or Ctrl+C.
template <class Run>
Result<Traced> run_interruptibly(const TraceCommandOptions& options, run::Options how, Run run) {
  const StopOnInterrupt interrupt;
  RunProgress progress;
  how.machine.progress = progress.counters();
  TRY(auto result, run_within_memory(options.memory, how, interrupt.token(), run));
  return Traced{std::move(result), capability_of(how), interrupt.token().stop_requested()};
}

Result<Traced> run_catalogue(const TraceCommandOptions& options, ExecutedReading& reading) {
  TRY(options.own.check_unused());
  if (options.saves_launch) return fail(tr("--save-launch is for a .ptx or .cu file"));
  TRY(const auto settings, parse_settings(options.settings));
  TRY(auto how, run_options(options, reading));
  TRY(const auto catalogue, run::Catalogue::open());
  TRY(const auto found, catalogue.find(options.kernel));
  catalog::Parameters wanted = settings;
  if (options.full_size) wanted.merge(catalog::full_size_of(*found.family, *found.variant));
  TRY(const auto parameters, complete(*found.family, *found.variant, wanted));
  return run_interruptibly(options, how, [&](const run::Options& all) {
    return swizzle::run_with_index(catalogue, options.kernel, parameters, options.index, all);
  });
}

// Nothing: there are several kernels, and they were listed.
Result<std::optional<Traced>> run_file(const TraceCommandOptions& options, const CLI::App& parser,
                                       ExecutedReading& reading) {
  if (!options.index.empty()) return fail(tr("--index is for catalogue kernels: change the file"));
  if (options.full_size)
    return fail(tr("--full-size is for catalogue kernels: use --set NAME=NUMBER"));
  TRY(const auto target, options.own.find({options.kernel, options.settings}, parser));
  if (!target.has_value()) return std::optional<Traced>();
  std::optional<OwnForm> form = target->form;
  TRY(auto how, run_options(options, reading));
  how.machine.time_spent = target->spent;
  TRY(auto traced, run_interruptibly(options, how, [&](const run::Options& all) {
        return run::run_own(target->kernel, all);
      }));
  if (options.saves_launch) {
    TRY(const auto promises, options.promises.read());
    if (!promises.empty()) form->form.promises = promises;
    TRY(save_own_form(*form, options.kernel));
  }
  for (Text& note : session::resident_notes(*target->loaded.module, traced.result))
    traced.result.notes.push_back(std::move(note));
  return std::optional(std::move(traced));
}

Result<std::optional<Traced>> run_wanted(const TraceCommandOptions& options, const CLI::App& parser,
                                         ExecutedReading& reading) {
  if (is_own_file(options.kernel)) return run_file(options, parser, reading);
  TRY(auto traced, run_catalogue(options, reading));
  return std::optional(std::move(traced));
}

// The figures that are shown, and those that counters are held against; nothing: the PTX's.
struct Figures {
  std::optional<ExecutedReport> shown, counted;
};

Figures figures_of(std::optional<std::uint32_t> capability, const run::ProcessLimits& limits,
                   Traced& traced) {
  Figures figures;
  if (capability.has_value()) figures.shown = executed_report(traced.result, *capability, limits);
  if (!traced.result.counters.empty()) {
    const bool is_own = capability == traced.capability;
    figures.counted =
        is_own ? figures.shown : executed_report(traced.result, traced.capability, limits);
  }
  const bool is_said = figures.shown.has_value() || !figures.counted.has_value();
  if (!is_said && !figures.counted->code.assembled.has_value()) {
    traced.result.notes.push_back(run::no_sass_note(figures.counted->code.why_none));
  }
  return figures;
}

// What the options promise, and what of it is not kept.
struct Promised {
  own::Promises promises;
  std::vector<BrokenPromise> broken;
};

void print_traced(const TraceCommandOptions& options, const trace::Run& result,
                  const Figures& figures, const Promised& promised) {
  const ExecutedReport* shown = figures.shown.has_value() ? &*figures.shown : nullptr;
  const ExecutedReport* counted = figures.counted.has_value() ? &*figures.counted : nullptr;
  if (options.csv.is_wanted()) return options.csv.print(result, figures.shown);
  if (options.json)
    return print_trace_json(result, {options.events, options.worst, shown, counted,
                                     promised.promises.empty() ? nullptr : &promised.broken});
  const ui::Speech speech = options.language.speech();
  print_trace_text(result, {options.events, options.worst, options.full_names, shown, speech});
  print_counters_text(speech, result, counted);
  if (!promised.promises.empty()) print_promises(speech, promised.broken);
}

// A capture is passed on to others, so what it holds of this machine's files is said.
Result<void> keep(const TraceCommandOptions& options, Traced& traced) {
  if (options.leaves_sources_out) traced.result.sources = std::make_shared<const trace::Sources>();
  const auto kept = trace::write_capture(options.output, traced.result);
  if (!kept.has_value() || !is_own_file(options.kernel)) return kept;
  Texts names;
  for (const auto& [name, text] : *traced.result.sources) names.push_back(name);
  const Text kept_text = names.empty() ? tr("{} holds the PTX and no source", options.output)
                                       : tr("{} holds the PTX and these sources: {}",
                                            options.output, fmt::join(names, ", "));
  print_error("{}\n", options.language.speech().say(kept_text));
  return kept;
}

Result<void> write_files(const std::vector<Dump>& dumps, const TraceCommandOptions& options,
                         Traced& traced, const Figures& figures) {
  const DeferredSignals deferred;
  TRY(write_dumps(dumps, traced.result));
  TRY(write_perfetto(options.perfetto, traced.result, figures.shown));
  return options.output.empty() ? Result<void>() : keep(options, traced);
}

// What would have no effect.
Result<void> check_options(const TraceCommandOptions& options, const CLI::App& parser) {
  if (!is_own_file(options.kernel)) {
    TRY(refuse(parser, {"--junit", "--sarif"}, tr("is for a .ptx or .cu file")));
  }
  TRY(options.reports.check());
  if (options.output.empty()) {
    TRY(refuse(parser, {"--no-sources"}, tr("is of the file that -o FILE keeps")));
  }
  if (options.backend == "cpu") return {};
  return refuse(parser, {"--time-limit", "--instruction-limit"},
                tr("is for the CPU: a launch on a GPU ends by itself"));
}

Result<void> write_reports(const TraceCommandOptions& options, const Traced& traced,
                           const std::vector<BrokenPromise>& broken) {
  if (!options.reports.are_wanted()) return {};
  const trace::Run& result = traced.result;
  LaunchReport report;
  report.file = options.kernel;
  report.name = run::source_name(std::string(result.kernel()));
  report.is_guessed = result.is_guessed_launch;
  for (const auto& trace : result.traces) report.seconds += trace->seconds;
  std::vector<Text> others;
  if (result.mismatch.has_value())
    others.push_back(tr("the result is wrong: {}", mismatch_phrase(*result.mismatch)));
  report.items = reported_items(options.kernel, result.traces, broken, others);
  return options.reports.write({report});
}

// What is wrong is told in any case; what is promised counts even then.
Result<int> status_of(const TraceCommandOptions& options, const Traced& traced,
                      const std::vector<BrokenPromise>& broken) {
  const Text wrong = what_is_wrong(traced.result), promised = not_kept(broken);
  if (wrong.empty() && promised.empty()) return 0;
  const Text all = wrong.empty()      ? promised
                   : promised.empty() ? wrong
                                      : tr("{}; {}", wrong, promised);
  const bool is_of_a_guess =
      traced.result.is_guessed_launch && broken.empty() && !traced.result.mismatch.has_value();
  if (!is_of_a_guess && (!options.exits_zero || !broken.empty())) return fail(all);
  print_error("warplens: {}\n", options.language.speech().say(all));
  return options.exits_zero ? 0 : kGuessStatus;
}

Result<int> trace(const TraceCommandOptions& options, const CLI::App& parser) {
  TRY(check_options(options, parser));
  TRY(const auto dumps, parse_dumps(options.dumps));
  TRY(check_perfetto(options.perfetto));
  if (!options.output.empty()) {
    TRY(trace::check_capture_path(options.output));
  }
  TRY(const auto chosen, options.architecture.read(run::kDefaultCapability));
  Promised promised;
  TRY(promised.promises, options.promises.read());
  const run::ProcessLimits limits = own_limits(parser).compiler;
  ExecutedReading reading(chosen, limits);
  TRY(auto run, run_wanted(options, parser, reading));
  if (!run.has_value()) return 0;
  std::optional<Traced>& traced = run;
  const auto capability = options.architecture.read(
      traced->capability == 0 ? run::kDefaultCapability : traced->capability);
  const Figures figures = shows_events(options) ? figures_of(*capability, limits, *traced)
                                                : Figures{reading.report(traced->result), {}};
  promised.broken = broken_promises(promised.promises, shown_traces(traced->result, figures.shown));
  print_traced(options, traced->result, figures, promised);
  std::fflush(stdout);
  const trace::Run& result = traced->result;
  TRY(write_files(dumps, options, *traced, figures));
  TRY(write_reports(options, *traced, promised.broken));
  if (!result.why_no_counters.empty()) return fail(Text(result.why_no_counters));
  if (traced->is_interrupted) return StopOnInterrupt::kStatus;
  return status_of(options, *traced, promised.broken);
}

constexpr const char* kTraceFooter =
    "A file alone is launched as FILE.warplens.json says; without that, as its PTX and source\n"
    "suggest, and what was assumed is said. What options say of it is taken, the rest guessed.\n\n"
    "ARG, in the order of the kernel's parameters:\n"
    "  NAME:in|out|inout:TYPE[COUNT]=FILL|FILE                    a buffer (default: zero;\n"
    "                                                             of out: not yet written)\n"
    "  NAME:TYPE=VALUE                                            a scalar\n"
    "  NAME:{MEMBER,MEMBER...}=VALUE,VALUE...                     a structure by value\n"
    "  NAME:bytes[SIZE]=FILE                                      a structure's bytes\n"
    "  NAME                                                       what has that name already\n"
    "  @NAME+ELEMENT                                              a pointer into a buffer\n"
    "FILL: zero, 5 (a number), iota, iota%N, random:SEED, random:SEED:LOW..HIGH.\n"
    "TYPE: u8 i8 u16 i16 u32 i32 u64 i64 f16 bf16 f32 f64. A FILE holds raw little-endian bytes.\n"
    "iota: 0, 1, 2...; random: integers of any bits, floating point in [-1, 1).\n"
    "MEMBER: TYPE, TYPE[COUNT] (an array), TYPEx2 to TYPEx4 (a vector such as float4) or ptr,\n"
    "whose value is @NAME (a buffer given before, with --arg or --buffer) or null. Members are\n"
    "aligned as C++ aligns them.\n\n"
    "Exit status: 0 when the kernel ran and nothing is wrong with it (warnings and information do\n"
    "not change that); 1 after a finding that is an error (a fault, a failed assertion, an\n"
    "instruction that is not known, a stop by a limit), after a wrong result, which --exit-zero\n"
    "makes 0, and where it could not be run at all, or what --max, --min or --fail-on say is not\n"
    "kept; 2 in place of 1 where all that is wrong are findings of a launch that was guessed, at\n"
    "least in part; 130 after Ctrl+C, which prints what it did so far.\n\n"
    "Examples:\n"
    "  warplens trace transpose/tile_padded --set rows=64 --set cols=96 --json\n"
    "  warplens trace gemm/register_tile --arch sm_80\n"
    "  warplens trace transpose/tile --worst\n"
    "  warplens trace transpose/tile -o t.wlens\n"
    "  warplens trace transpose/tile --backend gpu --counters\n"
    "  warplens trace my.cu --entry scale --grid 4 --block 128 --arg x:in:f32[512]=iota \\\n"
    "      --arg y:out:f32[512] --arg n:i32=512 --expect y=expected.bin:1e-6\n"
    "  warplens trace my.cu --set n=4096 --reference plain:1e-6 --symbol taps=1,2,1 --backend gpu\n"
    "  warplens trace sum.ptx --entry partial --grid 8 --block 256 --arg x:in:f32[2048]=iota \\\n"
    "      --arg sums:inout:f32[8] --then total --grid 1 --block 32 --arg sums --arg y:out:f32[1]\n"
    "  warplens trace my.ptx --grid 1 --block 64 --buffer x:in:f32[64]=iota \\\n"
    "      --arg 'p:{ptr,i32,f32[2]}=@x,64,0.5,2' --arg y:out:f32[64]";

}  // namespace

Command trace_command(CLI::App& app) {
  auto options = std::make_shared<TraceCommandOptions>();
  CLI::App* parser = app.add_subcommand("trace", "Run a kernel and print what its accesses cost");
  parser
      ->add_option("kernel", options->kernel,
                   "FAMILY/VARIANT (see: warplens list), FILE.ptx or FILE.cu")
      ->required();
  parser
      ->add_option("--set", options->settings,
                   "NAME=NUMBER: a parameter of the catalogue's, a size of a file's launch")
      ->allow_extra_args(false);
  parser->add_option("--index", options->index,
                     "Catalogue: the index of a kernel that lets a person write it, as in "
                     "'step * 132 + row' (gemm/placed)");
  parser->add_flag("--full-size", options->full_size,
                   "Catalogue: the sizes that a GPU is timed on, not a lesson's");
  options->own.add_to(*parser);
  parser->add_flag("--save-launch", options->saves_launch,
                   "File: keep the launch that was taken in FILE.warplens.json");
  parser->add_option("--dump", options->dumps, "NAME=FILE: write a buffer's bytes at the end")
      ->allow_extra_args(false);
  parser->add_option("-o,--output", options->output,
                     "Keep all of it in this file, for show and open: t.wlens");
  parser->add_option("--perfetto", options->perfetto,
                     "Also write the events as JSON that ui.perfetto.dev shows: t.json");
  parser->add_flag("--no-sources", options->leaves_sources_out,
                   "Keep no source's text in the file of --output");
  parser->add_option("--backend", options->backend, "Where it runs, cpu or gpu (default: cpu)")
      ->check(CLI::IsMember({"cpu", "gpu"}));
  parser->add_flag("--counters", options->counters,
                   "GPU: also what its counters say of the untouched kernel");
  parser->add_option("--order", options->order,
                     "seed:N: start the blocks in this order and let them take turns");
  parser->add_option("--copies", options->copies,
                     "When asynchronous copies land: late (default), early, at-once or seed:N");
  options->limits.add_to(*parser);
  parser->add_flag("--exit-zero", options->exits_zero,
                   "End with status 0 whatever is found and whatever the result is, but for "
                   "what --max, --min and --fail-on say");
  options->promises.add_to(*parser);
  options->reports.add_to(*parser);
  parser->add_option("--first-block", options->first_block, "First block whose events are kept");
  parser->add_option("--block-count", options->block_count, "How many blocks' events are kept");
  options->architecture.add_to(*parser);
  parser->add_flag("--events", options->events, "Also print every recorded event");
  parser->add_flag("--worst", options->worst,
                   "Also list the causes of costly accesses, and what people do about them");
  options->memory.add_to(*parser);
  parser->add_flag("--full-names", options->full_names,
                   "Print long kernel names with all their template arguments");
  parser->add_flag("--json", options->json, "Print JSON")->excludes("--full-names");
  options->csv.add_to(*parser);
  options->language.add_to(*parser);
  parser->footer(kTraceFooter);
  return {parser, [options, parser] { return trace(*options, *parser); }};
}

}  // namespace warplens::cli
