// What one access costs, in words: "32 wavefronts · 1 would do".
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "viz/analysis/costed_event.h"

namespace warplens::ui {

// `costs` is what the access takes, `ideal` what would do; `is_costly` where the two differ.
struct CostPhrases {
  std::string costs, ideal;
  bool is_costly = false;
};

// Of its shared side where it has one, else of its global side; both empty for barriers and
// branches.
[[nodiscard]] CostPhrases cost_phrase(const Speech& speech, const analysis::CostedEvent& event);
// The two with a dot between them.
[[nodiscard]] std::string joined(const CostPhrases& words);

}  // namespace warplens::ui
