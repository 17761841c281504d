#include "kernels/machine/block/shared_tiles.h"

#include <algorithm>
#include <cstring>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kTileChunk = SharedTile::kChunkBytes;

}  // namespace

void SharedTiles::place(const MatrixDescriptor& matrix, bool is_mn_major, const TileRows& rows,
                        SharedTile& tile) {
  std::uint32_t next = 0;
  if (is_mn_major) {
    for (std::uint32_t k = 0; k < rows.depth; ++k) {
      for (std::uint32_t row = 0; row < rows.count; row += rows.in_chunk) {
        tile.places[next++] = matrix.mn_major((rows.first + row) / rows.in_chunk, k);
      }
    }
  } else {
    for (std::uint32_t row = 0; row < rows.count; ++row) {
      for (std::uint32_t chunk = 0; chunk < rows.bytes / kTileChunk; ++chunk) {
        tile.places[next++] = matrix.k_major(rows.first + row, chunk);
      }
    }
  }
  tile.chunks = next;
}

void SharedTiles::read(const Issue& issue, SharedTile& tile, TileReader* reader) {
  for (std::uint32_t first = 0; first < tile.chunks; first += kWarpSize) {
    read_lanes(issue, tile, first, reader);
  }
}

void SharedTiles::read_lanes(const Issue& issue, SharedTile& tile, std::uint32_t first,
                             TileReader* reader) {
  const std::uint32_t lanes = std::min(tile.chunks - first, kWarpSize);
  const std::uint32_t all = lanes == kWarpSize ? ~0u : (1u << lanes) - 1;
  LaneAddresses places{};
  std::copy_n(tile.places.begin() + first, lanes, places.begin());
  const std::uint32_t inside = memory_->bounds.lanes_inside(
      issue, memory_->shared_range(),
      {places, all, kTileChunk, false, trace::Space::shared, trace::kNone});
  std::byte* const bytes = tile.bytes.data() + std::size_t{first} * kTileChunk;
  if (inside != all) std::memset(bytes, 0, std::size_t{lanes} * kTileChunk);
  each_lane(inside, [&](std::uint32_t lane) {
    std::memcpy(bytes + std::size_t{lane} * kTileChunk, memory_->shared.data() + places[lane],
                kTileChunk);
  });
  if (inside != 0 && reader != nullptr) note(issue, inside, places, tile.used_bytes, *reader);
}

void SharedTiles::note(const Issue& issue, std::uint32_t lanes, const LaneAddresses& places,
                       std::uint32_t used_bytes, TileReader& reader) {
  const std::uint32_t piece = used_bytes & (0u - used_bytes);  // of 12 bytes 4
  for (std::uint32_t at = 0; at < used_bytes; at += piece) {
    LaneAddresses pieces = places;
    for (std::uint64_t& place : pieces) place += at;
    note_load(issue, lanes, pieces, piece, reader);
  }
  each_lane(lanes, [&](std::uint32_t lane) {
    check_fence(issue, places[lane], reader);
    reader.places.push_back(places[lane]);
    memory_->hazards.in_flight().cover(reader.in_flight, 0, places[lane], kTileChunk, nullptr);
  });
}

void SharedTiles::note_load(const Issue& issue, std::uint32_t lanes, const LaneAddresses& places,
                            std::uint32_t bytes, const TileReader& reader) {
  const ValueTracker::Loads loads = block_->values.begin_load(issue);
  const OwnLanes own(lanes, places);
  RaceAccess access =
      SharedHazards::access_of(issue, lanes, own.placed(), bytes, RaceAccessKind::read);
  access.warp = reader.agents;
  memory_->hazards.note_load(issue, access, trace::kNone, loads, {});
  block_->values.use_loads(loads);
}

void SharedTiles::check_fence(const Issue& issue, std::uint64_t place, const TileReader& reader) {
  const GenericWrites* const writes = memory_->hazards.generic_writes();
  const auto unfenced = writes->unfenced(place, kTileChunk, reader.latest_fence);
  if (!unfenced) return;
  FindingPlace where{issue.instruction, issue.warp.index, first_lane(issue.mask)};
  where.other = unfenced->instruction;
  block_->report.add_lazily(trace::FindingKind::missing_proxy_fence, where, [&] {
    return finding_text::missing_proxy_fence(
        reader.name, memory_->hazards.place_of(unfenced->offset), unfenced->thread,
        block_->image->code_place(unfenced->instruction));
  });
}

void SharedTiles::complete(std::uint32_t instruction, const TileReader& reader) {
  SharedHazards& hazards = memory_->hazards;
  RaceAccess access;
  access.warp = reader.agents;
  access.width = kTileChunk;
  access.kind = RaceAccessKind::read;
  access.instruction = instruction;
  access.first_load = block_->values.is_on() ? kUsedLoad : 0;
  for (std::size_t first = 0; first < reader.places.size(); first += kWarpSize) {
    LaneAddresses places{};
    const std::size_t lanes = std::min<std::size_t>(reader.places.size() - first, kWarpSize);
    std::copy_n(reader.places.begin() + static_cast<std::ptrdiff_t>(first), lanes, places.begin());
    access.mask = lanes == kWarpSize ? ~0u : (1u << lanes) - 1;
    const OwnLanes own(access.mask, places);
    access.lanes = own.placed();
    hazards.remember(access);
  }
  for (const std::uint64_t place : reader.places) {
    hazards.in_flight().uncover(reader.in_flight, place, kTileChunk);
  }
}

}  // namespace warplens::machine
