#include "kernels/capturing/touched_parts.h"

#include <algorithm>

#include "kernels/captured/replay.h"
#include "kernels/capturing/program_of.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/run_plan.h"

namespace warplens::capturing {
namespace {

using captured::Range;
using machine::UnrecordedReach;

constexpr std::size_t kMostRanges = 1024;
// A run on values that nobody knows may have no end.
constexpr std::chrono::seconds kLongestRun{5};

using Clock = std::chrono::steady_clock;

// The episode that was asked about, as if it had left all as it was.
std::optional<captured::Program> asked_program(Spooled spooled, std::uint64_t episode) {
  auto asked = spooled.asked.extract(episode);
  if (asked.empty()) return std::nullopt;
  spooled.episodes.clear();
  spooled.notes.clear();
  for (captured::Allocation& allocation : asked.mapped().allocations)
    for (captured::Part& part : allocation.parts) part.after = part.before;
  spooled.episodes.insert(std::move(asked));
  std::vector<Spooled> processes;
  processes.push_back(std::move(spooled));
  return program_of(std::move(processes), "").program;
}

run::Options quick_options(UnrecordedReach& reach, std::chrono::duration<double> limit,
                           const std::stop_token& stop) {
  run::Options options;
  options.machine.recording = machine::Recording::none;
  options.machine.detect_races = false;
  options.machine.unrecorded = &reach;
  options.machine.time_limit = limit;
  options.machine.instruction_budget = ~std::uint64_t{0};
  options.machine.stop = stop;
  options.machine.halt = reach.too_many_granules();
  options.keep_buffers = false;
  return options;
}

std::vector<Range> ranges_of_granules(const std::set<std::uint64_t>& granules,
                                      std::uint64_t distance) {
  std::vector<Range> ranges;
  for (const std::uint64_t granule : granules) {
    const std::uint64_t begin = granule * UnrecordedReach::kGranuleBytes;
    if (ranges.empty() || begin - ranges.back().end > distance) ranges.push_back({begin, begin});
    ranges.back().end = begin + UnrecordedReach::kGranuleBytes;
  }
  return ranges;
}

std::vector<Range> inside(const std::vector<Range>& ranges, const std::vector<Range>& gaps) {
  std::vector<Range> parts;
  for (const Range& gap : gaps) {
    auto range = std::ranges::upper_bound(ranges, gap.begin, {}, &Range::end);
    for (; range != ranges.end() && range->begin < gap.end; ++range)
      parts.push_back({std::max(range->begin, gap.begin), std::min(range->end, gap.end)});
  }
  return parts;
}

}  // namespace

std::vector<Range> ranges_of(const std::set<std::uint64_t>& granules,
                             const std::vector<Range>& gaps, std::size_t most) {
  std::uint64_t distance = 0;
  auto parts = inside(ranges_of_granules(granules, distance), gaps);
  while (parts.size() > std::max(most, gaps.size())) {
    distance = distance == 0 ? UnrecordedReach::kGranuleBytes : 2 * distance;
    parts = inside(ranges_of_granules(granules, distance), gaps);
  }
  return parts;
}

std::optional<std::vector<Range>> TouchedParts::look(Spooled spooled, std::uint64_t episode,
                                                     std::uint64_t bytes,
                                                     const std::stop_token& stop) {
  const auto program = asked_program(std::move(spooled), episode);
  if (!program) return std::nullopt;
  const captured::Episode& asked = program->episodes.front();
  auto replay = captured::replay_of(*program, asked, {}, stop);
  if (!replay.has_value()) return std::nullopt;
  replay->kernel.expectations.clear();
  UnrecordedReach reach({}, run::unknown_memory(replay->kernel));
  reach.keep_granules(static_cast<std::size_t>(bytes / UnrecordedReach::kGranuleBytes + 1));
  const std::chrono::duration<double> limit =
      std::min<std::chrono::duration<double>>(left_, kLongestRun);
  const auto began = Clock::now();
  const auto run = run::run_own(replay->kernel, quick_options(reach, limit, stop));
  left_ -= Clock::now() - began;
  if (!run.has_value() || left_.count() <= 0 || reach.too_many_granules().stop_requested())
    return std::nullopt;
  const std::size_t known = found_.size();
  found_.insert(reach.granules().begin(), reach.granules().end());
  if (found_.size() == known) {
    const bool is_all = reach.granules().empty() && !run::was_stopped(*run);
    return is_all ? std::optional<std::vector<Range>>(std::vector<Range>{}) : std::nullopt;
  }
  std::vector<Range> gaps;
  for (const captured::Allocation& allocation : asked.allocations)
    std::ranges::move(captured::gaps_of(allocation), std::back_inserter(gaps));
  auto parts = ranges_of(reach.granules(), gaps, kMostRanges);
  std::uint64_t together = 0;
  for (const Range& part : parts) together += part.end - part.begin;
  if (together > bytes) return std::nullopt;
  return parts;
}

}  // namespace warplens::capturing
