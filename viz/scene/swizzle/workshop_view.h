// The swizzle workshop's picture (workshop_layout.h has its parts).
//
// A map's cell carries its bank, in colour where numbers fit; what the access wants is lit in both.
// Two elements that a map puts at one place are outlined, padding is hatched. Below, each row is a
// wavefront and each column a bank: a lane's number stands where it is served. Words that fight
// over a bank are served in ascending order, which is one possible order.
#pragma once

#include "viz/scene/swizzle/workshop_layout.h"

namespace warplens::scene {

// Ids: event (a: index, b: 0 writing, 1 reading) on the bars; element (a: the first one's offset
// without the map, b: 0 before, 1 after) on lit cells; lane (a: lane, b: 0 before, 1 after) on
// wavefronts; label (a: 0) on the proof.
[[nodiscard]] DrawList workshop_view(const WorkshopScene& scene, const WorkshopLayout& layout,
                                     Size size, const Style& style);

// The access under a point.
[[nodiscard]] std::optional<WorkshopAccess> access_at(const WorkshopScene& scene,
                                                      const WorkshopLayout& layout, float x,
                                                      float y);
// An element, by its offset without the map.
[[nodiscard]] std::optional<std::uint32_t> element_at(const WorkshopLayout& layout, float x,
                                                      float y);

}  // namespace warplens::scene
