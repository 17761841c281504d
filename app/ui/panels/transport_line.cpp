#include "app/ui/panels/transport_line.h"

#include <algorithm>
#include <array>

#include "app/session/kernel_result.h"
#include "app/session/launch_views.h"
#include "app/state/pass_step.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/panels/symbols.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "viz/scene/charts/cost_strip.h"

namespace warplens::ui {
namespace {

using Action = void (*)(AppState&);

void transport_button(Ui& ui, const char* name, Symbol symbol, Str hint, Action action,
                      bool is_primary = false) {
  const float side = ImGui::GetFrameHeight();
  const ButtonLook look = is_primary ? ButtonLook::primary : ButtonLook::soft;
  if (button(ui, name, "", look, {side * (is_primary ? 1.9f : 1.3f), side})) ui.ask(action);
  draw_symbol(ui, symbol, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
              is_primary ? ui.theme->accent_text : ui.theme->text);
  tooltip(ui, ui.say(hint));
  ImGui::SameLine(0, 4 * ui.scale);
}

std::string speed_phrase(const Ui& ui, double speed) {
  return ui.say(speed == 1 ? Str::one_event_per_second : Str::events_per_second, speed);
}

void speed_combo(const AppState& app, Ui& ui) {
  const double now = app.session.playback().speed;
  ImGui::SetNextItemWidth(ui.fonts.body->FontSize * 8);
  const bool open =
      ImGui::BeginCombo("###speed", speed_phrase(ui, now).c_str(), ImGuiComboFlags_HeightLarge);
  mark(ui, "speed");
  ui.widget_log.shown("speed", [&] { return speed_phrase(ui, now); });
  if (!open) return;
  for (const double speed : session::kSpeeds) {
    if (ImGui::Selectable(speed_phrase(ui, speed).c_str(), speed == now)) {
      ui.ask([speed](AppState& a) { a.session.playback().speed = speed; });
    }
    mark(ui, fmt::format("speed.{}", speed));
  }
  ImGui::EndCombo();
}

// Says which way Play goes; a click turns it round.
void direction_button(const AppState& app, Ui& ui) {
  const auto phrase_of = [&](int direction) {
    return ui.say(direction > 0 ? Str::forwards : Str::backwards);
  };
  const int direction = app.session.playback().direction;
  const float width = std::max(text_width(phrase_of(1)), text_width(phrase_of(-1))) +
                      2 * ImGui::GetStyle().FramePadding.x;
  if (button(ui, "direction", phrase_of(direction), ButtonLook::soft, {width, 0})) {
    ui.ask([direction](AppState& a) { a.session.playback().direction = -direction; });
  }
  tooltip(ui, ui.say(Str::direction_hint));
  ui.widget_log.shown("direction", direction > 0 ? "1" : "-1");
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
std::string position_phrase(const AppState& app, const Ui& ui) {
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
std::string filter_phrase(const AppState& app, const Ui& ui) {
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
  const std::string words = filter_phrase(app, ui);
  push_font(ui.fonts.small);
  const std::string shown = is_all ? words : words + "  ×";
  ui.widget_log.shown("timeline.filter", words);
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
              ImGui::GetItemRectMax(), is_open ? ui.theme->accent_text : ui.theme->text);
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
  ui.widget_log.shown("timeline.position", words);
  label(ui, words, {ui.theme->text, ui.fonts.small});
}

}  // namespace

void transport_line(const AppState& app, Ui& ui) {
  const bool has_events = app.session.launch() != nullptr && app.session.passing().size() > 0;
  transport(app, ui, ImGui::GetContentRegionAvail().x < ui.fonts.body->FontSize * 66);
  unfold_button(app, ui);
  if (!has_events) return ImGui::NewLine();
  const std::string position = position_phrase(app, ui);
  const float reserved = text_width(position, ui.fonts.small) + ui.fonts.body->FontSize * 0.8f;
  filter_chip(app, ui);
  strip(app, ui, ImGui::GetContentRegionAvail().x - reserved);
  ImGui::SameLine(0, ui.fonts.body->FontSize * 0.6f);
  position_label(ui, position);
}

}  // namespace warplens::ui
