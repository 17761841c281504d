#include <algorithm>
#include <array>
#include <cmath>

#include "app/features/hardware_tile/hardware_tile.h"
#include "app/features/hardware_tile/shown_tile.h"
#include "app/features/hardware_tile/tile_controls.h"
#include "app/features/hardware_tile/tile_keys.h"
#include "app/session/kernel_result.h"
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"
#include "viz/hardware_tile/tile_words.h"
#include "viz/scene/hardware_tile/tile_view.h"

namespace warplens::ui {
namespace {

using hardware_tile::TileChoice;
using scene::TileLook;

// What the wheel has scrolled, of each side of the stage, and what was brought into sight last.
struct TileScroll {
  struct Place {
    std::uint32_t line = 0;
    TileChoice shown{};
    std::size_t read = ~std::size_t{0};
  };
  std::array<Place, 2> sides{};
};

void scroll_tile(TileScroll::Place& place) {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel == 0 || !ImGui::IsItemHovered()) return;
  constexpr float kLines = 4;
  const std::int64_t now = std::int64_t{place.line} - std::lround(wheel * kLines);
  place.line = static_cast<std::uint32_t>(std::max<std::int64_t>(now, 0));
}

void keep_unit(Ui& ui, const AppState& app, std::optional<std::uint64_t> unit) {
  TileChoice choice = app.session.chosen<TileChoice>();
  choice.unit = choice.unit == unit ? std::nullopt : unit;
  ask_tile(ui, choice);
}

std::string unit_tooltip(const Ui& ui, const scene::TileScene& shown, std::uint64_t unit) {
  std::string words = hardware_tile::address_word(unit);
  for (const Text& line : hardware_tile::unit_phrases(shown.trace, shown.moment, unit)) {
    words += "\n" + line.in(ui.language);
  }
  return words;
}

void record_figures(Ui& ui, const scene::TileScene& shown) {
  const auto& match = shown.moment.match;
  ui.widget_log.shown("hardware_tile.verdict", [&] {
    return hardware_tile::verdict(shown.trace, shown.moment).in(ui.language);
  });
  ui.widget_log.shown("hardware_tile.disagreeing", fmt::format("{}", match.disagreeing));
  if (shown.look.mark) {
    ui.widget_log.shown("hardware_tile.unit", hardware_tile::address_word(*shown.look.mark));
  }
}

void tile_picture(const AppState& app, Ui& ui, const ShownTile& shown) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos(), mouse = ImGui::GetMousePos() - origin;
  const scene::Style style = scene_style(ui);
  const scene::Size size{room.x, room.y};
  const TileChoice& choice = app.session.chosen<TileChoice>();
  TileScroll::Place& place = ui.state<TileScroll>().sides[static_cast<std::size_t>(ui.side)];
  const bool is_pressed = ImGui::InvisibleButton("cells", room);
  mark(ui, "hardware_tile.cells");
  scroll_tile(place);
  scene::TileScene picture{
      *shown.tiled->run.trace, *shown.moment, {choice.show, choice.unit, place.line}};
  if (place.shown != choice || place.read != shown.read) {
    picture.look.mark = scene::marked_unit(picture);
    picture.look = scene::brought_into_sight(*shown.moment, picture.look, size, style);
    picture.look.mark = choice.unit;
  }
  const auto layout = scene::tile_layout(*shown.moment, picture.look, size, style);
  place = {layout.first, choice, shown.read};
  std::string hint(ui.say(Str::hardware_tile_hint));
  if (ImGui::IsItemHovered()) {
    const auto pointed = scene::unit_at(*shown.moment, layout, mouse.x, mouse.y);
    if (is_pressed) keep_unit(ui, app, pointed);
    if (pointed) {
      picture.look.mark = pointed;
      hint = unit_tooltip(ui, picture, *pointed);
    }
  }
  tooltip(ui, hint);
  record_figures(ui, picture);
  draw_or_tell(ui, "hardware_tile", scene::tile_view(picture, size, style), origin);
}

void tile_notes(Ui& ui, const TiledBlock& tiled) {
  const auto note = [&](Str words) {
    wrapped_label(ui, ui.say(words), {ui.theme->muted, ui.fonts.small});
  };
  const bool has_wgmma = std::ranges::any_of(
      tiled.run.instructions,
      [](const machine::MatrixInstruction& each) { return each.instruction->opcode == "wgmma"; });
  if (tiled.run.records == nullptr && has_wgmma) note(Str::hardware_tile_recorded);
  if (tiled.run.records != nullptr && tiled.run.records->is_cut()) note(Str::fragments_cut);
}

void shown_block(const AppState& app, Ui& ui, const TiledBlock& tiled) {
  if (tiled.reads.reads.empty()) {
    tile_notes(ui, tiled);
    return muted_note(ui, Str::hardware_tile_none);
  }
  const ShownTile shown = shown_tile(app, ui, tiled);
  if (ui.hides_tools || ui.small_view) {
    side_label(ui, {tile_reader_words(ui, shown.reader()), shown.reader().name},
               "hardware_tile.reader");
  } else {
    tile_controls(app, ui, shown);
  }
  tile_notes(ui, tiled);
  tile_picture(app, ui, shown);
}

void hardware_tile_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "hardware_tile", area, ui.say(Str::hardware_tile));
  if (app.session.launch(ui.side) == nullptr) return end_panel();
  if (hides_lanes(app) || app.hides_costs()) {
    muted_note(ui, Str::hidden_until_answer);
    return end_panel();
  }
  const TileSource source = tile_source(app, ui);
  if (source.error != nullptr) {
    wrapped_label(ui, source.error->message.in(ui.language), {ui.theme->muted, ui.fonts.small});
  } else if (source.tiled == nullptr) {
    muted_note(ui, Str::hardware_tile_running);
  } else {
    shown_block(app, ui, *source.tiled);
  }
  end_panel();
}

}  // namespace
}  // namespace warplens::ui

namespace warplens::hardware_tile {

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::hardware_tile, ui::Str::hardware_tile,
                                    ui::hardware_tile_panel};
  static const ui::FeatureKeys kKeys{ui::tile_keys(), ui::has_tile_keys,
                                     ui::KeyTurn::before_questions};
  return {.panels = {&kPanel, 1}, .keys = {&kKeys, 1}};
}

}  // namespace warplens::hardware_tile
