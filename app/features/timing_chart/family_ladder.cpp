#include "app/features/timing_chart/family_ladder.h"

#include "app/session/recorded_seconds.h"
#include "app/session/timed_settings.h"
#include "viz/analysis/limits/limits.h"

namespace warplens::timing_chart {
namespace {

std::optional<double> least_time(const catalog::Family& family, const analysis::LadderRung& rung,
                                 const std::string& image, const session::Recordings& recordings,
                                 const analysis::Chip* chip) {
  if (chip == nullptr) return std::nullopt;
  const analysis::CountedRun* run =
      analysis::find_run(recordings.counted(), family.name, rung.variant, rung.parameters, image);
  if (run == nullptr) return std::nullopt;
  return analysis::limits(run->launches, *chip).seconds;
}

}  // namespace

analysis::Ladder family_ladder(const catalog::Family& family, std::int64_t side,
                               const timing::Timings& timings,
                               const session::Recordings& recordings) {
  analysis::Ladder ladder;
  ladder.family = family.name;
  ladder.side = side;
  if (family.ladder.empty() || !family.timed) return ladder;
  const analysis::Chip* chip = analysis::chip_of_device(recordings.chips(), timings.device.name);
  for (const catalog::Rung& step : family.ladder) {
    const catalog::Variant& variant = *family.find(step.variant);
    analysis::LadderRung& rung = ladder.rungs.emplace_back();
    rung.variant = step.variant;
    rung.parameters = session::timed_parameters(family, variant, side, step.settings);
    rung.expected = step.expected;
    rung.timed = session::recorded_entry(recordings, timings, family, variant, side, step.settings);
    rung.least = least_time(family, rung, recordings.image_of(family, variant), recordings, chip);
  }
  for (const timing::Entry& entry : timings.entries) {
    const bool is_one = entry.kind != timing::EntryKind::variant && entry.family == family.name &&
                        entry.side == side && session::agrees(entry, ladder.rungs.front().parameters);
    if (is_one) ladder.yardsticks.push_back(&entry);
  }
  return ladder;
}

}  // namespace warplens::timing_chart
