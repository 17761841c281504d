// docs/LIMITS.md as text: the chips, and every kernel's least time beside its recorded one.
#pragma once

#include <string>
#include <vector>

#include "app/session/live/limits_data.h"

namespace warplens::limits {

struct DocumentedRun {
  analysis::CountedRun run;
  session::LimitsReport report;
};

[[nodiscard]] std::string limits_document(const std::vector<analysis::Chip>& chips,
                                          const std::vector<DocumentedRun>& runs);

}  // namespace warplens::limits
