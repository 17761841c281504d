#include "kernels/run/gpu_trace.h"

#include <algorithm>

#include "kernels/device/trace_on_gpu.h"
#include "kernels/run/gpu_arguments.h"
#include "kernels/run/gpu_counters.h"
#include "kernels/run/gpu_fault.h"
#include "kernels/run/instrumented_results.h"
#include "kernels/run/notes.h"
#include "kernels/run/toolkit/entry_name.h"
#include "kernels/run/wait_for_turn.h"

namespace warplens::run {
namespace {

using catalog::HostStep;
using catalog::LaunchStep;

trace::RecordingOptions recording_of(const machine::RunOptions& options) {
  trace::RecordingOptions recording;
  recording.totals = options.recording != machine::Recording::none;
  recording.events = options.recording == machine::Recording::events;
  recording.cost = options.cost;
  recording.first_block = options.first_block;
  recording.block_count = options.block_count;
  recording.event_bytes = options.event_bytes;
  return recording;
}

void add_notes(const device::ReadingNotes& notes, std::vector<Text>& lines) {
  if (notes.lost_records > 0) {
    lines.push_back(lost_records_note(notes.lost_records));
  }
  if (notes.split_events > 0) {
    lines.push_back(split_events_note(notes.split_events));
  }
  if (notes.stray_addresses > 0) {
    lines.push_back(stray_addresses_note(notes.stray_addresses));
  }
}

class TracedSteps {
 public:
  TracedSteps(const PlanTarget& target, const Options& options, DeviceBuffers& host,
              GpuBuffers& memory)
      : target_(target), options_(options), memory_(memory) {
    for (std::size_t i = 0; i < host.specs().size(); ++i) {
      buffers_.push_back({host.memory().buffers()[i], memory.memory(host.specs()[i].name)});
    }
  }

  Result<void> run(const catalog::Step& step, trace::Run& result) {
    if (options_.machine.stop.stop_requested()) return fail(tr("cancelled"));
    if (const auto* memory = std::get_if<catalog::MemoryStep>(&step))
      return memory_.queue(*options_.gpu, *memory);
    if (const auto* host = std::get_if<HostStep>(&step)) {
      host->action(memory_);
      return memory_.write_back();
    }
    return launch(std::get<LaunchStep>(step), result);
  }

 private:
  // The latest of each image stays, as what words in memory lead to may lie in it.
  Result<const device::TracedModule*> load(const LaunchStep& step, const ptx::Function& entry) {
    const auto& module = target_.module_of(step);
    TRY(auto loaded, device::load_to_trace(*options_.gpu, module, entry.name, step.block));
    TRY(memory_.place_variables(*module, loaded.loaded));
    auto& place = modules_[step.image];
    place = std::make_unique<const device::TracedModule>(std::move(loaded));
    return place.get();
  }

  Result<void> launch(const LaunchStep& step, trace::Run& result) {
    TRY(const ptx::Function* entry, find_entry(*target_.module_of(step), step.entry));
    TRY(const device::TracedModule* module, load(step, *entry));
    GpuTextures textures;
    TRY(const auto plain, gpu_arguments(*options_.gpu, step, *entry, memory_, textures));
    std::vector<std::span<const std::byte>> arguments;
    for (const PlainArgument& argument : plain) arguments.push_back(argument.bytes);
    const auto places = memory_.places();

    device::TraceRequest request;
    request.kernel_name = target_.name.empty() ? source_name(entry->name) : target_.name;
    request.shape = {step.grid, step.block, step.dynamic_shared_bytes, step.cluster};
    request.arguments = arguments;
    if (!textures.is_empty()) {
      request.before_run = [&] { return textures.take(); };
      request.after_run = [&] { return textures.give(); };
    }
    request.buffers = buffers_;
    request.places = places;
    request.unrecorded = options_.machine.unrecorded;
    request.slice_bytes = options_.gpu_window_bytes;
    request.variables = &variables_[step.image];
    request.recording = recording_of(options_.machine);
    request.stop = options_.machine.stop;
    if (machine::Progress* progress = options_.machine.progress) {
      request.progress = [progress](std::uint64_t done, std::uint64_t all) {
        progress->blocks_done = done;
        progress->blocks_total = all;
      };
    }
    device::ReadingNotes notes;
    request.notes = &notes;
    TRY(trace::Trace trace, device::trace_on_gpu(*options_.gpu, *module, request));
    name_layouts(step, trace);
    add_notes(notes, result.notes);
    result.traces.push_back(std::make_shared<const trace::Trace>(std::move(trace)));
    return {};
  }

  const PlanTarget& target_;
  const Options& options_;
  GpuBuffers& memory_;
  std::vector<device::TracedBuffer> buffers_;
  // By image.
  std::map<std::size_t, std::unique_ptr<const device::TracedModule>> modules_;
  std::map<std::size_t, std::map<std::string, std::vector<std::byte>>> variables_;
};

// Counts before the steps run, because they change the contents that they begin with.
Result<void> count(std::span<const catalog::Step> steps, const PlanTarget& target,
                   DeviceBuffers& buffers, const Options& options, trace::Run& result) {
  if (options.metrics.empty()) return {};
  auto counters = wait_for_turn({}, options.machine.stop,
                                [&] { return count_on_gpu(steps, target, buffers, options); });
  if (options.machine.stop.stop_requested()) return fail(tr("cancelled"));
  if (counters.has_value()) {
    result.counters = std::move(*counters);
  } else if (counters.error().code == ErrorCode::kernel_fault) {
    return fail(counters.error());
  } else {
    result.why_no_counters = counters.error().message.in(Language::en);
  }
  return {};
}

Result<trace::Run> trace_steps(std::span<const catalog::Step> steps, const PlanTarget& target,
                               DeviceBuffers& buffers, const Options& options) {
  trace::Run result;
  TRY(count(steps, target, buffers, options, result));
  TRY(const auto untouched, untouched_results(steps, target, buffers, options));
  TRY(GpuBuffers memory, GpuBuffers::upload(*options.gpu, buffers));
  TracedSteps traced(target, options, buffers, memory);
  for (const catalog::Step& step : steps) {
    TRY(traced.run(step, result));
  }
  TRY(const auto instrumented, memory.results());
  TRY(const auto compared,
      compare_results(steps, target, untouched, instrumented, buffers, options));
  if (compared.has_value()) result.notes.push_back(*compared);
  for (const auto& [name, bytes] : untouched) {
    std::ranges::copy(bytes, buffers.bytes(name).begin());
  }
  return result;
}

}  // namespace

Result<trace::Run> trace_on_gpu(std::span<const catalog::Step> steps, const PlanTarget& target,
                                DeviceBuffers& buffers, const Options& options) {
  auto traced = trace_steps(steps, target, buffers, options);
  if (traced.has_value()) return traced;
  return fail(with_finding_of_cpu(traced.error(), steps, target, buffers, options));
}

}  // namespace warplens::run
