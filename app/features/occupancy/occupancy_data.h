// What blocks of kernels need by ptxas: of the catalogue's kernels from the report that ships, of
// others by asking ptxas. Made away from the frame.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "app/session/kernel_reports.h"
#include "kernels/run/run.h"
#include "viz/analysis/limits/occupancy.h"

namespace warplens::occupancy {

// A variant's first launch with its defaults.
struct CatalogueNeeds {
  std::string kernel;               // "transpose/tile"
  std::uint32_t threads = 0;        // a block
  std::uint32_t dynamic_bytes = 0;  // of shared memory
  analysis::EntryReports reports;

  // Nothing: ptxas was not asked for that capability.
  [[nodiscard]] std::optional<analysis::BlockNeeds> on(std::uint32_t capability) const;
};
// Empty where the report is missing.
[[nodiscard]] std::vector<CatalogueNeeds> catalogue_needs(const run::Catalogue& catalogue,
                                                          session::KernelReports& reports);

struct AssembledEntry {
  analysis::EntryReports reports;  // for the GPUs of the occupancy view
  Text why_none;                   // one line; empty where there is a report
};
// Asks the ptxas of this machine: seconds. Errors: "cancelled".
Result<AssembledEntry> assembled_entry(const std::string& ptx, const std::string& entry,
                                       const std::stop_token& stop);

}  // namespace warplens::occupancy
