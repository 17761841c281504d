#include "kernels/machine/block/tensor_copies.h"

#include <cstring>
#include <utility>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/tensor_operands.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

constexpr std::string_view kCopy = "tcgen05.cp";

}  // namespace

void TensorCopies::copy(const Issue& issue) {
  const TensorCopy& copy = block_->image->tensor_copies[issue.code.detail];
  note_uncounted(*block_, issue, kCopy);
  if (block_->values.is_on()) {
    block_->values.use(issue.frame, copy.destination.slot, issue.mask);
    block_->values.use(issue.frame, copy.descriptor, issue.mask);
  }
  each_lane(issue.mask, [&](std::uint32_t lane) {
    if (!block_->has_ended) this->copy(issue, copy, lane);
  });
}

void TensorCopies::copy(const Issue& issue, const TensorCopy& copy, std::uint32_t lane) {
  const auto matrix = tile_descriptor(*block_, issue, copy.descriptor, lane, kCopy);
  if (!matrix) return;
  const TensorCell first = TensorMemory::cell_of(tensor_address(issue, copy.destination, lane));
  const std::uint32_t cells = copy.chunks * SharedTile::kChunkBytes / kTensorWord;
  TensorArea area{{}, first.column, cells};
  for (std::uint32_t i = 0; i < copy.copies; ++i) {
    for (std::uint32_t row = 0; row < copy.rows; ++row) {
      area.lanes.push_back(first.lane + i * copy.copies_apart + row % copy.together +
                           row / copy.together * copy.apart);
    }
  }
  if (!accesses_.exists(issue, kCopy, area)) return;
  ClusterMember* const peer = copy.is_of_pair ? peer_.find(issue, kCopy) : nullptr;
  if (copy.is_of_pair && peer == nullptr) return;
  TensorPipe::Operation operation = pipe_->begin(issue, lane, kCopy);
  SharedTiles::place(*matrix, false, {0, copy.rows, 0, copy.chunks * SharedTile::kChunkBytes},
                     tile_);
  tile_.used_bytes = SharedTile::kChunkBytes;
  pipe_->read(issue, tile_, operation);
  write(copy, area, memory_->tensor);
  if (peer != nullptr) {
    peer_.check_allocated(issue, *peer, kCopy, area);
    pipe_->read_of(issue, *peer, tile_, operation);
    write(copy, area, peer->memory->tensor);
    pipe_->write_of(*peer, area, operation);
  }
  pipe_->write(std::move(area), operation);
  pipe_->end(std::move(operation));
}

void TensorCopies::write(const TensorCopy& copy, const TensorArea& area,
                         TensorMemory& tensor) const {
  for (std::size_t i = 0; i < area.lanes.size(); ++i) {
    for (std::uint32_t j = 0; j < area.columns; ++j) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, tile_.bytes.data() + (i % copy.rows * area.columns + j) * sizeof bits,
                  sizeof bits);
      tensor.write({area.lanes[i], area.column + j}, bits);
    }
  }
}

}  // namespace warplens::machine
