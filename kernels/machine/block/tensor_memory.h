// A block's tensor memory (Blackwell): 128 lanes of 512 columns, a cell of 32 bits each. Columns
// are allocated, whole ones of all lanes; what is allocated holds nothing yet.
//
//   address    lane << 16 | column
//
// Races for it are looked for where those for shared memory are: its cells lie behind that, lane by
// lane.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/machine/launch/launch.h"
#include "kernels/machine/operations/tensor_move.h"
#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

class TensorMemory {
 public:
  static constexpr std::uint32_t kLanes = 128, kColumns = 512, kCellBytes = 4;
  static constexpr std::uint32_t kBytes = kLanes * kColumns * kCellBytes;
  static constexpr std::uint32_t kLeastColumns = 32;  // of an allocation

  explicit TensorMemory(const PreparedLaunch& launch);

  // Starts a new block: nothing is allocated.
  void start();

  [[nodiscard]] static TensorCell cell_of(std::uint64_t address) {
    return {static_cast<std::uint32_t>(address >> 16 & 0xffff),
            static_cast<std::uint32_t>(address & 0xffff)};
  }

  // The first of so many free columns in a row; none where there are not.
  [[nodiscard]] std::optional<std::uint32_t> find_free(std::uint32_t columns) const;
  std::optional<std::uint32_t> allocate(std::uint32_t columns);
  // False where no allocation of so many columns begins there.
  [[nodiscard]] bool free(std::uint32_t first, std::uint32_t columns);
  // Whether all of these columns are, of one allocation or of several.
  [[nodiscard]] bool are_allocated(std::uint32_t first, std::uint32_t columns) const;
  // How many of these columns there are up to the last in which anything was written.
  [[nodiscard]] std::uint32_t written_columns(std::uint32_t first, std::uint32_t columns) const;
  [[nodiscard]] std::uint32_t allocated_columns() const {
    return static_cast<std::uint32_t>(taken_.count());
  }

  [[nodiscard]] std::uint32_t read(TensorCell cell) const { return cells_[index(cell)]; }
  [[nodiscard]] bool is_written(TensorCell cell) const { return written_[index(cell)] != 0; }
  void write(TensorCell cell, std::uint32_t bits) {
    cells_[index(cell)] = bits;
    written_[index(cell)] = 1;
  }

  // Changes whenever anything in it does.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  void touch() { ++version_; }

  // The place of a cell for the race detector, and back.
  [[nodiscard]] std::uint64_t offset(TensorCell cell) const {
    return begin_ + std::uint64_t{index(cell)} * kCellBytes;
  }

 private:
  [[nodiscard]] static std::uint32_t index(TensorCell cell) {
    return cell.lane * kColumns + cell.column;
  }

  std::uint64_t begin_;
  std::vector<std::uint32_t> cells_;
  std::vector<std::uint8_t> written_;
  std::bitset<kColumns> taken_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> allocations_;  // first column, columns
  std::uint64_t version_ = 0;
};

// Where tensor memory begins, and where all ends that races are looked for in.
[[nodiscard]] inline std::uint64_t tensor_begin(const PreparedLaunch& launch) {
  return align_up(launch.shared_bytes, 16);
}
[[nodiscard]] inline std::uint32_t watched_bytes(const PreparedLaunch& launch) {
  if (!launch.image->uses_tensor_memory) return launch.shared_bytes;
  return static_cast<std::uint32_t>(tensor_begin(launch)) + TensorMemory::kBytes;
}
// The cell that lies there; none: it is a byte of shared memory.
[[nodiscard]] std::optional<TensorCell> tensor_cell_at(const PreparedLaunch& launch,
                                                       std::uint64_t offset);

}  // namespace warplens::machine
