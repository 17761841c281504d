// What the warps of some blocks execute, instruction by instruction, for who looks at them: which
// lanes, and where the block's events and its barrier records (barrier_records.h) stand meanwhile.
//
// A launch that is recorded keeps them where RunOptions::instructions asks, in the order in which
// the machine executes them. It is no time on a GPU, and PTX, not what ptxas makes of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "kernels/machine/program/program.h"

namespace warplens::machine {

struct InstructionRecord {
  std::uint32_t instruction = 0;  // InstructionRecords::instruction() says which
  std::uint32_t mask = 0;         // lanes whose guard holds; 0: none of them
  std::uint32_t present = 0;      // the fragment's lanes
  std::uint32_t warp = 0;
  std::uint32_t events = 0;    // of its block, before it
  std::uint32_t barriers = 0;  // barrier records before it, where they are kept of the block, too
};

// Of one block. Only the thread that runs the block writes it.
struct BlockInstructions {
  std::deque<InstructionRecord> records;  // in the order in which they were executed
  bool is_cut = false;                    // what came when there was no more room is left out
};

class InstructionRecords {
 public:
  struct Place {
    std::size_t launch = 0;         // of those that are run
    std::uint64_t first_block = 0;  // linear
    std::uint32_t blocks = 1;
    friend bool operator==(const Place&, const Place&) = default;
  };
  static constexpr std::size_t kUsualBytes = std::size_t{256} << 20;

  // `bytes`: that all blocks' records may take.
  explicit InstructionRecords(Place place, std::size_t bytes = kUsualBytes)
      : place_(place),
        most_of_block_(bytes / sizeof(InstructionRecord) / std::max(1u, place.blocks)),
        blocks_(place.blocks) {}

  [[nodiscard]] const Place& place() const { return place_; }
  // Of the place's blocks; those that the launch does not have are empty.
  [[nodiscard]] const std::vector<BlockInstructions>& blocks() const { return blocks_; }
  // Whose instructions they are; nothing before that launch.
  [[nodiscard]] const std::optional<Program>& program() const { return program_; }
  // A record's; null: the implicit return at a function's end.
  [[nodiscard]] const ptx::Instruction* instruction(std::uint32_t number) const {
    return numbered_[number].instruction;
  }
  // The function that has it.
  [[nodiscard]] const ptx::Function* function(std::uint32_t number) const {
    return numbered_[number].function;
  }

  // By the machine: launches come one after the other, and a block may begin anew.
  void begin_launch(const Program& program);
  // Null: nobody looks at that block.
  [[nodiscard]] BlockInstructions* begin_block(std::uint64_t block);
  void add(BlockInstructions& block, const InstructionRecord& record) const {
    block.is_cut = block.is_cut || block.records.size() >= most_of_block_;
    if (!block.is_cut) block.records.push_back(record);
  }

 private:
  struct Numbered {
    const ptx::Instruction* instruction = nullptr;
    const ptx::Function* function = nullptr;
  };

  Place place_;
  std::size_t most_of_block_;
  std::size_t launches_ = 0;
  std::optional<Program> program_;
  std::vector<Numbered> numbered_;
  std::vector<BlockInstructions> blocks_;
};

}  // namespace warplens::machine
