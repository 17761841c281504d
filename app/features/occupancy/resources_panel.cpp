#include <algorithm>

#include "app/features/occupancy/kernel_needs.h"
#include "app/features/occupancy/resources_panel.h"
#include "app/state/app_state.h"
#include "app/state/shares_chart.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/widgets.h"
#include "kernels/sass/assembled.h"
#include "viz/scene/charts/resources_view.h"

namespace warplens::ui {
namespace {

using scene::KernelResources;
using scene::ResourceFigure;
using session::Selection;

struct NamedGpu {
  std::uint32_t capability = 0;
  std::string_view name;
};
constexpr std::array kGpus{NamedGpu{75, "T4"},         NamedGpu{80, "A100"},
                           NamedGpu{86, "RTX 30"},     NamedGpu{89, "RTX 40"},
                           NamedGpu{90, "H100, H200"}, NamedGpu{100, "B200"},
                           NamedGpu{120, "RTX 50"}};

// Both kernels where they stand side by side in one view.
std::vector<Selection> shown_kernels(const AppState& app, const Ui& ui) {
  if (!shares_chart(app.session)) return {app.session.selection(ui.side)};
  std::vector<Selection> both;
  for (const session::Side side : session::kSides) both.push_back(app.session.selection(side));
  return both;
}

bool is_as_shipped(const Selection& selection) {
  return selection.capture.empty() && selection.index.empty() && !selection.kernel.empty();
}

// What kernels take of a multiprocessor tells nobody what they took of time.
bool is_of_time(const lessons::Step& step) { return step.prediction->ranking.measure != nullptr; }

KernelResources resources_of(const occupancy::OnArchitecture& on) {
  KernelResources of;
  const auto set = [&](ResourceFigure figure, std::uint32_t value) {
    of.figures[static_cast<std::size_t>(figure)] = value;
  };
  set(ResourceFigure::registers, on.resources.registers);
  set(ResourceFigure::spilled, on.resources.spilled_bytes);
  set(ResourceFigure::shared_bytes, on.shared_bytes);
  set(ResourceFigure::blocks, on.blocks);
  if (on.loads) {
    set(ResourceFigure::wide_loads, on.loads->wide);
    of.loads = on.loads->all;
  }
  return of;
}

scene::ResourcesRow row_of(const NamedGpu& gpu, const std::vector<occupancy::ByArchitecture>& all) {
  scene::ResourcesRow row{sass::architecture_name(gpu.capability), std::string(gpu.name), {}};
  for (std::size_t i = 0; i < std::min(all.size(), row.of.size()); ++i) {
    const auto on =
        std::ranges::find(all[i], gpu.capability, &occupancy::OnArchitecture::capability);
    if (on != all[i].end()) row.of[i] = resources_of(*on);
  }
  return row;
}

scene::ResourcesScene scene_of(const std::vector<Selection>& kernels,
                               const std::vector<occupancy::ByArchitecture>& all) {
  scene::ResourcesScene scene;
  for (const Selection& each : kernels) scene.kernels.push_back(each.kernel);
  for (const NamedGpu& gpu : kGpus) {
    scene::ResourcesRow row = row_of(gpu, all);
    const bool is_known =
        std::ranges::any_of(row.of, [](const auto& of) { return of.has_value(); });
    if (is_known) scene.rows.push_back(std::move(row));
  }
  return scene;
}

// "5/4" blocks on sm_90, for tests.
void record(Ui& ui, const scene::ResourcesScene& scene) {
  for (const scene::ResourcesRow& row : scene.rows) {
    std::string blocks;
    for (std::size_t i = 0; i < scene.kernels.size(); ++i) {
      const auto value = row.of[i]
                             ? row.of[i]->figures[static_cast<std::size_t>(ResourceFigure::blocks)]
                             : std::nullopt;
      blocks += fmt::format("{}{}", i == 0 ? "" : "/", value.value_or(0));
    }
    ui.widget_log.shown({"resources_view.blocks.", row.architecture}, blocks);
  }
}

void table(Ui& ui, const scene::ResourcesScene& scene) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::DrawList list = scene::resources_view(scene, {room.x, room.y}, scene_style(ui));
  ImGui::InvisibleButton("table", room);
  mark(ui, "resources_view.table");
  record(ui, scene);
  draw_or_tell(ui, "resources", list, origin);
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const scene::MarkId id = list.pick(mouse.x, mouse.y);
  const bool is_loads = id.kind == scene::MarkId::Kind::bar
                            ? id.a == static_cast<std::uint32_t>(ResourceFigure::wide_loads)
                            : id.b == static_cast<std::uint32_t>(ResourceFigure::wide_loads);
  if (id.kind != scene::MarkId::Kind::none && is_loads) {
    tooltip(ui, ui.say(Str::resources_loads_hint));
  }
}

}  // namespace

void resources_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "resources_view", area, ui.say(Str::resources_view));
  const std::vector<Selection> kernels = shown_kernels(app, ui);
  if (app.hides_costs() && !is_of_time(app.current_step())) {
    muted_note(ui, Str::hidden_until_answer);
  } else if (!std::ranges::all_of(kernels, is_as_shipped)) {
    muted_note(ui, Str::resources_none);
  } else if (const auto* all = by_architecture(ui.cache(), app.catalogue, kernels)) {
    const scene::ResourcesScene scene = scene_of(kernels, *all);
    scene.rows.empty() ? muted_note(ui, Str::resources_none) : table(ui, scene);
  } else {
    muted_note(ui, Str::resources_making);
  }
  end_panel();
}

}  // namespace warplens::ui
