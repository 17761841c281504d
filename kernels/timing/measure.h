// How long the GPU takes for some queued work, by CUDA events, repeated.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "kernels/device/event_timer.h"
#include "kernels/timing/timings.h"

namespace warplens::timing {

// Runs are repeated until there are at least `repetitions` of them and `seconds` have passed on the
// host's clock; after `longest` seconds as soon as there are `fewest`.
struct Repeating {
  std::uint32_t repetitions = 50;
  double seconds = 0.2;
  std::uint32_t fewest = 3;
  double longest = 5;
};

// Queues the work once, with timed spans around what is timed.
using Run = std::function<Result<void>(device::EventTimer&)>;

// One run to warm up, then the repetitions. Errors: those of the runs; "cancelled".
Result<Seconds> measure(const device::Gpu& gpu, const Run& run, const Repeating& repeating,
                        const std::stop_token& stop);

// Two runs in turns, each measured once a round: whatever changes as time goes by (clocks,
// temperature) meets both.
struct InTurns {
  Seconds first, second;  // of the rounds' medians
};
Result<InTurns> measure_in_turns(const device::Gpu& gpu, const Run& first, const Run& second,
                                 std::uint32_t rounds, const Repeating& repeating,
                                 const std::stop_token& stop);

// Quartiles as medians of the halves (Moore and McCabe), the middle one left out of both. At least
// one value.
[[nodiscard]] Seconds summary(std::vector<double> seconds);

}  // namespace warplens::timing
