#include "app/session/kernel_result.h"

#include <algorithm>

#include "app/session/kernel_reports.h"
#include "app/session/launch_views.h"
#include "app/session/open_capture.h"
#include "app/session/open_own.h"
#include "app/session/open_program.h"
#include "app/session/own_files.h"
#include "app/session/picture_file.h"
#include "app/session/shared_gpu.h"
#include "kernels/base/stopped.h"
#include "kernels/run/executed_code.h"
#include "viz/analysis/executed/executed_trace.h"
#include "viz/scene/access/picture.h"
#include "viz/swizzle/run_with_index.h"

namespace warplens::session {
namespace {

// A window's views show single events, so a few blocks are enough; totals cover all of them.
constexpr std::uint64_t kEventBytes = std::uint64_t{64} << 20;

run::Options options_of(std::stop_token stop, machine::Progress* progress) {
  run::Options options;
  options.keep_buffers = false;
  options.machine.cost = analysis::add_cost;
  options.machine.event_bytes = kEventBytes;
  options.machine.stop = std::move(stop);
  options.machine.progress = progress;
  return options;
}

run::PixelsOfSize pixels_of(const std::string& path) {
  if (path.empty()) return {};
  return [path](std::uint64_t rows, std::uint64_t columns) -> Result<std::vector<std::uint32_t>> {
    TRY(const auto pixels, picture::read_picture(path));
    return picture::fitted(pixels, rows, columns);
  };
}

// What ran, and the compute capability of the GPU that it ran on: 90; 0 on the CPU.
struct Ran {
  trace::RunPtr run;
  std::uint32_t capability = 0;
};

Result<trace::Run> run_selection(const run::Catalogue& catalogue, const Selection& selection,
                                 const run::Options& options) {
  return swizzle::run_with_index(catalogue, selection.kernel, selection.parameters, selection.index,
                                 options);
}

Result<Ran> run_on_cpu(const run::Catalogue& catalogue, const Selection& selection,
                       const run::Options& options) {
  TRY(auto run, run_selection(catalogue, selection, options));
  return Ran{std::make_shared<const trace::Run>(std::move(run)), 0};
}

Result<Ran> run_on_gpu(const run::Catalogue& catalogue, const Selection& selection,
                       run::Options options, SharedGpu& gpu) {
  TRY(auto turn, gpu.borrow(options.machine.stop));
  options.gpu = turn.gpu();
  options.metrics = analysis::all_metrics();
  auto run = run_selection(catalogue, selection, options);
  const device::Description device = options.gpu->description();
  options.gpu.reset();
  if (!run.has_value()) {
    if (!is_stopped(options.machine.stop)) turn.spoil();
    return fail(run.error());
  }
  return Ran{std::make_shared<const trace::Run>(std::move(*run)),
             static_cast<std::uint32_t>(10 * device.compute_major + device.compute_minor)};
}

Result<sass::Assembled> code_of(const trace::Run& run, std::uint32_t capability,
                                const std::stop_token& stop) {
  return run::executed_code(run::code_sources(), {run.kernel(), run.ptx.get()}, capability, stop);
}

// What the assembler made of the kernel explains figures that differ from the rules'.
void explain_differences(const trace::Run& run, std::uint32_t capability,
                         const std::stop_token& stop, KernelResult& result) {
  const bool is_needed = std::ranges::any_of(
      result.launches, [](const LaunchResult& launch) { return launch.counted.has_difference(); });
  if (!is_needed) return;
  const auto code = code_of(run, capability, stop);
  for (std::size_t i = 0; i < result.launches.size(); ++i) {
    Counted& counted = result.launches[i].counted;
    if (!counted.has_difference()) continue;
    if (code.has_value()) {
      add_sass(counted, *run.traces[i], code->accesses, run.counters[i]);
    } else {
      counted.why_no_sass = code.error().message.in(Language::en);
    }
  }
}

std::shared_ptr<const trace::Trace> ordered(const Selection& selection,
                                            std::shared_ptr<const trace::Trace> trace) {
  if (selection.order != trace::Order::turns) return trace;
  return std::make_shared<const trace::Trace>(trace::in_turns(*trace));
}

void add_reports(const std::string& kernel, KernelReports& reports, KernelResult& result) {
  const analysis::Resources* resources = reports.get();
  if (resources == nullptr) return;
  for (LaunchResult& launch : result.launches) {
    launch.reports = resources->of(kernel + ".ptx", launch.trace->entry);
  }
}

std::shared_ptr<const scene::Picture> picture_of_run(const trace::Run& run,
                                                     const trace::Trace& last) {
  if (run.picture == nullptr) return nullptr;
  const auto buffer = std::ranges::find(last.buffers, run.picture->buffer, &trace::Buffer::name);
  if (buffer == last.buffers.end()) return nullptr;
  return std::make_shared<const scene::Picture>(scene::picture_of(
      last, static_cast<std::size_t>(buffer - last.buffers.begin()), run.picture));
}

LaunchResult launch_of(const Selection& selection,
                       const std::shared_ptr<const trace::Trace>& recorded,
                       const analysis::Code* code, const trace::Run& run) {
  std::optional<analysis::Executed> executed;
  auto trace = recorded;
  if (code != nullptr) {
    executed = analysis::executed(*recorded, *code);
    trace = analysis::executed_trace(recorded, *code, *executed);
  }
  LaunchResult launch = analyse(ordered(selection, trace));
  LaunchViews views = launch_views(*launch.trace, launch.costs, launch.totals, run);
  if (executed.has_value()) add_stories(views, *launch.trace, *executed);
  launch.executed = std::move(executed);
  launch.views = std::make_shared<const LaunchViews>(std::move(views));
  return launch;
}

}  // namespace

std::shared_ptr<const LaunchViews> no_views() {
  static const auto kNone = std::make_shared<const LaunchViews>();
  return kNone;
}

std::string_view KernelResult::source(std::string_view file) const {
  return trace::text_of(*run->sources, file);
}

std::string_view KernelResult::source(std::string_view file, Language language) const {
  const std::string_view chinese =
      language == Language::zh ? trace::text_of(*run->chinese_sources, file) : std::string_view();
  return chinese.empty() ? source(file) : chinese;
}

std::optional<GemmRoles> gemm_roles(const run::Catalogue& catalogue, std::string_view kernel) {
  const auto found = catalogue.look_up(kernel);
  return found.has_value() ? found->family->gemm : std::nullopt;
}

LaunchResult analyse(std::shared_ptr<const trace::Trace> trace) {
  LaunchResult result;
  result.costs = analysis::event_costs(*trace);
  for (std::uint32_t row = 0; row < result.costs.size(); ++row) {
    if (result.costs[row].conflicts > 0) result.conflicts.push_back(row);
  }
  result.totals = analysis::kernel_totals(*trace);
  result.occurrences = Occurrences(*trace);
  result.trace = std::move(trace);
  return result;
}

KernelResult analyse(const Selection& selection, trace::RunPtr run, const analysis::Code* code) {
  KernelResult result;
  result.selection = selection;
  result.notes = run->notes;
  if (code != nullptr) {
    result.capability = code->capability;
    result.why_as_ptx = code->why_none;
  }
  for (const auto& trace : run->traces) {
    result.launches.push_back(launch_of(selection, trace, code, *run));
  }
  if (!result.launches.empty())
    result.picture = picture_of_run(*run, *result.launches.back().trace);
  for (std::size_t i = 0; i < std::min(run->counters.size(), result.launches.size()); ++i) {
    const trace::Trace& trace = *run->traces[i];
    result.launches[i].counted =
        counted({analysis::kernel_totals(trace), nullptr, trace.order_dependent}, run->counters[i]);
  }
  result.run = std::move(run);
  return result;
}

std::optional<analysis::Code> wanted_code(const Selection& selection, const trace::Run& run,
                                          std::uint32_t gpu, const std::stop_token& stop) {
  if (selection.capability == 0 || run.traces.empty()) return std::nullopt;
  const std::uint32_t capability = gpu == 0 ? selection.capability : gpu;
  auto code = code_of(run, capability, stop);
  if (!code.has_value()) return analysis::Code{capability, std::nullopt, code.error().message};
  return analysis::Code{capability, std::move(*code), {}};
}

Result<KernelResultPtr> compute(const run::Catalogue& catalogue, const Selection& selection,
                                std::stop_token stop, machine::Progress* progress, SharedGpu* gpu,
                                std::uint64_t memory, OwnFiles* own, KernelReports* reports) {
  const bool is_own = is_kernel_file(selection.capture) || selection.is_program;
  if (!selection.capture.empty() && !is_own) return open_capture(selection, stop, &catalogue);
  const bool is_on_gpu = selection.backend == Backend::gpu;
  if (is_on_gpu && gpu == nullptr && !is_own)
    return fail(tr("no GPU is lent to this run: choose the CPU"));
  run::Options options = options_of(stop, progress);
  options.memory = memory;
  options.largest_picture = kLargestPicture;
  options.picture = pixels_of(selection.picture);
  if (is_own) {
    OwnFiles unknown;
    OwnFiles& files = own == nullptr ? unknown : *own;
    return selection.is_program ? open_program(selection, options, files.programs())
                                : open_own(selection, options, files);
  }
  TRY(auto ran, is_on_gpu ? run_on_gpu(catalogue, selection, options, *gpu)
                          : run_on_cpu(catalogue, selection, options));
  if (ran.run->traces.empty()) return fail(tr("{} launches no kernel", selection.kernel));
  const auto code = wanted_code(selection, *ran.run, ran.capability, stop);
  KernelResult result = analyse(selection, ran.run, code.has_value() ? &*code : nullptr);
  explain_differences(*ran.run, ran.capability, stop, result);
  if (is_stopped(stop)) return fail(tr("cancelled"));
  result.gemm = gemm_roles(catalogue, selection.kernel);
  // What ptxas says is of the kernel as it ships.
  if (!selection.index.empty()) return std::make_shared<const KernelResult>(std::move(result));
  KernelReports unread(catalogue.assets());
  add_reports(selection.kernel, reports == nullptr ? unread : *reports, result);
  return std::make_shared<const KernelResult>(std::move(result));
}

}  // namespace warplens::session
