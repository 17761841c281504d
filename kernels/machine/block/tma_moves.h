// What one thread's bulk copy moves: its bytes of global memory, each of at most 16 with the place
// that it has among the rows of a box, and the findings where it cannot be made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/issue.h"
#include "kernels/machine/operations/atomic_update.h"
#include "kernels/trace/bulk_copy.h"

namespace warplens::machine {

struct BlockMemory;
struct MemoryRange;

// On the side that is not the block's own shared memory.
struct TmaPiece {
  std::byte* place = nullptr;
  std::uint64_t address = 0;
  std::uint64_t at = 0;  // byte of the rows
  std::uint32_t bytes = 0;
};

struct TmaMove {
  trace::BulkCopy what;
  std::vector<TmaPiece> pieces;  // between them is what lies outside of the tensor
  std::optional<AtomicOperation> reduction;

  // Where byte `at` of the rows lies in shared memory, what is copied beginning at `to`.
  [[nodiscard]] std::uint64_t place(std::uint64_t to, std::uint64_t at) const {
    return what.map ? what.map->swizzled(to, at) : to + at;
  }
  [[nodiscard]] bool is_whole() const;
  // Copies to what is at `to`, or does with it what cp.reduce asks for.
  void apply(std::byte* to, const std::byte* from, std::uint32_t count) const;
};

// "cp.async.bulk.tensor"…
[[nodiscard]] std::string_view name_of(const TmaCopy& copy);
// Its operands' values are used.
void use_values(BlockContext& block, const Issue& issue, const TmaCopy& copy);
[[nodiscard]] std::optional<AtomicOperation> reduction_of(const TmaCopy& copy,
                                                          ptx::ScalarType type);

class TmaMoves {
 public:
  static constexpr std::uint32_t kPiece = TensorMap::kChunkBytes;

  TmaMoves(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  // Nothing: it cannot be made, which is reported. `shared`: the offset of its side in shared
  // memory; `other`: the lane's TmaCopy::other.
  [[nodiscard]] std::optional<TmaMove> find(const Issue& issue, const TmaCopy& copy,
                                            std::uint32_t lane, std::uint64_t shared,
                                            std::uint64_t other);
  // Bytes of plain copies; nothing: they are no whole groups of 16, which is reported.
  [[nodiscard]] std::optional<std::uint64_t> plain_bytes(const Issue& issue, const TmaCopy& copy,
                                                         std::uint32_t lane, std::uint64_t other);
  // The offset of what must be the block's own shared memory; beyond its end where it is not.
  [[nodiscard]] std::uint64_t own_offset(std::uint64_t address) const {
    return address - block_->shared_start;
  }
  // Whether `bytes` bytes at an offset of some block's shared memory may be copied.
  [[nodiscard]] bool fits(const Issue& issue, const TmaCopy& copy, std::uint32_t lane,
                          std::uint64_t offset, std::uint64_t bytes);

 private:
  // Which bytes, or which box, begins at `shared`; false: it cannot be copied, which is reported.
  [[nodiscard]] bool find_plain(const Issue& issue, const TmaCopy& copy, std::uint64_t address,
                                trace::BulkCopy& what);
  [[nodiscard]] bool find_box(const Issue& issue, const TmaCopy& copy, std::uint64_t address,
                              trace::BulkCopy& what);
  [[nodiscard]] std::optional<TensorMap> map_at(std::uint64_t address) const;
  [[nodiscard]] std::shared_ptr<const TensorMap> shared_map(const TensorMap& map);
  // The map that an instruction can be run with; otherwise the launch ends with a finding.
  [[nodiscard]] std::optional<TensorMap> usable_map(const Issue& issue, const TmaCopy& copy,
                                                    std::uint32_t lane, std::uint64_t address);
  // Where the box begins; nothing: where none may, which is reported.
  [[nodiscard]] std::optional<BoxPlace> box_place(const Issue& issue, const TmaCopy& copy,
                                                  const TensorMap& map, std::uint32_t lane);
  void add_piece(const Issue& issue, const TmaCopy& copy, std::uint32_t lane,
                 const trace::CopyUnit& unit, TmaMove& move);
  void note_read(const Issue& issue, std::uint32_t lane, const MemoryRange& buffer,
                 const trace::CopyUnit& unit);

  BlockContext* block_;
  BlockMemory* memory_;
  std::shared_ptr<const TensorMap> latest_;  // most copies use the map that the one before did
};

}  // namespace warplens::machine
