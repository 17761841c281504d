#include "app/features/matrix/matrix_header.h"

#include <algorithm>
#include <array>

#include "app/features/matrix/matrix_blocks.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/place_phrases.h"
#include "app/texts/progress_phrases.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/matrix_navigation.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {
namespace {

// "in 64×96", or "in" where that has no room; a click chooses the next.
void buffer_label(Ui& ui, const trace::Trace& trace) {
  const trace::Buffer& buffer = trace.buffers[ui.cache().buffer];
  const std::string shape = shape_phrase(buffer);
  std::string words = shape;
  ImGui::SameLine();
  const float room = ImGui::GetContentRegionAvail().x - ui.header_end;
  if (text_width(words, ui.fonts.mono_small) > room) {
    words = shortened(buffer.name, room, ui.fonts.mono_small);
  }
  ui.widget_log.text("matrix_view.buffer", text_width(words, ui.fonts.mono_small), room);
  ui.widget_log.shown("matrix_view.buffer", buffer.name);
  const bool is_chosen = ui.cache().chosen_buffer.has_value();
  label(ui, words, {is_chosen ? ui.theme->accent : ui.theme->muted, ui.fonts.mono_small});
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

float phrase_width(const Ui& ui) {
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
    const Color color = ImGui::IsItemHovered() ? ui.theme->accent : ui.theme->muted;
    ImGui::GetWindowDrawList()->AddText({at.x + (side - text_width(zoom.symbol)) / 2, at.y},
                                        packed(color), zoom.symbol);
    ImGui::SameLine(0, 0);
  }
}

// The choice of colours in one line, which is their legend too.
void coloring_line(const AppState& app, Ui& ui) {
  push_font(ui.fonts.small);
  const float height = ui.fonts.small->FontSize;
  const float words = phrase_width(ui);
  const float room = ImGui::GetContentRegionAvail().x - words;
  const float gap =
      std::clamp(room / static_cast<float>(kColorings.size()), height * 0.25f, height * 0.7f);
  ui.widget_log.text("matrix_view.coloring", gap * (kColorings.size() - 1), room);
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
    ImGui::GetWindowDrawList()->AddText(at, packed(is_on ? ui.theme->accent : ui.theme->muted),
                                        name.data(), name.data() + name.size());
    ImGui::SameLine(0, gap);
  }
  blocks_button(ui, gap, height);
  swatches(ui, height);
  zoom_buttons(app, ui, height);
  ImGui::NewLine();
  ImGui::PopFont();
}

// The sector under way, right of the buffer when there is room.
void counter(const AppState& app, Ui& ui, const ExplainedEvent* current) {
  if (current == nullptr || app.hides_costs()) return;
  const scene::Motion motion{scene::global_service(*current), app.session.playback().shown_phase()};
  const std::string words = pass_phrase(ui, Str::sector_counter, motion);
  if (words.empty()) return;
  ui.widget_log.shown("matrix_view.counter", words);
  ImGui::SameLine(0, ui.fonts.small->FontSize);
  const float room = ImGui::GetContentRegionAvail().x - ui.header_end;
  if (text_width(words, ui.fonts.small) > room) return ImGui::NewLine();
  label(ui, words, {ui.theme->accent, ui.fonts.small}, "matrix_view.counter");
}

}  // namespace

void matrix_header(const AppState& app, Ui& ui, const ExplainedEvent* current) {
  buffer_label(ui, *app.session.launch(ui.side)->trace);
  counter(app, ui, current);
  idle_label(app, ui);
  coloring_line(app, ui);
}

}  // namespace warplens::ui
