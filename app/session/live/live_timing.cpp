#include "app/session/live/live_timing.h"

namespace warplens::session {

void LiveTiming::start(LiveTimingRequest request) {
  LiveJob::start(
      [this, request = std::move(request)](const Bench& bench, const std::stop_token& stop) {
        const BenchListener listener{
            [this](timing::Timings header) {
              tell([&](BenchArrivals& arrivals) { arrivals.header = std::move(header); });
            },
            [this](timing::Entry entry, float share) {
              tell([&](BenchArrivals& arrivals) { arrivals.entries.push_back(std::move(entry)); },
                   share);
            }};
        return bench(request, listener, stop);
      });
}

void LiveTiming::take(BenchArrivals arrivals) {
  if (!arrivals.header && arrivals.entries.empty()) return;
  auto next = timings_ ? *timings_ : timing::Timings{};
  if (arrivals.header) {
    arrivals.header->entries = std::move(next.entries);
    next = std::move(*arrivals.header);
  }
  for (timing::Entry& entry : arrivals.entries) next.set(std::move(entry));
  timings_ = std::make_shared<const timing::Timings>(std::move(next));
}

}  // namespace warplens::session
