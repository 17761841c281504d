#include "app/features/banks/bank_panels.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/progress_phrases.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/widgets.h"
#include "viz/scene/access/punch_card.h"

namespace warplens::ui {
namespace {

void punches(const AppState& app, Ui& ui, const ExplainedEvent& current) {
  const ImVec2 size = ImGui::GetContentRegionAvail();
  const analysis::SharedBreakdown& access = current.shared;
  if (access.words.empty()) return muted_note(ui, Str::no_shared_here);
  const scene::Motion motion{scene::shared_service(access), app.session.playback().shown_phase()};
  ui.widget_log.shown("punch_card.rows_lit", [&] { return lanes_served_phrase(motion, access); });
  draw(ui, "punches", scene::punch_card(access, {size.x, size.y}, scene_style(ui), &motion),
       ImGui::GetCursorScreenPos());
}

}  // namespace

void punch_panel(const AppState& app, Ui& ui, const Area& area) {
  cost_panel(app, ui, area, "punch_card", Str::punch_card, punches);
}

}  // namespace warplens::ui
