// What the GPU counted, as rows: name, the rules' figure, the counted one, whether they are equal.
//
//   shared load wavefronts      512      256 ≠
//   L2 hit rate                         93.1%
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/counted.h"
#include "app/session/kernel_result.h"
#include "app/texts/speech.h"
#include "viz/scene/access/metrics_view.h"

namespace warplens::ui {

struct CounterRow {
  std::string key;              // "global_load.sectors"
  std::string name;             // in the person's language
  std::string rules, measured;  // `rules` empty: nothing predicts it
  std::optional<bool> is_equal;
  std::string hint;  // what the row means, lines
};

[[nodiscard]] std::vector<CounterRow> counter_rows(const Speech& speech,
                                                   const session::Counted& counted);

// What was counted with its sign: "256 ≠".
[[nodiscard]] std::string signed_figure(const CounterRow& row);

// Why nothing was counted, or why what differs stays unexplained; empty when neither is so.
[[nodiscard]] std::string counter_note(const Speech& speech, const session::KernelResult& result,
                                       const session::LaunchResult& launch);

[[nodiscard]] Str phrase_of(analysis::Fate fate);
[[nodiscard]] Str phrase_of(analysis::Doubt doubt);
// The class of accesses and the figure that a counter counts.
struct CounterName {
  scene::MetricClass of = scene::MetricClass::global_load;
  scene::MetricLabel label = scene::MetricLabel::requests;
};
// Nothing for a name that is not in hardware_counters().
[[nodiscard]] std::optional<CounterName> counter_name(std::string_view name);
[[nodiscard]] std::optional<Str> observed_name(std::string_view name);

}  // namespace warplens::ui
