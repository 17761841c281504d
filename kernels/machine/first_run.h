// The first run of all blocks of a launch: its trace, and what it did wrong.
//
// Blocks may run together as long as they touch nothing in common that one of them writes; where
// they do, they run again in one order, and are compared exactly.
#pragma once

#include <optional>

#include "kernels/machine/grid_runner.h"
#include "kernels/machine/memory_before.h"

namespace warplens::machine {

// A launch's trace as far as it is known before it runs, without its sites.
[[nodiscard]] trace::Trace head_of(const Program& program, const LaunchRequest& request,
                                   const Memory& memory, const PreparedLaunch& launch);

class FirstRun {
 public:
  FirstRun(const Program& program, const LaunchRequest& request, const Memory& memory,
           const RunOptions& options, PreparedLaunch& launch);

  [[nodiscard]] const ExposedBuffers& exposed() const { return exposed_; }
  [[nodiscard]] const UnexpectedWrites& unexpected() const { return unexpected_; }
  // `before`: `memory` as it is now. The runner takes turns from here on where blocks had to.
  [[nodiscard]] GridResult run(GridRunner& runner, Memory& memory, const MemoryBefore& before);
  [[nodiscard]] LaunchWrites& writes() { return *writes_; }
  [[nodiscard]] bool has_races() const { return has_races_; }
  // Lines on which threads of one block may race, if it ran on.
  [[nodiscard]] const SuspectLines& suspects() const { return suspects_; }
  void finish(trace::Trace& trace, const GridResult& result);

 private:
  void start();
  [[nodiscard]] GridPass pass();
  [[nodiscard]] GridResult screen(const GridRunner& runner);
  [[nodiscard]] GridResult compare(const GridRunner& runner);

  const Program* program_;
  const LaunchRequest* request_;
  const Memory* memory_;
  const RunOptions* options_;
  PreparedLaunch* launch_;
  ExposedBuffers exposed_;
  UnexpectedWrites unexpected_;
  std::optional<trace::LaunchTally> tally_;  // where the launch is counted
  std::optional<trace::TraceBuilder> builder_;
  std::optional<LaunchWrites> writes_;
  SuspectLines suspects_;
  bool has_races_ = false;
};

}  // namespace warplens::machine
