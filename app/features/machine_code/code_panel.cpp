#include <algorithm>
#include <cmath>

#include "app/features/machine_code/code_controls.h"
#include "app/features/machine_code/code_keys.h"
#include "app/features/machine_code/machine_code.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"
#include "viz/scene/code/code_view.h"

namespace warplens::ui {
namespace {

using code::CodeMark;
using code::CodeModel;
using scene::CodeLook;

void scroll_code(CodeState::Place& place, const scene::CodeLayout& layout, ImVec2 mouse) {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0 || !ImGui::IsItemHovered()) return;
  constexpr std::int64_t kRows = 3;
  for (const scene::CodeColumnPlace& column : layout.columns) {
    const bool is_over = mouse.x >= column.rows.x && mouse.x < column.rows.x + column.rows.width;
    const bool is_of_overview =
        column.column == code::CodeColumn::sass && scene::is_in_overview(layout, mouse.x, mouse.y);
    if (!is_over && !is_of_overview) continue;
    const auto next = std::int64_t{column.first} - std::lround(wheel) * kRows;
    place.first[static_cast<std::size_t>(column.column)] =
        static_cast<std::uint32_t>(std::max<std::int64_t>(next, 0));
  }
}

void record_code(Ui& ui, const CodeModel& model, const CodeLook& look) {
  ui.widget_log.shown("machine_code.instructions", fmt::format("{}", model.sass.size()));
  ui.widget_log.shown("machine_code.peak_live", fmt::format("{}", model.pressure.peak.general));
  ui.widget_log.shown("machine_code.spills", fmt::format("{}", model.pressure.spills.size()));
  if (!look.mark) return;
  ui.widget_log.shown("machine_code.said", [&] {
    return scene::code_words(model, *look.mark, scene_style(ui).language).whole;
  });
}

CodeState::Place& place_of_side(Ui& ui, const session::CodeModelPtr& model) {
  CodeState::Place& place = ui.state<CodeState>().sides[static_cast<std::size_t>(ui.side)];
  if (std::exchange(place.of, model) != model) place = {{}, {}, model};
  return place;
}

// The other columns scroll to what belongs to the row that is pointed at.
void follow(const CodeModel& model, const CodeMark& pointed, CodeLook& look, scene::Size size,
            const scene::Style& style) {
  look.mark = pointed;
  look = scene::brought_into_sight(model, std::move(look), size, style, pointed.column);
}

void code_picture(const AppState& app, Ui& ui, const session::CodeModelPtr& model,
                  const std::optional<CodeMark>& kept) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos(), mouse = ImGui::GetMousePos() - origin;
  const scene::Style style = scene_style(ui);
  const scene::Size size{room.x, room.y};
  CodeState::Place& place = place_of_side(ui, model);
  CodeLook look{place.first, kept, ui.state<CodeState>().words, app.hides_costs()};
  const bool is_pressed = ImGui::InvisibleButton("lines", room);
  mark(ui, "machine_code.lines");
  if (place.shown != kept) look = scene::brought_into_sight(*model, look, size, style);
  place.shown = kept;
  place.first = look.first;
  const auto layout = scene::code_layout(*model, look, size, style);
  scroll_code(place, layout, mouse);
  look.first = place.first;
  if (ImGui::IsItemHovered()) {
    const auto pointed = scene::code_at(*model, layout, mouse.x, mouse.y);
    if (pointed && is_pressed) ask_code_line(ui, *model, pointed);
    if (pointed && !scene::is_in_overview(layout, mouse.x, mouse.y))
      follow(*model, *pointed, look, size, style);
    if (!pointed) tooltip(ui, ui.say(Str::code_hint));
    place.first = look.first;
  }
  record_code(ui, *model, look);
  draw_or_tell(ui, "machine_code", scene::code_view(*model, look, size, style), origin);
}

void shown_code(const AppState& app, Ui& ui, const session::CodeModelPtr& model) {
  const auto kept = code_mark(app, ui, *model);
  if (ui.hides_tools || ui.small_view) {
    side_label(ui, {model->kernel}, "machine_code.kernel");
  } else {
    code_controls(app, ui, *model, kept);
  }
  if (!ui.small_view) code_help(app, ui, *model, kept);
  if (model->sass.empty()) {
    wrapped_label(ui, ui.say(model->why_no_sass), {ui.theme->muted, ui.fonts.small});
  }
  code_picture(app, ui, model, kept);
}

void code_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "machine_code", area, ui.say(Str::machine_code));
  if (app.session.launch(ui.side) == nullptr) return end_panel();
  const CodeSource source = code_source(app, ui);
  if (source.error != nullptr) {
    wrapped_label(ui, source.error->message.in(ui.language), {ui.theme->muted, ui.fonts.small});
  } else if (source.model == nullptr) {
    muted_note(ui, Str::code_reading);
  } else {
    shown_code(app, ui, source.model);
  }
  end_panel();
}

}  // namespace
}  // namespace warplens::ui

namespace warplens::code {

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::machine_code, ui::Str::machine_code,
                                    ui::code_panel};
  static const ui::FeatureKeys kKeys{ui::code_keys(), ui::has_code_keys,
                                     ui::KeyTurn::before_questions};
  return {.panels = {&kPanel, 1}, .keys = {&kKeys, 1}};
}

}  // namespace warplens::code
