#include "app/session/rivals.h"

#include <chrono>
#include <utility>

#include "kernels/base/guarded.h"

namespace warplens::session {
namespace {

template <class T>
bool is_ready(const std::future<T>& future) {
  return future.valid() && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

Result<std::vector<Sums>> sums_of_all(const Work& work, const std::vector<Selection>& all,
                                      const std::stop_token& stop) {
  std::vector<Sums> sums;
  for (const Selection& each : all) {
    machine::Progress progress;
    TRY(auto result, work(each, stop, &progress));
    sums.push_back(sums_of(*result));
  }
  return sums;
}

}  // namespace

Rivals::Rivals(Work work, std::function<void()> wake)
    : work_(std::move(work)), wake_(std::move(wake)) {}

Rivals::~Rivals() { stop_.request_stop(); }

void Rivals::run(std::vector<Selection> wanted) {
  if (wanted == wanted_ && (busy() || !sums_.empty())) return;
  stop_.request_stop();
  if (coming_.thread.valid()) forgotten_.push_back(std::move(coming_.thread));
  coming_ = {};
  stop_ = {};
  sums_.clear();
  wanted_ = std::move(wanted);
  if (wanted_.empty()) return;
  std::promise<Result<std::vector<Sums>>> promise;
  coming_.sums = promise.get_future();
  coming_.thread = std::async(
      std::launch::async,
      [work = work_, wake = wake_, all = wanted_, stop = stop_.get_token()](auto done) {
        done.set_value(guarded([&] { return sums_of_all(work, all, stop); }));
        if (wake) wake();
      },
      std::move(promise));
}

void Rivals::update() {
  std::erase_if(forgotten_, is_ready<void>);
  if (!is_ready(coming_.sums)) return;
  auto done = coming_.sums.get();
  if (done.has_value()) sums_ = std::move(*done);
}

const std::vector<Sums>* Rivals::sums() const { return sums_.empty() ? nullptr : &sums_; }

bool Rivals::busy() const { return coming_.sums.valid(); }

}  // namespace warplens::session
