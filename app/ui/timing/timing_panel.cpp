// What the kernels of the family on the stage take on a GPU, by size: recorded ones, those that
// are measured here as they arrive, and what documents say.
#include "app/ui/timing/timing_panel.h"

#include "app/ui/timing/timing_bands.h"
#include "app/ui/timing/timing_charts.h"
#include "app/ui/timing/timing_cited.h"
#include "app/ui/timing/timing_controls.h"
#include "app/ui/timing/timing_missing.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

// The rows around the charts that the panel's height has room for, the most needed first.
void filled(const AppState& app, Ui& ui, const TimingModel& model) {
  const float unit = ui.fonts.small->FontSize;
  const float height = ImGui::GetContentRegionAvail().y / unit;
  const bool has_size_row = height > 12, has_look_row = height > 15, has_legend = height > 19;
  if (height > 8) timing_bands(app, ui, model);
  push_font(ui.fonts.small);
  if (has_size_row) timing_size_row(app, ui, model);
  if (has_look_row) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    timing_look_row(app, ui, model, has_room_for_both(ui, room));
    timing_measure(app, ui);
  }
  if (has_legend) timing_legend(ui, model, height * unit * 0.2f);
  if (height > 10) missing_line(app, ui, model);
  ImGui::PopFont();
  const float cited = cited_height(app, ui, model, ImGui::GetContentRegionAvail());
  const ImVec2 room = ImGui::GetContentRegionAvail();
  timing_charts(app, ui, model, {room.x, room.y - cited});
  if (cited > 0) cited_timings(app, ui, model, cited);
}

void nothing(const AppState& app, Ui& ui, const TimingModel& model) {
  no_timings(app, ui, model);
  push_font(ui.fonts.small);
  timing_measure(app, ui);
  ImGui::PopFont();
  const float cited = cited_height(app, ui, model, ImGui::GetContentRegionAvail());
  if (cited > 0) cited_timings(app, ui, model, cited);
}

void content(const AppState& app, Ui& ui) {
  const TimingModel& model =
      ui.cache().timing.get(app.session, app.recordings, app.live->measured(), ui.side);
  const TextLook muted{ui.look->muted, ui.fonts.small};
  if (model.family == nullptr) return wrapped_label(ui, ui.say(Str::timing_capture), muted);
  if (!model.family->timed) {
    return wrapped_label(ui, ui.say(Str::timing_not_timed, ui.say(model.family->title)), muted);
  }
  model.is_empty() ? nothing(app, ui, model) : filled(app, ui, model);
}

}  // namespace

void timing_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "timing_view", area, ui.say(Str::timing_view));
  content(app, ui);
  end_panel();
}

}  // namespace warplens::ui
