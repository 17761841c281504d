#include "app/state/first_looks.h"

#include "app/state/exploring.h"
#include "app/state/kernel_views.h"

namespace warplens::ui {
namespace {

using session::StageView;

// Closes the parts around the large view, unless the person has arranged the window.
void make_room(AppState& app) {
  session::Arrangement& arrangement = app.settings.explore_arrangement;
  if (arrangement == session::kExploreArrangement) arrangement = session::kLessonArrangement;
}

void set(AppState& app, const session::Stage& stage, std::vector<StageView> views) {
  if (const Result<void> is_set = app.session.set_stage(stage); !is_set.has_value()) {
    app.notice = is_set.error().message.in(app.language());
    return;
  }
  explore(app);
  make_room(app);
  app.views = std::move(views);
  keep_views(app);
  save(app);
}

}  // namespace

void look_at_a_conflict(AppState& app) {
  session::Stage stage{"transpose/tile", {}, std::nullopt, {}, {}};
  stage.cursor = session::Anchor{"tile[", trace::Space::shared, trace::EventKind::load, 0};
  stage.events = session::kAccesses;
  set(app, stage, {StageView::bank_view, StageView::swizzle_map, StageView::matrix_view});
}

void look_at_times(AppState& app) {
  session::Stage stage{"transpose/tile_padded", {}, std::nullopt, "transpose/tile_xor", {}};
  stage.events = session::kAccesses;
  set(app, stage, {StageView::timing_view, StageView::bank_view, StageView::swizzle_map});
}

}  // namespace warplens::ui
