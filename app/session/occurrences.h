// Events by what they are: the how-manieth of its kind and space in its block and warp each one is,
// and which event that is. Made once a launch, so that finding a counterpart takes no walk.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::session {

class Occurrences {
 public:
  Occurrences() = default;
  explicit Occurrences(const trace::Trace& trace);

  struct Place {
    std::uint64_t key = 0;    // block, warp, kind and space
    std::size_t ordinal = 0;  // among the events of this key
  };
  [[nodiscard]] Place place_of(std::size_t event) const;
  // The event at that place, or the last of its key before it; nothing when there is none.
  [[nodiscard]] std::optional<std::size_t> at_or_before(const Place& place) const;
  [[nodiscard]] std::size_t bytes() const {
    return keys_.capacity() * sizeof(std::uint64_t) + sorted_.capacity() * sizeof(std::uint32_t);
  }

 private:
  std::vector<std::uint64_t> keys_;    // each event's
  std::vector<std::uint32_t> sorted_;  // events by key, then by place in the trace
};

}  // namespace warplens::session
