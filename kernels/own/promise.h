// What a kernel promises of its costs and findings: options of commands, and a sidecar keeps it.
//
//   --max shared_load.conflicts=0      a class of accesses and a figure, as `trace --json` names
//   them
//   --max line:29.n_way=1              the accesses of a line; line:tile.cuh:29 where several files
//                                      have one
//   --min global_load.efficiency=0.9
//   --fail-on conflicts,races          what there must be nothing of
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::own {

enum class Bound : std::uint8_t { max, min };

struct Promise {
  Bound bound = Bound::max;
  std::string place;   // "shared_load", "line:29"
  std::string figure;  // "conflicts"
  double value = 0;
  friend bool operator==(const Promise&, const Promise&) = default;
};

// What --fail-on names: costs, kinds of findings ("races": all of them), findings by severity.
struct Promises {
  std::vector<Promise> bounds;
  std::vector<std::string> fails_on;
  [[nodiscard]] bool empty() const { return bounds.empty() && fails_on.empty(); }
  friend bool operator==(const Promises&, const Promises&) = default;
};

struct LinePlace {
  std::string file;  // empty: whichever has the line
  std::uint32_t line = 0;
};
// "line:tile.cuh:29"; nothing: it is no line.
[[nodiscard]] std::optional<LinePlace> line_of(std::string_view place);

// Figures that a place may promise. Errors: one line that lists what there is.
Result<Promise> parse_promise(Bound bound, std::string_view written);
// "conflicts,races".
Result<std::vector<std::string>> parse_fail_on(std::string_view written);

// Bound and value left out: "shared_load.conflicts".
[[nodiscard]] std::string subject_of(const Promise& promise);

}  // namespace warplens::own
