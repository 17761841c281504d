// A launch's blocks, run to the end and joined in a fixed order.
//
//   run_together   the code cannot tell: blocks on all host threads, committed in index order
//   run_in_order   the code can tell, blocks race, or a seed asks for an order: one host thread,
//                  every block that waits for another stays resident and gets its turn again, ever
//                  more seldom while others start; with a seed, blocks and warps take turns as
//                  seeded_turns.h says
//
// Both give the same trace for the same launch, whatever the number of host threads.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/machine/candidates.h"
#include "kernels/machine/launch/finding_log.h"
#include "kernels/machine/launch/finding_text.h"
#include "kernels/machine/launch/global_races.h"
#include "kernels/machine/launch/launch.h"
#include "kernels/machine/launch/launch_screen.h"
#include "kernels/machine/launch/launch_writes.h"
#include "kernels/machine/launch/thread_screen.h"
#include "kernels/machine/launch/unexpected_writes.h"
#include "kernels/trace/recorder.h"

namespace warplens::machine {

// The result of one pass over the blocks.
struct GridResult {
  FindingLog findings;
  std::string printed;
  LaunchCandidates candidates;
  std::set<std::uint32_t> racing_loads;  // of which races were found
  std::uint64_t instructions = 0;
  std::uint64_t lane_instructions = 0;
  std::vector<std::uint64_t> executions;  // by instruction, where they are counted
  trace::MultiplyAdds multiply_adds{};    // of tcgen05.mma
  bool cancelled = false;
  std::uint64_t blocks = 0;    // that were added up
  bool is_suspicious = false;  // `screen` is: it ended there, and must run again in order
  bool halted = false;         // by its time limit or from outside: findings say where it stood
};

struct GridPass {
  const PreparedLaunch* launch = nullptr;
  trace::TraceBuilder* builder = nullptr;  // nullptr: nothing is recorded
  LaunchWrites* writes = nullptr;          // what blocks write to watched buffers is added there
  // Buffers through which blocks may race, and who looks; at most one of the two does.
  const ExposedBuffers* exposed = nullptr;
  UnexpectedWrites* unexpected = nullptr;  // to all other buffers
  LaunchScreen* screen = nullptr;          // run_together
  GlobalRaces* global_races = nullptr;     // run_in_order
  // Lines on which the threads of one block may race, and then those that are to be compared.
  SuspectLines* found_suspects = nullptr;
  const SuspectLines* suspects = nullptr;
  bool counts_progress = true;
  // Second pass: which blocks have values to follow, and of which loads.
  const std::set<std::uint64_t>* tracked_blocks = nullptr;
  const std::set<std::uint32_t>* tracked_loads = nullptr;
};

[[nodiscard]] GridResult run_together(const GridPass& pass, unsigned threads);
[[nodiscard]] GridResult run_in_order(const GridPass& pass);

}  // namespace warplens::machine
