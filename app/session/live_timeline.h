// Measuring a host timeline on the GPU of this machine, on a thread of its own, as a person asks
// for it: what LiveTiming is for kernels over sizes.
//
//   LiveTimeline(open, wake)   open() looks for a GPU on the thread: how to measure, or why not
//   start(bytes) ─► runs arrive ─► update() puts them into timeline(), once a frame
//   cancel()                   keeps what has arrived
//
// All members are called from the UI thread; `open`, the measuring and `wake` run on the thread.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "app/session/shared_gpu.h"
#include "kernels/run/run.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::session {

using HostTimelinePtr = std::shared_ptr<const timing::HostTimeline>;

// Told everything measured so far, and the share of all that it is.
using TimelineListener = std::function<void(timing::HostTimeline so_far, float share)>;

// Measures every scenario with arrays of `bytes`. Ends soon after a stop is requested. Errors: why
// it could not measure on, in one line.
using MeasureTimeline =
    std::function<Result<void>(std::uint64_t bytes, const TimelineListener&, std::stop_token)>;

// On this machine's GPU. Errors: no driver or no GPU, in one line that says what to do.
[[nodiscard]] Result<MeasureTimeline> open_gpu_timeline(
    std::shared_ptr<const run::Catalogue> catalogue, std::shared_ptr<SharedGpu> gpu);

class LiveTimeline {
 public:
  LiveTimeline(std::function<Result<MeasureTimeline>()> open, std::function<void()> wake);
  ~LiveTimeline();
  LiveTimeline(const LiveTimeline&) = delete;
  LiveTimeline& operator=(const LiveTimeline&) = delete;

  void start(std::uint64_t bytes);  // nothing while one is under way, or where there is no GPU
  void cancel();
  // Takes in what has arrived.
  void update();
  void wait();  // until the GPU is looked for and nothing is under way, then takes it in

  [[nodiscard]] bool can_start() const { return measure_ != nullptr && !busy(); }
  [[nodiscard]] bool busy() const { return busy_; }
  [[nodiscard]] float progress() const { return progress_; }
  // Why nothing can be measured here; nothing when it can, and while that is not known.
  [[nodiscard]] const std::optional<Error>& why_not() const { return why_not_; }
  // Of the last request; nothing when it went well.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  // What has been measured since the start; null before the first run.
  [[nodiscard]] const HostTimelinePtr& timeline() const { return timeline_; }

 private:
  struct Arrivals {
    std::optional<timing::HostTimeline> measured;
    float progress = 0;
    std::optional<Result<void>> outcome;
  };
  void run(std::uint64_t bytes, const std::stop_token& stop);
  void tell(const std::function<void(Arrivals&)>& what);
  void take(Arrivals arrivals);

  std::function<void()> wake_;
  std::shared_ptr<const MeasureTimeline> measure_;
  std::optional<Error> why_not_, error_;
  HostTimelinePtr timeline_;
  bool busy_ = false;
  float progress_ = 0;

  std::mutex mutex_;
  Arrivals arrivals_;  // guarded by mutex_
  std::future<Result<MeasureTimeline>> opening_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace warplens::session
