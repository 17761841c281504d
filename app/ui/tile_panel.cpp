#include "app/ui/draw_list_imgui.h"
#include "app/ui/panels.h"
#include "app/ui/widgets.h"
#include "viz/scene/punch_card.h"

namespace warplens::ui {
namespace {

void muted_note(Ui& ui, Str words) {
  ImGui::PushTextWrapPos(0);
  label(ui, ui.say(words), {ui.look->muted, ui.fonts.small});
  ImGui::PopTextWrapPos();
}

}  // namespace

void tile_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "tile_view", area, ui.say(Str::tile_view));
  const CurrentEvent current = current_event(app.session, ui.side);
  if (app.hides_costs()) {
    muted_note(ui, Str::hidden_until_answer);
  } else if (current.site != nullptr && !current.trace->shared_arrays.empty()) {
    const ImVec2 size = ImGui::GetContentRegionAvail();
    const trace::SharedArray& array = current.trace->shared_arrays.front();
    const scene::SharedAccess access = scene::shared_access(*current.site, current.view);
    const scene::TileShape shape = tile_shape(app.session.result(ui.side)->selection, array);
    draw(ui, "tile", scene::tile_view(array, shape, access, {size.x, size.y}, scene_style(ui)),
         ImGui::GetCursorScreenPos());
  }
  end_panel();
}

void punch_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "punch_card", area, ui.say(Str::punch_card));
  const CurrentEvent current = current_event(app.session, ui.side);
  if (app.hides_costs()) {
    muted_note(ui, Str::hidden_until_answer);
  } else if (current.site != nullptr) {
    const ImVec2 size = ImGui::GetContentRegionAvail();
    const scene::SharedAccess access = scene::shared_access(*current.site, current.view);
    if (access.words.empty()) {
      muted_note(ui, Str::no_shared_here);
    } else {
      draw(ui, "punches", scene::punch_card(access, {size.x, size.y}, scene_style(ui)),
           ImGui::GetCursorScreenPos());
    }
  }
  end_panel();
}

}  // namespace warplens::ui
