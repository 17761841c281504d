// The shadow of each shared word: the accesses of this epoch that a later one could race with.
//
// A cell stands for a 4-byte word, or, once a part of the word was accessed in this epoch, for one
// byte of it. It holds marks: accesses by lanes of one warp, by one instruction, at one time. Two
// fit in the cell itself; more go to chains in a pool, one chain a warp. A mark is forgotten when a
// later one stands for it: of the same kind and ordered after it, so an access that races with the
// old one races with the new one, too. Cells of an older epoch are empty: a block barrier forgets
// everything at once.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/machine/program/race_detector.h"
#include "kernels/machine/program/race_detector_order.h"

namespace warplens::machine {

// An access by some lanes of a warp to one cell. `detail`: reads, the load id of lane 0 (0: not
// tracked); writes, the value stored, or kUnknownValue; atomics, 0.
struct RaceMark {
  static constexpr std::uint64_t kUnknownValue = ~std::uint64_t{0};
  std::uint32_t instruction = 0;
  std::uint32_t time = 0;
  std::uint32_t lanes = 0;
  std::uint16_t warp = 0;
  RaceAccessKind kind = RaceAccessKind::read;
  std::uint64_t detail = 0;

  [[nodiscard]] bool is_tracked() const {
    return plain(kind) == RaceAccessKind::read && detail != 0;
  }
  [[nodiscard]] std::uint64_t load(std::uint32_t lane) const {
    if (!is_tracked()) return 0;
    return detail == kUsedLoad ? kUsedLoad : detail + lane;
  }
  friend auto operator<=>(const RaceMark&, const RaceMark&) = default;
};

constexpr std::uint8_t race_kind_bit(RaceAccessKind kind) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind));
}

class RaceShadow {
 public:
  explicit RaceShadow(std::uint32_t shared_bytes);
  void make_room(std::uint32_t bytes);

  // Compares a warp's access at `stamp` with what is remembered, remembers it, and appends the
  // races.
  void access(const RaceOrder& order, const RaceAccess& access, const RaceStamp& stamp,
              std::vector<Race>& races);
  void forget();  // after a block barrier
  // RaceDetector::settle_loads
  void settle_loads(const RaceOrder& order, const std::function<LoadFate(std::uint64_t)>& fate);

 private:
  static constexpr std::uint32_t kNoIndex = ~std::uint32_t{0};
  struct Cell {
    std::uint32_t epoch = 0;
    std::uint32_t more = kNoIndex;  // chains_: its first warp's chain; when split, parts_
    std::uint8_t kinds = 0;         // bit k: there may be a mark of RaceAccessKind k
    std::uint8_t count = 0;         // marks used
    bool split = false;
    std::array<RaceMark, 2> marks;

    void start(std::uint32_t now, RaceAccessKind kind) {
      epoch = now;
      more = kNoIndex;
      kinds = race_kind_bit(kind);
      count = 1;
      split = false;
    }
  };
  struct Link {
    RaceMark mark;
    std::uint32_t next = kNoIndex;
  };
  // The access under way: the order, what its marks have in common, the lanes at hand and their
  // detail, where races go (those of the lanes at hand from first_race on), and which lanes have
  // one with an earlier write or atomic, at races[race_of[lane]].
  struct Context {
    const RaceOrder& order;
    const RaceMark common;
    const std::uint32_t floor;  // RaceStamp's
    std::vector<Race>& races;
    std::uint32_t lanes = 0;
    std::uint64_t detail = 0;
    std::size_t first_race = 0;
    bool is_one_cell = true;  // what the lanes at hand access
    std::uint32_t raced = 0;
    std::array<std::size_t, kWarpSize> race_of;

    // Stores the mark of the lanes at hand. `common` never changes, so that copying it is quick.
    void put(RaceMark& mark) const {
      mark = common;
      mark.lanes = lanes;
      mark.detail = detail;
    }
  };

  void access_range(Context& context, std::uint32_t offset, std::uint32_t width,
                    const std::byte* value);
  void access_cell(Context& context, Cell& cell, std::uint32_t offset);
  static void report(Context& context, std::uint32_t lane, const Race& race);
  void settle_cell(std::uint32_t warps, Cell& cell,
                   const std::function<LoadFate(std::uint64_t)>& fate);
  void check(Context& context, const Cell& cell, std::uint32_t offset);
  void drop_overwritten(const Context& context, Cell& cell);
  void add(const Context& context, Cell& cell);
  RaceMark& new_mark(Cell& cell, std::uint32_t warp, std::uint32_t warps);
  void spill(Cell& cell, std::uint32_t warps);
  RaceMark& new_link(std::uint32_t& chain);
  std::array<Cell, 4>& split(const Context& context, Cell& word);

  // Calls visit(mark) for all marks of the cell until one returns true.
  template <class Visit>
  void visit(std::uint32_t warps, const Cell& cell, Visit visit) const;
  // Keeps the marks of warps [first, last) for which keep(mark) is true; may change them.
  template <class Keep>
  void filter(Cell& cell, std::uint32_t first, std::uint32_t last, Keep keep);

  std::vector<Cell> words_;
  std::vector<std::array<Cell, 4>> parts_;
  std::vector<std::uint32_t> chains_;  // first link of each warp, a run of warps() a spilled cell
  std::vector<Link> links_;
  std::uint32_t free_links_ = kNoIndex;
};

}  // namespace warplens::machine
