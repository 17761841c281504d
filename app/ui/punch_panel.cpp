#include "app/ui/draw_list_imgui.h"
#include "app/ui/motion_words.h"
#include "app/ui/panels.h"
#include "app/ui/widgets.h"
#include "viz/scene/punch_card.h"

namespace warplens::ui {
namespace {

void note(Ui& ui, Str words) {
  ImGui::PushTextWrapPos(0);
  label(ui, ui.say(words), {ui.look->muted, ui.fonts.small});
  ImGui::PopTextWrapPos();
}

}  // namespace

void punch_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "punch_card", area, ui.say(Str::punch_card));
  const CurrentEvent current = current_event(app.session, ui.side);
  if (app.hides_costs()) {
    note(ui, Str::hidden_until_answer);
  } else if (current.site != nullptr) {
    const ImVec2 size = ImGui::GetContentRegionAvail();
    const scene::SharedAccess access = scene::shared_access(*current.site, current.view);
    const scene::Motion motion{scene::shared_service(access), app.session.playback().shown_phase()};
    if (access.words.empty()) {
      note(ui, Str::no_shared_here);
    } else {
      const scene::DrawList list =
          scene::punch_card(access, {size.x, size.y}, scene_style(ui), &motion);
      ui.recorder.shown("punch_card.rows_lit", lanes_served_words(motion, access));
      draw(ui, "punches", list, ImGui::GetCursorScreenPos());
    }
  }
  end_panel();
}

}  // namespace warplens::ui
