#include "app/features/latency/estimate_times.h"

#include "app/session/kernel_result.h"
#include "app/session/live_timing.h"
#include "app/state/app_state.h"
#include "app/state/own_kernel.h"
#include "app/ui/view_cache.h"
#include "kernels/run/run.h"

namespace warplens::ui {
namespace {

struct EstimatedOwn {
  session::KernelResultPtr result;
  std::string chip;
  friend bool operator==(const EstimatedOwn&, const EstimatedOwn&) = default;
};

struct OwnTimeWork final : ViewJob<EstimatedOwn, double> {};

std::optional<scene::MeasuredTime> own_time(const AppState& app, Ui& ui,
                                            const session::KernelResultPtr& result,
                                            const analysis::Chip& chip) {
  if (ui.side != session::Side::left) return std::nullopt;
  const auto time = time_of_own(app, chip.name);
  if (!time) return std::nullopt;
  auto& job = ui.cache().works.of<OwnTimeWork>().job;
  job.want({result, chip.name}, *time);
  ui.makes_more |= job.is_under_way();
  const double* seconds = job.value();
  if (seconds == nullptr) return std::nullopt;
  return scene::MeasuredTime{*seconds, true};
}

const timing::Entry* entry_in(const AppState& app, const timing::Timings& timings,
                              const session::Selection& selection,
                              const run::Catalogue::Found& found) {
  return timings.find(found.family->name, found.variant->name, selection.parameters,
                      app.recordings.image_of(*found.family, *found.variant));
}

std::optional<scene::MeasuredTime> recorded_time(const AppState& app,
                                                 const session::Selection& selection,
                                                 const analysis::Chip& chip) {
  const auto found = app.catalogue->look_up(selection.kernel);
  if (!found || !selection.index.empty()) return std::nullopt;
  const session::TimingsPtr live = app.live->measured();
  if (live != nullptr && live->device.name == chip.name) {
    const auto* entry = entry_in(app, *live, selection, *found);
    if (entry != nullptr) return scene::MeasuredTime{entry->seconds.median, true};
  }
  for (const session::TimingsPtr& timings : app.recordings.of(found->family->name)) {
    if (timings->device.name != chip.name) continue;
    const auto* entry = entry_in(app, *timings, selection, *found);
    if (entry != nullptr) return scene::MeasuredTime{entry->seconds.median, false};
  }
  return std::nullopt;
}

}  // namespace

std::optional<scene::MeasuredTime> time_beside_estimate(const AppState& app, Ui& ui,
                                                        const session::KernelResultPtr& result,
                                                        const analysis::Chip& chip) {
  if (result->launches.size() != 1) return std::nullopt;
  const session::Selection& selection = result->selection;
  return selection.capture.empty() ? recorded_time(app, selection, chip)
                                   : own_time(app, ui, result, chip);
}

}  // namespace warplens::ui
