#include "app/session/live/live_host_timeline.h"

namespace warplens::session {

void LiveHostTimeline::start(std::uint64_t bytes) {
  LiveJob::start([this, bytes](const MeasureHostTimeline& measure, const std::stop_token& stop) {
    const HostTimelineListener listener = [this](timing::HostTimeline so_far, float share) {
      tell([&](std::optional<timing::HostTimeline>& measured) { measured = std::move(so_far); },
           share);
    };
    return measure(bytes, listener, stop);
  });
}

// Runs of other sizes, measured before, stay.
void LiveHostTimeline::take(std::optional<timing::HostTimeline> measured) {
  if (!measured) return;
  std::vector<timing::TimelineRun> fresh = std::move(measured->runs);
  measured->runs = timeline_ ? timeline_->runs : std::vector<timing::TimelineRun>{};
  for (timing::TimelineRun& run : fresh) measured->set(std::move(run));
  timeline_ = std::make_shared<const timing::HostTimeline>(std::move(*measured));
}

}  // namespace warplens::session
