// Stages: the bytes of shared memory that are filled together, again and again.
//
//   copies, stores ──► who fills a byte first ──► stages ──► their fills and reads ──► rounds
//
// What is filled by the same group of cp.async, or for the same phase of an mbarrier, is one
// stage. Where nothing is copied, it is what is stored between the same two barriers of the block,
// by a warp between the same two of its arrivals at mbarriers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/pipeline/order.h"

namespace warplens::pipeline {

using machine::SharedRun;

// Bytes side by side in one shared array.
struct StagePart {
  SharedRun bytes;
  std::string array;
  std::uint32_t index = 0, count = 1;  // among the parts of that array
  friend bool operator==(const StagePart&, const StagePart&) = default;
};

// Warps of the block, a bit each.
using Warps = std::uint32_t;

// One access to a stage's bytes.
struct StageAccess {
  Span at;                 // from its start until its bytes are there, or read
  Warps warps = 0;         // 0: another block's of the cluster
  std::uint32_t rank = 0;  // of that block, where they are none
  const ptx::Instruction* instruction = nullptr;  // null: of an event
  std::uint32_t site = trace::kNone;              // of an event
  std::uint64_t bytes = 0;
  std::uint32_t round = 0;  // of the stage
};

// One filling of a stage and what is read of it: each byte that is filled again begins the next.
struct Round {
  Span fill;                   // from the first copy's start until the last has landed
  std::optional<Span> read{};  // the first to the last
  Warps fillers = 0, readers = 0;
  std::uint32_t filling_blocks = 0;    // others of the cluster, by rank, a bit each
  std::uint32_t fills = 0, reads = 0;  // accesses
  std::uint64_t bytes = 0;             // that are copied
  friend bool operator==(const Round&, const Round&) = default;
};

struct Stage {
  std::vector<StagePart> parts;
  std::vector<StageAccess> fills, reads;  // in their order
  std::vector<Round> rounds;

  [[nodiscard]] std::uint32_t bytes() const;
  // "As[0] + Bs[0]"
  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool holds(std::uint32_t offset) const;
};

struct Stages {
  std::vector<Stage> all;
  bool are_stored = false;    // nothing is copied
  bool are_left_out = false;  // there are more than kMost
  static constexpr std::size_t kMost = 32;
};

[[nodiscard]] Stages find_stages(const BarrierRun& run, const Order& order);

enum class StageState : std::uint8_t { free, filling, full, reading };
struct StageBand {
  Span at;
  StageState state = StageState::free;
  std::optional<std::size_t> round{};  // free: the one before
  friend bool operator==(const StageBand&, const StageBand&) = default;
};
// What a stage is from its first filling on.
[[nodiscard]] std::vector<StageBand> bands_of(const Stage& stage, Step steps);

}  // namespace warplens::pipeline
