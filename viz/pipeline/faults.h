// Where a stage is overwritten too early or read too early: the machine's races, each once for a
// warp's accesses to one filling. None is here that is no finding of the trace.
//
// A read that meets a copy in flight is one of two: the reader has waited since the copy began, too
// little, and reads it too early; or it has not, and still reads what the copy overwrites.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/pipeline/stages.h"

namespace warplens::pipeline {

struct Fault {
  enum class Kind : std::uint8_t {
    overwritten_early,  // what another still reads
    filled_twice,       // what another has not filled yet
    read_early,         // what another has not filled yet
  };
  Kind kind = Kind::overwritten_early;
  Step at = 0;             // of the later access; overwritten_early: of what overwrites
  std::size_t record = 0;  // the race
  std::size_t stage = 0;
  std::uint32_t warp = 0, other_warp = 0;  // whose access at that step it is
  std::uint32_t times = 1;                 // steps at which it was met
  std::size_t finding = 0;                 // of the trace
};

[[nodiscard]] std::vector<Fault> faults_of(const BarrierRun& run, const Order& order,
                                           const Stages& stages);

}  // namespace warplens::pipeline
