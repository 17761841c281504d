// A specification's answer: the maps before and after, what each access costs, and a kernel that
// ran.
//
//   SwizzleSpec ─► answer() ─► SwizzleAnswer ── before, after      every element's place
//                                            ── write, read       accesses, wavefronts, faults
//                                            ── run               the generated kernel's trace and
//                                            data
//
// What the model says is held against that run: every lane's address, every access's wavefronts,
// the data that come back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/run/run.h"
#include "viz/swizzle/cost.h"
#include "viz/swizzle/spec.h"

namespace warplens::swizzle {

struct PatternAnswer {
  Accesses accesses;
  PatternCost before;  // without the map
  PatternCost after;
  // Beside accesses.warps: its row in the run's events; trace::kNone where it was not reached
  // (behind a fault) or asks for nothing.
  std::vector<std::uint32_t> events;
};

struct SwizzleAnswer {
  SwizzleSpec spec;
  std::string formula;  // the map as an expression, of which PTX and CUDA are made
  Placement before, after;
  PatternAnswer write, read;
  // One trace, of kernel "swizzle" with the shared array "tile" (its layout where views know one
  // such, known_layout.h), its lines those of the CUDA code in `sources`; `in` and `out`
  // afterwards. Its verdict is `match` where all that was read was written and the map is a
  // bijection, `unchecked` where data cannot come back right.
  std::shared_ptr<const trace::Run> run;

  [[nodiscard]] std::uint64_t wavefronts() const {
    return write.after.wavefronts + read.after.wavefronts;
  }
  // Every element has a place of its own and every access is one that the hardware takes.
  [[nodiscard]] bool works() const {
    return after.is_bijection() && !write.after.fault.has_value() && !read.after.fault.has_value();
  }
};

// Effects of a map on one pattern are in the answer; errors are: a tile that a pattern or a map
// does not fit, an expression that is none, "cancelled". A run that differs from the model is an
// error that begins with "internal error".
Result<SwizzleAnswer> answer(const SwizzleSpec& spec, std::stop_token stop = {});

// The answer without the run: `run` is null, the events are empty.
Result<SwizzleAnswer> modelled_answer(const SwizzleSpec& spec);

}  // namespace warplens::swizzle
