#include "app/features/banks/bank_panels.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/place_phrases.h"
#include "app/texts/progress_phrases.h"
#include "app/ui/asking.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "viz/scene/access/shared_places.h"
#include "viz/scene/access/tile_view.h"

namespace warplens::ui {
namespace {

// `array` with the layout that it is drawn in: its own, or one that stands for a guessed shape.
trace::SharedArray as_drawn(trace::SharedArray array, const scene::TileShape& shape) {
  if (scene::shape_of(array.layout)) return array;
  array.layout = {.rows = array.bytes / std::max(shape.pitch * analysis::kBankBytes, 1u),
                  .columns = shape.columns,
                  .pitch = shape.pitch};
  return array;
}

void hover(Ui& ui, const trace::SharedArray& array, const analysis::SharedBreakdown& access,
           std::uint64_t word) {
  const std::uint64_t element =
      (word * analysis::kBankBytes - array.offset) / array.layout.element_bytes;
  tooltip(ui, joined({place_phrase(ui, array, element), bank_phrase(ui, array, element),
                      lane_phrase(ui, lanes_on(array, access, element))}));
}

void tile(const AppState& app, Ui& ui, const ExplainedEvent& current) {
  if (current.trace->shared_arrays.empty()) return muted_note(ui, Str::no_shared_here);
  const analysis::SharedBreakdown& access = current.shared;
  const trace::SharedArray& array = *scene::touched_array(current.trace->shared_arrays, access);
  const scene::TileShape shape = tile_shape(app.session.result(ui.side)->selection, array);
  const scene::Motion motion{scene::shared_service(access), app.session.playback().shown_phase()};
  side_label(ui,
             {fmt::format("{} · {}×{}", array.name, array.bytes / 4 / shape.pitch, shape.pitch)},
             "tile_view.array");
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Size size{room.x, room.y};
  const scene::Style style = scene_style(ui);
  ImGui::InvisibleButton("words", room);
  mark(ui, "tile_view.words");
  ui.widget_log.shown("tile_view.served", [&] { return lanes_served_phrase(motion, access); });
  draw(ui, "tile",
       scene::tile_view(array, shape, access, size, style, scene::TileCells::banks, &motion),
       origin);
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto word = scene::tile_word_at(array, shape, size, style, mouse.x, mouse.y);
  if (word) hover(ui, as_drawn(array, shape), access, *word);
}

// While a prediction is open: who wants which word, and nothing about banks.
void tile_wanted(const AppState& app, Ui& ui, const ExplainedEvent& current) {
  if (hides_lanes(app) || current.trace->shared_arrays.empty()) {
    return muted_note(ui, Str::hidden_until_answer);
  }
  const trace::SharedArray& array =
      *scene::touched_array(current.trace->shared_arrays, current.shared);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const scene::DrawList list =
      scene::tile_view(array, tile_shape(app.session.result(ui.side)->selection, array),
                       current.shared, {room.x, room.y}, scene_style(ui), scene::TileCells::plain);
  draw_to_pick(app, ui, "tile_view.wanted", list, room);
}

}  // namespace

void tile_panel(const AppState& app, Ui& ui, const Area& area) {
  if (!app.hides_costs()) return cost_panel(app, ui, area, "tile_view", Str::tile_view, tile);
  begin_panel(ui, "tile_view", area, ui.say(Str::predict_stage));
  if (const ExplainedEvent* current = app.session.event(ui.side)) tile_wanted(app, ui, *current);
  end_panel();
}

}  // namespace warplens::ui
