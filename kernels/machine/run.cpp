#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <thread>

#include "kernels/machine/grid.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/program/instruction_class.h"

namespace warplens::machine {
namespace {

using Snapshot = std::vector<std::vector<std::byte>>;

Snapshot copy_of(const Memory& memory) {
  Snapshot snapshot;
  for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
    const auto bytes = memory.bytes(i);
    snapshot.emplace_back(bytes.begin(), bytes.end());
  }
  return snapshot;
}

void exchange(Memory& memory, Snapshot& snapshot) {
  for (std::size_t i = 0; i < snapshot.size(); ++i) {
    const auto bytes = memory.bytes(i);
    std::swap_ranges(bytes.begin(), bytes.end(), snapshot[i].begin());
  }
}

void restore(Memory& memory, const Snapshot& snapshot) {
  for (std::size_t i = 0; i < snapshot.size(); ++i) {
    std::ranges::copy(snapshot[i], memory.bytes(i).begin());
  }
}

void count_instructions(const ProgramImage& image, const std::vector<std::uint64_t>& executions,
                        trace::LaunchCounts& counts) {
  for (const FunctionImage& function : image.functions) {
    const auto& instructions = function.function->instructions;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      const auto kind = static_cast<std::size_t>(instruction_class(instructions[i]));
      const std::size_t id = function.first_instruction + i;
      if (id < executions.size()) counts.instructions[kind] += executions[id];
    }
  }
}

trace::RecordingOptions recording_options(const RunOptions& options) {
  trace::RecordingOptions recording;
  recording.totals = options.recording != Recording::none;
  recording.events = options.recording == Recording::events;
  recording.cost = options.cost;
  recording.first_block = options.first_block;
  recording.block_count = options.block_count;
  recording.event_bytes = options.event_bytes;
  return recording;
}

unsigned threads_of(const RunOptions& options) {
  if (options.counts_launch) return 1;
  if (options.threads != 0) return options.threads;
  return std::max(1u, std::thread::hardware_concurrency());
}

bool may_read_local(const Program& program, const RunOptions& options) {
  const ProgramImage& image = program.image();
  return options.detect_races && image.reads_local &&
         std::ranges::any_of(image.functions, [](const FunctionImage& function) {
           return function.local_bytes != 0;
         });
}

// Zero, or behind the end.
bool is_zero(std::span<const std::byte> parameters, const PassedValue& value) {
  if (std::size_t{value.offset} + value.bytes > parameters.size()) return true;
  return std::ranges::all_of(parameters.subspan(value.offset, value.bytes),
                             [](std::byte byte) { return byte == std::byte{0}; });
}

std::uint64_t bytes_of(const Memory& memory) {
  std::uint64_t bytes = 0;
  for (const trace::Buffer& buffer : memory.buffers()) bytes += buffer.bytes;
  return bytes;
}

// Whether it is worth keeping the memory as it is: where a divisor comes of what the launch passes,
// it is zero because one of that is, unless copying costs nothing.
bool may_divide_by_zero(const Program& program, const LaunchRequest& request, const Memory& memory,
                        const RunOptions& options) {
  constexpr std::uint64_t kLittle = 1 << 20;
  const ProgramImage& image = program.image();
  if (!options.detect_races || !image.divides) return false;
  return image.divides_by_varying || bytes_of(memory) <= kLittle ||
         std::ranges::any_of(image.divisors, [&](const PassedValue& value) {
           return is_zero(request.parameters, value);
         });
}

// One launch in the making.
class Run {
 public:
  Run(const Program& program, const RunOptions& options, PreparedLaunch& launch)
      : launch_(&launch),
        in_order_(program.order_dependent() || options.order_seed.has_value()),
        threads_(in_order_ ? 1 : threads_of(options)) {
    launch.concurrent = threads_ > 1;
  }

  [[nodiscard]] GridResult pass(const GridPass& pass) const {
    return in_order_ ? run_in_order(pass) : run_together(pass, threads_);
  }
  // Loads that could be findings are followed in a second run from the same memory, which says
  // whether their values are used. Memory and trace stay those of the first.
  void follow_values(GridResult& first, Memory& memory, Snapshot initial) const {
    const LaunchCandidates& candidates = first.candidates;
    const LaunchCandidates::Blocks leading =
        in_order_ ? candidates.all_blocks() : candidates.leading_blocks();
    const Snapshot again = initial;
    exchange(memory, initial);
    const GridResult followed = follow(leading, candidates.loads_beside({}));
    add(first, followed, {});
    const auto confirmed = candidates.confirmed_by(followed.findings, followed.racing_loads);
    const LaunchCandidates::Blocks others = candidates.blocks_beside(confirmed, leading);
    if (!others.empty() && !first.cancelled) {
      restore(memory, again);
      add(first, follow(others, candidates.loads_beside(confirmed)), confirmed);
    }
    candidates.count(confirmed, leading, first.findings);
    exchange(memory, initial);
  }

 private:
  [[nodiscard]] GridResult follow(const LaunchCandidates::Blocks& blocks,
                                  const std::set<std::uint32_t>& loads) const {
    GridPass second;
    second.launch = launch_;
    second.counts_progress = false;
    second.tracked_blocks = &blocks;
    second.tracked_loads = &loads;
    return pass(second);
  }
  static void add(GridResult& first, const GridResult& followed,
                  const LaunchCandidates::Keys& known) {
    first.findings.append_new(followed.findings, known);
    first.cancelled = first.cancelled || followed.cancelled;
  }

  const PreparedLaunch* launch_;
  bool in_order_;
  unsigned threads_;
};

}  // namespace

Result<trace::Trace> run(const Program& program, const LaunchRequest& request, Memory& memory,
                         const RunOptions& options) {
  auto launch = prepare_launch(program, request, memory, options);
  if (!launch.has_value()) return fail(launch.error());
  if (options.progress != nullptr) options.progress->blocks_total = launch->blocks;

  LaunchWrites writes(program.image(), request, memory, options);
  launch->writes = &writes;
  const Run run(program, options, *launch);
  const bool may_follow =
      program.image().shuffles || writes.may_be_read() || may_read_local(program, options) ||
      may_divide_by_zero(program, request, memory, options) ||
      (options.detect_races && program.image().reads_shared && launch->shared_bytes != 0);
  Snapshot initial;
  if (may_follow) initial = copy_of(memory);
  std::optional<trace::TouchedSectors> touched;
  trace::RecordingOptions recording = recording_options(options);
  if (options.counts_launch) recording.touched = &touched.emplace(memory.buffers());
  trace::TraceBuilder builder(program.image().sites, recording);
  GridPass pass;
  pass.launch = &*launch;
  pass.builder = options.recording == Recording::none ? nullptr : &builder;
  pass.writes = &writes;
  GridResult result = run.pass(pass);
  if (result.blocks == launch->blocks && !result.halted) writes.set_whole();
  if (writes.may_be_read()) result.candidates = result.candidates.left_by(writes);
  if (may_follow && !result.candidates.empty() && !result.cancelled && !result.halted) {
    run.follow_values(result, memory, std::move(initial));
  }
  writes.finish(memory);
  if (result.cancelled) return fail_in_both("cancelled", "已取消");

  trace::Trace trace;
  trace.kernel = request.kernel_name.empty() ? program.entry().name : request.kernel_name;
  trace.entry = program.entry().name;
  trace.backend = "cpu";
  trace.target = program.module().target;
  trace.launch = {request.grid, request.block, program.image().static_shared_bytes,
                  request.dynamic_shared_bytes};
  trace.buffers = memory.buffers();
  trace.shared_arrays = launch->shared_arrays;
  trace.ptx_files = program.module().files;
  builder.finish(trace, launch->blocks);
  trace.findings = result.findings.take(options.maximum_findings);
  trace.printed = std::move(result.printed);
  trace.order_dependent = program.order_dependent();
  trace.lane_instructions = result.lane_instructions;
  if (touched.has_value()) {
    trace.counts.emplace();
    touched->count(*trace.counts);
    count_instructions(program.image(), result.executions, *trace.counts);
  }
  trace.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - launch->started).count();
  return trace;
}

}  // namespace warplens::machine
