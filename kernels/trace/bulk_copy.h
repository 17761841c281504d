// A copy by TMA that one thread asks for: bytes in a row, or a box of a tensor, and where each 16
// bytes of it land.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/base/tensor_box.h"
#include "kernels/base/tensor_map.h"

namespace warplens::trace {

struct BulkCopy {
  enum class Way : std::uint8_t {
    to_shared,  // from global memory
    to_global,
    to_block,  // from shared memory to that of another block of the cluster, or the block's own
  };
  static constexpr std::uint64_t kUnit = TensorMap::kChunkBytes;
  static constexpr std::uint16_t kAllBytes = 0xffff;

  std::uint32_t lane = 0;  // that asks
  Way way = Way::to_shared;
  bool is_reduction = false;  // with what is there
  std::uint16_t blocks = 0;   // ranks that it is sent to, a bit each; 0: its block's own alone
  std::uint32_t shared = 0;   // offset in the shared window; to_block: of the destination
  std::uint32_t source = 0;   // to_block: offset in the asking block's
  std::uint64_t global = 0;   // address of plain bytes
  std::uint64_t bytes = 0;    // that an mbarrier counts
  std::uint16_t byte_mask = kAllBytes;        // of each 16 plain bytes
  std::shared_ptr<const TensorMap> map = {};  // of a box; null: plain bytes
  BoxPlace place = {};

  // Of shared memory, from `shared` on.
  [[nodiscard]] std::uint64_t shared_bytes() const { return map ? map->shared_bytes() : bytes; }
  friend bool operator==(const BulkCopy& a, const BulkCopy& b);
};
inline constexpr BulkCopy::Way kLastWay = BulkCopy::Way::to_block;

// A part of a copy: at most 16 bytes that lie side by side on both sides.
struct CopyUnit {
  std::uint64_t at = 0;      // byte of the rows
  std::uint64_t shared = 0;  // offset in the shared window
  std::uint64_t other = 0;   // global address; to_block: offset in the asking block's memory
  std::uint32_t bytes = 0;
  friend bool operator==(const CopyUnit&, const CopyUnit&) = default;
};

// In the order of the rows; what a box has outside of its tensor is in none.
[[nodiscard]] std::vector<CopyUnit> units_of(const BulkCopy& copy);

// The copies of many events: of row after row, each with its row.
class BulkCopies {
 public:
  [[nodiscard]] bool empty() const { return copies_.empty(); }
  // Of one row; valid until more are added.
  [[nodiscard]] std::span<const BulkCopy> of(std::uint32_t row) const;
  void append(std::uint32_t row, std::span<const BulkCopy> copies);
  // Those of rows [first, last), which become the first ones.
  [[nodiscard]] BulkCopies part(std::uint32_t first, std::uint32_t last) const;
  // The row of each, and they themselves.
  [[nodiscard]] std::span<const std::uint32_t> rows() const { return rows_; }
  [[nodiscard]] std::span<const BulkCopy> all() const { return copies_; }
  // Those of `other`, whose rows stand behind `rows` others here.
  void append(const BulkCopies& other, std::uint32_t rows);
  void clear();
  friend bool operator==(const BulkCopies&, const BulkCopies&) = default;

 private:
  std::vector<std::uint32_t> rows_;  // of each copy, ascending
  std::vector<BulkCopy> copies_;
};

}  // namespace warplens::trace
