// What a person's own kernels take of an SM, as `warplens resources` has it of the catalogue's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/text/own_options.h"
#include "kernels/base/json_types.h"
#include "kernels/run/toolkit/ptxas_report.h"

namespace warplens::cli {

// What ptxas says of a file's PTX.
struct OwnReports {
  std::string ptxas;  // its version
  struct Report {
    std::uint32_t capability = 0;
    std::vector<run::EntryReport> entries;
  };
  std::vector<Report> architectures;  // those that the PTX can be assembled for
};

// Of each architecture that ships, or of `only` one. Errors: ptxas is not here, and how to get it;
// what it says where it assembles the PTX for none, as that it was ended at its limits.
Result<OwnReports> own_reports(const ptx::Module& module, std::optional<std::uint32_t> only,
                               const run::ProcessLimits& limits);

// {"75": {"registers": …}}, as assets/ptx/resources.json has it of an entry.
[[nodiscard]] Json reported_json(const OwnReports& reports, const std::string& entry);

}  // namespace warplens::cli
