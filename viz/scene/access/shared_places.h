// The elements of a shared array that one event wants, by the array's layout: word of shared memory
// → logical row and column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cost/shared_breakdown.h"
#include "kernels/trace/trace.h"

namespace warplens::scene {

// The array that the event's words lie in; of an event that touches none of them, the first one
// whose layout is known, else the first. Null when there are no arrays.
[[nodiscard]] const trace::SharedArray* touched_array(std::span<const trace::SharedArray> arrays,
                                                      const analysis::SharedBreakdown& access);

struct WantedElement {
  std::uint32_t element = 0;  // of the array, in memory order
  std::uint32_t lanes = 0;    // mask
};

// Ascending, each once. Words are told apart, not bytes: of elements smaller than a word, all in a
// wanted word count.
[[nodiscard]] std::vector<WantedElement> wanted_elements(const trace::SharedArray& array,
                                                         const analysis::SharedBreakdown& access);

// The bank in which element `element` of the array begins.
[[nodiscard]] std::uint32_t bank_of(const trace::SharedArray& array, std::uint64_t element);

}  // namespace warplens::scene
