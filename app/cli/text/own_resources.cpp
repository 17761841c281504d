#include "app/cli/text/own_resources.h"

#include <algorithm>

#include "kernels/base/json.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/toolkit/advice.h"
#include "kernels/run/toolkit/toolkit.h"

namespace warplens::cli {

Result<OwnReports> own_reports(const ptx::Module& module, std::optional<std::uint32_t> only,
                               const run::ProcessLimits& limits) {
  const auto ptxas = run::find_single_tool("ptxas");
  if (!ptxas.has_value())
    return fail(
        tr("registers and spills need ptxas, which is not here: {}", run::disassembler_advice()));
  OwnReports reports;
  reports.ptxas = run::full_version_of(*ptxas, limits).value_or("");
  std::optional<Error> why_none;
  for (const std::uint32_t capability : run::kShippedCapabilities) {
    if (only.has_value() && *only != capability) continue;
    auto entries = run::ptxas_report(*ptxas, module.text, capability, {}, limits);
    if (entries.has_value()) {
      reports.architectures.push_back({capability, std::move(*entries)});
    } else {
      why_none = entries.error();  // older than the PTX's target
    }
  }
  if (reports.architectures.empty() && why_none.has_value()) return fail(*why_none);
  return reports;
}

Json reported_json(const OwnReports& reports, const std::string& entry) {
  Json json = Json::object();
  for (const OwnReports::Report& report : reports.architectures) {
    const auto found = std::ranges::find(report.entries, entry, &run::EntryReport::entry);
    if (found == report.entries.end()) continue;
    json[std::to_string(report.capability)] = {{"registers", found->registers},
                                               {"shared_bytes", found->shared_bytes},
                                               {"spill_load_bytes", found->spill_load_bytes},
                                               {"spill_store_bytes", found->spill_store_bytes},
                                               {"stack_frame_bytes", found->stack_frame_bytes}};
  }
  return json;
}

}  // namespace warplens::cli
