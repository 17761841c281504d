#include "app/features/occupancy/occupancy.h"
#include "app/features/occupancy/occupancy_model.h"
#include "app/features/occupancy/occupancy_sliders.h"
#include "app/features/occupancy/resources_panel.h"
#include "app/session/occupancy_choice.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/wrapped_text.h"
#include "viz/analysis/limits/occupancy_text.h"

namespace warplens::ui {
namespace {

using analysis::kOccupancyGpus;
using scene::MarkId;

// Where there is room for them above the bars; of the hero they are what is there to be done.
bool has_sliders(const AppState& app, const Ui& ui) {
  const bool is_hero = app.views.front() == session::StageView::occupancy_view;
  const float lowest = is_hero ? 9 : 18;  // of the panel, in text sizes
  constexpr float kNarrowest = 34;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  return !ui.hides_tools && room.y >= lowest * ui.fonts.body->FontSize &&
         room.x >= kNarrowest * ui.fonts.body->FontSize;
}

void gpu_buttons(Ui& ui, const scene::DrawList& list, ImVec2 origin) {
  for (const scene::Rectangle& r : list.rectangles) {
    if (r.id.kind != MarkId::Kind::bank) continue;
    const std::size_t gpu = r.id.a;
    const std::string name = fmt::format("occupancy.{}", kOccupancyGpus[gpu].id);
    ImGui::SetCursorScreenPos(origin + ImVec2{r.x, r.y});
    if (ImGui::InvisibleButton(name.c_str(), {std::max(r.width, 1.0f), std::max(r.height, 1.0f)})) {
      ui.ask([gpu](AppState& app) {
        session::OccupancyChoice choice = app.session.chosen<session::OccupancyChoice>();
        choice.gpu = gpu;
        app.session.choose(choice);
      });
    }
    mark(ui, name);
  }
}

// Of the limit under the pointer: what a block takes there. Of a dot: its kernels.
void hover_mark(Ui& ui, const OccupancyModel& model, MarkId id) {
  const scene::OccupancyScene& scene = model.scene;
  const scene::OccupancyOfGpu& gpu = scene.gpus[scene.chosen];
  if (id.kind == MarkId::Kind::row) {
    const auto limit = static_cast<analysis::SmLimit>(id.a);
    const analysis::Occupancy now = analysis::occupancy(*gpu.sm, model.needs);
    return tooltip(ui, ui.say(Str::occupancy_row_hint, analysis::name_of(limit).in(ui.language),
                              analysis::amount_text(limit, now.of_a_block(limit)),
                              analysis::amount_text(limit, capacity(*gpu.sm, limit))));
  }
  if (id.kind != MarkId::Kind::point) return;
  std::string names;
  for (const std::size_t kernel : kernels_at(scene, id.a)) {
    names += (names.empty() ? "" : "\n") + scene.kernels[kernel].name;
  }
  tooltip(ui, names);
}

void record(Ui& ui, const OccupancyModel& model) {
  if (model.scene.is_hidden) return;
  const scene::OccupancyOfGpu& gpu = model.scene.gpus[model.scene.chosen];
  const analysis::Occupancy now = analysis::occupancy(*gpu.sm, model.needs);
  ui.widget_log.shown("occupancy_view.resident", [&] {
    return fmt::format("{}/{}/{}", now.blocks, now.warps, gpu.sm->warps);
  });
  ui.widget_log.shown("occupancy_view.limits",
                      [&] { return analysis::limiting_phrase(now).in(Language::en); });
}

void bars(Ui& ui, const OccupancyModel& model) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::DrawList list =
      scene::occupancy_view(model.scene, {room.x, room.y}, scene_style(ui));
  record(ui, model);
  draw(ui, "occupancy", list, origin);
  gpu_buttons(ui, list, origin);
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy(room);
  if (model.scene.is_hidden || !ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  hover_mark(ui, model, list.pick(mouse.x, mouse.y));
}

// The GPUs alone, so that another can be chosen.
void missing(Ui& ui, const OccupancyModel& model) {
  wrapped_label(ui, ui.say(model.missing), {ui.theme->muted, ui.fonts.small});
  ui.widget_log.shown("occupancy_view.missing", [&] { return model.missing.in(Language::en); });
  if (model.scene.gpus.empty()) return;
  ImGui::Spacing();
  for (std::size_t i = 0; i < model.scene.gpus.size(); ++i) {
    if (i > 0) ImGui::SameLine();
    const std::string name = fmt::format("occupancy.{}", kOccupancyGpus[i].id);
    if (button(ui, name.c_str(), kOccupancyGpus[i].name)) {
      ui.ask([i](AppState& app) {
        session::OccupancyChoice choice = app.session.chosen<session::OccupancyChoice>();
        choice.gpu = i;
        app.session.choose(choice);
      });
    }
  }
}

}  // namespace

void occupancy_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "occupancy_view", area, ui.say(Str::occupancy_view));
  const auto model = occupancy_model(app, ui);
  if (!model) {
    muted_note(ui, Str::occupancy_making);
  } else if (!model->missing.empty()) {
    missing(ui, *model);
  } else {
    if (has_sliders(app, ui)) occupancy_sliders(app, ui, *model);
    bars(ui, *model);
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::occupancy {

ui::FeaturePanels panels() {
  using enum session::StageView;
  static constexpr std::array kPanels{
      ui::Panel{occupancy_view, ui::Str::occupancy_view, ui::occupancy_panel},
      ui::Panel{resources_view, ui::Str::resources_view, ui::resources_panel}};
  return {.panels = kPanels};
}

}  // namespace warplens::occupancy
