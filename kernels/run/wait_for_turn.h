// Another program may use what only one can have at a time, such as a GPU's counters.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "kernels/base/result.h"

namespace warplens::run {

struct Patience {
  std::chrono::duration<double> first = std::chrono::milliseconds(100);  // then twice as long
  std::chrono::duration<double> all = std::chrono::seconds(30);
};

// `attempt()`, again and again while its error is ErrorCode::in_use, until the patience is over or
// a stop is requested; then the last error, with how long it was waited for.
template <class Attempt>
auto wait_for_turn(const Patience& patience, const std::stop_token& stop, Attempt attempt)
    -> decltype(attempt()) {
  std::mutex mutex;
  std::condition_variable_any never;
  auto pause = patience.first;
  for (std::chrono::duration<double> waited{0};; waited += pause, pause *= 2) {
    auto result = attempt();
    if (result.has_value() || result.error().code != ErrorCode::in_use) return result;
    pause = std::min(pause, patience.all - waited);
    if (pause.count() <= 0 || stop.stop_requested()) {
      Error error = result.error();
      error.message = tr("{} (waited {:.0f} s for it)", error.message, waited.count());
      return fail(std::move(error));
    }
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, pause, [] { return false; });
  }
}

}  // namespace warplens::run
