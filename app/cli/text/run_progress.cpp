#include "app/cli/text/run_progress.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace warplens::cli {
namespace {

using namespace std::chrono_literals;

// False: it is over.
bool waited(const std::stop_token& over, std::chrono::milliseconds time) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, over, time, [] { return false; });
  return !over.stop_requested();
}

}  // namespace

RunProgress::RunProgress() {
  if (!line_.is_watched()) return;
  showing_ = std::jthread([this](const std::stop_token& over) { show(over); });
}

void RunProgress::show(const std::stop_token& over) const {
  for (bool goes_on = waited(over, 1000ms); goes_on; goes_on = waited(over, 200ms)) {
    line_.show(
        fmt::format("{}/{} blocks", counters_.blocks_done.load(), counters_.blocks_total.load()));
  }
}

}  // namespace warplens::cli
