// Timing kernels on the GPU of this machine, on a thread of its own, as a person asks for it.
//
//   LiveTiming(open, wake)   open() looks for a GPU on the thread: a bench, or one line why not
//   start(request) ─► bench ─► entries arrive ─► update() puts them into timings(), once a frame
//   cancel()                 keeps what has arrived
//
// All members are called from the UI thread; `open`, the bench and `wake` run on the thread.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/session/recordings.h"
#include "kernels/catalog/family.h"

namespace warplens::session {

struct BenchRequest {
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
    std::function<Result<void>(const BenchRequest&, const BenchListener&, std::stop_token)>;

class LiveTiming {
 public:
  LiveTiming(std::function<Result<Bench>()> open, std::function<void()> wake);
  ~LiveTiming();
  LiveTiming(const LiveTiming&) = delete;
  LiveTiming& operator=(const LiveTiming&) = delete;

  void start(BenchRequest request);  // nothing while one is under way, or where there is no bench
  void cancel();
  // Takes in what has arrived.
  void update();
  void wait();  // until the GPU is looked for and nothing is under way, then takes it in

  [[nodiscard]] bool can_start() const { return bench_ != nullptr && !busy(); }
  [[nodiscard]] bool busy() const { return busy_; }
  [[nodiscard]] float progress() const { return progress_; }
  // Why nothing can be measured here; nothing when it can, and while that is not known.
  [[nodiscard]] const std::optional<Error>& why_not() const { return why_not_; }
  // Of the last request; nothing when it went well.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  // What has been measured since the start; null before the first entry.
  [[nodiscard]] const TimingsPtr& timings() const { return timings_; }

 private:
  struct Arrivals {
    std::optional<timing::Timings> header;
    std::vector<timing::Entry> entries;
    float progress = 0;
    std::optional<Result<void>> outcome;
  };
  void run(const BenchRequest& request, const std::stop_token& stop);
  void tell(const std::function<void(Arrivals&)>& what);
  void take(Arrivals arrivals);

  std::function<void()> wake_;
  std::shared_ptr<const Bench> bench_;
  std::optional<Error> why_not_, error_;
  TimingsPtr timings_;
  bool busy_ = false;
  float progress_ = 0;

  std::mutex mutex_;
  Arrivals arrivals_;  // guarded by mutex_
  std::future<Result<Bench>> opening_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace warplens::session
