// Finds the PTX accesses that the wider ones of the SASS stand for, event by event.
//
// A wider access and what it covers are of one warp, one space and kind, and between the same
// barriers; every lane's bytes lie in the wider access's. ptxas loads no byte that nobody asks for,
// so where a loop is unrolled a wider load may also do the work of its own PTX load in later trips.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/trace/trace.h"

namespace warplens::analysis {

enum class SassRole : std::uint8_t {
  other,
  wider,   // its instruction has `width` bytes a lane
  orphan,  // it has no instruction
};
struct SassPart {
  SassRole role = SassRole::other;
  std::uint8_t width = 0;
};

struct Coverage {
  std::vector<bool> covered;  // orphans all of whose events a wider access covers
  std::vector<bool> whole;    // wider stores, all of whose bytes PTX wants
  // The wider site that covers an orphan's first event; trace::kNone where none does.
  std::vector<std::uint32_t> by;
  // Wider loads, some of whose events another event of theirs covers.
  std::vector<bool> joins_trips;
  // Orphans each of whose events wants only what its lanes loaded or stored since the last barrier
  // by accesses that are no orphans.
  std::vector<bool> repeated;
};

class WideAccesses {
 public:
  // Covers no site.
  WideAccesses() = default;
  // `parts` stand beside the sites.
  WideAccesses(const std::vector<trace::Site>& sites, const std::vector<SassPart>& parts);

  // Whether events of a site have to be read.
  [[nodiscard]] bool looks_at(std::uint32_t site) const { return looks_at_[site]; }
  // Whole blocks' events, one after the other. All that are read before and after have the same
  // numbers of patterns.
  void read(const trace::Events& events);
  // Whether an event of a wider load, of those read last, is covered by one before it.
  [[nodiscard]] bool is_joined(std::size_t row) const {
    return row < is_joined_.size() && is_joined_[row];
  }
  // The coverage found in all events read so far.
  [[nodiscard]] const Coverage& found() const { return found_; }

 private:
  using Rows = std::vector<std::size_t>;  // a warp's accesses between barriers, in their order

  // A wider access's event, and which bytes of it a store's parts write.
  struct Wide {
    std::size_t row = 0;
    std::array<std::uint32_t, kWarpSize> written{};  // bit i: byte i of the lane's access
    std::vector<std::size_t> joined{};               // later events of its site that it covers
  };
  // Whether an event of one pattern covers one of another: it depends on nothing but how far that
  // is away and how the wider one is aligned.
  struct Known {
    std::uint32_t wide = trace::EventPatterns::kNone, other = 0;
    std::uint64_t distance = 0, place = 0;
    bool covers = false;
  };

  void add(std::size_t row);
  void end_block();
  void end_stretch(Rows& rows);
  void cover(const Rows& rows);
  void add_wide(std::size_t row);
  [[nodiscard]] bool join_trip(std::size_t row);
  [[nodiscard]] bool asks_again(const Wide& wide, std::size_t row);
  [[nodiscard]] Wide* find_wide(std::size_t row);
  [[nodiscard]] bool covers(const Wide& wide, std::size_t row);
  [[nodiscard]] bool compute_covers(const Wide& wide, std::size_t row);
  void write(Wide& wide, std::size_t row);
  [[nodiscard]] bool is_whole(const Wide& wide);
  void repeat(const Rows& rows);
  void find_repeatable();

  std::vector<trace::Site> sites_;
  std::vector<SassPart> parts_;
  std::vector<bool> looks_at_;
  // By site: an orphan that may still be repeated, or a site that could repeat one.
  std::vector<bool> may_repeat_;
  Coverage found_;
  const trace::Events* events_ = nullptr;  // that are read
  std::uint32_t block_ = 0;
  std::vector<Rows> warps_;  // of the block
  std::vector<Wide> wide_;   // of the stretch
  std::size_t wides_ = 0;
  std::vector<bool> is_joined_;       // by row of the events
  std::vector<std::size_t> of_site_;  // by wider load: its last place in wide_, and one
  std::vector<std::size_t> hints_;    // by orphan: where what covers its next event may be
  std::vector<Known> known_;
  trace::EventView wide_event_, event_;  // at hand
};

}  // namespace warplens::analysis
