#include <algorithm>
#include <array>

#include "app/ui/asking/asking.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/panels/matrix_answer.h"
#include "app/ui/panels/matrix_blocks.h"
#include "app/ui/panels/panels.h"
#include "app/ui/views/matrix_navigation.h"
#include "app/ui/widgets.h"
#include "app/words/motion_words.h"
#include "app/words/place_words.h"

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

// "in 64×96", or "in" where that has no room; a click chooses the next.
void buffer_label(Ui& ui, const trace::Trace& trace) {
  const trace::Buffer& buffer = trace.buffers[ui.cache().buffer];
  const std::string shape = shape_words(buffer);
  std::string words = shape;
  ImGui::SameLine();
  const float room = ImGui::GetContentRegionAvail().x - ui.header_end;
  if (text_width(words, ui.fonts.mono_small) > room) {
    words = shortened(buffer.name, room, ui.fonts.mono_small);
  }
  ui.recorder.text("matrix_view.buffer", text_width(words, ui.fonts.mono_small), room);
  ui.recorder.shown("matrix_view.buffer", buffer.name);
  const bool is_chosen = ui.cache().chosen_buffer.has_value();
  label(ui, words, {is_chosen ? ui.look->accent : ui.look->muted, ui.fonts.mono_small});
  mark(ui, "matrix_view.buffer");
  tooltip(ui, fmt::format("{}\n{}", shape, ui.say(Str::buffer_hint)));
  if (ImGui::IsItemClicked()) next_buffer(ui);
}

struct Coloring {
  scene::ColorBy by;
  Str name, hint;
};
constexpr std::array kColorings{
    Coloring{scene::ColorBy::warp, Str::by_warp, Str::by_warp_hint},
    Coloring{scene::ColorBy::lane, Str::by_lane, Str::by_lane_hint},
    Coloring{scene::ColorBy::thread, Str::by_thread, Str::by_thread_hint},
    Coloring{scene::ColorBy::time, Str::by_time, Str::by_time_hint}};

// What the colours stand for, from the first to the last; left out where there is no room.
void swatches(const Ui& ui, float height) {
  constexpr int kCount = 8;
  const scene::ColorBy by = ui.cache().color_by;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = height * 0.45f;
  if (ImGui::GetContentRegionAvail().x < side * kCount) return;
  for (int i = 0; i < kCount; ++i) {
    const float position = static_cast<float>(i) / (kCount - 1);
    const Color color =
        by == scene::ColorBy::warp   ? scene::warp_color(static_cast<std::uint64_t>(i))
        : by == scene::ColorBy::lane ? scene::lane_color(static_cast<std::uint32_t>(position * 31))
                                     : scene::ramp_color(position);
    const ImVec2 low = at + ImVec2{side * static_cast<float>(i), height * 0.3f};
    ImGui::GetWindowDrawList()->AddRectFilled(low, low + ImVec2{side, side}, packed(color));
  }
  ImGui::SetCursorScreenPos({at.x + side * (kCount + 1), at.y});
}

float words_width(const Ui& ui) {
  float width = 0;
  for (const Coloring& coloring : kColorings) width += text_width(ui.say(coloring.name));
  return width;
}

// Farther, nearer, all of it, at the right end of the line when there is room.
void zoom_buttons(const AppState& app, Ui& ui, float height) {
  struct Zoom {
    const char *name, *symbol;
    Str hint;
    void (*act)(Ui&, const AppState&);
  };
  const std::array<Zoom, 3> zooms{{{"matrix_view.zoom_out", "–", Str::zoom_out,
                                    [](Ui& u, const AppState& a) { zoom_matrix(u, a, 0.5); }},
                                   {"matrix_view.zoom_in", "+", Str::zoom_in,
                                    [](Ui& u, const AppState& a) { zoom_matrix(u, a, 2); }},
                                   {"matrix_view.zoom_whole", "[ ]", Str::zoom_whole,
                                    [](Ui& u, const AppState&) { show_whole_matrix(u); }}}};
  const float side = height * 1.6f;
  const float width = side * static_cast<float>(zooms.size());
  const float room = ImGui::GetContentRegionAvail().x;
  if (room < width) return;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
  for (const Zoom& zoom : zooms) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton(zoom.name, {side, height})) zoom.act(ui, app);
    mark(ui, zoom.name);
    tooltip(ui, ui.say(zoom.hint));
    const Color color = ImGui::IsItemHovered() ? ui.look->accent : ui.look->muted;
    ImGui::GetWindowDrawList()->AddText({at.x + (side - text_width(zoom.symbol)) / 2, at.y},
                                        packed(color), zoom.symbol);
    ImGui::SameLine(0, 0);
  }
}

// The choice of colours in one line, which is their legend too.
void coloring_line(const AppState& app, Ui& ui) {
  push_font(ui.fonts.small);
  const float height = ui.fonts.small->FontSize;
  const float words = words_width(ui);
  const float room = ImGui::GetContentRegionAvail().x - words;
  const float gap =
      std::clamp(room / static_cast<float>(kColorings.size()), height * 0.25f, height * 0.7f);
  ui.recorder.text("matrix_view.coloring", gap * (kColorings.size() - 1), room);
  for (const Coloring& coloring : kColorings) {
    const bool is_on = coloring.by == ui.cache().color_by;
    const std::string_view name = ui.say(coloring.name);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string widget = fmt::format("color.{}", static_cast<int>(coloring.by));
    if (ImGui::InvisibleButton(widget.c_str(), {text_width(name), height})) {
      recolor_all(ui, coloring.by);
    }
    mark(ui, widget);
    tooltip(ui, ui.say(coloring.hint));
    ImGui::GetWindowDrawList()->AddText(at, packed(is_on ? ui.look->accent : ui.look->muted),
                                        name.data(), name.data() + name.size());
    ImGui::SameLine(0, gap);
  }
  blocks_button(ui, gap, height);
  swatches(ui, height);
  zoom_buttons(app, ui, height);
  ImGui::NewLine();
  ImGui::PopFont();
}

// Wheel: zoom about the pointer. Drag: move, or the block's corner. Double click: the whole buffer.
void navigate(const AppState& app, Ui& ui, const scene::MatrixLayout& layout, ImVec2 origin) {
  if (drag_block(app, ui, layout, origin)) return;
  const std::size_t at = ui.cache().buffer;
  const trace::Buffer buffer = shown_shape(ui.cache(), at);
  const scene::MatrixWindow& window = ui.cache().buffer_windows[at];
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 2)) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    look_at(ui, at, scene::panned(window, buffer, -moved.y / layout.cell, -moved.x / layout.cell));
  }
  if (!ImGui::IsItemHovered()) return;
  if (ImGui::IsMouseDoubleClicked(0)) show_whole_matrix(ui);
  const float wheel = ImGui::GetIO().MouseWheel;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto element = scene::element_at(layout, buffer, mouse.x, mouse.y);
  if (wheel == 0 || !element) return;
  look_at(ui, at,
          scene::zoomed(window, buffer, static_cast<double>(element->row) + 0.5,
                        static_cast<double>(element->column) + 0.5, wheel > 0 ? 1.25 : 0.8));
}

// "row 5, column 7", where it lies, and who touched it first.
std::string element_words(const AppState& app, const Ui& ui, scene::Element element) {
  const trace::Trace& trace = *app.session.launch(ui.side)->trace;
  const std::size_t at = ui.cache().buffer;
  if (const auto words = thread_words(app, ui, element)) return *words;
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
  const std::string words = element_words(app, ui, *element);
  ui.recorder.shown("matrix_view.hover", words);
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

// While a prediction is open sectors stay hidden, and what would count them.
void marks(const AppState& app, Ui& ui, const ExplainedEvent* current,
           const scene::MatrixLayout& layout, scene::Size size, ImVec2 origin) {
  if (current == nullptr || !scene::touches_global(*current->site)) return;
  const trace::Buffer& buffer = ui.cache().views->buffers[ui.cache().buffer].buffer;
  auto touched = scene::touched_elements(*current->site, current->view, buffer);
  const scene::Style style = scene_style(ui);
  std::erase_if(touched, [&](const scene::ElementTouch& each) {
    return hides_lanes(app) && each.lane != told_lane(app);
  });
  if (app.hides_costs()) {
    return draw(ui, "marks", scene::matrix_marks(buffer, touched, {}, layout, size, style), origin);
  }
  const scene::Motion motion{scene::global_service(*current), app.session.playback().shown_phase()};
  ui.recorder.shown(
      "matrix_view.sectors",
      fmt::format("{}/{}",
                  motion.is_under_way() ? scene::current_pass(motion.service, motion.phase)
                                        : motion.service.passes,
                  motion.service.passes));
  draw(ui, "marks",
       scene::matrix_marks(buffer, touched, current->sectors, layout, size, style, &motion),
       origin);
}

void record(Ui& ui, const scene::MatrixLayout& layout) {
  const scene::MatrixWindow& window = layout.window;
  ui.recorder.shown("matrix_view.columns", fmt::format("{:.0f}", window.columns));
  ui.recorder.shown("matrix_view.rows", fmt::format("{:.0f}", window.rows));
  ui.recorder.shown("matrix_view.corner", fmt::format("{:.2f} {:.2f}", window.row, window.column));
  ui.recorder.shown("matrix_view.color_by", std::to_string(static_cast<int>(ui.cache().color_by)));
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
  navigate(app, ui, scene::matrix_layout(buffer, window, size, style), origin);
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

// The sector under way, right of the buffer when there is room.
void counter(const AppState& app, Ui& ui, const ExplainedEvent* current) {
  if (current == nullptr || app.hides_costs()) return;
  const scene::Motion motion{scene::global_service(*current), app.session.playback().shown_phase()};
  const std::string words = pass_words(ui, Str::sector_counter, motion);
  if (words.empty()) return;
  ui.recorder.shown("matrix_view.counter", words);
  ImGui::SameLine(0, ui.fonts.small->FontSize);
  const float room = ImGui::GetContentRegionAvail().x - ui.header_end;
  if (text_width(words, ui.fonts.small) > room) return ImGui::NewLine();
  label(ui, words, {ui.look->accent, ui.fonts.small}, "matrix_view.counter");
}

}  // namespace

void matrix_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "matrix_view", area, ui.say(Str::matrix_view));
  const ExplainedEvent* current = app.session.event(ui.side);
  if (!ui.cache().views->buffers.empty()) {
    const trace::Trace& trace = *app.session.launch(ui.side)->trace;
    ui.cache().buffer = shown_buffer(ui, trace, app.session.cursor(ui.side).event);
    buffer_label(ui, trace);
    counter(app, ui, current);
    idle_label(app, ui);
    coloring_line(app, ui);
    matrix(app, ui, current);
  }
  end_panel();
}

}  // namespace warplens::ui
