#include "viz/scene/draw/draw_list.h"

namespace warplens::scene {

MarkId DrawList::pick(float px, float py) const {
  for (auto r = rectangles.rbegin(); r != rectangles.rend(); ++r) {
    if (r->id.kind == MarkId::Kind::none) continue;
    if (px >= r->x && px < r->x + r->width && py >= r->y && py < r->y + r->height) return r->id;
  }
  return {};
}

bool DrawList::is_empty() const {
  return grids.empty() && polygons.empty() && rectangles.empty() && lines.empty() && texts.empty();
}

}  // namespace warplens::scene
