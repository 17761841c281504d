// The layout of a sector strip's groups: in reading order, wrapped into as many rows as the view
// has room for, every sector equally wide, so that nothing is cut at any size.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viz/scene/access/sector_groups.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// One for each group.
struct GroupPlace {
  Box label;    // above it
  Box sectors;  // the group itself
  Box gap;      // to the right, when bytes are left out there
  bool starts_row = false;
};

struct SectorFlow {
  std::vector<GroupPlace> places;  // empty: there is no room
  float sector_width = 0;
  bool gaps_have_labels = false;

  [[nodiscard]] Box sector(const SectorGroups& strip, std::size_t group,
                           std::uint32_t index) const {
    const Box& box = places[group].sectors;
    const auto at = static_cast<float>(index - strip.groups[group].first);
    return {box.x + at * sector_width, box.y, sector_width, box.height};
  }
};

// "352 B", "12 KiB": bytes left out between two groups.
[[nodiscard]] std::string gap_label(std::uint64_t bytes);

[[nodiscard]] SectorFlow sector_flow(const SectorGroups& strip, const Box& room,
                                     const Style& style);

}  // namespace warplens::scene
