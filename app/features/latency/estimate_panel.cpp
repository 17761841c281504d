#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "app/features/latency/estimate_lines.h"
#include "app/features/latency/estimate_model.h"
#include "app/features/latency/estimate_times.h"
#include "app/features/latency/latency.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/state/jumps.h"
#include "app/ui/chosen_chip.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using estimates::EstimateModel;
using scene::MarkId;

struct EstimateOf {
  session::KernelResultPtr result;
  std::size_t launch = 0;
  std::string chip;
  friend bool operator==(const EstimateOf&, const EstimateOf&) = default;
};

struct EstimateWork final : ViewJob<EstimateOf, EstimateModel> {
  std::shared_ptr<std::atomic<float>> share = std::make_shared<std::atomic<float>>(0.0f);
  std::optional<EstimateOf> cancelled;  // not estimated until somebody asks again
};

// The picture's lines, of what was estimated last.
struct EstimateLines {
  const EstimateModel* of = nullptr;
  Language language = Language::en;
  std::vector<scene::EstimateLine> lines;
};

const analysis::Chip* shown_chip(const AppState& app, Ui& ui) {
  const auto& chips = app.recordings.chips();
  return chips.empty() ? nullptr : &chips[ui.state<ChosenChip>().index % chips.size()];
}

void begin_estimate(const AppState& app, EstimateWork& work, const EstimateOf& of) {
  work.share = std::make_shared<std::atomic<float>>(0.0f);
  session::EstimateSubject subject;
  subject.image = of.result->selection.kernel + ".ptx";
  subject.run = session::run_again(app.catalogue, of.result, app.own_files);
  subject.launch = of.launch;
  subject.budget = estimates::kFollowedInstructions;
  subject.share = work.share.get();
  work.job.start(of, [subject, share = work.share, assets = app.catalogue->assets(),
                      chip = of.chip](const std::stop_token& stop) {
    return estimates::estimate_model(assets, chip, subject, stop);
  });
}

// Null: there is none yet.
const Result<EstimateModel>* wanted_estimate(const AppState& app, Ui& ui, EstimateWork& work,
                                             const EstimateOf& of) {
  if (work.cancelled == of) return nullptr;
  if (work.job.request() == nullptr || *work.job.request() != of) begin_estimate(app, work, of);
  ui.makes_more |= work.job.is_under_way();
  return work.job.result();
}

void waiting_line(Ui& ui, EstimateWork& work, const EstimateOf& of) {
  if (work.cancelled == of) {
    label(ui, ui.say(Str::estimate_cancelled), {ui.theme->muted, ui.fonts.small});
    ImGui::SameLine();
    if (text_button(ui, "estimate_view.again", ui.say(Str::estimate_again))) {
      work.cancelled.reset();
    }
    return;
  }
  label(ui, ui.say(Str::estimate_running, fmt::format("{:.0f}%", *work.share * 100)),
        {ui.theme->muted, ui.fonts.small}, "estimate_view.running");
  ImGui::SameLine();
  if (text_button(ui, "estimate_view.cancel", ui.say(Str::own_cancel))) {
    work.cancelled = of;
    work.job.cancel();
  }
  tooltip(ui, ui.say(Str::estimate_cancel_hint));
}

// The chip, a click away from the next, and what is estimated.
void chip_line(Ui& ui, const analysis::Chip& chip, const EstimateOf& of) {
  push_font(ui.fonts.small);
  if (button(ui, "estimate_view.chip", chip.name)) ++ui.state<ChosenChip>().index;
  tooltip(ui, ui.say(Str::estimate_chip_hint));
  ImGui::SameLine();
  const std::size_t launches = of.result->launches.size();
  std::string all = estimates::subject_phrase(*of.result);
  if (launches > 1) all += " · " + ui.say(Str::estimate_launch, of.launch + 1, launches);
  const std::string words = fitted(all, ImGui::GetContentRegionAvail().x, ui.fonts.small);
  label(ui, words, {ui.theme->muted, ui.fonts.small});
  ImGui::PopFont();
}

const std::vector<scene::EstimateLine>& lines_of(Ui& ui, const EstimateOf& of,
                                                 const EstimateModel& model) {
  EstimateLines& kept = ui.cache().kept.of<EstimateLines>();
  if (std::exchange(kept.of, &model) != &model || kept.language != ui.language) {
    kept.language = ui.language;
    kept.lines = estimates::lines_with_text(model, *of.result, ui.language);
  }
  return kept.lines;
}

std::string percent(double part, double all) {
  const double share = all > 0 ? 100 * part / all : 0;
  return share > 0 && share < 1 ? "<1%" : fmt::format("{:.0f}%", share);
}

std::string hint_of(const Ui& ui, const EstimateModel& model, MarkId id) {
  const latency::StalledLine& line = model.lines[id.a];
  const double all = latency::sum_of(latency::sum_of(model.lines));
  if (id.kind == MarkId::Kind::row) {
    return ui.say(Str::estimate_row_hint, estimates::place_of(line),
                  fmt::format("{:.0f}", line.all), percent(line.all, all));
  }
  const double cycles = line.cycles[id.b];
  return ui.say(Str::estimate_part_hint, latency::name_of(static_cast<latency::Stall>(id.b)),
                fmt::format("{:.0f}", cycles), fmt::format("{:.0f}", line.all),
                percent(cycles, line.all), percent(line.all, all));
}

void point_at(Ui& ui, const EstimateModel& model, MarkId id, bool is_clicked) {
  const bool is_line = id.kind == MarkId::Kind::row || id.kind == MarkId::Kind::bar;
  if (!is_line || id.a >= model.lines.size()) return;
  const machine::SourceLine& source = model.lines[id.a].source;
  const bool has_code = !source.file.empty() && ui.side == session::Side::left;
  std::string words = hint_of(ui, model, id);
  if (has_code) words += "\n" + std::string(ui.say(Str::estimate_click_hint));
  tooltip(ui, words);
  ui.widget_log.shown("estimate_view.hover", words);
  if (!is_clicked || !has_code) return;
  ui.ask(
      [file = source.file, line = source.line](AppState& app) { jump_to_line(app, file, line); });
}

// Where each line is, for whoever clicks by name.
void record_lines(Ui& ui, const EstimateModel& model, const scene::DrawList& list, ImVec2 origin) {
  for (const scene::Rectangle& r : list.rectangles) {
    if (r.id.kind != MarkId::Kind::row || r.id.a >= model.lines.size()) continue;
    const ImVec2 at = origin + ImVec2{r.x + r.width / 2, r.y + r.height / 2};
    ui.widget_log.shown({"estimate_view.at.", estimates::place_of(model.lines[r.id.a])},
                        [&] { return fmt::format("{:.0f},{:.0f}", at.x, at.y); });
  }
}

void picture(const AppState& app, Ui& ui, const EstimateOf& of, const EstimateModel& model) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  scene::EstimateScene scene;
  scene.seconds = model.seconds;
  scene.error = model.error;
  scene.agreement = model.agreement;
  scene.measured = time_beside_estimate(app, ui, of.result, model.chip);
  scene.lines = lines_of(ui, of, model);
  const scene::DrawList list = scene::estimate_view(scene, {room.x, room.y}, scene_style(ui));
  const bool is_clicked = ImGui::InvisibleButton("lines", room);
  mark(ui, "estimate_view.lines");
  ui.widget_log.shown("estimate_view.seconds",
                      [&] { return fmt::format("{:.3g}", model.seconds); });
  draw_or_tell(ui, "estimate", list, origin);
  record_lines(ui, model, list, origin);
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  point_at(ui, model, list.pick(mouse.x, mouse.y), is_clicked);
}

void shown_estimate(const AppState& app, Ui& ui, const EstimateOf& of, const analysis::Chip& chip) {
  chip_line(ui, chip, of);
  EstimateWork& work = ui.cache().works.of<EstimateWork>();
  const Result<EstimateModel>* made = wanted_estimate(app, ui, work, of);
  if (made == nullptr) return waiting_line(ui, work, of);
  if (!made->has_value()) {
    ui.widget_log.shown("estimate_view.none", ui.say(made->error().message));
    return wrapped_label(ui, ui.say(made->error()), {ui.theme->muted, ui.fonts.body});
  }
  picture(app, ui, of, **made);
}

}  // namespace

void estimate_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "estimate_view", area, ui.say(Str::estimate_view));
  const session::KernelResultPtr& result = app.session.result(ui.side);
  const analysis::Chip* chip = shown_chip(app, ui);
  if (app.hides_costs()) {
    muted_note(ui, Str::hidden_until_answer);
  } else if (result != nullptr && result->is_recorded) {
    muted_note(ui, Str::estimate_not_here);
  } else if (result != nullptr && chip != nullptr && !result->launches.empty()) {
    const std::size_t launch =
        std::min(app.session.cursor(ui.side).launch, result->launches.size() - 1);
    shown_estimate(app, ui, {result, launch, chip->id}, *chip);
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::estimates {
namespace {

void enlarge(ui::AppState& app) { show_large(app, session::StageView::estimate_view); }

constexpr ui::KeyRow kEnlarge{ui::Key::e, ui::kShift, ui::asks<enlarge>, "Shift + E",
                              ui::Str::keys_estimate};

}  // namespace

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::estimate_view, ui::Str::estimate_view,
                                    ui::estimate_panel};
  static constexpr ui::FeatureKeys kKeys{{&kEnlarge, 1}};
  return {.panels = {&kPanel, 1}, .keys = {&kKeys, 1}};
}

}  // namespace warplens::estimates
