#include <algorithm>
#include <array>

#include "app/state/pass_step.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/panels/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using Action = void (*)(AppState&);

// A small square button with a drawn symbol: fonts differ in their arrows.
enum class Symbol {
  play,
  pause,
  first,
  last,
  back,
  on,
  pass_back,
  pass_on,
  conflict_back,
  conflict_on
};

void draw_symbol(const Ui& ui, Symbol symbol, ImVec2 low, ImVec2 high, Color color) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 c{(low.x + high.x) / 2, (low.y + high.y) / 2};
  const float r = (high.y - low.y) * 0.22f;
  const ImU32 paint = packed(color);
  const auto triangle = [&](float x, float to) {
    out.AddTriangleFilled({x - to * r * 0.8f, c.y - r}, {x - to * r * 0.8f, c.y + r},
                          {x + to * r * 0.9f, c.y}, paint);
  };
  const auto bar = [&](float x, float width) {
    out.AddRectFilled({x - width / 2, c.y - r}, {x + width / 2, c.y + r}, paint);
  };
  const float thin = std::max(2.0f, 2 * ui.scale);
  switch (symbol) {
    case Symbol::play:
      return triangle(c.x, 1.15f);
    case Symbol::pause:
      return bar(c.x - r * 0.55f, r * 0.6f), bar(c.x + r * 0.55f, r * 0.6f);
    case Symbol::first:
      return triangle(c.x + r * 0.3f, -1), bar(c.x - r * 0.9f, thin);
    case Symbol::last:
      return triangle(c.x - r * 0.3f, 1), bar(c.x + r * 0.9f, thin);
    case Symbol::back:
      return triangle(c.x, -1);
    case Symbol::on:
      return triangle(c.x, 1);
    case Symbol::pass_back:
      return triangle(c.x - r * 0.35f, -0.55f), bar(c.x + r * 0.5f, thin);
    case Symbol::pass_on:
      return triangle(c.x + r * 0.35f, 0.55f), bar(c.x - r * 0.5f, thin);
    case Symbol::conflict_back:
      return triangle(c.x - r * 0.75f, -0.8f), triangle(c.x + r * 0.75f, -0.8f);
    case Symbol::conflict_on:
      return triangle(c.x - r * 0.75f, 0.8f), triangle(c.x + r * 0.75f, 0.8f);
  }
}

void transport_button(Ui& ui, const char* name, Symbol symbol, Str hint, Action action,
                      bool is_primary = false) {
  const float side = ImGui::GetFrameHeight();
  const ButtonLook look = is_primary ? ButtonLook::primary : ButtonLook::soft;
  if (button(ui, name, "", look, {side * (is_primary ? 1.9f : 1.3f), side})) ui.ask(action);
  draw_symbol(ui, symbol, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
              is_primary ? ui.look->accent_text : ui.look->text);
  tooltip(ui, ui.say(hint));
  ImGui::SameLine(0, 4 * ui.scale);
}

void speed_combo(const AppState& app, Ui& ui) {
  const double now = app.session.playback().speed;
  ImGui::SetNextItemWidth(ui.fonts.body->FontSize * 8);
  const bool open = ImGui::BeginCombo("###speed", ui.say(Str::events_per_second, now).c_str(),
                                      ImGuiComboFlags_HeightLarge);
  mark(ui, "speed");
  if (!open) return;
  for (const double speed : session::kSpeeds) {
    if (ImGui::Selectable(ui.say(Str::events_per_second, speed).c_str(), speed == now)) {
      ui.ask([speed](AppState& a) { a.session.set_speed(speed); });
    }
    mark(ui, fmt::format("speed.{}", speed));
  }
  ImGui::EndCombo();
}

// Says which way Play goes; a click turns it round.
void direction_button(const AppState& app, Ui& ui) {
  const auto words_of = [&](int direction) {
    return ui.say(direction > 0 ? Str::forwards : Str::backwards);
  };
  const int direction = app.session.playback().direction;
  const float width = std::max(text_width(words_of(1)), text_width(words_of(-1))) +
                      2 * ImGui::GetStyle().FramePadding.x;
  if (button(ui, "direction", words_of(direction), ButtonLook::soft, {width, 0})) {
    ui.ask([direction](AppState& a) { a.session.set_direction(-direction); });
  }
  tooltip(ui, ui.say(Str::direction_hint));
  ui.recorder.shown("direction", direction > 0 ? "1" : "-1");
  ImGui::SameLine(0, 4 * ui.scale);
}

void transport(const AppState& app, Ui& ui) {
  const bool playing = app.session.playback().playing;
  transport_button(ui, "first", Symbol::first, Str::first, [](AppState& a) { a.session.seek(0); });
  transport_button(ui, "conflict_back", Symbol::conflict_back, Str::previous_conflict,
                   [](AppState& a) { a.session.step_conflict(-1); });
  transport_button(ui, "step_back", Symbol::back, Str::step_back,
                   [](AppState& a) { a.session.step(-1); });
  transport_button(ui, "pass_back", Symbol::pass_back, Str::pass_back,
                   [](AppState& a) { step_pass(a.session, -1); });
  transport_button(
      ui, "play", playing ? Symbol::pause : Symbol::play, playing ? Str::pause : Str::play,
      [](AppState& a) { a.session.toggle_playing(); }, true);
  transport_button(ui, "pass_on", Symbol::pass_on, Str::pass_on,
                   [](AppState& a) { step_pass(a.session, 1); });
  transport_button(ui, "step_on", Symbol::on, Str::step_forward,
                   [](AppState& a) { a.session.step(1); });
  transport_button(ui, "conflict_on", Symbol::conflict_on, Str::next_conflict,
                   [](AppState& a) { a.session.step_conflict(1); });
  transport_button(ui, "last", Symbol::last, Str::last,
                   [](AppState& a) { a.session.seek(~std::size_t{0} >> 1); });
  ImGui::SameLine(0, ui.fonts.body->FontSize * 0.6f);
  direction_button(app, ui);
  speed_combo(app, ui);
}

// "Event 57 of 504", and which blocks when not all of them.
std::string position_words(const AppState& app, const Ui& ui) {
  const trace::Trace& trace = *app.session.launch()->trace;
  std::string words = ui.say(Str::event_of, scene::with_separators(app.session.cursor().event + 1),
                             scene::with_separators(trace.events.size()));
  if (!trace.events_complete) {
    words += " · " + ui.say(Str::window_of_blocks, trace.first_block,
                            trace.first_block + trace.block_count - 1, trace.launch.grid.count());
  }
  return words;
}

void right_aligned(Ui& ui, const std::string& words) {
  ImGui::SameLine();
  const float left = ImGui::GetContentRegionAvail().x - text_width(words, ui.fonts.small);
  ui.recorder.text("timeline.position", -left, 0);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, left));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() +
                       (ImGui::GetFrameHeight() - ui.fonts.small->FontSize) / 2);
  label(ui, words, {ui.look->muted, ui.fonts.small});
}

void scrub(const AppState& app, Ui& ui, const scene::EventTimelineLayout& layout, ImVec2 origin) {
  const float x = ImGui::GetMousePos().x - origin.x;
  if (ImGui::IsItemActive()) {
    const std::size_t event = layout.event_at(x);
    if (event != app.session.cursor().event) {
      ui.ask([event](AppState& a) { a.session.seek(event); });
    }
  }
  const float wheel = ImGui::GetIO().MouseWheel;
  if (ImGui::IsItemHovered() && wheel != 0) {
    ui.cache().timeline_window =
        scene::zoomed(ui.cache().timeline_window, ui.cache().views->timeline.size(),
                      layout.event_at(x), wheel > 0 ? 1.25 : 0.8);
  }
}

// Keeps the cursor in a window that the person has zoomed.
void follow(scene::EventWindow& window, std::size_t events, std::size_t cursor) {
  if (window.count >= events) return;
  if (cursor >= window.first && cursor < window.first + window.count) return;
  const std::size_t half = window.count / 2;
  window.first = std::min(cursor > half ? cursor - half : 0, events - window.count);
}

// What the colours mean, between the buttons and `right`, when there is room.
void legend(const Ui& ui, float right) {
  struct Entry {
    Color color;
    std::string words;
  };
  const auto depth = [&](std::uint32_t ways) { return scene::depth_color(ways, ui.look->theme); };
  const std::array<Entry, 4> entries{
      {{depth(1), "1×"},
       {depth(4), "4×"},
       {depth(32), "32×"},
       {scene::theme(ui.look->theme).barrier, std::string(ui.say(Str::barrier_legend))}}};
  const float side = ui.fonts.small->FontSize * 0.8f;
  const float gap = side * 0.5f;
  float width = 0;
  for (const Entry& entry : entries) {
    width += side + gap + text_width(entry.words, ui.fonts.small) + 2 * gap;
  }
  ImVec2 at = ImGui::GetItemRectMax() + ImVec2{2 * side, 0};
  if (at.x + width > right) return;
  const float middle = ImGui::GetItemRectMin().y + ImGui::GetFrameHeight() / 2;
  if (ImGui::IsMouseHoveringRect({at.x, middle - side}, {at.x + width, middle + side})) {
    ImGui::SetTooltip("%s", std::string(ui.say(Str::cost_legend)).c_str());
  }
  ImDrawList& out = *ImGui::GetWindowDrawList();
  for (const Entry& entry : entries) {
    out.AddRectFilled({at.x, middle - side / 2}, {at.x + side, middle + side / 2},
                      packed(entry.color), 2 * ui.scale);
    at.x += side + gap;
    out.AddText(ui.fonts.small, ui.fonts.small->FontSize,
                {at.x, middle - ui.fonts.small->FontSize / 2}, packed(ui.look->muted),
                entry.words.c_str());
    at.x += text_width(entry.words, ui.fonts.small) + 2 * gap;
  }
}

const scene::DrawList& base(const AppState& app, Ui& ui, const scene::EventTimelineLayout& layout,
                            scene::Size size, const scene::Style& style) {
  ViewCache& cache = ui.cache();
  const bool hidden = app.hides_costs();
  std::string key =
      fmt::format("{} {} {} {} {} {} {} {}", hidden, layout.window.first, layout.window.count,
                  size.width, size.height, static_cast<int>(style.theme),
                  static_cast<int>(style.language), style.text_size);
  return cache.timeline_base.get(std::move(key), [&] {
    return scene::event_timeline_base(hidden ? cache.views->plain_timeline : cache.views->timeline,
                                      layout, size, style);
  });
}

}  // namespace

void timeline_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "timeline", area, {});
  transport(app, ui);
  if (app.session.launch() != nullptr && ui.cache().views->timeline.size() > 0) {
    const std::string position = position_words(app, ui);
    legend(ui, area.x + area.width - ui.fonts.body->FontSize * 1.5f -
                   text_width(position, ui.fonts.small));
    right_aligned(ui, position);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const scene::Size size{room.x, room.y};
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const scene::Style style = scene_style(ui);
    const std::size_t cursor = app.session.cursor().event;
    follow(ui.cache().timeline_window, ui.cache().views->timeline.size(), cursor);
    const auto layout = scene::event_timeline_layout(ui.cache().views->timeline,
                                                     ui.cache().timeline_window, size, style);
    ImGui::InvisibleButton("events", room);
    mark(ui, "timeline.events");
    scrub(app, ui, layout, origin);
    draw(ui, "timeline", base(app, ui, layout, size, style), origin);
    draw(ui, "cursor",
         scene::event_timeline_cursor(ui.cache().views->timeline, layout, cursor, size, style),
         origin);
  }
  end_panel();
}

}  // namespace warplens::ui
