// Hints about the executed accesses that stand for the PTX's; figures that are not the PTX's carry
// a mark.
//
//   *  the figure is that of other accesses than the PTX's, which ptxas made of them
//   ?  the figure is the PTX's; what is executed is not known
#pragma once

#include <string>
#include <string_view>

#include "app/session/kernel_result.h"
#include "app/texts/speech.h"
#include "viz/scene/access/metrics_view.h"
#include "viz/scene/access/source_view.h"

namespace warplens::ui {

[[nodiscard]] const trace::SiteTotals& class_totals(const analysis::KernelTotals& totals,
                                                    scene::MetricClass of);

// "*", "?" or nothing.
[[nodiscard]] std::string_view mark_of(const session::LaunchResult& launch, scene::MetricClass of);
[[nodiscard]] std::string_view mark_of(const scene::SourceRow& row);

// The PTX's figures and each story once, a line each; empty where there is no mark.
[[nodiscard]] std::string story_phrase(const Speech& speech, const session::LaunchResult& launch,
                                       scene::MetricClass of);
[[nodiscard]] std::string story_phrase(const Speech& speech, const scene::SourceRow& row);

// "sm_90"; the PTX's own accesses have a word of their own.
[[nodiscard]] std::string architecture_phrase(const Speech& speech, std::uint32_t capability);

}  // namespace warplens::ui
