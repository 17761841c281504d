// The host's code behind a host timeline: a program in the CUDA runtime API, and which of its lines
// made which span.
//
//   assets/host/five_steps.cu ──parse_host_code()──► HostCode ── calls: line 21 allocate, …
//                                                                  │ the n-th call is
//   TimelineRun ── spans of the host, probes left out ─────────────┘ the n-th span
//
// The calls stand between a line // BEGIN and a line // END, one a line. A loop around some of them
// is one over the run's parts; its first line ends with {, its last is }.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/timing/host_timeline.h"

namespace warplens::host_timeline {

struct HostCall {
  std::uint32_t line = 0;  // of HostCode::lines, from 0
  timing::Action action = timing::Action::work;
  std::uint32_t loop = 0;  // from 1: the loop over parts that it stands in
  friend bool operator==(const HostCall&, const HostCall&) = default;
};

struct HostCode {
  std::vector<std::string> lines;  // from BEGIN to END, both left out, indented as one
  std::vector<HostCall> calls;     // in their order, once each
};

// Errors: no BEGIN and END, a line between them that is no call.
Result<HostCode> parse_host_code(std::string_view text);
// Of a scenario, in the assets' folder host/.
Result<HostCode> read_host_code(const std::filesystem::path& assets, timing::Scenario scenario);

// One a scenario, in their order; nothing where it cannot be read.
using HostCodes = std::array<std::optional<HostCode>, timing::kScenarioNames.size()>;
// `trouble`: one line of the first that cannot; empty when all can.
[[nodiscard]] HostCodes read_host_codes(const std::filesystem::path& assets, Text& trouble);

// The spans of the host that the line's call made, several in a loop; none for a line without a
// call, and where the run made other calls than the code does.
[[nodiscard]] std::vector<std::size_t> spans_of_line(const HostCode& code,
                                                     const timing::TimelineRun& run,
                                                     std::uint32_t line);
// The line that made a span: its call; of the device, the call that queued it. Likewise.
[[nodiscard]] std::optional<std::uint32_t> line_of_span(const HostCode& code,
                                                        const timing::TimelineRun& run,
                                                        std::size_t span);

}  // namespace warplens::host_timeline
