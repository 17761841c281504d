// When the host called the driver and when the GPU worked, in one run: recorded, or measured here.
#include "app/features/host_timeline/host_timeline_panel.h"

#include <algorithm>

#include "app/features/host_timeline/host_code_pane.h"
#include "app/features/host_timeline/host_runs.h"
#include "app/features/host_timeline/host_timeline.h"
#include "app/features/host_timeline/host_timeline_choice.h"
#include "app/features/host_timeline/host_timeline_commands.h"
#include "app/features/host_timeline/host_timeline_controls.h"
#include "app/features/host_timeline/host_timeline_keys.h"
#include "app/features/host_timeline/span_table.h"
#include "app/state/app_state.h"
#include "app/ui/band.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/widgets.h"
#include "kernels/timing/host_timeline.h"
#include "kernels/timing/timeline_figures.h"
#include "viz/scene/charts/host_timeline_phrases.h"

namespace warplens::ui {
namespace {

using timing::TimelineRun;

float panel_unit(const Ui& ui) { return ui.fonts.small->FontSize; }

std::string joined(const std::vector<std::string>& lines, std::string_view between) {
  return fmt::format("{}", fmt::join(lines, between));
}

void source_band(const AppState& app, Ui& ui, const TimelineRun& run) {
  const timing::HostTimeline& from = *host_timeline::shown_timeline(app.session);
  const std::string size = scene::size_phrase(run.bytes);
  const std::string hint = ui.say(Str::host_timeline_hint, from.kernel, run.repetitions,
                                  from.device.driver, from.device.compute_capability, from.command);
  if (app.session.chosen<host_timeline::HostTimelineChoice>().is_live) {
    band(ui, ui.say(Str::host_timeline_live, size, from.device.name), hint, "host_timeline.live");
  } else {
    band(ui, ui.say(Str::host_timeline_recorded, size, from.device.name, from.date), hint,
         "host_timeline.recorded");
  }
}

// Dragging moves along, the wheel zooms about the pointer, a click chooses.
void navigate(Ui& ui, const TimelineRun& run, const scene::HostTimelineLook& look,
              const scene::HostTimelineLayout& layout, std::optional<std::size_t> pointed_at,
              float x) {
  scene::TimeWindow& window = ui.state<TimelineLens>().window;
  const float wheel = ImGui::GetIO().MouseWheel;
  if (ImGui::IsItemHovered() && wheel != 0) {
    window = scene::zoomed(run, look.window, layout.seconds_at(x), wheel > 0 ? 1.25 : 0.8);
  }
  constexpr float kDragged = 4;  // pixels: less is a click
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, kDragged)) {
    window = scene::panned(run, look.window, -ImGui::GetIO().MouseDelta.x / layout.host.width);
  }
  const bool is_click = ImGui::IsItemDeactivated() && ImGui::IsItemHovered() &&
                        ImGui::GetMouseDragDelta(0, kDragged).x == 0;
  if (!is_click || !pointed_at) return;
  ui.state<TimelineLens>().revealed = pointed_at;  // it is seen where it is
  ui.ask(choose_span(*pointed_at));
}

// Around the spans whose line of code the pointer is on.
void light_span_of_line(const AppState& app, Ui& ui, const TimelineRun& run,
                        const scene::DrawList& list, ImVec2 origin) {
  const auto line = ui.state<HostCodeState>().line;
  const host_timeline::HostCode* code = shown_host_code(app, run);
  const auto spans = line && code != nullptr ? host_timeline::spans_of_line(*code, run, *line)
                                             : std::vector<std::size_t>();
  ui.widget_log.shown("host_timeline.lit",
                      [&] { return fmt::format("{}", fmt::join(spans, " ")); });
  for (const scene::Rectangle& bar : list.rectangles) {
    const auto is_it = [&](std::size_t span) { return span == bar.id.a; };
    if (bar.id.kind != scene::MarkId::Kind::bar || !std::ranges::any_of(spans, is_it)) continue;
    focus_ring(ui, origin + ImVec2{bar.x, bar.y},
               origin + ImVec2{bar.x + bar.width, bar.y + bar.height});
  }
}

void spans(const AppState& app, Ui& ui, const TimelineRun& run, ImVec2 size) {
  const scene::Style style = scene_style(ui);
  const scene::Size room{size.x, size.y};
  const scene::HostTimelineLook look{timeline_lens(ui, app.session),
                                     host_timeline::shown_span(app.session), app.hides_costs()};
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("timeline_spans", size);
  mark(ui, "host_timeline.spans");
  const scene::DrawList list = scene::host_timeline(run, look, room, style);
  draw(ui, "host_timeline", list, origin);
  ui.state<HostCodeState>().span.reset();
  if (look.only_order) return;
  light_span_of_line(app, ui, run, list, origin);
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto at = scene::span_at(run, look, room, style, mouse.x, mouse.y);
  navigate(ui, run, look, scene::host_timeline_layout(run, look, room, style), at, mouse.x);
  if (!at || !ImGui::IsItemHovered()) return;
  ui.state<HostCodeState>().span = *at;
  const std::string words = joined(scene::span_phrase(run, *at, style.language), "\n");
  ui.widget_log.shown("host_timeline.hover", words);
  tooltip(ui, words);
}

// "1 allocate 312 µs · 2 copy to the device 3.1 ms · …"
std::string step_phrase(const TimelineRun& run, Language language) {
  if (run.scenario != timing::Scenario::five_steps) return "";
  std::vector<std::string> words;
  for (std::size_t i = 0; i < timing::kFiveSteps.size(); ++i) {
    const timing::Action step = timing::kFiveSteps[i];
    words.push_back(fmt::format("{} {} {}", i + 1, scene::name_of(step, language),
                                scene::si_phrase(timing::step_seconds(run, step), "s")));
  }
  return joined(words, " · ");
}

// What the run shows as a whole, in scenarios of streams and launches.
std::string summary_of(const TimelineRun& run, Language language) {
  if (timing::has_chunks(run.scenario)) return scene::chunks_phrase(run, language);
  if (timing::has_parts(run.scenario)) return scene::launches_phrase(run, language);
  return run.wrong ? scene::wrong_phrase(run, language) : "";
}

void line(Ui& ui, const std::string& words, std::string_view name, Color color) {
  ui.widget_log.shown(name, words);
  label(ui, fitted(words, ImGui::GetContentRegionAvail().x, ui.fonts.small),
        {color, ui.fonts.small});
  tooltip(ui, words);
}

// What each step took, and what is chosen: two lines, whether or not there is something to say.
void lines(const AppState& app, Ui& ui, const TimelineRun& run) {
  if (app.hides_costs()) {
    line(ui, std::string(ui.say(Str::hidden_until_answer)), "host_timeline.hidden",
         ui.theme->muted);
    return;
  }
  const Language language = scene_style(ui).language;
  if (const std::string words = step_phrase(run, language); !words.empty()) {
    line(ui, words, "host_timeline.steps", ui.theme->text);
  }
  if (const std::string words = summary_of(run, language); !words.empty()) {
    line(ui, words, "host_timeline.summary", ui.theme->text);
  }
  const auto chosen = host_timeline::shown_span(app.session);
  line(ui,
       chosen ? joined(scene::span_phrase(run, *chosen, language), " · ")
              : std::string(ui.say(Str::host_timeline_choose)),
       "host_timeline.chosen", chosen ? ui.theme->text : ui.theme->muted);
}

// What tests read: every span's place in seconds would be the recording again.
void record(const AppState& app, Ui& ui) {
  const host_timeline::HostTimelineChoice& choice =
      app.session.chosen<host_timeline::HostTimelineChoice>();
  ui.widget_log.shown("host_timeline.scenario", [&] { return timing::name_of(choice.scenario); });
  ui.widget_log.shown("host_timeline.bytes", [&] { return std::to_string(choice.bytes); });
  ui.widget_log.shown("host_timeline.parts", [&] { return std::to_string(choice.parts); });
  const auto span = host_timeline::shown_span(app.session);
  ui.widget_log.shown("host_timeline.span", [&] { return span ? std::to_string(*span) : ""; });
}

// Below it the tracks have no room for their names: the code is left out instead.
float lowest_spans(const TimelineRun& run) {
  constexpr float kOfTwoTracks = 11, kOfStreams = 15;
  const bool has_streams =
      std::ranges::any_of(run.spans, [](const timing::Span& span) { return span.stream > 0; });
  return has_streams ? kOfStreams : kOfTwoTracks;
}

void filled(const AppState& app, Ui& ui, const TimelineRun& run) {
  const float unit = panel_unit(ui), height = ImGui::GetContentRegionAvail().y / unit;
  if (height > 9) source_band(app, ui, run);
  if (height > 11) host_timeline_controls(app, ui);
  const float line_height = unit + ImGui::GetStyle().ItemSpacing.y;
  const bool has_lines = height > 15;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float below = has_lines ? 2 * line_height : 0;
  if (room.x < 1 || room.y - below < 1) return;
  const host_timeline::HostCode* code = shown_host_code(app, run);
  const float gap = ImGui::GetStyle().ItemSpacing.y * 2;
  const float code_room = room.y - below - gap - lowest_spans(run) * unit;
  ImFont* font = code == nullptr ? nullptr : host_code_font(ui, *code, code_room);
  const float used = below + (font == nullptr ? 0 : host_code_height(*code, font) + gap);
  spans(app, ui, run, {room.x, room.y - used});
  if (has_lines) lines(app, ui, run);
  if (font != nullptr) host_code_pane(app, ui, run, *code, font);
}

// Why there is nothing to show, and what would change that.
std::vector<std::string> missing(const AppState& app, const Ui& ui) {
  if (app.recordings.is_reading()) return {std::string(ui.say(Str::timing_reading))};
  const host_timeline::HostTimelineChoice& choice =
      app.session.chosen<host_timeline::HostTimelineChoice>();
  std::vector<std::string> lines;
  if (host_timeline::shown_timeline(app.session)) {
    lines.push_back(ui.say(Str::host_timeline_not_this,
                           scene::name_of(choice.scenario, scene_style(ui).language),
                           scene::size_phrase(choice.bytes)));
    for (const std::string& absent : host_timeline::shown_timeline(app.session)->absent) {
      lines.push_back(ui.say(Str::timing_absent, absent));
    }
  } else {
    lines.emplace_back(ui.say(Str::host_timeline_none));
  }
  const host_timeline::LiveHostTimeline& live = host_timeline::runs(app.session).live();
  if (live.error()) lines.push_back(ui.say(Str::timing_failed, ui.say(*live.error())));
  if (live.why_not()) lines.push_back(ui.say(Str::timing_no_gpu, ui.say(*live.why_not())));
  return lines;
}

void nothing(const AppState& app, Ui& ui) {
  host_timeline_controls(app, ui);
  const std::vector<std::string> lines = missing(app, ui);
  ui.widget_log.shown("host_timeline.missing", [&] { return joined(lines, " "); });
  ImGui::PushTextWrapPos(0);
  for (const std::string& words : lines) label(ui, words, {ui.theme->muted, ui.fonts.small});
  ImGui::PopTextWrapPos();
}

}  // namespace

void host_timeline_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "host_timeline", area, ui.say(Str::host_timeline));
  record(app, ui);
  const TimelineRun* run = host_timeline::shown_run(app.session);
  run == nullptr ? nothing(app, ui) : filled(app, ui, *run);
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::host_timeline {
namespace {

using session::StageView;

// Before those of the timing view where both are there.
bool has_keys(const ui::AppState& app) {
  const auto host = std::ranges::find(app.views, StageView::host_timeline);
  return host != app.views.end() && host < std::ranges::find(app.views, StageView::timing_view);
}

// The scenario and size, and the span that is chosen.
std::string words(const ui::AppState& app, const ui::Ui& ui) {
  const timing::TimelineRun* run = shown_run(app.session);
  if (run == nullptr) return {};
  std::string words = fmt::format("{} · {}", scene::name_of(run->scenario, ui.language),
                                  scene::size_phrase(run->bytes));
  if (const auto span = shown_span(app.session)) {
    words += fmt::format(" · {}", fmt::join(scene::span_phrase(*run, *span, ui.language), " · "));
  }
  return words;
}

Result<ui::MakeTable> table_to_save(const ui::AppState& app, ui::Ui& /*ui*/,
                                    session::Side /*side*/) {
  const timing::TimelineRun* run = shown_run(app.session);
  if (run == nullptr) return fail(tr("there is no trace yet"));
  return ui::MakeTable([run = *run] { return ui::span_table(run); });
}

}  // namespace

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{StageView::host_timeline, ui::Str::host_timeline,
                                    ui::host_timeline_panel, words};
  static const std::array kKeys{
      ui::FeatureKeys{ui::host_timeline_keys(), has_keys},
      ui::FeatureKeys{ui::timeline_lens_keys(), [](const ui::AppState& app) {
                        return has_keys(app) && shown_run(app.session) != nullptr;
                      }}};
  static constexpr ui::PanelTable kTable{
      StageView::host_timeline, {"host_timeline", ui::Str::host_timeline}, table_to_save, true};
  return {
      .panels = {&kPanel, 1}, .keys = kKeys, .tables = {&kTable, 1}, .update = ui::offer_timelines};
}

}  // namespace warplens::host_timeline
