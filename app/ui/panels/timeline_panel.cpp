#include <algorithm>
#include <array>

#include "app/state/pass_step.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/panels/panels.h"
#include "app/ui/widgets.h"
#include "viz/scene/timelines/cost_strip.h"

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
  conflict_on,
  unfold,
  fold
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
    case Symbol::unfold:
      return out.AddTriangleFilled({c.x - r, c.y + r * 0.7f}, {c.x + r, c.y + r * 0.7f},
                                   {c.x, c.y - r * 0.8f}, paint);
    case Symbol::fold:
      return out.AddTriangleFilled({c.x - r, c.y - r * 0.7f}, {c.x + r, c.y - r * 0.7f},
                                   {c.x, c.y + r * 0.8f}, paint);
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

std::string speed_words(const Ui& ui, double speed) {
  return ui.say(speed == 1 ? Str::one_event_per_second : Str::events_per_second, speed);
}

void speed_combo(const AppState& app, Ui& ui) {
  const double now = app.session.playback().speed;
  ImGui::SetNextItemWidth(ui.fonts.body->FontSize * 8);
  const bool open =
      ImGui::BeginCombo("###speed", speed_words(ui, now).c_str(), ImGuiComboFlags_HeightLarge);
  mark(ui, "speed");
  ui.recorder.shown("speed", speed_words(ui, now));
  if (!open) return;
  for (const double speed : session::kSpeeds) {
    if (ImGui::Selectable(speed_words(ui, speed).c_str(), speed == now)) {
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

// Where there is little room, without the buttons that have keys alone to fall back on.
void transport(const AppState& app, Ui& ui, bool is_compact) {
  const bool playing = app.session.playback().playing;
  transport_button(ui, "first", Symbol::first, Str::first,
                   [](AppState& a) { a.session.seek_end(-1); });
  if (!is_compact)
    transport_button(ui, "conflict_back", Symbol::conflict_back, Str::previous_conflict,
                     [](AppState& a) { a.session.step_conflict(-1); });
  transport_button(ui, "step_back", Symbol::back, Str::step_back,
                   [](AppState& a) { a.session.step(-1); });
  if (!is_compact)
    transport_button(ui, "pass_back", Symbol::pass_back, Str::pass_back,
                     [](AppState& a) { step_pass(a.session, -1); });
  transport_button(
      ui, "play", playing ? Symbol::pause : Symbol::play, playing ? Str::pause : Str::play,
      [](AppState& a) { a.session.toggle_playing(); }, true);
  if (!is_compact)
    transport_button(ui, "pass_on", Symbol::pass_on, Str::pass_on,
                     [](AppState& a) { step_pass(a.session, 1); });
  transport_button(ui, "step_on", Symbol::on, Str::step_forward,
                   [](AppState& a) { a.session.step(1); });
  if (!is_compact)
    transport_button(ui, "conflict_on", Symbol::conflict_on, Str::next_conflict,
                     [](AppState& a) { a.session.step_conflict(1); });
  transport_button(ui, "last", Symbol::last, Str::last, [](AppState& a) { a.session.seek_end(1); });
  ImGui::SameLine(0, ui.fonts.body->FontSize * 0.6f);
  if (!is_compact) direction_button(app, ui);
  speed_combo(app, ui);
  ImGui::SameLine(0, 4 * ui.scale);
}

// "12 of 96", of the events that are stepped through; and which blocks when not all of them.
std::string position_words(const AppState& app, const Ui& ui) {
  const trace::Trace& trace = *app.session.launch()->trace;
  const session::PassingEvents& passing = app.session.passing();
  const std::size_t event = app.session.cursor().event;
  const std::string count = scene::with_separators(passing.size());
  std::string words =
      passing.has(event)
          ? ui.say(Str::place_of, scene::with_separators(passing.place(event) + 1), count)
          : ui.say(Str::place_outside, count);
  if (!trace.events_complete) {
    words += " · " + ui.say(Str::window_of_blocks, trace.first_block,
                            trace.first_block + trace.block_count - 1, trace.launch.grid.count());
  }
  return words;
}

// "shared loads of line 33": of a place that is one source line alone with its number.
std::string filter_words(const AppState& app, const Ui& ui) {
  const session::EventFilter& filter = app.session.passing().filter();
  if (filter.passes_all()) return std::string(ui.say(Str::filter_all));
  if (!filter.is_of_a_place()) return std::string(ui.say(Str::filter_accesses));
  const trace::Trace& trace = *app.session.launch()->trace;
  const session::PassingEvents& passing = app.session.passing();
  const trace::Site& site = trace.sites[trace.events.site(passing.event(0))];
  const trace::Site& last = trace.sites[trace.events.site(passing.event(passing.size() - 1))];
  trace::Site named = site;
  if (!filter.space) named.space = trace::Space::none;
  const std::string what = filter.kind ? event_name(ui, named) : accesses_name(ui, named.space);
  const bool is_one_line = filter.kind && site.line == last.line && site.line > 0;
  return is_one_line ? ui.say(Str::filter_line, what, site.line) : what;
}

// What is stepped through, which a press widens; where it is wide already, the cursor's line alone.
void filter_chip(const AppState& app, Ui& ui) {
  const bool is_all = app.session.passing().filter().passes_all();
  const std::string words = filter_words(app, ui);
  push_font(ui.fonts.small);
  const std::string shown = is_all ? words : words + "  ×";
  ui.recorder.shown("timeline.filter", words);
  if (button(ui, "timeline.filter", shown) && !is_all) ui.ask(widen_filter);
  tooltip(ui, ui.say(Str::filter_hint));
  if (!app.session.passing().filter().is_of_a_place()) {
    ImGui::SameLine(0, 4 * ui.scale);
    if (button(ui, "timeline.narrow", ui.say(Str::filter_narrow))) ui.ask(narrow_filter);
    tooltip(ui, ui.say(Str::filter_narrow_hint));
  }
  ImGui::PopFont();
  ImGui::SameLine(0, ui.fonts.body->FontSize * 0.5f);
}

void unfold_button(const AppState& app, Ui& ui) {
  const bool is_open = app.arrangement().timeline;
  const float side = ImGui::GetFrameHeight();
  if (button(ui, "open.timeline", "", is_open ? ButtonLook::primary : ButtonLook::soft,
             {side * 1.2f, side})) {
    ui.ask([](AppState& a) { toggle_part(a, &session::Arrangement::timeline); });
  }
  draw_symbol(ui, is_open ? Symbol::fold : Symbol::unfold, ImGui::GetItemRectMin(),
              ImGui::GetItemRectMax(), is_open ? ui.look->accent_text : ui.look->text);
  tooltip(ui, ui.say(Str::timeline_hint));
  ImGui::SameLine(0, 4 * ui.scale);
}

const scene::DrawList& strip_bars(const AppState& app, Ui& ui, scene::Size size,
                                  const scene::Style& style) {
  ViewCache& cache = ui.cache();
  const session::PassingEvents& passing = app.session.passing();
  const bool hidden = app.hides_costs();
  std::string key =
      fmt::format("{} {} {} {} {} {} {}", hidden, passing.filter_key(), app.session.cursor().launch,
                  size.width, size.height, static_cast<int>(style.theme), passing.size());
  return cache.strip_base.get(std::move(key), [&] {
    const scene::CostStrip strip{hidden ? &cache.views->plain_timeline : &cache.views->timeline,
                                 [&](std::size_t place) { return passing.event(place); },
                                 passing.size()};
    return scene::cost_strip(strip, size, style);
  });
}

// A press goes to that place.
void strip(const AppState& app, Ui& ui, float width) {
  const session::PassingEvents& passing = app.session.passing();
  const scene::Size size{std::max(width, 8.0f), ImGui::GetFrameHeight()};
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("strip", {size.width, size.height});
  mark(ui, "timeline.strip");
  const scene::Style style = scene_style(ui);
  const std::size_t event = app.session.cursor().event;
  draw(ui, "strip", strip_bars(app, ui, size, style), low);
  draw(ui, "strip_cursor",
       scene::cost_strip_cursor(passing.size(), passing.place(event), size, style), low);
  if (!ImGui::IsItemActive()) return;
  const std::size_t wanted =
      passing.event(scene::strip_place(passing.size(), size.width, ImGui::GetMousePos().x - low.x));
  if (wanted != event) ui.ask([wanted](AppState& a) { a.session.seek(wanted); });
}

void position_label(Ui& ui, const std::string& words) {
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() +
                       (ImGui::GetFrameHeight() - ui.fonts.small->FontSize) / 2);
  ui.recorder.shown("timeline.position", words);
  label(ui, words, {ui.look->text, ui.fonts.small});
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

void timeline_rows(const AppState& app, Ui& ui) {
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

// Within the panel's first line: buttons, the strip, what is stepped through, where it stands.
void transport_line(const AppState& app, Ui& ui) {
  const bool has_events = app.session.launch() != nullptr && app.session.passing().size() > 0;
  transport(app, ui, ImGui::GetContentRegionAvail().x < ui.fonts.body->FontSize * 66);
  unfold_button(app, ui);
  if (!has_events) return ImGui::NewLine();
  const std::string position = position_words(app, ui);
  const float reserved = text_width(position, ui.fonts.small) + ui.fonts.body->FontSize * 0.8f;
  filter_chip(app, ui);
  strip(app, ui, ImGui::GetContentRegionAvail().x - reserved);
  ImGui::SameLine(0, ui.fonts.body->FontSize * 0.6f);
  position_label(ui, position);
}

}  // namespace

void timeline_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "timeline", area, {});
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - panel_padding(ui) * 0.4f);
  transport_line(app, ui);
  if (app.arrangement().timeline && app.session.launch() != nullptr &&
      ui.cache().views->timeline.size() > 0) {
    timeline_rows(app, ui);
  }
  end_panel();
}

}  // namespace warplens::ui
