#include "app/features/occupancy/occupancy_model.h"

#include "app/features/occupancy/kernel_needs.h"
#include "app/features/occupancy/occupancy_state.h"
#include "app/session/kernel_result.h"
#include "app/session/occupancy_choice.h"
#include "app/session/session.h"
#include "app/state/app_state.h"

namespace warplens::ui {
namespace {

using analysis::kOccupancyGpus;
using session::LaunchResult;
using session::OccupancyChoice;

constexpr TextView kNotThere =
    tr("No registers are known of this kernel on the {}: choose another GPU.");

std::vector<scene::OccupancyOfGpu> gpus_of(const LaunchResult& launch,
                                           const analysis::EntryReports& reports,
                                           const OccupancyChoice& choice) {
  std::vector<scene::OccupancyOfGpu> gpus;
  for (std::size_t i = 0; i < kOccupancyGpus.size(); ++i) {
    OccupancyChoice there = choice;
    there.gpu = i;
    const analysis::OccupancyGpu& gpu = kOccupancyGpus[i];
    gpus.push_back({std::string(gpu.name), analysis::multiprocessor(gpu.capability),
                    session::block_needs(launch.trace->launch, reports, there)});
  }
  return gpus;
}

void place_kernels(scene::OccupancyScene& scene,
                   const std::vector<occupancy::CatalogueNeeds>* kernels,
                   const std::string& shown) {
  if (kernels == nullptr) return;
  for (const occupancy::CatalogueNeeds& kernel : *kernels) {
    const auto needs = kernel.on(kOccupancyGpus[scene.chosen].capability);
    if (needs && kernel.kernel != shown) scene.kernels.push_back({kernel.kernel, *needs});
  }
}

}  // namespace

std::optional<OccupancyModel> occupancy_model(const AppState& app, Ui& ui) {
  const LaunchResult* launch = app.session.launch(ui.side);
  if (launch == nullptr) return std::nullopt;
  const session::Selection& selection = app.session.selection(ui.side);
  OccupancyModel model;
  const analysis::EntryReports* reports = &launch->reports;
  if (reports->empty()) {
    // Those of the catalogue come with the result; of another kernel ptxas is asked.
    const auto* own =
        assembled_entry(ui.cache(), *app.session.result(ui.side)->run->ptx, launch->trace->entry);
    if (own == nullptr) return std::nullopt;
    model.missing = own->has_value() ? (*own)->why_none : own->error().message;
    if (!own->has_value() || (*own)->reports.empty()) return model;
    reports = &(*own)->reports;
  }
  const OccupancyChoice& choice = app.session.chosen<session::OccupancyChoice>();
  model.scene.gpus = gpus_of(*launch, *reports, choice);
  model.scene.chosen = choice.gpu;
  model.scene.axis = ui.state<OccupancyState>().axis;
  model.scene.is_hidden = app.hides_costs();
  const auto& needs = model.scene.gpus[choice.gpu].needs;
  if (!needs) {
    model.missing = tr(kNotThere, choice.on().name);
    // The GPUs can still be chosen among.
    model.scene.gpus[choice.gpu].needs = analysis::BlockNeeds{};
    return model;
  }
  model.needs = *needs;
  model.static_bytes = reports->at(choice.on().capability).shared_bytes;
  place_kernels(model.scene, catalogue_needs(ui.cache(), app.catalogue), selection.kernel);
  return model;
}

}  // namespace warplens::ui
