#include <algorithm>
#include <chrono>
#include <span>

#include "kernels/machine/first_run.h"
#include "kernels/machine/grid_runner.h"
#include "kernels/machine/launch/barrier_records.h"
#include "kernels/machine/launch/instruction_records.h"
#include "kernels/machine/launch/matrix_records.h"
#include "kernels/machine/machine.h"

namespace warplens::machine {
namespace {

bool may_read_local(const Program& program, const RunOptions& options) {
  const ProgramImage& image = program.image();
  return options.detect_races && image.reads_local &&
         (image.allocates_stack ||
          std::ranges::any_of(image.functions, [](const FunctionImage& function) {
            return function.local_bytes != 0;
          }));
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

bool may_follow(const Program& program, const LaunchRequest& request, const Memory& memory,
                const RunOptions& options, const PreparedLaunch& launch) {
  const ProgramImage& image = program.image();
  return image.shuffles || launch.writes->may_be_read() || may_read_local(program, options) ||
         may_divide_by_zero(program, request, memory, options) ||
         (options.detect_races && image.reads_shared && launch.shared_bytes != 0);
}

// Where threads of one block may have raced, a second run from the same memory tells whether they
// did, or would have if loaded values are used. Memory and trace stay those of the first.
void compare_threads(const GridRunner& runner, const PreparedLaunch& launch, const FirstRun& first,
                     Memory& memory, Snapshot initial, GridResult& result) {
  std::set<std::uint64_t> blocks;
  for (const auto& [block, lines] : first.suspects()) blocks.insert(block);
  GridPass second;
  second.launch = &launch;
  second.exposed = &first.exposed();
  second.suspects = &first.suspects();
  second.counts_progress = false;
  second.tracked_blocks = &blocks;
  exchange(memory, initial);
  const GridResult compared = runner.run(second);
  exchange(memory, initial);
  const auto& known = result.findings.keys();
  result.findings.append_new(compared.findings, {known.begin(), known.end()});
  result.candidates.add_new(compared.candidates);
  result.cancelled = result.cancelled || compared.cancelled;
}

// Loads that could be findings are followed in a second run from the same memory, which says
// whether their values are used. Memory and trace stay those of the first.
class SecondRun {
 public:
  SecondRun(const GridRunner& runner, const PreparedLaunch& launch, const FirstRun& run)
      : runner_(&runner), launch_(&launch), run_(&run) {}

  void follow_values(GridResult& first, Memory& memory, Snapshot initial) const {
    const LaunchCandidates& candidates = first.candidates;
    const LaunchCandidates::Blocks leading =
        runner_->is_in_order() ? candidates.all_blocks() : candidates.leading_blocks();
    const Snapshot again = initial;
    exchange(memory, initial);
    // What the first run has told is not told, and counted, once more.
    const LaunchCandidates::Keys told{first.findings.keys().begin(), first.findings.keys().end()};
    const GridResult followed = follow(leading, candidates.loads_beside({}));
    add(first, followed, told);
    const auto confirmed = candidates.confirmed_by(followed.findings, followed.racing_loads);
    const LaunchCandidates::Blocks others = candidates.blocks_beside(confirmed, leading);
    if (!others.empty() && !first.cancelled) {
      restore(memory, again);
      LaunchCandidates::Keys left_out = told;
      left_out.insert(confirmed.begin(), confirmed.end());
      add(first, follow(others, candidates.loads_beside(confirmed)), left_out);
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
    if (!run_->suspects().empty()) {
      second.exposed = &run_->exposed();
      second.suspects = &run_->suspects();
    }
    return runner_->run(second);
  }
  static void add(GridResult& first, const GridResult& followed,
                  const LaunchCandidates::Keys& known) {
    first.findings.append_new(followed.findings, known);
    first.cancelled = first.cancelled || followed.cancelled;
  }

  const GridRunner* runner_;
  const PreparedLaunch* launch_;
  const FirstRun* run_;
};

}  // namespace

Result<trace::Trace> run(const Program& program, const LaunchRequest& request, Memory& memory,
                         const RunOptions& options) {
  TRY(auto launch, prepare_launch(program, request, memory, options));
  if (options.matrices != nullptr) options.matrices->begin_launch(program);
  if (options.barriers != nullptr) options.barriers->begin_launch(program);
  if (options.instructions != nullptr) options.instructions->begin_launch(program);
  if (options.progress != nullptr) options.progress->blocks_total = launch.blocks;

  GridRunner runner(program, options, launch);
  FirstRun first(program, request, memory, options, launch);
  const bool follows = may_follow(program, request, memory, options, launch);
  MemoryBefore before(memory, first.exposed(), first.unexpected());
  if (follows || !first.exposed().is_empty()) before.save();
  GridResult result = first.run(runner, memory, before);
  const bool may_race = !first.suspects().empty();
  if (may_race && !result.cancelled && !result.halted) {
    compare_threads(runner, launch, first, memory, before.snapshot(), result);
  }
  LaunchWrites& writes = first.writes();
  if (result.blocks == launch.blocks && !result.halted) writes.set_whole();
  if (writes.may_be_read()) result.candidates = result.candidates.left_by(writes);
  if ((follows || may_race) && !result.candidates.empty() && !result.cancelled && !result.halted) {
    SecondRun(runner, launch, first).follow_values(result, memory, before.snapshot());
  }
  writes.finish(memory);
  if (result.cancelled) return fail(tr("cancelled"));

  trace::Trace trace = head_of(program, request, memory, launch);
  first.finish(trace, result);
  trace.findings = result.findings.take(options.maximum_findings);
  trace.printed = std::move(result.printed);
  trace.order_dependent = program.order_dependent() || first.has_races();
  trace.lane_instructions = result.lane_instructions;
  trace.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - launch.started).count();
  return trace;
}

}  // namespace warplens::machine
