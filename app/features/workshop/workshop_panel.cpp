#include <algorithm>
#include <cmath>

#include "app/features/workshop/seen_swizzle.h"
#include "app/features/workshop/workshop.h"
#include "app/features/workshop/workshop_change_code.h"
#include "app/features/workshop/workshop_controls.h"
#include "app/features/workshop/workshop_find_layout.h"
#include "app/features/workshop/workshop_keys.h"
#include "app/features/workshop/workshop_state.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/widgets.h"
#include "viz/scene/swizzle/workshop_phrases.h"
#include "viz/scene/swizzle/workshop_view.h"
#include "viz/swizzle/spec.h"

namespace warplens::ui {
namespace {

using scene::WorkshopScene;
using swizzle::Direction;
using swizzle::SwizzleAnswer;

constexpr float kLowest = 22;  // of the panel with all its widgets, in text sizes

// Presenting, a low panel has the map's row alone.
bool has_tile_row(const Ui& ui) {
  return !ui.hides_tools || ImGui::GetContentRegionAvail().y >= kLowest * ui.fonts.body->FontSize;
}

// Where there is room for widgets above the picture.
bool has_controls(const Ui& ui) {
  constexpr float kLowestRow = 16;  // where the map's row stands alone
  constexpr float kNarrowest = 30;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float lowest = ui.hides_tools ? kLowestRow : kLowest;
  return !ui.small_view && room.y >= lowest * ui.fonts.body->FontSize &&
         room.x >= kNarrowest * ui.fonts.body->FontSize;
}

// A lesson's step asks what was made here: each answer counts once it is on screen.
void note(const AppState& app, Ui& ui, const SwizzleAnswer& answer) {
  const auto& seen = app.session.activity().seen.of<workshop::SeenSwizzle>();
  const bool is_known = std::ranges::any_of(
      seen, [&](const workshop::SeenSwizzle& each) { return each.spec == answer.spec; });
  if (is_known || answer.spec != app.session.chosen<swizzle::SwizzleSpec>()) return;
  ui.ask([noted = workshop::seen_swizzle(answer)](AppState& a) { a.session.note(noted); });
}

// "1024>32": wavefronts without the map and with it.
void record(Ui& ui, const SwizzleAnswer& answer) {
  for (const Direction direction : {Direction::write, Direction::read}) {
    const swizzle::PatternAnswer& pattern = scene::pattern_of(answer, direction);
    const std::string name = direction == Direction::write ? "workshop.writes" : "workshop.reads";
    ui.widget_log.shown(name, [&] {
      return pattern.after.fault.has_value()
                 ? "impossible"
                 : fmt::format("{}>{}", pattern.before.wavefronts, pattern.after.wavefronts);
    });
  }
  ui.widget_log.shown("workshop.lost", [&] { return fmt::format("{}", answer.after.bytes_lost); });
  ui.widget_log.shown("workshop.proof", [&] { return scene::proof_phrase(Language::en, answer); });
  ui.widget_log.shown("workshop.run", [&] { return scene::run_phrase(Language::en, answer); });
  ui.widget_log.shown("workshop.answered", [&] { return swizzle::text_of(answer.spec); });
}

void scroll(WorkshopState& state, const scene::WorkshopLayout& layout) {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0 || layout.is_whole()) return;
  const auto now = static_cast<std::int64_t>(layout.part.first_line);
  const auto last = static_cast<std::int64_t>(layout.cells.lines - layout.part.lines);
  state.first_line =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(now - std::lround(wheel * 4), 0, last));
}

void point(Ui& ui, const WorkshopScene& scene, const scene::WorkshopLayout& layout, ImVec2 mouse) {
  WorkshopState& state = ui.state<WorkshopState>();
  const Language language = scene_style(ui).language;
  if (const auto access = access_at(scene, layout, mouse.x, mouse.y)) {
    tooltip(ui, access_change_phrase(language, *scene.answer, *access));
    if (!ImGui::IsMouseClicked(0)) return;
    state.access = *access;
    state.first_line.reset();
  } else if (scene.pointed) {
    tooltip(ui, element_phrase(language, scene, *scene.pointed));
  }
  scroll(state, layout);
}

// All that it depends on.
std::string picture_key(const WorkshopScene& scene, const scene::WorkshopLayout& layout,
                        const scene::Size& size, const scene::Style& style, const ImFont* font) {
  return fmt::format("{}|{} {}|{} {}|{}|{}x{}|{} {}|{} {}", swizzle::text_of(scene.answer->spec),
                     static_cast<int>(scene.access.direction), scene.access.index,
                     layout.part.first_line, layout.part.first_cell,
                     scene.pointed ? static_cast<std::int64_t>(*scene.pointed) : -1, size.width,
                     size.height, static_cast<int>(style.theme), static_cast<int>(style.language),
                     style.text_size, static_cast<const void*>(font));
}

void picture(Ui& ui, const SwizzleAnswer& answer) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  WorkshopState& state = ui.state<WorkshopState>();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Size size{room.x, room.y};
  const scene::Style style = scene_style(ui);
  WorkshopScene shown{&answer, chosen_access(state, answer), state.first_line};
  const scene::WorkshopLayout layout = workshop_layout(shown, size, style);
  ImGui::InvisibleButton("picture", room);
  mark(ui, "workshop.picture");
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const bool is_pointed = ImGui::IsItemHovered() && ui.exports.picture.empty();
  if (is_pointed) shown.pointed = element_at(layout, mouse.x, mouse.y);
  const scene::DrawList& list =
      state.picture.get(picture_key(shown, layout, size, style, ui.fonts.small),
                        [&] { return workshop_view(shown, layout, size, style); });
  draw(ui, "workshop", list, origin);
  ui.widget_log.shown("workshop.access", [&] {
    return fmt::format("{} {}", shown.access.direction == Direction::write ? "write" : "read",
                       shown.access.index);
  });
  if (is_pointed) point(ui, shown, layout, mouse);
}

}  // namespace

void workshop_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "swizzle_workshop", area, ui.say(Str::swizzle_workshop));
  WorkshopAnswers& answers = *ui.state<WorkshopState>().answers;
  answers.ask(app.session.chosen<swizzle::SwizzleSpec>());
  // Once more, too, when one has just come: the next frame shows it.
  ui.makes_more |= answers.is_under_way();
  const bool controls = has_controls(ui);
  if (controls && !ui.hides_tools) workshop_header(app, ui, area);
  if (controls && has_tile_row(ui)) workshop_tile_row(app, ui);
  if (controls) workshop_map_row(app, ui);
  workshop_search(app, ui);
  if (controls) workshop_formula(app, ui);
  if (const SwizzleAnswerPtr answer = answers.shown()) {
    note(app, ui, *answer);
    record(ui, *answer);
    picture(ui, *answer);
  } else if (!controls) {
    muted_note(ui, Str::workshop_making);
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::workshop {

ui::FeaturePanels panels() {
  using session::StageView;
  static constexpr ui::Panel kPanel{StageView::swizzle_workshop, ui::Str::swizzle_workshop,
                                    ui::workshop_panel};
  static const std::array kKeys{
      ui::FeatureKeys{ui::change_code_keys(),
                      [](const ui::AppState& app) { return app.mode == ui::Mode::explore; }},
      ui::FeatureKeys{ui::find_layout_keys(),
                      [](const ui::AppState& app) { return app.mode == ui::Mode::explore; }},
      ui::FeatureKeys{
          ui::workshop_keys(),
          [](const ui::AppState& app) { return app.stands_large(StageView::swizzle_workshop); },
          ui::KeyTurn::before_questions}};
  return {.panels = {&kPanel, 1}, .keys = kKeys, .text = ui::workshop_text};
}

}  // namespace warplens::workshop
