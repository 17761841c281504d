// Measuring a host timeline on the GPU of this machine as a person asks for it: runs appear in
// timeline() as they are measured.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/session/live/live_job.h"
#include "app/session/live/shared_gpu.h"
#include "kernels/run/run.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::session {

using HostTimelinePtr = std::shared_ptr<const timing::HostTimeline>;

// Told everything measured so far, and the share of all that it is.
using HostTimelineListener = std::function<void(timing::HostTimeline so_far, float share)>;

// Measures every scenario with arrays of `bytes`. Ends soon after a stop is requested. Errors: why
// it could not measure on, in one line.
using MeasureHostTimeline =
    std::function<Result<void>(std::uint64_t bytes, const HostTimelineListener&, std::stop_token)>;

// On this machine's GPU. Errors: no driver or no GPU, in one line that says what to do.
[[nodiscard]] Result<MeasureHostTimeline> open_gpu_host_timeline(
    std::shared_ptr<const run::Catalogue> catalogue, std::shared_ptr<SharedGpu> gpu);

class LiveHostTimeline : public LiveJob<MeasureHostTimeline, std::optional<timing::HostTimeline>> {
 public:
  using LiveJob::LiveJob;
  ~LiveHostTimeline() override { end(); }

  void start(std::uint64_t bytes);
  // What has been measured since the start; null before the first run.
  [[nodiscard]] const HostTimelinePtr& timeline() const { return timeline_; }

 private:
  void take(std::optional<timing::HostTimeline> measured) override;

  HostTimelinePtr timeline_;
};

}  // namespace warplens::session
