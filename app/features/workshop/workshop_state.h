// What the workshop keeps from frame to frame: ui.state<WorkshopState>().
#pragma once

#include <map>
#include <memory>
#include <string>

#include "app/features/workshop/workshop_making.h"
#include "app/ui/view_cache.h"
#include "app/ui/widget_flow.h"
#include "viz/scene/swizzle/workshop_scene.h"
#include "viz/swizzle/code.h"
#include "viz/swizzle/presets.h"

namespace warplens::ui {

struct WorkshopState {
  std::shared_ptr<WorkshopAnswers> answers = std::make_shared<WorkshopAnswers>();  // never null
  std::shared_ptr<WorkshopSearch> search = std::make_shared<WorkshopSearch>();     // never null
  scene::WorkshopAccess access;
  std::optional<std::uint32_t> first_line;           // scrolled to
  std::map<std::string, Draft, std::less<>> drafts;  // by field
  std::string dragging;                              // the slider; all of it is one change
  bool types = false;                                // all that is typed in one go is one change
  KeptList picture;
  swizzle::CodeKind code = swizzle::CodeKind::cuda;
  std::vector<Result<swizzle::PresetCosts>> presets;  // beside swizzle::presets(), once asked for
};

// The access that is looked at, of those that the answer has.
[[nodiscard]] scene::WorkshopAccess chosen_access(const WorkshopState& state,
                                                  const swizzle::SwizzleAnswer& answer);

}  // namespace warplens::ui
