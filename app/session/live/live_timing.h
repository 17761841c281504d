// Timing kernels on the GPU of this machine as a person asks for it: entries appear in timings() as
// they are measured.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/live/live_job.h"
#include "app/session/live/recordings.h"
#include "kernels/catalog/family.h"

namespace warplens::session {

struct LiveTimingRequest {
  std::string family;
  std::vector<std::int64_t> sides;
  catalog::Parameters settings;  // besides the size
};

// What a bench tells while it measures. `begun` first: device, date, command and what is absent,
// without entries. `share` of all entries is done.
struct BenchListener {
  std::function<void(timing::Timings header)> begun;
  std::function<void(timing::Entry entry, float share)> measured;
};

// Ends soon after a stop is requested. Errors: why it could not measure on, in one line.
using Bench =
    std::function<Result<void>(const LiveTimingRequest&, const BenchListener&, std::stop_token)>;

struct BenchArrivals {
  std::optional<timing::Timings> header;
  std::vector<timing::Entry> entries;
};

class LiveTiming : public LiveJob<Bench, BenchArrivals> {
 public:
  using LiveJob::LiveJob;
  ~LiveTiming() override { end(); }

  void start(LiveTimingRequest request);
  // What has been measured since the start; null before the first entry.
  [[nodiscard]] const TimingsPtr& timings() const { return timings_; }

 private:
  void take(BenchArrivals arrivals) override;

  TimingsPtr timings_;
};

}  // namespace warplens::session
