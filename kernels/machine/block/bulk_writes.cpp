#include "kernels/machine/block/bulk_writes.h"

namespace warplens::machine {

void note_bulk_write(BlockContext& block, BlockMemory& memory, const Issue& issue,
                     const MemoryRange& buffer, const BulkWrite& write) {
  LaneAddresses addresses{};
  addresses[write.lane] = write.address;
  const std::uint32_t mask = 1u << write.lane;
  const LaneAccess access{addresses, mask, write.bytes, true, trace::Space::global, trace::kNone};
  if (buffer.is_read_only) memory.bounds.report_read_only(issue, access, mask);
  if (buffer.is_unexpected) block.control->unexpected->expect(buffer.base);
  if (buffer.is_exposed) {
    memory.global.note_bulk_write(issue, mask, addresses, write.bytes, buffer, write.is_update);
  }
  memory.hazards.note_over_sources(issue, mask, addresses, write.bytes, trace::kNone);
  if (buffer.watched == nullptr) return;
  if (write.is_update) {
    memory.buffers.note_update(issue, access, *buffer.watched, mask, true);
  } else {
    memory.buffers.note_store(access, mask);
  }
}

}  // namespace warplens::machine
