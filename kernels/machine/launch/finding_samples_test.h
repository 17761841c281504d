// Every text that a finding can have, with made-up values: what a font must be able to show.
#pragma once

#include <string>
#include <vector>

#include "kernels/machine/launch/finding_text.h"
#include "kernels/trace/trace.h"

namespace warplens::machine {

struct FindingSample {
  trace::FindingKind kind = trace::FindingKind::race;
  FindingText text;
  std::vector<std::string> names = {};  // that both languages show
};

[[nodiscard]] std::vector<FindingSample> finding_samples();

}  // namespace warplens::machine
