// How the values of one block come together: which lane makes a value of which others, step after
// step, told by the trace alone.
//
//   lanes        ■   ■   ■   ■        step 0: made of what each loaded from global memory
//                 ╲ ╱     ╲ ╱
//   words         ■       ■           step 1: lane 0 has read words 0 and 1 and stored word 0
//                   ╲   ╱
//   words             ■               …
//
// A trace has addresses and no values. What a lane stores is taken to be made of all that it has
// read since it last stored or shuffled, and of what it made then. A lane begins anew when it loads
// from global memory, and behind a barrier of the block: values that it still wants it reads again.
// A value's step is the first after those of all that it is made of, and after every step before
// the block's latest barrier.
//
// Shared memory is looked at in words of 4 bytes, of the one array that most lanes store to: flags
// and counters beside it are no values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

struct FlowValue {
  enum class Place : std::uint8_t {
    lane,    // in a register
    word,    // of the array
    output,  // stored to global memory, or added to it
  };
  Place place = Place::lane;
  std::uint32_t column = 0;  // lane, output: the thread; word: from the array's first
  std::uint32_t thread = 0;  // of the block, that made it
  std::uint32_t step = 0;
  std::uint32_t event = 0;     // of the trace, that made it
  std::uint32_t elements = 0;  // words that lanes loaded from global memory, of which it is made
  bool is_shuffled = false;    // by what all lanes do together, whether they get another's or not
  bool is_used = false;        // an output is made of it
};

// `value` is made of `from`, which `event` read.
struct FlowEdge {
  std::uint32_t from = 0, value = 0;  // of ValueFlow::values
  std::uint32_t event = 0;
  bool is_kept = false;  // in a register of the same lane, or in a lane that reads nobody else's
};

struct FlowStep {
  std::vector<std::uint32_t> active;  // a mask a warp: the lanes that make a value
  // Warps of which a lane makes a value, and those of them with a lane that makes none.
  std::uint32_t warps = 0, divergent = 0;
  std::uint32_t lanes = 0;
  bool has_words = false, has_shuffles = false, has_outputs = false;
  bool is_made_of_others = false;  // some value is
  bool combines = false;           // some value is made of two
};

struct ValueFlow {
  std::uint32_t block = 0;
  std::uint32_t threads = 0;
  std::uint32_t columns = 0;           // threads, or words where there are more
  std::uint32_t array = trace::kNone;  // of Trace::shared_arrays
  std::vector<FlowValue> values;       // those that a value is made of stand before it
  std::vector<FlowEdge> edges;         // in the order of their values
  std::vector<FlowStep> steps;
  bool is_cut = false;  // there were more than kMostFlowValues

  // Whether no values come together.
  [[nodiscard]] bool is_empty() const { return edges.empty(); }
  [[nodiscard]] std::span<const FlowEdge> edges_of(std::size_t value) const;
};

inline constexpr std::size_t kMostFlowValues = 40'000;

// The flow of a block whose events are in the trace's window; empty for another one.
[[nodiscard]] ValueFlow value_flow(const trace::Trace& trace, std::uint32_t block);

}  // namespace warplens::analysis
