#include "app/features/hardware_tile/tile_keys.h"

#include <algorithm>
#include <array>

#include "app/features/hardware_tile/shown_tile.h"
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "viz/scene/hardware_tile/tile_view.h"

namespace warplens::ui {
namespace {

using hardware_tile::kLineBytes;
using hardware_tile::kUnitBytes;
using hardware_tile::kUnitsOfLine;
using hardware_tile::TileChoice;
using scene::TileShow;

// What stands there, if it is there.
std::optional<ShownTile> tile_now(Ui& ui, const AppState& app) {
  if (app.session.launch(ui.side) == nullptr) return std::nullopt;
  const TileSource source = tile_source(app, ui);
  if (source.tiled == nullptr || source.tiled->reads.reads.empty()) return std::nullopt;
  return shown_tile(app, ui, *source.tiled);
}

void next_show(Ui& ui, const AppState& app, const KeyPress& press) {
  constexpr std::size_t kShows = 4;
  TileChoice choice = app.session.chosen<TileChoice>();
  const std::size_t by = press.shift ? kShows - 1 : 1;
  choice.show = static_cast<TileShow>((static_cast<std::size_t>(choice.show) + by) % kShows);
  ask_tile(ui, choice);
}

// Around at the ends.
std::uint64_t moved_unit(const std::vector<std::uint64_t>& lines, std::uint64_t unit, Key key) {
  const auto found = std::ranges::find(lines, unit / kLineBytes * kLineBytes);
  if (found == lines.end()) return lines.front();
  const std::size_t count = lines.size();
  auto line = static_cast<std::size_t>(found - lines.begin());
  std::uint64_t along = unit % kLineBytes / kUnitBytes;
  if (key == Key::left) along = (along + kUnitsOfLine - 1) % kUnitsOfLine;
  if (key == Key::right) along = (along + 1) % kUnitsOfLine;
  if (key == Key::up) line = (line + count - 1) % count;
  if (key == Key::down) line = (line + 1) % count;
  return lines[line] + along * kUnitBytes;
}

void step_unit(Ui& ui, const AppState& app, const KeyPress& press) {
  const auto shown = tile_now(ui, app);
  if (!shown || shown->moment->lines.empty()) return;
  TileChoice choice = app.session.chosen<TileChoice>();
  const auto marked =
      scene::marked_unit({*shown->tiled->run.trace, *shown->moment, {choice.show, choice.unit, 0}});
  choice.unit =
      marked ? moved_unit(shown->moment->lines, *marked, press.key) : shown->moment->lines.front();
  ask_tile(ui, choice, true);
}

void step_read(Ui& ui, const AppState& app, const KeyPress& press) {
  const auto shown = tile_now(ui, app);
  if (!shown) return;
  const bool goes_back = press.key == Key::left_bracket;
  const bool is_at_end =
      goes_back ? shown->number == 0 : shown->number + 1 == shown->of_reader.size();
  if (is_at_end) return;
  const std::size_t next = goes_back ? shown->number - 1 : shown->number + 1;
  ask_read(app, ui, shown->chosen(shown->of_reader[next]), true);
}

void step_to_wrong(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  const auto shown = tile_now(ui, app);
  const auto next = shown ? next_wrong(*shown) : std::nullopt;
  if (next) ask_read(app, ui, shown->chosen(*next));
}

// In the help the keys that the fragments view has, too, share its lines.
constexpr std::array kTileKeys{
    KeyRow{Key::tab, kShiftOrNot, next_show, "Tab  Shift + Tab", Str::keys_fragment_operand},
    KeyRow{{Key::left, Key::right, Key::up, Key::down},
           kShift,
           step_unit,
           "Shift + ↑  ↓  ←  →",
           Str::keys_fragment_element},
    KeyRow{{Key::left_bracket, Key::right_bracket},
           kShift,
           step_read,
           "Shift + [  Shift + ]",
           Str::keys_fragment_execution},
    KeyRow{Key::n, kShift, step_to_wrong, "Shift + N", Str::keys_hardware_tile_next},
};

}  // namespace

std::span<const KeyRow> tile_keys() { return kTileKeys; }

bool has_tile_keys(const AppState& app) {
  return !app.views.empty() && app.views.front() == session::StageView::hardware_tile &&
         !hides_lanes(app);
}

}  // namespace warplens::ui
