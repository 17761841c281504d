#include "kernels/machine/block/tensor_peer.h"

#include <algorithm>
#include <cstring>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

constexpr std::uint32_t kPeerChunk = SharedTile::kChunkBytes;

FindingPlace asked_at(const Issue& issue) {
  return {issue.instruction, issue.warp.index, first_lane(issue.mask)};
}

}  // namespace

ClusterMember* TensorPeer::find(const Issue& issue, std::string_view opcode) {
  const std::uint32_t blocks = block_->cluster == nullptr ? 1 : block_->cluster->size();
  if (rank() >= blocks) {
    block_->end_launch(FindingKind::bad_tensor_memory, asked_at(issue),
                       finding_text::no_pair(opcode, block_->rank, blocks));
    return nullptr;
  }
  ClusterMember& peer = block_->cluster->at(rank());
  if (!peer.has_exited()) return &peer;
  block_->report.add_lazily(FindingKind::bad_tensor_memory, asked_at(issue), [&] {
    return finding_text::pair_has_exited(opcode, block_->launch->request->grid.at(peer.block));
  });
  return nullptr;
}

void TensorPeer::read(const Issue& issue, ClusterMember& peer, SharedTile& tile,
                      const TileReader* reader) {
  const SharedMemory& shared = peer.memory->shared;
  for (std::uint32_t i = 0; i < tile.chunks; ++i) {
    std::byte* const to = tile.bytes.data() + std::size_t{i} * kPeerChunk;
    const std::uint64_t place = tile.places[i];
    if (place <= shared.size() && shared.size() - place >= kPeerChunk) {
      std::memcpy(to, peer.memory->shared.data() + place, kPeerChunk);
    } else {
      std::memset(to, 0, kPeerChunk);
    }
  }
  if (reader == nullptr) return;
  for (std::uint32_t first = 0; first < tile.chunks; first += kWarpSize) {
    note_tile(issue, peer, tile, first, std::min(tile.chunks - first, kWarpSize), *reader);
  }
}

void TensorPeer::note_tile(const Issue& issue, ClusterMember& peer, const SharedTile& tile,
                           std::uint32_t first, std::uint32_t lanes, const TileReader& reader) {
  const SharedMemory& shared = peer.memory->shared;
  LaneAddresses places{};
  std::uint32_t inside = 0;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    places[lane] = tile.places[first + lane];
    if (places[lane] > shared.size() || shared.size() - places[lane] < kPeerChunk) continue;
    inside |= 1u << lane;
    peer.touch(places[lane], places[lane] + kPeerChunk);
  }
  const std::uint32_t piece = tile.used_bytes & (0u - tile.used_bytes);  // of 12 bytes 4
  for (std::uint32_t at = 0; inside != 0 && at < tile.used_bytes; at += piece) {
    LaneAddresses pieces = places;
    for (std::uint64_t& place : pieces) place += at;
    check_set(issue, shared, inside, pieces, piece);
    BlockRaces* const races = memory_->shared.races();
    if (races == nullptr || block_->cluster->races() == nullptr) continue;
    const OwnLanes own(inside, pieces);
    RaceAccess access =
        SharedHazards::access_of(issue, inside, own.placed(), piece, RaceAccessKind::read);
    access.warp = reader.agents;
    access.first_load = block_->values.is_on() ? kUsedLoad : 0;
    races->access_other(access, rank());
  }
  memory_->hazards.note_cluster_races(trace::kNone);
}

void TensorPeer::check_set(const Issue& issue, const SharedMemory& shared, std::uint32_t lanes,
                           const LaneAddresses& places, std::uint32_t bytes) {
  if (block_->values.is_on()) return;
  each_lane(lanes, [&](std::uint32_t lane) {
    if (shared.is_written(places[lane], bytes)) return;
    block_->report.add_lazily(FindingKind::uninitialized_read, asked_at(issue), [&] {
      return finding_text::in_other_block(
          finding_text::uninitialized_read(bytes, memory_->hazards.place_of(places[lane])));
    });
  });
}

void TensorPeer::check_allocated(const Issue& issue, const ClusterMember& peer,
                                 std::string_view opcode, const TensorArea& area) {
  if (peer.memory->tensor.are_allocated(area.column, area.columns)) return;
  block_->report.add_lazily(FindingKind::bad_tensor_memory, asked_at(issue), [&] {
    return finding_text::in_other_block(
        finding_text::unallocated_columns(opcode, area.column, area.columns));
  });
}

void TensorPeer::check_written(const Issue& issue, const ClusterMember& peer,
                               const TensorArea& area) {
  if (!memory_->hazards.is_on() || block_->values.is_on()) return;
  for (const std::uint32_t lane : area.lanes) {
    for (std::uint32_t i = 0; i < area.columns; ++i) {
      const TensorCell cell{lane, area.column + i};
      if (peer.memory->tensor.is_written(cell)) continue;
      block_->report.add_lazily(FindingKind::uninitialized_read, asked_at(issue), [&] {
        return finding_text::in_other_block(finding_text::unset_cell(cell));
      });
    }
  }
}

}  // namespace warplens::machine
