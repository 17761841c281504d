// Races between the blocks of a launch on global memory, by happens-before.
//
// A race: the same byte of a buffer, two blocks, at least one write, not both strong (atomic,
// volatile, relaxed or more, of a scope that holds both blocks), and no happens-before between them
// (block_order.h). What threads of one block do to each other is not looked at. Writes that leave
// what was there are a race too, but reported as information.
//
//   order(block)     what the block knows of the others; it lives from begin() to end()
//   note(access)     compares it with what is remembered of other blocks', and remembers it
//   races()          for each two instructions the race at the lowest address, by the first blocks:
//                    the same in whatever order blocks ran, as long as they do the same
//
// Blocks take turns: nothing here is for several host threads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>

#include "kernels/machine/launch/block_order.h"
#include "kernels/machine/launch/exposed_buffers.h"
#include "kernels/machine/launch/global_marks.h"
#include "kernels/machine/launch/released_locations.h"

namespace warplens::machine {

// One access by lanes of a warp to exposed buffers.
struct GlobalAccess {
  std::uint32_t warp = 0;  // of the block
  std::uint32_t mask = 0;
  const LaneAddresses* addresses = nullptr;
  std::uint32_t width = 4;  // bytes a lane
  std::uint32_t instruction = 0;
  GlobalUse use = GlobalUse::read;
  RaceAccessKind kind = RaceAccessKind::read;  // read, write or atomic
  bool observes = false;                       // strong, and gives what was there
};

struct GlobalRaceEnd {
  std::uint64_t block = 0;
  std::uint32_t warp = 0, lane = 0;
  std::uint32_t instruction = 0;
  RaceAccessKind kind = RaceAccessKind::read;
};

struct GlobalRace {
  std::uint64_t address = 0;   // of the first byte
  GlobalRaceEnd main, other;   // the instruction that comes later in the code, or the later block
  std::uint64_t accesses = 0;  // of the main instruction's width, at different places
};

class GlobalRaces {
 public:
  struct Key {
    std::uint32_t main = 0, other = 0;  // instructions
    bool same_value = false;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  // Whether a store leaves the bytes as they are; asked before they are stored.
  using KeepsValue = std::function<bool(std::uint32_t lane)>;

  GlobalRaces(const ExposedBuffers& buffers, std::uint32_t warps_a_block);

  [[nodiscard]] BlockOrder& begin(std::uint64_t block);
  void end(std::uint64_t block) { orders_.erase(block); }
  void note(const BlockOrder& order, const GlobalAccess& access, const KeepsValue& keeps_value);

  [[nodiscard]] std::map<Key, GlobalRace> races() const;
  // Any that is more than information.
  [[nodiscard]] bool has_races() const;

 private:
  struct Found {
    GlobalRace first;
    std::uint32_t width = 4;
    std::unordered_map<std::uint64_t, std::uint64_t> bytes;  // bits by line
  };
  [[nodiscard]] GlobalRaceEnd end_of(const GlobalMark& mark, std::uint64_t byte) const;
  void add(const GlobalMark& earlier, const GlobalMark& now, const KeepsValue& keeps_value);

  std::uint32_t warps_;
  std::uint32_t sequence_ = 0;
  ReleasedLocations locations_;
  GlobalMarks marks_;
  std::unordered_map<std::uint64_t, std::unique_ptr<BlockOrder>> orders_;  // of blocks that run
  std::map<Key, Found> found_;
};

}  // namespace warplens::machine
