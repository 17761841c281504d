#include "kernels/timing/measure.h"

#include <algorithm>
#include <chrono>
#include <span>

namespace warplens::timing {
namespace {

using Clock = std::chrono::steady_clock;

// Runs queued before the first is waited for, so that the GPU does not wait for the host.
constexpr std::size_t kQueued = 16;
// A run of more seconds is waited for before the next is queued: it hides what the host takes to
// queue, and cancelling does not wait for many of them.
constexpr double kLongRun = 0.01;

double median(std::span<const double> sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

bool is_enough(std::size_t runs, double passed, const Repeating& repeating) {
  if (passed >= repeating.longest && runs >= repeating.fewest) return true;
  return runs >= repeating.repetitions && passed >= repeating.seconds;
}

Result<void> run_queued(const Run& run, std::span<device::EventTimer> timers,
                        std::vector<double>& seconds) {
  for (device::EventTimer& one : timers) {
    one.restart();
    TRY(run(one));
  }
  for (const device::EventTimer& one : timers) {
    TRY(const double taken, one.seconds());
    seconds.push_back(taken);
  }
  return {};
}

}  // namespace

Seconds summary(std::vector<double> seconds) {
  std::ranges::sort(seconds);
  const std::span<const double> sorted = seconds;
  const std::size_t half = std::max<std::size_t>(sorted.size() / 2, 1);
  return {median(sorted),
          sorted.front(),
          sorted.back(),
          median(sorted.first(half)),
          median(sorted.last(half)),
          static_cast<std::uint32_t>(sorted.size())};
}

Result<Seconds> measure(const device::Gpu& gpu, const Run& run, const Repeating& repeating,
                        const std::stop_token& stop) {
  std::vector<device::EventTimer> timers;
  for (std::size_t i = 0; i < kQueued; ++i) timers.emplace_back(gpu);
  std::vector<double> seconds;
  TRY(run_queued(run, std::span(timers).first(1), seconds));
  const bool is_long = seconds.front() > kLongRun;
  seconds.clear();
  const Clock::time_point start = Clock::now();
  double passed = 0;
  while (!is_enough(seconds.size(), passed, repeating)) {
    if (stop.stop_requested()) return fail(tr("cancelled"));
    TRY(run_queued(run, std::span(timers).first(is_long ? 1 : kQueued), seconds));
    passed = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return summary(std::move(seconds));
}

Result<InTurns> measure_in_turns(const device::Gpu& gpu, const Run& first, const Run& second,
                                 std::uint32_t rounds, const Repeating& repeating,
                                 const std::stop_token& stop) {
  std::vector<double> medians[2];
  for (std::uint32_t turn = 0; turn < 2 * rounds; ++turn) {
    // A B, B A, A B…: neither is always the one that comes first.
    const std::uint32_t which = (turn % 2) ^ (turn / 2 % 2);
    TRY(const Seconds seconds, measure(gpu, which == 0 ? first : second, repeating, stop));
    medians[which].push_back(seconds.median);
  }
  return InTurns{summary(std::move(medians[0])), summary(std::move(medians[1]))};
}

}  // namespace warplens::timing
