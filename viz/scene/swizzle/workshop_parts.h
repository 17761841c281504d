// The parts of the workshop's picture: each draws into its place of the layout.
#pragma once

#include "viz/scene/swizzle/workshop_view.h"

namespace warplens::scene {

struct WorkshopPaint {
  DrawList& list;
  const WorkshopScene& scene;
  const WorkshopLayout& layout;
  const Style& style;
  const Theme& colors;
};

void paint_strips(const WorkshopPaint& paint);
void paint_maps(const WorkshopPaint& paint);
void paint_rows(const WorkshopPaint& paint);

}  // namespace warplens::scene
