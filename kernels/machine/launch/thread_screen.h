// Tells of most blocks that no two of their threads touched the same byte of a buffer, between two
// barriers of the whole block, so that it matters which came first.
//
// What is left are suspect lines: a block that has any is run once more, and what its threads do
// there is compared exactly (block/thread_races.h).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "kernels/base/lane_shape.h"
#include "kernels/machine/launch/thread_stripes.h"
#include "kernels/machine/launch/thread_words.h"

namespace warplens::machine {

// Lines by their block, ascending.
using SuspectLines = std::map<std::uint64_t, std::vector<std::uint64_t>>;

class ThreadScreen {
 public:
  // For a new block.
  void start();
  // Lanes of `mask`, at least whose places `lanes` are, in the buffer at `buffer`.
  void add(std::uint64_t buffer, const PlacedLanes& lanes, std::uint32_t mask, std::uint32_t width,
           GlobalUse use, std::uint32_t warp);
  // After a barrier of the whole block, and when the block is over.
  void end_epoch();
  [[nodiscard]] std::vector<std::uint64_t> suspects() const;

 private:
  // The most lines of a block that are compared exactly.
  static constexpr std::size_t kMostSuspects = 1 << 13;

  struct Lanes {
    std::uint64_t buffer = 0;
    const PlacedLanes* places = nullptr;
    std::uint32_t width = 4;
    GlobalUse use = GlobalUse::read;
    std::uint32_t first_thread = 0;  // of the warp
  };
  [[nodiscard]] bool add_stripe(const Lanes& lanes, std::uint32_t first, std::uint32_t count,
                                std::int32_t step);
  void add_half(const Lanes& lanes, std::uint32_t mask, std::uint32_t half);
  void add_words(const Lanes& lanes, std::uint32_t mask);
  void add_word(std::uint64_t address, std::uint32_t width, std::uint32_t thread, GlobalUse use);
  [[nodiscard]] bool meets_words() const;
  void give_stripes_to_words();

  ThreadStripes stripes_;
  ThreadWords words_;
  unsigned word_uses_ = 0;
  std::uint64_t words_begin_ = ~std::uint64_t{0}, words_end_ = 0;
  std::set<std::uint64_t> suspects_;
};

}  // namespace warplens::machine
