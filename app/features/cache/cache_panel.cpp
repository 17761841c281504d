#include <algorithm>
#include <array>
#include <cmath>

#include "app/features/cache/cache.h"
#include "app/features/cache/cache_replay.h"
#include "app/features/cache/cache_scroll.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/place_phrases.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/wrapped_text.h"
#include "viz/scene/access/cache_phrases.h"
#include "viz/scene/access/cache_view.h"
#include "viz/scene/access/sector_strip.h"

namespace warplens::ui {
namespace {

using scene::MarkId;

// In the order of analysis::CachePreset.
constexpr std::array<Str, analysis::kCachePresetNames.size()> kPresets{
    Str::cache_one_line, Str::cache_two_lines, Str::cache_four_lines, Str::cache_l1, Str::cache_l2};

void preset_items(Ui& ui, analysis::CachePreset now) {
  for (std::size_t i = 0; i < kPresets.size(); ++i) {
    const auto preset = static_cast<analysis::CachePreset>(i);
    if (ImGui::Selectable(std::string(ui.say(kPresets[i])).c_str(), preset == now)) {
      ui.ask([preset](AppState& a) { a.session.choose(preset); });
    }
    mark(ui, fmt::format("cache.{}", analysis::name_of(preset)));
  }
}

// `assumed` is told in its hint too: a low view has no room for it.
void preset_combo(const AppState& app, Ui& ui, const std::string& assumed, float width) {
  const analysis::CachePreset now = app.session.chosen<analysis::CachePreset>();
  const auto words = ui.say(kPresets[static_cast<std::size_t>(now)]);
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SetNextItemWidth(width);
  const std::string shown =
      shortened(words, width - ImGui::GetFrameHeight() - 2 * style.FramePadding.x);
  const bool open = ImGui::BeginCombo("###preset", shown.c_str());
  mark(ui, "cache_view.preset");
  if (!open) return tooltip(ui, fmt::format("{}\n{}", ui.say(Str::cache_hint), assumed));
  preset_items(ui, now);
  ImGui::EndCombo();
}

Str order_name(const AppState& app) {
  return app.session.selection().order == trace::Order::turns ? Str::order_turns
                                                              : Str::order_recorded;
}

// The choice of cache, and beside it, where there is room, that of the order.
void choices(const AppState& app, Ui& ui, const std::string& assumed) {
  push_font(ui.fonts.small);
  const float room = ImGui::GetContentRegionAvail().x;
  preset_combo(app, ui, assumed, std::min(room, ui.fonts.small->FontSize * 13));
  const std::string_view words = ui.say(order_name(app));
  ImGui::SameLine(0, ui.fonts.small->FontSize);
  if (text_width(words) + 2 * ImGui::GetStyle().FramePadding.x <=
      ImGui::GetContentRegionAvail().x) {
    if (button(ui, "cache_view.order", words)) ui.ask(change_order);
    tooltip(ui, ui.say(Str::order_hint));
  } else {
    ImGui::NewLine();
  }
  ImGui::PopFont();
}

// What the replay takes for granted.
std::string assumptions(const AppState& app, const Ui& ui, const analysis::CacheOptions& options,
                        const trace::Trace& trace) {
  return ui.say(tr("{}; {}", scene::cache_phrase(scene_style(ui).language, options, trace),
                   ui.say(order_name(app))));
}

// Where that leaves room for more.
void wrapped(Ui& ui, const std::string& words) {
  constexpr float kLowest = 14;  // of what is left, in text sizes
  if (ImGui::GetContentRegionAvail().y < ui.fonts.body->FontSize * kLowest) return;
  wrapped_label(ui, words, {ui.theme->muted, ui.fonts.small});
}

// "0: a[8–9]": what a line holds.
void hover(Ui& ui, const analysis::CacheReplay& replay, const trace::Trace& trace,
           std::size_t event, MarkId id) {
  using Kind = MarkId::Kind;
  if (id.kind != Kind::row && id.kind != Kind::element && id.kind != Kind::mover) return;
  const auto held = replay.held(id.a, replay.before(event + 1));
  if (!held) return;
  const std::uint32_t bytes = replay.options().line_bytes;
  const std::uint64_t address = held->line * bytes;
  tooltip(ui, fmt::format("{}: {}", id.a, scene::element_label(trace.buffers, address, bytes)));
}

void record(Ui& ui, const analysis::CacheReplay& replay, std::size_t event) {
  const analysis::CacheTotals until = replay.totals(replay.before(event + 1));
  ui.widget_log.shown("cache_view.totals",
                      [&] { return fmt::format("{}/{}", until.hits, until.misses); });
  const analysis::CacheTotals here = replay.totals_of(event);
  ui.widget_log.shown("cache_view.access",
                      [&] { return fmt::format("{}/{}", here.hits, here.misses); });
}

// Rows that the wheel has scrolled; another access is looked at from its own rows on.
std::int64_t scrolled(Ui& ui, std::size_t event, std::int64_t most) {
  CacheScroll::Side& side = ui.state<CacheScroll>().sides[static_cast<std::size_t>(ui.side)];
  if (side.event != event) side = {event, 0};
  constexpr float kRowsANotch = 3;
  if (ImGui::IsItemHovered()) {
    side.rows -= std::lround(ImGui::GetIO().MouseWheel * kRowsANotch);
  }
  side.rows = std::clamp(side.rows, -most, most);
  return side.rows;
}

void lines(const AppState& app, Ui& ui, const ExplainedEvent& current,
           const analysis::CacheReplay& replay) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const std::size_t event = app.session.cursor(ui.side).event;
  const bool hidden = app.hides_costs();
  ImGui::InvisibleButton("lines", room);
  mark(ui, "cache_view.lines");
  const scene::CacheMoment moment{event, app.session.playback().shown_phase(),
                                  scrolled(ui, event, replay.options().lines)};
  const scene::DrawList list =
      scene::cache_view(replay, *current.trace, moment, {room.x, room.y}, scene_style(ui),
                        hidden ? scene::CacheMarks::plain : scene::CacheMarks::outcomes);
  if (!hidden) record(ui, replay, event);
  draw(ui, "cache", list, origin);
  if (hidden || !ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  hover(ui, replay, *current.trace, event, list.pick(mouse.x, mouse.y));
}

}  // namespace

void cache_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "cache_view", area,
              ui.say(app.hides_costs() ? Str::accesses_wanted : Str::cache_view));
  if (const ExplainedEvent* current = app.session.event(ui.side)) {
    const analysis::CachePreset preset = app.session.chosen<analysis::CachePreset>();
    const std::string assumed =
        assumptions(app, ui, analysis::cache_options(preset, *current->trace), *current->trace);
    choices(app, ui, assumed);
    wrapped(ui, assumed);
    if (app.hides_costs()) wrapped(ui, std::string(ui.say(Str::accesses_wanted_hint)));
    const analysis::CacheReplay* replay =
        cache_replay(ui.cache(), *app.session.launch(ui.side), preset);
    if (replay != nullptr) lines(app, ui, *current, *replay);
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::cache {
namespace {

void choose_next(ui::AppState& app) {
  const auto now = static_cast<std::size_t>(app.session.chosen<analysis::CachePreset>());
  app.session.choose(
      static_cast<analysis::CachePreset>((now + 1) % analysis::kCachePresetNames.size()));
}

constexpr ui::KeyRow kNextCache{ui::Key::k, ui::kNone, ui::asks<choose_next>, "K",
                                ui::Str::keys_cache};

}  // namespace

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::cache_view, ui::Str::cache_view,
                                    ui::cache_panel};
  static constexpr ui::FeatureKeys kKeys{{&kNextCache, 1}};
  return {.panels = {&kPanel, 1}, .keys = {&kKeys, 1}};
}

}  // namespace warplens::cache
