#include <algorithm>
#include <filesystem>
#include <utility>
#include <variant>
#include <vector>

#include "app/features/explain/explain.h"
#include "app/features/explain/profiler_model.h"
#include "app/session/report_choice.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"
#include "viz/explain/answers.h"
#include "viz/scene/charts/chart_axis.h"

namespace warplens::ui {
namespace {

using explain::ProfilerModel;
using session::ReportChoice;

struct Profiled final : ViewJob<MadeOf, ProfilerModel> {};

// The row whose sentence is told, until something else is on the stage.
struct ProfilerPick {
  std::array<std::size_t, 2> rows{};
  std::array<const void*, 2> of{};
};

const ProfilerModel* shown_profile(const AppState& app, Ui& ui,
                                   const session::LaunchResult& launch) {
  const std::string& file = app.session.chosen<ReportChoice>().file;
  auto& job = ui.cache().works.of<Profiled>().job;
  job.want({launch.trace, file},
           [trace = launch.trace, executed = launch.executed,
            file](const std::stop_token& stop) -> Result<ProfilerModel> {
             return explain::profiler_model(trace, executed, file, stop);
           });
  return job.value();
}

std::size_t& chosen_row(Ui& ui, const session::LaunchResult& launch, std::size_t rows) {
  ProfilerPick& pick = ui.state<ProfilerPick>();
  const auto side = static_cast<std::size_t>(ui.side);
  if (std::exchange(pick.of[side], launch.trace.get()) != launch.trace.get()) pick.rows[side] = 0;
  pick.rows[side] = std::min(pick.rows[side], rows == 0 ? 0 : rows - 1);
  return pick.rows[side];
}

// Which report it is, and how it goes; without one what to do.
void report_line(const AppState& app, Ui& ui, const ProfilerModel& model) {
  const std::string& file = app.session.chosen<ReportChoice>().file;
  if (file.empty()) return muted_note(ui, Str::profiler_counted_alone);
  push_font(ui.fonts.small);
  if (button(ui, "profiler_view.forget", ui.say(Str::profiler_forget))) {
    ui.ask([](AppState& a) { a.session.choose(ReportChoice{}); });
  }
  tooltip(ui, ui.say(Str::profiler_forget_hint));
  ImGui::PopFont();
  const std::string name = std::filesystem::path(file).filename().string();
  if (!model.trouble.empty()) {
    ui.widget_log.shown("profiler_view.trouble", ui.say(model.trouble));
    return wrapped_label(ui, ui.say(model.trouble), {ui.theme->bad, ui.fonts.small});
  }
  ImGui::SameLine();
  const std::string words = fitted(ui.say(Str::profiler_report, name, model.profiled),
                                   ImGui::GetContentRegionAvail().x, ui.fonts.small);
  label(ui, words, {ui.theme->muted, ui.fonts.small});
}

// The sentence with its counts as the bars have them, "5,952".
Text with_grouped_counts(const Text& sentence) {
  std::vector<Text::Value> values = sentence.values();
  for (Text::Value& value : values) {
    if (const auto* count = std::get_if<std::uint64_t>(&value.is))
      value.is = scene::grouped_digits(static_cast<std::int64_t>(*count));
  }
  return {TextView{sentence.english(), sentence.context()}, std::move(values)};
}

std::string sentences_of(const Ui& ui, const explain::ExplainedAccess& access) {
  std::string all;
  for (const Text& answer : explain::answers(access)) {
    if (!all.empty()) all += ui.language == Language::zh ? "" : " ";
    all += ui.say(with_grouped_counts(answer));
  }
  if (access.rest == explain::Rest::none) return all;
  return all + "\n" + std::string(ui.say(with_grouped_counts(explain::rest_answer(access))));
}

// To the dearest of the row's events.
void go_to_row(Ui& ui, const ProfilerModel& model, const scene::ProfilerRow& row) {
  const explain::ExplainedAccess& access = model.explanation.accesses[row.access];
  std::optional<std::size_t> event;
  if (row.is_shared && access.crowd) event = access.crowd->event;
  if (!row.is_shared && access.spread) event = access.spread->event;
  if (!event || ui.side != session::Side::left) return;
  ui.ask([at = *event](AppState& a) { a.session.seek(at); });
}

void rows_of(Ui& ui, const ProfilerModel& model, std::size_t& chosen) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::DrawList list = scene::profiler_view(model.explanation, model.rows, chosen,
                                                    {room.x, room.y}, scene_style(ui));
  const bool is_clicked = ImGui::InvisibleButton("rows", room);
  mark(ui, "profiler_view.rows");
  draw_or_tell(ui, "profiler", list, origin);
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const scene::MarkId id = list.pick(mouse.x, mouse.y);
  if (id.kind != scene::MarkId::Kind::row) return;
  if (is_clicked) {
    chosen = id.a;
    go_to_row(ui, model, model.rows[chosen]);
  }
  tooltip(ui, sentences_of(ui, model.explanation.accesses[model.rows[id.a].access]) + "\n" +
                  std::string(ui.say(Str::profiler_hint)));
}

void shown_model(const AppState& app, Ui& ui, const ProfilerModel& model, std::size_t& chosen) {
  report_line(app, ui, model);
  if (model.rows.empty()) return muted_note(ui, Str::profiler_no_access);
  const auto& access = model.explanation.accesses[model.rows[chosen].access];
  const std::string sentences = sentences_of(ui, access);
  ui.widget_log.shown("profiler_view.answer", sentences);
  ui.widget_log.shown("profiler_view.measured", [&] {
    return std::to_string(std::ranges::count_if(
        model.explanation.accesses,
        [](const explain::ExplainedAccess& each) { return each.measured.has_value(); }));
  });
  ui.widget_log.shown("profiler_view.count", [&] { return std::to_string(model.rows.size()); });
  constexpr float kLowest = 9;  // of what is left, in text sizes
  if (ImGui::GetContentRegionAvail().y > ui.fonts.body->FontSize * kLowest) {
    wrapped_label(ui, sentences, {ui.theme->text, ui.fonts.body});
  }
  rows_of(ui, model, chosen);
}

}  // namespace

void profiler_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "profiler_view", area, ui.say(Str::profiler_view));
  const session::LaunchResult* launch = app.session.launch(ui.side);
  if (app.hides_costs()) {
    muted_note(ui, Str::hidden_until_answer);
  } else if (launch != nullptr) {
    if (const ProfilerModel* model = shown_profile(app, ui, *launch)) {
      shown_model(app, ui, *model, chosen_row(ui, *launch, model->rows.size()));
    }
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::explain {

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::profiler_view, ui::Str::profiler_view,
                                    ui::profiler_panel};
  return {.panels = {&kPanel, 1}};
}

}  // namespace warplens::explain
