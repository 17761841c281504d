// The part of global memory that one event touches, cut into pieces that can be drawn: 32-byte
// sectors, in groups of neighbours within a 128-byte line, and the bytes in them that lanes use.
//
//   one stretch of lines:   | s s s s | s s s s |        all sectors, touched or not
//   scattered sectors:      | s | …352 B… | s | …        touched ones, and the gaps between
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"
#include "viz/analysis/costed_event.h"
#include "viz/scene/access/service.h"

namespace warplens::scene {

inline constexpr std::uint32_t kLineBytes = 128;

// Neighbouring bytes of one sector that the same lanes use.
struct ByteUse {
  std::uint32_t sector = 0;  // index into SectorGroups::sectors
  std::uint32_t first = 0;   // byte in the sector
  std::uint32_t bytes = 0;
  std::uint32_t lanes = 0;  // mask
};

struct StripSector {
  std::uint64_t address = 0;  // guest address of its first byte
  std::uint32_t used = 0;     // mask of its bytes
  std::uint32_t pass = 0;     // touched: the pass of the event's Service that fetches it
  bool touched = false;
};

// Neighbouring sectors of one line.
struct SectorGroup {
  std::uint32_t first = 0, count = 0;  // indices into SectorGroups::sectors
  std::uint64_t gap = 0;               // bytes from its end to the next group; the last: 0
};

struct SectorGroups {
  std::vector<StripSector> sectors;  // ascending
  std::vector<SectorGroup> groups;   // ascending; together all sectors
  std::vector<ByteUse> uses;         // ascending
  analysis::AccessCost cost;
  Service service;
};

// `lines`: groups are whole lines always, so that they do not tell which sectors are touched.
enum class Grain : std::uint8_t { sectors, lines };

// The sectors of the event's global side; empty if it has none.
[[nodiscard]] SectorGroups sector_groups(const analysis::ExplainedEvent& event,
                                         Grain grain = Grain::sectors);

}  // namespace warplens::scene
