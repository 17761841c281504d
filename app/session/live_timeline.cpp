#include "app/session/live_timeline.h"

#include <chrono>
#include <utility>

namespace warplens::session {

LiveTimeline::LiveTimeline(std::function<Result<MeasureTimeline>()> open,
                           std::function<void()> wake)
    : wake_(std::move(wake)) {
  opening_ = std::async(std::launch::async, [open = std::move(open), woken = wake_] {
    auto opened = open();
    if (woken) woken();
    return opened;
  });
}

LiveTimeline::~LiveTimeline() { cancel(); }

void LiveTimeline::start(std::uint64_t bytes) {
  if (!can_start()) return;
  if (thread_.joinable()) thread_.join();
  error_.reset();
  progress_ = 0;
  busy_ = true;
  thread_ = std::jthread([this, bytes](const std::stop_token& stop) { run(bytes, stop); });
}

void LiveTimeline::cancel() { thread_.request_stop(); }

void LiveTimeline::tell(const std::function<void(Arrivals&)>& what) {
  {
    const std::lock_guard lock(mutex_);
    what(arrivals_);
  }
  if (wake_) wake_();
}

void LiveTimeline::run(std::uint64_t bytes, const std::stop_token& stop) {
  const TimelineListener listener = [this](timing::HostTimeline so_far, float share) {
    tell([&](Arrivals& arrivals) {
      arrivals.measured = std::move(so_far);
      arrivals.progress = share;
    });
  };
  Result<void> outcome = (*measure_)(bytes, listener, stop);
  if (stop.stop_requested()) outcome = {};  // a person's wish is no error
  tell([&](Arrivals& arrivals) { arrivals.outcome = std::move(outcome); });
}

// Runs of other sizes, measured before, stay.
void LiveTimeline::take(Arrivals arrivals) {
  if (arrivals.measured) {
    timing::HostTimeline next = std::move(*arrivals.measured);
    std::vector<timing::TimelineRun> fresh = std::move(next.runs);
    next.runs = timeline_ ? timeline_->runs : std::vector<timing::TimelineRun>{};
    for (timing::TimelineRun& run : fresh) next.set(std::move(run));
    progress_ = arrivals.progress;
    timeline_ = std::make_shared<const timing::HostTimeline>(std::move(next));
  }
  if (!arrivals.outcome) return;
  busy_ = false;
  if (!arrivals.outcome->has_value()) error_ = arrivals.outcome->error();
}

void LiveTimeline::update() {
  if (opening_.valid() && opening_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    auto opened = opening_.get();
    if (opened.has_value()) {
      measure_ = std::make_shared<const MeasureTimeline>(std::move(*opened));
    } else {
      why_not_ = opened.error();
    }
  }
  Arrivals arrivals;
  {
    const std::lock_guard lock(mutex_);
    arrivals = std::exchange(arrivals_, {});
  }
  take(std::move(arrivals));
}

void LiveTimeline::wait() {
  if (opening_.valid()) opening_.wait();
  if (thread_.joinable()) thread_.join();
  update();
}

}  // namespace warplens::session
