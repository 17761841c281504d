// Texts about causes. A cost is not a time: no text says slower.
#pragma once

#include "kernels/base/text.h"
#include "viz/analysis/causes/shared_layouts.h"
#include "viz/analysis/causes/suspect.h"

namespace warplens::analysis {

// "neighbouring lanes are 128 bytes apart: 32 sectors, 4 would do".
[[nodiscard]] Text cause_sentence(const Suspect& suspect);

// The usual remedy.
[[nodiscard]] Text cause_advice(const Suspect& suspect);

// The layouts that were found for the access's array, with what they cost it.
[[nodiscard]] Text layout_advice(const BetterLayouts& layouts, const Evidence& seen);
// "pitch 33 instead of 32: 31 conflicts → 0 (counted)"; there is a better layout.
[[nodiscard]] Text layout_gain(const BetterLayouts& layouts, const Evidence& seen);

// The name of the kind, as a heading.
[[nodiscard]] TextView cause_title(CauseKind kind);

}  // namespace warplens::analysis
