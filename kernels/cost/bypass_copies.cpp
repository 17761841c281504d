#include "kernels/cost/bypass_copies.h"

#include <algorithm>

namespace warplens::analysis {

namespace {

constexpr std::uint64_t kHalfBytes = 16;
constexpr std::uint64_t kSegmentBytes = 32;
constexpr std::uint64_t kSegmentsALine = 4;

// A piece that goes from a sector to a segment of shared memory at once.
struct Piece {
  std::uint64_t from = 0, to = 0;  // segments
  bool is_swapped = false;
  std::uint32_t halves = 0;  // of the sector, a bit each
  std::uint32_t lanes = 0;
};

struct Pieces {
  std::array<Piece, kWarpSize> list;
  std::uint32_t count = 0;
};

bool is_overwritten(const LaneAddresses& offsets, std::uint32_t mask, std::uint32_t lane) {
  for (std::uint32_t earlier = 0; earlier < lane; ++earlier) {
    if ((mask >> earlier & 1) != 0 && offsets[earlier] == offsets[lane]) return true;
  }
  return false;
}

void add(Pieces& pieces, std::uint64_t source, std::uint64_t offset, std::uint32_t lane) {
  const std::uint64_t half = source / kHalfBytes % 2;
  Piece piece{source / kSegmentBytes, offset / kSegmentBytes, half != offset / kHalfBytes % 2,
              1u << half, 1u << lane};
  Piece* const end = pieces.list.data() + pieces.count;
  Piece* const same = std::find_if(pieces.list.data(), end, [&](const Piece& known) {
    return known.from == piece.from && known.to == piece.to && known.is_swapped == piece.is_swapped;
  });
  if (same == end) {
    *end = piece;
    ++pieces.count;
  } else {
    same->halves |= piece.halves;
    same->lanes |= piece.lanes;
  }
}

Pieces pieces_of(const LaneAddresses& sources, const LaneAddresses& offsets, std::uint32_t mask) {
  Pieces pieces;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((mask >> lane & 1) == 0 || is_overwritten(offsets, mask, lane)) continue;
    add(pieces, sources[lane], offsets[lane], lane);
  }
  return pieces;
}

// The switches keep together what lies two segments apart, and apart what has another parity.
bool fit_switches(const Piece& a, const Piece& b) {
  const std::uint64_t from = (a.from ^ b.from) % kSegmentsALine;
  const std::uint64_t to = (a.to ^ b.to) % kSegmentsALine;
  return from == 2 ? to == 2 : from % 2 == 1 && to % 2 == 1;
}

bool go_together(const Piece& a, const Piece& b) {
  return a.from / kSegmentsALine == b.from / kSegmentsALine &&
         a.to / kSegmentsALine == b.to / kSegmentsALine && a.is_swapped == b.is_swapped &&
         a.halves == b.halves && fit_switches(a, b);
}

}  // namespace

BypassCopies bypass_copies(const LaneAddresses& sources, const LaneAddresses& offsets,
                           std::uint32_t mask) {
  const Pieces pieces = pieces_of(sources, offsets, mask);
  BypassCopies copies;
  copies.sectors = pieces.count;
  std::array<std::uint32_t, kWarpSize> taken_by{};
  for (std::uint32_t i = 0; i < pieces.count; ++i) {
    std::uint32_t wavefront = 0;
    const auto fits = [&](std::uint32_t other) {
      return taken_by[other] != wavefront || go_together(pieces.list[i], pieces.list[other]);
    };
    const auto fit_all = [&] {
      for (std::uint32_t other = 0; other < i; ++other) {
        if (!fits(other)) return false;
      }
      return true;
    };
    while (wavefront < copies.count && !fit_all()) ++wavefront;
    copies.count = std::max(copies.count, wavefront + 1);
    taken_by[i] = wavefront;
    copies.wavefronts[wavefront] |= pieces.list[i].lanes;
  }
  return copies;
}

}  // namespace warplens::analysis
