#include "kernels/machine/first_run.h"

#include <algorithm>

#include "kernels/machine/launch/global_race_findings.h"
#include "kernels/machine/program/instruction_class.h"
#include "kernels/ptx/control_flow.h"

namespace warplens::machine {
namespace {

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

void count_instruction(const ptx::Instruction& instruction, std::uint64_t executions,
                       trace::LaunchCounts& counts) {
  const auto kind = static_cast<std::size_t>(instruction_class(instruction));
  counts.instructions[kind] += executions * executions_of(instruction);
  if (const auto work = tensor_work(instruction)) {
    counts.multiply_adds[static_cast<std::size_t>(work->kind)] += executions * work->multiply_adds;
    counts.wgmma_bytes += executions * work->shared_bytes;
  }
}

std::uint64_t times_of(const ptx::BasicBlock& block, const FunctionImage& function,
                       const std::vector<std::uint64_t>& executions) {
  std::uint64_t times = 0;
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    const std::size_t id = function.first_instruction + i;
    if (id < executions.size()) times = std::max(times, executions[id]);
  }
  return times;
}

void count_blocks(const FunctionImage& function, const std::vector<std::uint64_t>& executions,
                  trace::LaunchCounts& counts) {
  const auto& instructions = function.function->instructions;
  for (const ptx::BasicBlock& block : ptx::build_control_flow(*function.function).blocks) {
    const std::uint64_t times = times_of(block, function, executions);
    if (block.is_list() || times == 0) continue;
    counts.blocks.push_back(
        {instructions[block.first].ptx_line, instructions[block.last - 1].ptx_line, times});
  }
}

void count_instructions(const ProgramImage& image, const std::vector<std::uint64_t>& executions,
                        trace::LaunchCounts& counts) {
  for (const FunctionImage& function : image.functions) {
    const auto& instructions = function.function->instructions;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      const std::size_t id = function.first_instruction + i;
      if (id < executions.size()) count_instruction(instructions[i], executions[id], counts);
    }
    count_blocks(function, executions, counts);
  }
}

}  // namespace

trace::Trace head_of(const Program& program, const LaunchRequest& request, const Memory& memory,
                     const PreparedLaunch& launch) {
  trace::Trace trace;
  trace.kernel = request.kernel_name.empty() ? program.entry().name : request.kernel_name;
  trace.entry = program.entry().name;
  trace.backend = "cpu";
  trace.target = program.module().target;
  trace.launch = {request.grid, request.block, program.image().static_shared_bytes,
                  request.dynamic_shared_bytes};
  trace.buffers = memory.buffers();
  trace.shared_arrays = launch.shared_arrays;
  trace.ptx_files = program.module().files;
  return trace;
}

FirstRun::FirstRun(const Program& program, const LaunchRequest& request, const Memory& memory,
                   const RunOptions& options, PreparedLaunch& launch)
    : program_(&program),
      request_(&request),
      memory_(&memory),
      options_(&options),
      launch_(&launch),
      exposed_(program.image(), request, memory, options),
      unexpected_(memory) {
  start();
}

GridResult FirstRun::run(GridRunner& runner, Memory& memory, const MemoryBefore& before) {
  if (exposed_.is_empty() || launch_->blocks == 1) return runner.run(pass());
  if (runner.is_in_order()) return compare(runner);
  GridResult result = screen(runner);
  if (!result.is_suspicious || result.cancelled || result.halted) return result;
  before.return_to(memory);
  runner.take_turns();
  start();
  if (options_->progress != nullptr) options_->progress->blocks_done = 0;
  return compare(runner);
}

void FirstRun::start() {
  trace::RecordingOptions recording = recording_options(*options_);
  recording.blocks = launch_->blocks;
  if (options_->counts_launch) recording.tally = &tally_.emplace(memory_->buffers());
  if (options_->reader != nullptr) {
    trace::Trace head = head_of(*program_, *request_, *memory_, *launch_);
    head.sites = program_->image().sites;
    options_->reader->start(head);
    recording.reader = options_->reader;
  }
  builder_.emplace(program_->image().sites, recording);
  suspects_.clear();
  writes_.emplace(program_->image(), *request_, *memory_, *options_);
  launch_->writes = &*writes_;
}

void FirstRun::finish(trace::Trace& trace, const GridResult& result) {
  builder_->finish(trace, launch_->blocks);
  if (!tally_.has_value()) return;
  trace.counts.emplace();
  tally_->count(*trace.counts);
  trace.counts->multiply_adds = result.multiply_adds;
  count_instructions(program_->image(), result.executions, *trace.counts);
}

GridPass FirstRun::pass() {
  GridPass pass;
  pass.launch = launch_;
  pass.builder = options_->recording == Recording::none ? nullptr : &*builder_;
  pass.writes = &*writes_;
  if (exposed_.is_empty()) return pass;
  pass.exposed = &exposed_;
  pass.unexpected = &unexpected_;
  if (launch_->threads > 1) pass.found_suspects = &suspects_;
  return pass;
}

GridResult FirstRun::screen(const GridRunner& runner) {
  LaunchScreen screen(exposed_);
  GridPass together = pass();
  together.screen = &screen;
  return runner.run(together);
}

GridResult FirstRun::compare(const GridRunner& runner) {
  GlobalRaces races(exposed_, launch_->warps);
  GridPass in_order = pass();
  in_order.global_races = &races;
  GridResult result = runner.run(in_order);
  add_findings(races, *launch_, result.findings);
  has_races_ = races.has_races();
  return result;
}

}  // namespace warplens::machine
