#include "app/session/resident.h"

namespace warplens::session {

std::optional<analysis::BlockNeeds> block_needs(const trace::TracedLaunch& launch,
                                                const EntryReports& reports,
                                                const OccupancyChoice& choice) {
  const auto report = reports.find(choice.on().capability);
  if (report == reports.end()) return std::nullopt;
  // What ptxas reserves may be more than the PTX declares.
  const analysis::BlockNeeds compiled{
      .threads = static_cast<std::uint32_t>(launch.block.count()),
      .registers = report->second.registers,
      .shared_bytes = report->second.shared_bytes + launch.dynamic_shared_bytes};
  analysis::BlockNeeds needs = compiled;
  for (const analysis::Need need : analysis::kAllNeeds) {
    if (choice.of(need)) needs = analysis::with(needs, need, *choice.of(need));
  }
  return needs;
}

std::optional<SeenOccupancy> seen_occupancy(const std::string& kernel,
                                            const trace::TracedLaunch& launch,
                                            const EntryReports& reports,
                                            const OccupancyChoice& choice) {
  const auto needs = block_needs(launch, reports, choice);
  const analysis::Multiprocessor* sm = analysis::multiprocessor(choice.on().capability);
  if (!needs || sm == nullptr) return std::nullopt;
  return SeenOccupancy{kernel, choice, *needs, analysis::occupancy(*sm, *needs)};
}

}  // namespace warplens::session
