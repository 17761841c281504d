#include "viz/scene/access/lane_leads.h"

#include <algorithm>

#include "viz/scene/draw/palette.h"

namespace warplens::scene {
namespace {

constexpr float kShareOfHeight = 0.75f;              // of what the rows leave free
constexpr float kHighestBand = 16, kLowestBand = 4;  // in text sizes
constexpr float kWidestShare = 0.25f;                // of the width, where that is more
constexpr std::ptrdiff_t kMostRows = 2;              // more would lie over each other's lines

}  // namespace

float lead_height(const SectorFlow& flow, const Box& room, const Style& style) {
  const auto rows = std::ranges::count(flow.places, true, &GroupPlace::starts_row);
  if (flow.places.empty() || rows > kMostRows) return 0;
  const Box& last = flow.places.back().sectors;
  const float free = room.y + room.height - (last.y + last.height);
  const float highest = std::max(style.text_size * kHighestBand, room.width * kWidestShare);
  const float band = std::min(free * kShareOfHeight, highest);
  return band < style.text_size * kLowestBand ? 0 : band;
}

void move_down(SectorFlow& flow, float by) {
  for (GroupPlace& place : flow.places) {
    for (Box* box : {&place.label, &place.sectors, &place.gap}) box->y += by;
  }
}

void add_lead(DrawList& list, std::uint32_t lane, const Box& place, const Box& bytes,
              std::uint8_t alpha) {
  constexpr float kWidth = 1.5f;
  list.lines.push_back({place.x + place.width / 2, place.y + place.height,
                        bytes.x + bytes.width / 2, bytes.y, with_alpha(lane_color(lane), alpha),
                        kWidth});
}

}  // namespace warplens::scene
