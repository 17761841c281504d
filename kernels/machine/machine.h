// The machine: PTX interpreted on the CPU, warp in lockstep, every lane exact.
//
//   Program::load(module, entry)     decodes once: operations specialised by type
//   run(program, launch, memory, options) → Trace
//
//        grid ── blocks ── warps ── fragments (pc, call frames, mask)
//
// A warp is a set of fragments. The one whose instruction comes first in reverse post-order (deeper
// calls first) runs; fragments merge at equal pc and frame. Blocks run on all cores only when the
// code cannot tell; otherwise one thread runs them in a fixed order and the trace says so.
//
// May depend on: kernels/base, kernels/ptx, kernels/trace.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/base/result.h"
#include "kernels/machine/memory.h"
#include "kernels/ptx/module.h"
#include "kernels/trace/trace.h"

namespace warplens::machine {

class ProgramImage;  // decoded form; program_image.h, private to this folder

// A variable in shared or local memory that the entry can come to use.
struct PlacedVariable {
  const ptx::Function* function = nullptr;  // that declares it; nullptr: the module
  std::string name;                         // as in PTX
  ptx::StateSpace space = ptx::StateSpace::shared;
  std::uint32_t offset = 0;  // in the block's shared window, in the function's local frame
  std::uint32_t bytes = 0;   // 0: dynamic shared memory
};

// A kernel entry decoded and ready to run. Immutable; may be run from several threads.
class Program {
 public:
  // Fails when the entry does not exist. Unknown instructions are kept and refused when reached.
  [[nodiscard]] static Result<Program> load(std::shared_ptr<const ptx::Module> module,
                                            std::string_view entry);
  [[nodiscard]] const ptx::Module& module() const { return *module_; }
  [[nodiscard]] const ptx::Function& entry() const { return *entry_; }
  [[nodiscard]] const ProgramImage& image() const { return *image_; }
  // True when blocks could tell in which order they run (see DESIGN: float atomics, fences…).
  [[nodiscard]] bool order_dependent() const;
  // What a trace may record, in the order in which every backend numbers it.
  [[nodiscard]] const std::vector<trace::Site>& sites() const;
  [[nodiscard]] std::vector<trace::SharedArray> shared_arrays(
      std::uint32_t dynamic_shared_bytes) const;
  // The shared ones among them in the order of shared_arrays().
  [[nodiscard]] const std::vector<PlacedVariable>& placed_variables() const;
  // The module's .global and .const variables that the entry can come to use.
  [[nodiscard]] std::vector<const ptx::Variable*> module_variables() const;

 private:
  std::shared_ptr<const ptx::Module> module_;
  const ptx::Function* entry_ = nullptr;
  std::shared_ptr<const ProgramImage> image_;
};

struct LaunchRequest {
  std::string kernel_name;  // for the trace
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  // The entry's parameter space: each parameter at its naturally aligned offset.
  std::vector<std::byte> parameters;
};

enum class Recording : std::uint8_t {
  none,    // results and findings only
  totals,  // and each site's totals
  events,  // and every event of the window of blocks
};

struct Progress {
  std::atomic<std::uint64_t> blocks_done{0};
  std::atomic<std::uint64_t> blocks_total{0};
};

struct RunOptions {
  Recording recording = Recording::events;
  trace::CostFunction cost = nullptr;  // totals' costs; without it only events and lanes
  std::uint64_t first_block = 0;       // window of blocks whose events are kept
  std::uint64_t block_count = ~std::uint64_t{0};
  std::uint64_t event_bytes = std::uint64_t{512} << 20;
  bool detect_races = true;
  std::optional<std::uint64_t> order_seed;  // blocks start in this order, and take turns
  unsigned threads = 0;                     // host threads; 0: all cores
  std::uint64_t instruction_budget = std::uint64_t{1} << 33;  // warp instructions a launch
  std::size_t maximum_findings = 100;
  std::stop_token stop;
  Progress* progress = nullptr;
};

// Runs one launch to its end. Errors: an impossible geometry (zero or over CUDA's limits, too much
// shared memory, parameters of the wrong size), or "cancelled". What the *kernel* does wrong is a
// finding in the trace, never an error here.
[[nodiscard]] Result<trace::Trace> run(const Program& program, const LaunchRequest& launch,
                                       Memory& memory, const RunOptions& options);

}  // namespace warplens::machine
