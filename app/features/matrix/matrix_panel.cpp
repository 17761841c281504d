#include <algorithm>

#include "app/features/matrix/matrix.h"
#include "app/features/matrix/matrix_answer.h"
#include "app/features/matrix/matrix_blocks.h"
#include "app/features/matrix/matrix_header.h"
#include "app/session/kernel_result.h"
#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/place_phrases.h"
#include "app/texts/progress_phrases.h"
#include "app/ui/asking.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/matrix_navigation.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// The one that the person has chosen, else the one that the warp under the cursor has touched last.
std::size_t shown_buffer(const Ui& ui, const trace::Trace& trace, std::size_t event) {
  const std::vector<session::BufferView>& buffers = ui.cache().views->buffers;
  if (ui.cache().chosen_buffer) return std::min(*ui.cache().chosen_buffer, buffers.size() - 1);
  const auto nearest = scene::nearest_global_event(trace, event);
  if (!nearest) return 0;
  const trace::EventView view = trace.events.view(*nearest);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (!scene::touched_elements(trace.sites[view.site], view, buffers[i].buffer).empty()) return i;
  }
  return 0;
}

// "row 5, column 7", where it lies, and who touched it first.
std::string element_phrase(const AppState& app, const Ui& ui, scene::Element element) {
  const trace::Trace& trace = *app.session.launch(ui.side)->trace;
  const std::size_t at = ui.cache().buffer;
  if (const auto words = thread_phrase(app, ui, element)) return *words;
  const trace::Buffer& shown = ui.cache().views->buffers[at].buffer;
  const std::uint64_t index = element.row * shown.columns + element.column;
  const std::uint64_t byte = element.row * shown.pitch + element.column * shown.element_bytes;
  const bool is_folded = trace.buffers[at].rows != shown.rows;
  std::string words =
      ui.say(Str::element_place, is_folded ? 0 : element.row, is_folded ? index : element.column);
  words += "\n" + ui.say(Str::element_index, index, byte);
  if (app.hides_costs()) return words;
  const scene::FirstTouches& touches = ui.cache().views->buffers[at].touches;
  if (touches.step > 1) return words;  // known only for squares of elements
  const auto first = touches.at(element.row, element.column);
  if (first.event == scene::FirstTouches::kNone) {
    return fmt::format("{}\n{}", words, ui.say(Str::never_touched));
  }
  const trace::Events& events = trace.events;
  return words + "\n" +
         ui.say(Str::touched_first, events.block(first.event), events.warp(first.event), first.lane,
                first.event + 1);
}

void hover(const AppState& app, Ui& ui, const scene::MatrixLayout& layout, ImVec2 origin) {
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto element =
      scene::element_at(layout, shown_shape(ui.cache(), ui.cache().buffer), mouse.x, mouse.y);
  if (!element) return tooltip(ui, ui.say(Str::matrix_hint));
  const std::string words = element_phrase(app, ui, *element);
  ui.widget_log.shown("matrix_view.hover", words);
  tooltip(ui, words);
}

// Colours tell who touches what: none while that is asked.
const scene::DrawList& base(Ui& ui, const session::LaunchResult& launch,
                            const scene::MatrixLayout& layout, scene::Size size,
                            const scene::Style& style, bool is_colored) {
  ViewCache& cache = ui.cache();
  const scene::MatrixWindow& window = layout.window;
  std::string key = fmt::format(
      "{} {} {} {} {} {} {} {} {} {} {}", cache.buffer, static_cast<int>(cache.color_by),
      window.row, window.column, window.rows, window.columns, size.width, size.height,
      static_cast<int>(style.theme), static_cast<int>(style.language), style.text_size);
  const scene::ElementColors* colors =
      is_colored ? buffer_colors(cache, launch, cache.buffer) : nullptr;
  if (colors == nullptr) key += " uncoloured";
  return cache.matrix_base.get(std::move(key), [&] {
    const scene::ElementColors none;
    return scene::matrix_base(cache.views->buffers[cache.buffer].buffer,
                              colors == nullptr ? none : *colors, layout, size, style);
  });
}

// A copy by TMA is there at once: nothing tells in which order its sectors come.
std::string served_sectors(const ExplainedEvent& event, const scene::Motion& motion) {
  if (trace::is_bulk_copy(event.site->kind)) {
    return fmt::format("{}/{}", event.cost.sectors, event.cost.sectors);
  }
  const auto passes = motion.service.passes;
  return fmt::format(
      "{}/{}", motion.is_under_way() ? scene::current_pass(motion.service, motion.phase) : passes,
      passes);
}

// While a prediction is open sectors stay hidden, and what would count them.
void marks(const AppState& app, Ui& ui, const ExplainedEvent* current,
           const scene::MatrixLayout& layout, scene::Size size, ImVec2 origin) {
  if (current == nullptr || !scene::touches_elements(*current->site)) return;
  const trace::Buffer& buffer = ui.cache().views->buffers[ui.cache().buffer].buffer;
  if (app.hides_costs() && trace::is_bulk_copy(current->site->kind)) {
    const auto box = scene::touched_elements(*current->site, current->view, buffer);
    return asked_box(ui, box, layout, origin);
  }
  const auto touched = hides_lanes(app)
                           ? told_elements(app, ui, *current)
                           : scene::touched_elements(*current->site, current->view, buffer);
  const scene::Style style = scene_style(ui);
  if (app.hides_costs()) {
    return draw(ui, "marks", scene::matrix_marks(buffer, touched, {}, layout, size, style), origin);
  }
  const scene::Motion motion{scene::global_service(*current), app.session.playback().shown_phase()};
  ui.widget_log.shown("matrix_view.sectors", [&] { return served_sectors(*current, motion); });
  draw(ui, "marks",
       scene::matrix_marks(buffer, touched, current->sectors, layout, size, style, &motion),
       origin);
}

void record(Ui& ui, const scene::MatrixLayout& layout) {
  const scene::MatrixWindow& window = layout.window;
  ui.widget_log.shown("matrix_view.columns", [&] { return fmt::format("{:.0f}", window.columns); });
  ui.widget_log.shown("matrix_view.rows", [&] { return fmt::format("{:.0f}", window.rows); });
  ui.widget_log.shown("matrix_view.corner",
                      [&] { return fmt::format("{:.2f} {:.2f}", window.row, window.column); });
  ui.widget_log.shown("matrix_view.color_by",
                      [&] { return std::to_string(static_cast<int>(ui.cache().color_by)); });
}

void matrix(const AppState& app, Ui& ui, const ExplainedEvent* current) {
  look_near_the_question(app, ui);
  const trace::Buffer buffer = shown_shape(ui.cache(), ui.cache().buffer);
  const scene::MatrixWindow& window = ui.cache().buffer_windows[ui.cache().buffer];
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const scene::Size size{room.x, room.y};
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  ImGui::InvisibleButton("elements", room);
  mark(ui, "matrix_view.elements");
  const auto before = scene::matrix_layout(buffer, window, size, style);
  if (!drag_block(app, ui, before, origin)) navigate_matrix(ui, buffer, before, origin);
  const auto layout = scene::matrix_layout(buffer, window, size, style);
  hover(app, ui, layout, origin);
  record(ui, layout);
  draw(ui, "matrix" + buffer.name,
       base(ui, *app.session.launch(ui.side), layout, size, style, !hides_lanes(app)), origin);
  if (hides_lanes(app)) empty_cells(app, ui, layout, origin);
  draw_blocks(app, ui, layout, size, origin);
  marks(app, ui, current, layout, size, origin);
  answer_by_click(app, ui, current, layout, origin);
  answer_cells(app, ui, layout, origin);
}

void matrix_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "matrix_view", area, ui.say(Str::matrix_view));
  const ExplainedEvent* current = app.session.event(ui.side);
  if (!ui.cache().views->buffers.empty()) {
    const trace::Trace& trace = *app.session.launch(ui.side)->trace;
    ui.cache().buffer = shown_buffer(ui, trace, app.session.cursor(ui.side).event);
    matrix_header(app, ui, current);
    matrix(app, ui, current);
  }
  end_panel();
}

}  // namespace

}  // namespace warplens::ui

namespace warplens::matrix {

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::matrix_view, ui::Str::matrix_view,
                                    ui::matrix_panel};
  return {.panels = {&kPanel, 1}};
}

}  // namespace warplens::matrix
