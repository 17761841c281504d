#include "app/features/occupancy/architectures.h"

#include <variant>

#include "kernels/run/executed_code.h"
#include "viz/analysis/limits/occupancy.h"

namespace warplens::occupancy {
namespace {

const catalog::LaunchStep* first_launch_of(const catalog::Plan& plan) {
  for (const catalog::Step& step : plan.steps) {
    if (const auto* launch = std::get_if<catalog::LaunchStep>(&step)) return launch;
  }
  return nullptr;
}

std::optional<analysis::SharedLoads> loads_of(const run::Catalogue& catalogue,
                                              const std::string& kernel, const std::string& entry,
                                              std::uint32_t capability) {
  const auto code = run::shipped_code(catalogue.assets(), kernel, capability);
  if (!code.has_value()) return std::nullopt;
  return analysis::shared_loads(*code, entry);
}

}  // namespace

ByArchitecture on_architectures(const run::Catalogue& catalogue, session::KernelReports& reports,
                                const std::string& kernel, const catalog::Parameters& parameters) {
  const analysis::Resources* resources = reports.get();
  const auto planned = run::plan_variant(catalogue, kernel, parameters);
  if (resources == nullptr || !planned.has_value()) return {};
  const catalog::LaunchStep* launch = first_launch_of(planned->plan);
  if (launch == nullptr) return {};
  ByArchitecture all;
  for (const auto& [capability, one] : resources->of(kernel + ".ptx", launch->entry)) {
    const std::uint32_t shared = one.shared_bytes + launch->dynamic_shared_bytes;
    const auto blocks = analysis::blocks_an_sm(
        capability, {.threads = static_cast<std::uint32_t>(launch->block.count()),
                     .registers = one.registers,
                     .shared_bytes = shared});
    all.push_back({capability, one, shared, blocks.value_or(0),
                   loads_of(catalogue, kernel, launch->entry, capability)});
  }
  return all;
}

}  // namespace warplens::occupancy
