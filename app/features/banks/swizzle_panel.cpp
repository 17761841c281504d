#include "app/features/banks/bank_panels.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/place_phrases.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/widgets.h"
#include "viz/analysis/costed_event.h"
#include "viz/scene/access/place_bits.h"
#include "viz/scene/access/shared_places.h"
#include "viz/scene/access/swizzle_map.h"

namespace warplens::ui {
namespace {

// "row 3, column 5 · before: bank 5 · after: tile +408 · bank 6 · lane 3".
std::string cell_phrase(const Ui& ui, const trace::SharedArray& array,
                        const analysis::SharedBreakdown& access, const scene::SwizzleCell& cell) {
  const Language language = scene_style(ui).language;
  const std::uint32_t element = scene::element_of(array, {true, cell.row, cell.column});
  const std::string lies = bank_phrase(ui, array, element);
  if (cell.column >= array.layout.columns) return joined({place_phrase(ui, array, element), lies});
  const std::uint32_t plain =
      scene::bank_of(array, scene::element_of(array, {false, cell.row, cell.column}));
  return joined(
      {place_phrase(ui, array, element),
       fmt::format("{}: {} {}", scene::phrases::before.in(language), ui.say(Str::bank), plain),
       fmt::format("{}: {}", scene::phrases::after.in(language), lies),
       lane_phrase(ui, lanes_on(array, access, element))});
}

// Each lane's bank before and after, as "0:5>5 1:5>4 …": what tests read.
std::string lit_banks(const trace::SharedArray& array, const analysis::SharedBreakdown& access) {
  std::string all;
  for (const scene::WantedElement& wanted : scene::wanted_elements(array, access)) {
    const auto place = array.layout.place(wanted.element);
    if (!place) continue;
    const std::uint32_t plain = scene::element_of(array, {false, place->row, place->column});
    all += fmt::format("{}:{}>{} ", scene::lane_ranges(wanted.lanes), scene::bank_of(array, plain),
                       scene::bank_of(array, wanted.element));
  }
  return all;
}

constexpr float kMostForBits = 0.3f;  // of the panel's height

// That of the element at which the pointer is, else of lane 5's, else of the first that is wanted:
// lane 0's place has few bits to look at.
std::optional<MatrixPlace> explained_place(const trace::SharedArray& array,
                                           const analysis::SharedBreakdown& access,
                                           const std::optional<scene::SwizzleCell>& pointed) {
  constexpr std::uint32_t kLane = 5;
  if (pointed && pointed->column < array.layout.columns)
    return MatrixPlace{pointed->row, pointed->column};
  std::optional<MatrixPlace> place;
  for (const scene::WantedElement& wanted : scene::wanted_elements(array, access)) {
    const bool is_wanted_lane = wanted.lanes >> kLane & 1;
    if (!place || is_wanted_lane) place = array.layout.place(wanted.element);
    if (is_wanted_lane) break;
  }
  return place;
}

void map(const AppState& app, Ui& ui, const ExplainedEvent& current) {
  const analysis::SharedBreakdown& access = current.shared;
  const trace::SharedArray* array = scene::touched_array(current.trace->shared_arrays, access);
  if (array == nullptr || !array->layout.is_known()) {
    return muted_note(ui, array == nullptr ? Str::no_shared_here : Str::no_layout);
  }
  side_label(ui, {fmt::format("{} · {}×{}", array->name, array->layout.rows, array->layout.pitch)},
             "swizzle_map.array");
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  float bits = scene::place_bits_height(array->layout, style);
  if (bits > room.y * kMostForBits) bits = 0;
  const scene::Size size{room.x, room.y - bits};
  const auto halves =
      app.session.is_comparing() ? scene::SwizzleHalves::after : scene::SwizzleHalves::both;
  const scene::SwizzleMapLayout layout = scene::swizzle_map_layout(*array, size, style, halves);
  ImGui::InvisibleButton("cells", room);
  mark(ui, "swizzle_map.cells");
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto pointed = ImGui::IsItemHovered() ? scene::cell_at(layout, *array, mouse.x, mouse.y)
                                              : std::optional<scene::SwizzleCell>();
  ui.widget_log.shown("swizzle_map.banks", [&] { return lit_banks(*array, access); });
  draw(ui, "swizzle", scene::swizzle_map(*array, access, layout, size, style, pointed), origin);
  const auto place = explained_place(*array, access, pointed);
  if (bits > 0 && place) {
    draw(ui, "place_bits", scene::place_bits(array->layout, *place, {room.x, bits}, style),
         origin + ImVec2{0, size.height});
  }
  if (pointed) tooltip(ui, cell_phrase(ui, *array, access, *pointed));
}

}  // namespace

void swizzle_panel(const AppState& app, Ui& ui, const Area& area) {
  cost_panel(app, ui, area, "swizzle_map", Str::swizzle_map, map);
}

}  // namespace warplens::ui
