// Runs of each scenario of a host timeline, on arrays of `bytes` of a vector addition. Private to
// this folder; what a scenario calls: scenario_calls.h.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "kernels/run/run.h"
#include "kernels/timing/host_run.h"
#include "kernels/timing/pinned_arrays.h"

namespace warplens::timing {

// The host's arrays and the compiled kernel: made once a size.
struct AddProblem {
  const device::Gpu* gpu = nullptr;
  run::PlannedVariant planned;
  device::LoadedModule compiled;  // keeps the kernel
  device::Kernel kernel;
  device::LaunchShape shape;
  std::vector<float> a, b, c;              // of the host, pageable
  std::shared_ptr<PinnedArrays> pinned{};  // once a scenario has asked for them: pinned_of()

  [[nodiscard]] std::uint64_t bytes() const { return a.size() * sizeof(float); }
};

// The problem's, of its bytes. Errors: the host has no such memory.
Result<PinnedArrays*> pinned_of(AddProblem& problem);

// Errors: a size that the kernel does not take or the GPU has no room for.
Result<AddProblem> make_add_problem(const run::Catalogue& catalogue, const device::Gpu& gpu,
                                    std::uint64_t bytes);

struct ScenarioSetting {
  Scenario scenario = Scenario::five_steps;
  std::uint32_t parts = 1;  // where it has some
};

// A run, begun and ended on idle streams, with what its result was found to be.
struct FinishedRun {
  TimelineRun run;    // of one repetition
  std::string wrong;  // what is wrong with the result; empty when it is right
};

// Makes everything that the scenario's calls take, makes the calls, and checks the result once they
// are over. Errors: what the driver refuses, arrays that are not cut into so many equal chunks.
Result<FinishedRun> run_scenario(AddProblem& problem, const ScenarioSetting& setting);

}  // namespace warplens::timing
