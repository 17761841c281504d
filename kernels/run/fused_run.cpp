#include "kernels/run/fused_run.h"

#include <map>
#include <optional>

#include "kernels/device/fuse_products.h"
#include "kernels/ptx/parser.h"
#include "kernels/run/own_plan.h"
#include "kernels/run/run_plan.h"

namespace warplens::run {
namespace {

using ModulePtr = std::shared_ptr<const ptx::Module>;

class Fused {
 public:
  explicit Fused(device::FusedWhere where) : where_(where) {}
  ModulePtr of(const ModulePtr& module) {
    if (module == nullptr) return nullptr;
    const auto known = modules_.find(module);
    if (known != modules_.end()) return known->second;
    return modules_[module] = fused(module);
  }
  [[nodiscard]] bool has_any() const { return has_any_; }

 private:
  ModulePtr fused(const ModulePtr& module) {
    const auto text = device::with_fused_products(*module, where_);
    if (!text) return module;
    auto parsed = ptx::parse(*text, module->file_name);
    if (!parsed.has_value()) return module;
    has_any_ = true;
    // What a person, or a program that was captured, set before the launch.
    parsed->variables = module->variables;
    return std::make_shared<const ptx::Module>(std::move(*parsed));
  }

  device::FusedWhere where_;
  std::map<ModulePtr, ModulePtr> modules_;
  bool has_any_ = false;
};

std::optional<OwnKernel> fused_kernel(const OwnKernel& kernel, device::FusedWhere where) {
  Fused modules(where);
  OwnKernel fused = kernel;
  fused.module = modules.of(kernel.module);
  for (OwnLaunch& launch : fused.then) launch.image = modules.of(launch.image);
  if (!modules.has_any()) return std::nullopt;
  return fused;
}

Options results_alone(Options options) {
  options.machine.recording = machine::Recording::none;
  options.machine.detect_races = false;
  options.reader = nullptr;
  options.metrics.clear();
  return options;
}

Result<bool> leaves(const OwnKernel& kernel, const OwnExpected& expected, const Options& options) {
  TRY(auto plan, plan_own(kernel, options.memory));
  TRY(const trace::Run run,
      run_steps(plan.steps, target_of(kernel, plan), plan.buffers, results_alone(options)));
  if (was_stopped(run)) return false;
  TRY(const auto mismatch, expected.compare_with(plan.buffers));
  return !mismatch.has_value();
}

}  // namespace

Result<bool> matches_when_fused(const OwnKernel& kernel, const OwnExpected& expected,
                                const Options& options) {
  for (const auto where : {device::FusedWhere::in_a_block, device::FusedWhere::across_blocks}) {
    const auto fused = fused_kernel(kernel, where);
    if (!fused) continue;
    TRY(const bool is_match, leaves(*fused, expected, options));
    if (is_match) return true;
  }
  return false;
}

}  // namespace warplens::run
