#include "kernels/device/trace_on_gpu.h"

#include <algorithm>
#include <chrono>

#include "kernels/device/trace_memory.h"
#include "kernels/device/trace_windows.h"
#include "kernels/machine/program/taken_memory.h"

namespace warplens::device {
namespace {

using Clock = std::chrono::steady_clock;

class TracedLaunch {
 public:
  TracedLaunch(const Gpu& gpu, const TracedModule& module, const TraceRequest& request)
      : gpu_(gpu),
        request_(request),
        instrumented_(module.kernel),
        module_(module.loaded),
        threads_(static_cast<std::uint32_t>(request.shape.block.count())) {}

  Result<trace::Trace> run() {
    TRY(prepare());
    TRY(const std::vector<TraceWindow> windows, count());
    trace::TraceBuilder builder(instrumented_.program.sites(), request_.recording);
    for (const TraceWindow& window : windows) {
      TRY(record(window, builder));
    }
    TRY(memory_.hand_back(request_.variables));
    if (request_.notes != nullptr) *request_.notes = notes_;
    return finish(builder);
  }

 private:
  [[nodiscard]] std::uint64_t first_block() const {
    if (request_.recording.totals) return 0;
    return std::min(request_.recording.first_block, request_.shape.grid.count());
  }
  [[nodiscard]] std::uint64_t block_count() const {
    const std::uint64_t left = request_.shape.grid.count() - first_block();
    return request_.recording.totals ? left : std::min(left, request_.recording.block_count);
  }

  Result<void> prepare() {
    TRY(Kernel kernel, module_.kernel(instrumented_.program.entry()));
    kernel_ = kernel;
    TRY(DeviceMemory control, module_.memory(instrumented_.control));
    control_ = std::move(control);
    TRY(DeviceMemory places,
        gpu_.allocate(8 * std::max<std::size_t>(1, instrumented_.placed.size())));
    place_memory_ = std::move(places);
    return memory_.take(request_, instrumented_.program, module_);
  }

  // The counts need no records: as many blocks at a time as slices without any fit.
  Result<std::vector<TraceWindow>> count() {
    const std::uint64_t most =
        std::max<std::uint64_t>(1, request_.slice_bytes / (threads_ * slice_bytes(0)));
    std::vector<std::uint32_t> counts;
    while (counts.size() < block_count()) {
      const TraceWindow window{first_block() + counts.size(),
                               std::min(most, block_count() - counts.size()), 0};
      TRY(const auto some, run_window(window));
      counts.insert(counts.end(), some.begin(), some.end());
      report(counts.size());
    }
    return trace_windows(counts, first_block(), threads_, request_.slice_bytes);
  }

  // A kernel that spins does not record as much in every run.
  Result<void> record(TraceWindow window, trace::TraceBuilder& builder) {
    constexpr int kTries = 3;
    for (int tries = 0; tries < kTries; ++tries) {
      TRY(const auto counts, run_window(window));
      const std::uint32_t made = *std::ranges::max_element(counts);
      if (made <= window.capacity) break;
      if (tries + 1 < kTries) window.capacity = made + made / 4;
    }
    Result<void> read = read_records(instrumented_, recorded(window), memory_.places(), builder,
                                     notes_, request_.unrecorded);
    report(block_count() + window.first_block - first_block() + window.block_count);
    return read;
  }

  [[nodiscard]] RecordedWindow recorded(const TraceWindow& window) const {
    const LaunchShape& shape = request_.shape;
    const Dim3 cluster =
        shape.cluster.value_or(instrumented_.program.entry().cluster.value_or(Dim3{}));
    return {slices_,  places_,         window.first_block,   window.block_count,
            threads_, window.capacity, {shape.grid, cluster}};
  }

  // Runs the whole grid from the memory that it began with; slices_ and places_ hold what the
  // window recorded.
  Result<std::vector<std::uint32_t>> run_window(const TraceWindow& window) {
    if (request_.stop.stop_requested()) return fail(tr("cancelled"));
    places_.resize(instrumented_.placed.size());
    TRY(memory_.restore());
    TRY(set_control(window));
    if (request_.before_run) TRY(request_.before_run());
    TRY(gpu_.launch(kernel_, request_.shape, request_.arguments));
    if (request_.after_run) TRY(request_.after_run());
    TRY(gpu_.synchronize());
    TRY(slice_memory_.download(slices_));
    TRY(place_memory_.download(std::as_writable_bytes(std::span(places_))));
    return count_records(recorded(window));
  }

  Result<void> set_control(const TraceWindow& window) {
    const std::uint64_t bytes = window.block_count * threads_ * slice_bytes(window.capacity);
    if (slice_memory_.bytes() < bytes) {
      slice_memory_ = {};
      TRY(DeviceMemory memory, gpu_.allocate(bytes));
      slice_memory_ = std::move(memory);
    }
    slices_.resize(bytes);
    const RecordingControl control{slice_memory_.address(),
                                   place_memory_.address(),
                                   window.first_block,
                                   window.block_count,
                                   slice_bytes(window.capacity),
                                   window.capacity,
                                   0};
    TRY(slice_memory_.fill(0));
    TRY(place_memory_.fill(0xff));
    return control_.upload(std::as_bytes(std::span(&control, 1)));
  }

  void report(std::uint64_t done) const {
    if (request_.progress) request_.progress(done, 2 * block_count());
  }

  trace::Trace finish(trace::TraceBuilder& builder) const {
    const machine::Program& program = instrumented_.program;
    trace::Trace trace;
    trace.entry = program.entry().name;
    trace.kernel = request_.kernel_name.empty() ? trace.entry : request_.kernel_name;
    trace.backend = gpu_.description().name;
    trace.target = program.module().target;
    trace.launch = {request_.shape.grid, request_.shape.block, kernel_.static_shared_bytes,
                    request_.shape.dynamic_shared_bytes};
    trace.buffers = memory_.buffers();
    trace.shared_arrays =
        shared_arrays_at(instrumented_, places_, request_.shape.dynamic_shared_bytes);
    trace.ptx_files = program.module().files;
    builder.finish(trace, request_.shape.grid.count());
    trace.order_dependent = program.order_dependent();
    trace.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    return trace;
  }

  const Gpu& gpu_;
  const TraceRequest& request_;
  const Instrumented& instrumented_;
  const LoadedModule& module_;
  std::uint32_t threads_;
  Clock::time_point start_ = Clock::now();
  Kernel kernel_;
  DeviceMemory control_, place_memory_, slice_memory_;
  TraceMemory memory_;
  std::vector<std::byte> slices_;
  std::vector<std::uint64_t> places_;
  ReadingNotes notes_;
};

// Where memory lies that the kernel takes as it runs, no record tells.
Result<void> check_memory(const machine::Program& program) {
  const std::string& name = program.entry().name;
  if (machine::takes_heap(program)) {
    return fail(tr("{} takes memory by malloc, which is traced on the CPU alone", name));
  }
  if (machine::takes_stack(program)) {
    return fail(tr("{} takes memory by alloca, which is traced on the CPU alone", name));
  }
  return {};
}

}  // namespace

Result<TracedModule> load_to_trace(const Gpu& gpu, const std::shared_ptr<const ptx::Module>& module,
                                   const std::string& entry, const Dim3& block) {
  TRY(Instrumented kernel, instrument(module, entry));
  TRY(check_memory(kernel.program));
  TRY(LoadedModule loaded, gpu.compile(kernel.ptx, {registers_for(block.count())}));
  return TracedModule{std::move(kernel), std::move(loaded)};
}

Result<trace::Trace> trace_on_gpu(const Gpu& gpu, const TracedModule& module,
                                  const TraceRequest& request) {
  if (request.shape.grid.count() == 0 || request.shape.block.count() == 0) {
    return fail(tr("every side of the grid and of the block must be at least 1"));
  }
  return TracedLaunch(gpu, module, request).run();
}

}  // namespace warplens::device
