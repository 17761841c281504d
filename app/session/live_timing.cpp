#include "app/session/live_timing.h"

#include <chrono>

namespace warplens::session {

LiveTiming::LiveTiming(std::function<Result<Bench>()> open, std::function<void()> wake)
    : wake_(std::move(wake)) {
  opening_ = std::async(std::launch::async, [open = std::move(open), woken = wake_] {
    auto opened = open();
    if (woken) woken();
    return opened;
  });
}

LiveTiming::~LiveTiming() { cancel(); }

void LiveTiming::start(BenchRequest request) {
  if (!can_start()) return;
  if (thread_.joinable()) thread_.join();
  error_.reset();
  progress_ = 0;
  busy_ = true;
  thread_ = std::jthread(
      [this, request = std::move(request)](const std::stop_token& stop) { run(request, stop); });
}

void LiveTiming::cancel() { thread_.request_stop(); }

void LiveTiming::tell(const std::function<void(Arrivals&)>& what) {
  {
    const std::lock_guard lock(mutex_);
    what(arrivals_);
  }
  if (wake_) wake_();
}

void LiveTiming::run(const BenchRequest& request, const std::stop_token& stop) {
  const BenchListener listener{
      [this](timing::Timings header) {
        tell([&](Arrivals& arrivals) { arrivals.header = std::move(header); });
      },
      [this](timing::Entry entry, float share) {
        tell([&](Arrivals& arrivals) {
          arrivals.entries.push_back(std::move(entry));
          arrivals.progress = share;
        });
      }};
  Result<void> outcome = (*bench_)(request, listener, stop);
  if (stop.stop_requested()) outcome = {};  // a person's wish is no error
  tell([&](Arrivals& arrivals) { arrivals.outcome = std::move(outcome); });
}

void LiveTiming::take(Arrivals arrivals) {
  if (arrivals.header || !arrivals.entries.empty()) {
    auto next = timings_ ? *timings_ : timing::Timings{};
    if (arrivals.header) {
      arrivals.header->entries = std::move(next.entries);
      next = std::move(*arrivals.header);
    }
    for (timing::Entry& entry : arrivals.entries) next.set(std::move(entry));
    if (!arrivals.entries.empty()) progress_ = arrivals.progress;
    timings_ = std::make_shared<const timing::Timings>(std::move(next));
  }
  if (!arrivals.outcome) return;
  busy_ = false;
  if (!arrivals.outcome->has_value()) error_ = arrivals.outcome->error();
}

void LiveTiming::update() {
  if (opening_.valid() && opening_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    auto opened = opening_.get();
    if (opened.has_value()) {
      bench_ = std::make_shared<const Bench>(std::move(*opened));
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

void LiveTiming::wait() {
  if (opening_.valid()) opening_.wait();
  if (thread_.joinable()) thread_.join();
  update();
}

}  // namespace warplens::session
