#include "app/features/occupancy/occupancy_data.h"

#include <algorithm>
#include <set>

#include "kernels/base/stopped.h"
#include "kernels/run/toolkit/advice.h"
#include "kernels/run/toolkit/disassemble.h"
#include "kernels/run/toolkit/ptxas_report.h"
#include "kernels/run/toolkit/toolkit.h"
#include "viz/analysis/limits/occupancy_gpus.h"

namespace warplens::occupancy {
namespace {

std::optional<CatalogueNeeds> needs_of(const catalog::Family& family,
                                       const catalog::Variant& variant,
                                       const analysis::Resources& resources) {
  const auto parameters = catalog::complete(family, variant, {});
  if (!parameters.has_value()) return std::nullopt;
  const auto plan = variant.plan(*parameters);
  if (!plan.has_value()) return std::nullopt;
  for (const catalog::Step& step : plan->steps) {
    const auto* launch = std::get_if<catalog::LaunchStep>(&step);
    if (launch == nullptr) continue;
    const std::string kernel = fmt::format("{}/{}", family.name, variant.name);
    return CatalogueNeeds{kernel, static_cast<std::uint32_t>(launch->block.count()),
                          launch->dynamic_shared_bytes,
                          resources.of(kernel + ".ptx", launch->entry)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<analysis::BlockNeeds> CatalogueNeeds::on(std::uint32_t capability) const {
  const auto report = reports.find(capability);
  if (report == reports.end()) return std::nullopt;
  return analysis::BlockNeeds{threads, report->second.registers,
                              report->second.shared_bytes + dynamic_bytes};
}

std::vector<CatalogueNeeds> catalogue_needs(const run::Catalogue& catalogue,
                                            session::KernelReports& reports) {
  const analysis::Resources* resources = reports.get();
  std::vector<CatalogueNeeds> all;
  if (resources == nullptr) return all;
  for (const catalog::Family& family : catalogue.families()) {
    for (const catalog::Variant& variant : family.variants) {
      if (auto needs = needs_of(family, variant, *resources)) all.push_back(std::move(*needs));
    }
  }
  return all;
}

Result<AssembledEntry> assembled_entry(const std::string& ptx, const std::string& entry,
                                       const std::stop_token& stop) {
  AssembledEntry made;
  const auto ptxas = run::find_single_tool("ptxas");
  if (!ptxas.has_value()) {
    made.why_none =
        tr("Registers are ptxas's to say, which is not here: {}", run::disassembler_advice());
    return made;
  }
  std::set<std::uint32_t> capabilities;
  for (const analysis::OccupancyGpu& gpu : analysis::kOccupancyGpus) {
    capabilities.insert(gpu.capability);
  }
  for (const std::uint32_t capability : capabilities) {
    const auto entries = run::ptxas_report(*ptxas, ptx, capability, stop);
    if (is_stopped(stop)) return fail(tr("cancelled"));
    if (!entries.has_value()) {
      made.why_none = entries.error().message;  // older than the PTX's target, say
      continue;
    }
    const auto found = std::ranges::find(*entries, entry, &run::EntryReport::entry);
    if (found == entries->end()) continue;
    made.reports[capability] = {found->registers, found->shared_bytes};
  }
  if (!made.reports.empty()) {
    made.why_none = {};
  } else if (made.why_none.empty()) {
    made.why_none = tr("ptxas says nothing of {}", entry);
  }
  return made;
}

}  // namespace warplens::occupancy
