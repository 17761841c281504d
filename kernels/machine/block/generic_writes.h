// Which words of shared memory were written as threads write (generic proxy), and whether a
// fence.proxy.async came behind that: PTX promises what wgmma reads (async proxy) only then.
//
// A fence counts for what its own thread wrote before it and, where a thread of the warpgroup that
// reads executes it, for all that was written before it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/program/race_detector.h"

namespace warplens::machine {

class GenericWrites {
 public:
  GenericWrites(std::uint32_t threads, std::uint64_t shared_bytes)
      : words_((shared_bytes + 3) / 4), fences_(threads) {}

  void start();
  void note(const RaceAccess& write);
  // Bytes that an asynchronous copy wrote.
  void forget(std::uint64_t offset, std::uint64_t bytes);
  void fence(std::uint32_t warp, std::uint32_t lanes);

  // The latest by one of the threads [first, last).
  [[nodiscard]] std::uint64_t latest_fence(std::uint32_t first, std::uint32_t last) const;

  struct Unfenced {
    std::uint32_t thread = 0, instruction = 0;
    std::uint64_t offset = 0;
  };
  // A write to one of these bytes without a fence behind it, where `latest` is the readers'.
  [[nodiscard]] std::optional<Unfenced> unfenced(std::uint64_t offset, std::uint32_t bytes,
                                                 std::uint64_t latest) const;

 private:
  struct Word {
    std::uint64_t time = 0;  // 0: not written
    std::uint32_t thread = 0, instruction = 0;
  };
  std::vector<Word> words_;
  std::vector<std::uint64_t> fences_;  // the latest, by thread
  std::uint64_t time_ = 0, last_write_ = 0;
};

}  // namespace warplens::machine
