// A launch prepared to run: geometry checked, module variables placed in memory, frames' constants
// resolved. Immutable while blocks run.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/machine/launch/memory.h"
#include "kernels/machine/launch/run_options.h"
#include "kernels/machine/program/program.h"
#include "kernels/machine/program/program_image.h"
#include "kernels/machine/program/special_registers.h"

namespace warplens::machine {

class LaunchWrites;

struct PreparedLaunch {
  const ProgramImage* image = nullptr;
  const LaunchRequest* request = nullptr;
  const RunOptions* options = nullptr;
  Memory* memory = nullptr;
  const LaunchWrites* writes = nullptr;
  std::uint32_t threads = 0;  // a block
  std::uint32_t warps = 0;    // a block
  std::uint64_t blocks = 0;
  ClusterShape shape;
  std::uint32_t shared_bytes = 0;    // static and dynamic
  std::uint64_t grid_workspace = 0;  // guest address; 0 where the code does not ask for it
  bool concurrent = false;           // blocks run on several host threads
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
  std::vector<trace::SharedArray> shared_arrays;
  // A function's constants as they stand in its frame from register_bytes on.
  std::vector<std::vector<std::byte>> constants;

  [[nodiscard]] WarpPlace place(std::uint64_t block, std::uint32_t warp) const;
};

Result<PreparedLaunch> prepare_launch(const Program& program, const LaunchRequest& request,
                                      Memory& memory, const RunOptions& options);

}  // namespace warplens::machine
