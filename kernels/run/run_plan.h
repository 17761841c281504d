// A plan executed: buffers allocated and filled, steps in order, outputs compared with the
// reference. On the CPU, or on the GPU that the options name.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "kernels/run/device_buffers.h"

namespace warplens::run {

// What says which element of a result must be what.
struct ElementsOf {
  const catalog::Family* family = nullptr;
  const catalog::Variant* variant = nullptr;
  catalog::Parameters parameters;
};

struct PlanTarget {
  std::string name;                           // of the traces; empty: the entries' names
  std::shared_ptr<const ptx::Module> module;  // the image that has the plan's entries
  // Then a result that the reference takes long for is compared element by element, which a stop
  // and the time limit end.
  std::optional<ElementsOf> elements{};
  std::vector<std::shared_ptr<const ptx::Module>> others{};  // LaunchStep::image, from 1 on

  [[nodiscard]] const std::shared_ptr<const ptx::Module>& module_of(
      const catalog::LaunchStep& step) const {
    return step.image == 0 ? module : others[step.image - 1];
  }
};

// The run's PTX and sources are left empty.
Result<trace::Run> run_plan(const catalog::Plan& plan, const PlanTarget& target,
                            const Options& options);

// `steps` on `buffers`, which hold what they left afterwards. Fills device, date,
// traces, notes and counters.
Result<trace::Run> run_steps(std::span<const catalog::Step> steps, const PlanTarget& target,
                             DeviceBuffers& buffers, const Options& options);

// Whether a launch was stopped before its end: then its buffers hold no result.
[[nodiscard]] bool was_stopped(const trace::Run& result);

}  // namespace warplens::run
