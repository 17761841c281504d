// What a person asks of this machine's GPU, measured on a thread of its own; the parts of it appear
// in measured() as they come.
//
//   LiveMeasurement(open, wake)   open() looks for a GPU on the thread: what measures there, or one
//                                 line why not
//   start(request) ─► pieces ─► update() puts them together, once a frame
//   cancel() keeps what has arrived
//
// All members are called from the UI thread; `open`, what measures and `wake` run on the thread.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/base/guarded.h"

namespace warplens::session {

// Told what has been measured since the last piece, behind what is to be said of all of it now, and
// the share of all that is done, where it has changed.
template <class Whole>
using PieceListener = std::function<void(Whole piece, std::optional<float> share)>;

// Ends soon after a stop is requested. Errors: why it could not measure on, in one line.
template <class Request, class Whole>
using Measuring =
    std::function<Result<void>(const Request&, const PieceListener<Whole>&, std::stop_token)>;

// `kParts`: the member of Whole with its parts, each put into its place by Whole::set().
template <class Request, class Whole, auto kParts>
class LiveMeasurement {
  using Worker = Measuring<Request, Whole>;

 public:
  LiveMeasurement(std::function<Result<Worker>()> open, std::function<void()> wake)
      : wake_(std::move(wake)) {
    opening_ = std::async(std::launch::async, [open = std::move(open), woken = wake_] {
      auto opened = guarded(open);
      if (woken) woken();
      return opened;
    });
  }
  LiveMeasurement(const LiveMeasurement&) = delete;
  LiveMeasurement& operator=(const LiveMeasurement&) = delete;

  // Nothing while something is under way, or where nothing can be measured.
  void start(Request request) {
    if (!can_start()) return;
    if (thread_.joinable()) thread_.join();
    error_.reset();
    progress_ = 0;
    busy_ = true;
    thread_ = std::jthread(
        [this, request = std::move(request), worker = worker_](const std::stop_token& stop) {
          const PieceListener<Whole> listener = [this](Whole piece, std::optional<float> share) {
            post([&](Told& told) {
              told.pieces.push_back(std::move(piece));
              if (share) told.share = share;
            });
          };
          Result<void> outcome = guarded([&] { return (*worker)(request, listener, stop); });
          if (stop.stop_requested()) outcome = {};  // a person's wish is no error
          post([&](Told& told) { told.outcome = std::move(outcome); });
        });
  }

  void cancel() { thread_.request_stop(); }

  // Takes in what has arrived.
  void update() {
    if (opening_.valid() &&
        opening_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
      found(opening_.get());
    }
    Told told;
    {
      const std::lock_guard lock(mutex_);
      told = std::exchange(told_, {});
    }
    for (Whole& piece : told.pieces) add(std::move(piece));
    progress_ = told.share.value_or(progress_);
    if (!told.outcome) return;
    busy_ = false;
    if (!told.outcome->has_value()) error_ = told.outcome->error();
  }

  // Until the GPU is looked for and nothing is under way, then takes it in.
  void wait() {
    if (opening_.valid()) opening_.wait();
    if (thread_.joinable()) thread_.join();
    update();
  }

  // What has been measured since the first start; null before the first piece.
  [[nodiscard]] const std::shared_ptr<const Whole>& measured() const { return measured_; }
  [[nodiscard]] bool can_start() const { return worker_ != nullptr && !busy(); }
  [[nodiscard]] bool busy() const { return busy_; }
  [[nodiscard]] float progress() const { return progress_; }
  // Why nothing can be measured here; nothing when it can, and while that is not known.
  [[nodiscard]] const std::optional<Error>& why_not() const { return why_not_; }
  // Of the last run; nothing when it went well.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  struct Told {
    std::vector<Whole> pieces;
    std::optional<float> share;
    std::optional<Result<void>> outcome;
  };

  void post(const std::function<void(Told&)>& what) {
    {
      const std::lock_guard lock(mutex_);
      what(told_);
    }
    if (wake_) wake_();
  }

  // Parts that were measured before stay, unless they are measured again.
  void add(Whole piece) {
    auto fresh = std::move(piece.*kParts);
    piece.*kParts = measured_ ? (*measured_).*kParts : decltype(fresh){};
    for (auto& part : fresh) piece.set(std::move(part));
    measured_ = std::make_shared<const Whole>(std::move(piece));
  }

  void found(Result<Worker> opened) {
    if (opened.has_value()) {
      worker_ = std::make_shared<const Worker>(std::move(*opened));
    } else {
      why_not_ = opened.error();
    }
  }

  std::function<void()> wake_;
  std::shared_ptr<const Worker> worker_;
  std::shared_ptr<const Whole> measured_;
  std::optional<Error> why_not_, error_;
  bool busy_ = false;
  float progress_ = 0;

  std::mutex mutex_;
  Told told_;  // guarded by mutex_
  std::future<Result<Worker>> opening_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace warplens::session
