#include "app/state/shares_chart.h"

#include <algorithm>

#include "app/session/timed_settings.h"
#include "app/settings/timing_choice.h"

namespace warplens::ui {

bool shares_chart(const session::Session& session) {
  const catalog::Family* family = session.family(session::Side::left);
  if (!session.is_comparing() || family == nullptr ||
      family != session.family(session::Side::right) || !family->timed) {
    return false;
  }
  if (!session.chosen<session::TimingChoice>().settings.empty()) return true;
  const auto left =
      session::settings_on_stage(*family, session.selection(session::Side::left).parameters);
  const auto right =
      session::settings_on_stage(*family, session.selection(session::Side::right).parameters);
  return std::ranges::all_of(left, [&](const auto& setting) {
    const auto other = right.find(setting.first);
    return other == right.end() || other->second == setting.second;
  });
}

}  // namespace warplens::ui
