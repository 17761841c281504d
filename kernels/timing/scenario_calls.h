// The calls of one scenario while it is run. Private to this folder.
//
//   calls.prepare()      what must exist before the first call is timed
//   calls.make_calls()   the calls, through a HostRun
//   calls.check()        what the result is found to be, once they are over
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kernels/timing/scenarios.h"

namespace warplens::timing {

inline constexpr std::size_t kChunkStreams = 4;  // among which chunks are dealt out

struct Outcome {
  std::string wrong;  // what is; empty when nothing is
  std::optional<std::uint64_t>
      wrong_elements{};  // where a wrong result may be the scenario's point
};

class ScenarioCalls {
 public:
  ScenarioCalls() = default;
  ScenarioCalls(const ScenarioCalls&) = delete;
  ScenarioCalls& operator=(const ScenarioCalls&) = delete;
  virtual ~ScenarioCalls() = default;

  // Errors of each: what the driver refuses.
  virtual Result<void> prepare() = 0;
  virtual Result<void> make_calls() = 0;
  virtual Result<Outcome> check() = 0;
};
using ScenarioCallsPtr = std::unique_ptr<ScenarioCalls>;

// All on the default stream: five_steps to pinned.
[[nodiscard]] ScenarioCallsPtr default_stream_calls(AddProblem& problem, HostRun& run,
                                                    Scenario scenario);
// Arrays in chunks, through one stream or several.
[[nodiscard]] ScenarioCallsPtr chunk_calls(AddProblem& problem, HostRun& run,
                                           const ScenarioSetting& setting);
// A copy in one stream and the kernel that needs it in another.
[[nodiscard]] ScenarioCallsPtr two_stream_calls(AddProblem& problem, HostRun& run,
                                                Scenario scenario);
// Many kernels, launched one by one or as a graph.
[[nodiscard]] ScenarioCallsPtr launch_calls(AddProblem& problem, HostRun& run,
                                            const ScenarioSetting& setting);

// What c holds against a + b: "" when it is right.
[[nodiscard]] std::string wrong_sum(const AddProblem& problem);

}  // namespace warplens::timing
