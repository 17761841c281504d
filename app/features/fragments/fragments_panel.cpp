#include <algorithm>
#include <cmath>

#include "app/features/fragments/fragment_controls.h"
#include "app/features/fragments/fragment_keys.h"
#include "app/features/fragments/fragment_lessons.h"
#include "app/features/fragments/fragments.h"
#include "app/session/kernel_result.h"
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"
#include "viz/scene/fragments/fragment_view.h"

namespace warplens::ui {
namespace {

using fragments::FragmentChoice;
using machine::FragmentElement;
using scene::FragmentLook;
using scene::FragmentMark;

// What the wheel has scrolled, of each side of the stage, and what was brought into sight last.
struct FragmentScroll {
  struct Place {
    std::uint32_t row = 0, column = 0, reg = 0, lane = 0;
    FragmentChoice shown{};
    std::string of{};
  };
  std::array<Place, 2> sides{};
};

// What the picture is of.
struct ShownFragments {
  const FragmentMoment& moment;
  const machine::MatrixForm& form;
  FragmentLook look;
};

std::optional<FragmentMark> kept_mark(const machine::MatrixForm& form, std::size_t operand,
                                      const FragmentChoice& choice) {
  if (!choice.element || form.operands[operand].letter != choice.operand) return std::nullopt;
  const auto& map = form.operands[operand].map;
  FragmentElement element = *choice.element;
  element.column -= element.column % fragments::span_of(map);
  const auto holders = map.holders(element);
  if (holders.empty()) return std::nullopt;
  return FragmentMark{operand, holders.front()};
}

// Registers of what is shown, operand by operand.
std::vector<std::span<const std::byte>> registers_of(const FragmentMoment& moment) {
  std::vector<std::span<const std::byte>> all;
  if (const machine::MatrixRecord* record = moment.record()) {
    all.assign(record->operands.begin(), record->operands.end());
  }
  return all;
}

scene::FragmentScene scene_of(const ShownFragments& shown) {
  constexpr std::uint32_t kRowsOfWarp = 16;
  scene::FragmentScene scene{shown.form, shown.look, registers_of(shown.moment)};
  if (shown.form.warps > 1) scene.first_row = shown.moment.warp % shown.form.warps * kRowsOfWarp;
  scene.name = [at = &shown.moment.at()](const machine::FormOperand& operand, std::uint32_t reg) {
    return at->register_name(operand, reg);
  };
  return scene;
}

FragmentScroll::Place& place_of_side(Ui& ui, const ShownFragments& shown) {
  FragmentScroll::Place& place =
      ui.state<FragmentScroll>().sides[static_cast<std::size_t>(ui.side)];
  const std::string of = shown.form.name + shown.form.operands[shown.look.operand].letter;
  if (std::exchange(place.of, of) != of) place = {.of = of};
  return place;
}

void scroll(FragmentScroll::Place& place, const machine::MatrixForm& form,
            const scene::FragmentLayout& layout, ImVec2 mouse) {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0 || !ImGui::IsItemHovered()) return;
  const auto move = [wheel](std::uint32_t& first, std::uint32_t by) {
    const std::int64_t now = std::int64_t{first} - std::lround(wheel * static_cast<float>(by));
    first = static_cast<std::uint32_t>(std::max<std::int64_t>(now, 0));
  };
  const bool is_in_table =
      layout.table && mouse.x >= layout.table->box.x - layout.table->label_width;
  constexpr std::uint32_t kCells = 8;
  const bool is_shifted = ImGui::GetIO().KeyShift;
  if (is_in_table && scene::has_hidden_lanes(*layout.table) && !is_shifted) {
    move(place.lane, kCells);
  } else if (is_in_table) {
    move(place.reg, kCells);
  } else if (is_shifted || !scene::has_hidden_rows(form, layout)) {
    move(place.column, kCells);
  } else {
    move(place.row, kCells);
  }
}

void keep(Ui& ui, const AppState& app, const machine::MatrixForm& form,
          const std::optional<FragmentMark>& mark) {
  FragmentChoice choice = app.session.chosen<FragmentChoice>();
  if (!mark) {
    choice.element.reset();
  } else {
    const auto& operand = form.operands[mark->operand];
    const FragmentElement element = operand.map.at(mark->part);
    const bool is_kept = choice.operand == operand.letter && choice.element == element;
    choice.operand = operand.letter;
    choice.element = is_kept ? std::nullopt : std::optional(element);
  }
  ask_fragments(ui, choice);
}

void record_figures(Ui& ui, const scene::FragmentScene& scene) {
  ui.widget_log.shown("fragments_view.form", scene.form.name);
  ui.widget_log.shown("fragments_view.operand",
                      fragments::operand_name(scene.form.operands[scene.look.operand]));
  if (!scene.look.mark || scene.look.asks()) return;
  ui.widget_log.shown("fragments_view.said", [&] {
    return scene::fragment_words(scene, *scene.look.mark, scene_style(ui).language).whole;
  });
}

void picture(const AppState& app, Ui& ui, ShownFragments shown) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos(), mouse = ImGui::GetMousePos() - origin;
  const scene::Style style = scene_style(ui);
  const scene::Size size{room.x, room.y};
  FragmentScroll::Place& place = place_of_side(ui, shown);
  const FragmentChoice& choice = app.session.chosen<FragmentChoice>();
  const bool is_pressed = ImGui::InvisibleButton("cells", room);
  mark(ui, "fragments_view.cells");
  shown.look.first_row = place.row;
  shown.look.first_column = place.column;
  shown.look.first_register = place.reg;
  shown.look.first_lane = place.lane;
  if (place.shown != choice && !shown.look.asks())
    shown.look = scene::brought_into_sight(shown.form, shown.look, size, style);
  place.shown = choice;
  place.row = shown.look.first_row;
  place.column = shown.look.first_column;
  place.reg = shown.look.first_register;
  place.lane = shown.look.first_lane;
  const auto layout = scene::fragment_layout(shown.form, shown.look, size, style);
  scroll(place, shown.form, layout, mouse);
  if (ImGui::IsItemHovered() && !shown.look.asks()) {
    const auto pointed = scene::fragment_at(shown.form, layout, mouse.x, mouse.y);
    if (is_pressed) keep(ui, app, shown.form, pointed);
    if (pointed) shown.look.mark = pointed;
  }
  const scene::FragmentScene scene = scene_of(shown);
  tooltip(ui, scene.look.mark && !scene.look.asks()
                  ? scene::fragment_words(scene, *scene.look.mark, style.language).whole
                  : std::string(ui.say(Str::fragments_hint)));
  record_figures(ui, scene);
  draw_or_tell(ui, "fragments", scene::fragment_view(scene, size, style), origin);
}

// While it is asked who holds an element: that one, and the lanes that are told.
void ask_for_holder(const AppState& app, const machine::MatrixForm& form, FragmentLook& look) {
  const lessons::Prediction* question = open_question(app);
  const auto* asked = question == nullptr
                          ? nullptr
                          : dynamic_cast<const fragments::AskedHolder*>(question->asked.get());
  if (asked == nullptr) return;
  const auto found =
      std::ranges::find(form.operands, asked->element().operand, &machine::FormOperand::letter);
  if (found == form.operands.end()) return;
  const auto holders = found->map.holders(*asked->element().element);
  look.told_lanes = asked->told();
  if (holders.empty()) return;
  look.mark = {static_cast<std::size_t>(found - form.operands.begin()), holders.front()};
}

// What is to be known of what is shown, a line each.
void notes(Ui& ui, const FragmentMoment& moment, std::size_t operand) {
  const auto note = [&](Str words) {
    wrapped_label(ui, ui.say(words), {ui.theme->muted, ui.fonts.small});
  };
  const machine::MatrixForm& form = moment.at().form;
  if (form.is_opaque) note(Str::fragments_opaque);
  if (form.is_sparse) note(Str::fragments_sparse);
  if (moment.run->records == nullptr) return note(Str::fragments_no_values);
  if (moment.run->records->is_cut()) note(Str::fragments_cut);
  const machine::MatrixRecord* record = moment.record();
  if (record == nullptr) return note(Str::fragments_not_reached);
  const bool is_left_out = operand < record->operands.size() && record->operands[operand].empty();
  if (is_left_out) note(Str::fragments_not_added);
}

// "mma.m16n8k16.f32.f16.f16.f32 · block 0 · warp 1 · execution 3 of 4"
std::string moment_words(const Ui& ui, const FragmentMoment& moment) {
  std::string words = fmt::format("{} · {} · {}", fragments::short_name(moment.at().form),
                                  ui.say(Str::fragments_block, moment.block),
                                  ui.say(Str::fragments_warp, moment.warp));
  if (moment.executions.empty()) return words;
  return words + " · " +
         ui.say(Str::fragments_execution, moment.execution + 1, moment.executions.size());
}

void shown_run(const AppState& app, Ui& ui, const fragments::MatrixRun& run) {
  if (run.instructions.empty()) return muted_note(ui, Str::fragments_none);
  const FragmentMoment moment = fragment_moment(app, ui, run);
  const machine::MatrixForm& form = moment.at().form;
  const FragmentChoice& choice = app.session.chosen<FragmentChoice>();
  const std::size_t operand = shown_operand(form, choice);
  FragmentLook look;
  look.operand = operand;
  look.mark = kept_mark(form, operand, choice);
  look.shows_values = choice.shows_values && moment.record() != nullptr;
  ask_for_holder(app, form, look);
  if (ui.hides_tools || ui.small_view) {
    side_label(ui, {moment_words(ui, moment), fragments::short_name(form)},
               "fragments_view.instruction");
  } else {
    fragment_controls(app, ui, moment, operand);
  }
  notes(ui, moment, operand);
  picture(app, ui, {moment, form, look});
}

void fragments_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "fragments_view", area, ui.say(Str::fragments_view));
  if (app.session.launch(ui.side) == nullptr) return end_panel();
  if (hides_lanes(app)) {
    muted_note(ui, Str::hidden_until_answer);
    return end_panel();
  }
  const FragmentSource source = fragment_source(app, ui, fragment_block(app, ui.side));
  if (source.error != nullptr) {
    wrapped_label(ui, source.error->message.in(ui.language), {ui.theme->muted, ui.fonts.small});
  } else if (source.run == nullptr) {
    muted_note(ui, Str::fragments_running);
  } else {
    shown_run(app, ui, *source.run);
  }
  end_panel();
}

}  // namespace
}  // namespace warplens::ui

namespace warplens::fragments {

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::fragments_view, ui::Str::fragments_view,
                                    ui::fragments_panel};
  static const ui::FeatureKeys kKeys{ui::fragment_keys(), ui::has_fragment_keys,
                                     ui::KeyTurn::before_questions};
  return {.panels = {&kPanel, 1}, .keys = {&kKeys, 1}};
}

}  // namespace warplens::fragments
