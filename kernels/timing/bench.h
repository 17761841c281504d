// A family timed over sizes: a device copy, the libraries and the kernels, on one GPU.
//
//   BenchRequest request{sides, variants, settings}
//   bench(catalogue, gpu, family, request, observer, stop) → Timings
//
// What cannot be timed (no memory, a combination that a kernel does not take, a wrong result, one
// that would take too long) is a line of Timings::absent, and the rest goes on.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/base/memory_watch.h"
#include "kernels/run/run.h"
#include "kernels/timing/measure.h"

namespace warplens::timing {

// A parameter besides the size, and the values that each variant is timed with.
struct Sweep {
  std::string parameter;
  std::vector<std::int64_t> values;
};

struct BenchRequest {
  std::vector<std::int64_t> sides;    // any order
  std::vector<std::string> variants;  // empty: all but the broken ones
  catalog::Parameters settings;       // on top of a side's, for what takes them
  std::optional<Sweep> sweep;         // which all variants take
  bool check_whole = false;           // every element, however large the result
  bool baselines = true;              // the copy and the libraries, too, once a size
  Repeating repeating;
  double longest_launch =
      10;  // seconds: what a smaller size lets expect to take longer is left out
  std::uint64_t memory = kAnyMemory;  // bytes that one measurement may take of the CPU's
  std::string command;                // for the recording
};

struct Observer {
  // Called before each measurement: `done` of `total` are behind, "tile at 4096" comes next.
  std::function<void(std::size_t done, std::size_t total, const std::string& next)> progress;
  // How far the comparison of a large result is, 0 to 1.
  std::function<void(double part)> checked{};
  std::function<void(const Entry&)> measured;
  // A line of Timings::absent as it comes to be; `is_wrong`: the result was.
  std::function<void(const std::string& line, bool is_wrong)> left_out;
};

// Errors: a variant or a setting that the family does not have, a family that is not timed. When
// `stop` is asked for, what was measured so far.
Result<Timings> bench(const run::Catalogue& catalogue, const device::Gpu& gpu,
                      const catalog::Family& family, const BenchRequest& request,
                      const Observer& observer, const std::stop_token& stop);

// The GPU as a recording names it.
[[nodiscard]] Device device_of(const device::Gpu& gpu);
// Today, ISO 8601.
[[nodiscard]] std::string today();

}  // namespace warplens::timing
