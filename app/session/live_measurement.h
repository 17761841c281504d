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

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/base/job.h"
#include "kernels/base/memory_watch.h"

namespace warplens::session {

// Told what has been measured since the last piece, behind what is to be said of all of it now, and
// the share of all that is done, where it has changed.
template <class Whole>
using PieceListener = std::function<void(Whole piece, std::optional<float> share)>;

// Ends soon after a stop is requested. Errors: why it could not measure on, in one line.
template <class Request, class Whole>
using Measuring =
    std::function<Result<void>(const Request&, const PieceListener<Whole>&, std::stop_token)>;

// Each an error once this process holds more than `memory` bytes.
template <class Request, class Whole>
Measuring<Request, Whole> within(std::uint64_t memory, Measuring<Request, Whole> measure) {
  return [memory, measure = std::move(measure)](const Request& request,
                                                const PieceListener<Whole>& listener,
                                                const std::stop_token& stop) {
    return within_memory(memory, stop, [&](const std::stop_token& stopped) {
      return measure(request, listener, stopped);
    });
  };
}

// `kParts`: the member of Whole with its parts, each put into its place by Whole::set().
template <class Request, class Whole, auto kParts>
class LiveMeasurement {
  using Worker = Measuring<Request, Whole>;

 public:
  LiveMeasurement(std::function<Result<Worker>()> open, std::function<void()> wake)
      : wake_(wake), opening_(wake), measuring_(std::move(wake)) {
    opening_.start({}, [open = std::move(open)](const std::stop_token&) { return open(); });
  }
  LiveMeasurement(const LiveMeasurement&) = delete;
  LiveMeasurement& operator=(const LiveMeasurement&) = delete;

  // Nothing while something is under way, or where nothing can be measured.
  void start(Request request) {
    if (!can_start()) return;
    error_.reset();
    progress_ = 0;
    told_ = std::make_shared<Told>();
    const PieceListener<Whole> listener = [told = told_, wake = wake_](Whole piece,
                                                                       std::optional<float> share) {
      told->add(std::move(piece), share);
      if (wake) wake();
    };
    measuring_.start(
        {}, [worker = worker_, request = std::move(request),
             listener](const std::stop_token& stop) { return (*worker)(request, listener, stop); });
  }

  void cancel() { measuring_.cancel(); }

  // Takes in what has arrived.
  void update() {
    if (auto opened = opening_.take()) found(std::move(*opened));
    const auto outcome = measuring_.take();
    auto [pieces, share] = told_->take();
    for (Whole& piece : pieces) add(std::move(piece));
    progress_ = share.value_or(progress_);
    if (outcome && !outcome->has_value()) error_ = outcome->error();
  }

  // Until the GPU is looked for and nothing is under way, then takes it in.
  void wait() {
    opening_.wait();
    measuring_.wait();
    update();
  }

  // What has been measured since the first start; null before the first piece.
  [[nodiscard]] const std::shared_ptr<const Whole>& measured() const { return measured_; }
  [[nodiscard]] bool can_start() const { return worker_ != nullptr && !busy(); }
  [[nodiscard]] bool busy() const { return measuring_.request() != nullptr; }
  [[nodiscard]] float progress() const { return progress_; }
  // Why nothing can be measured here; nothing when it can, and while that is not known.
  [[nodiscard]] const std::optional<Error>& why_not() const { return why_not_; }
  // Of the last run; nothing when it went well.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  // What a run has told and nobody has taken yet.
  class Told {
   public:
    void add(Whole piece, std::optional<float> share) {
      const std::lock_guard lock(mutex_);
      pieces_.push_back(std::move(piece));
      if (share) share_ = share;
    }
    std::pair<std::vector<Whole>, std::optional<float>> take() {
      const std::lock_guard lock(mutex_);
      return {std::exchange(pieces_, {}), std::exchange(share_, {})};
    }

   private:
    std::mutex mutex_;
    std::vector<Whole> pieces_;
    std::optional<float> share_;
  };

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
  float progress_ = 0;
  std::shared_ptr<Told> told_ = std::make_shared<Told>();  // of the last run
  Job<std::monostate, Worker> opening_;
  Job<std::monostate, void> measuring_;
};

}  // namespace warplens::session
