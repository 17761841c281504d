#include "app/ui/timing/timing_bands.h"

#include "app/ui/band.h"
#include "app/ui/widgets.h"
#include "viz/scene/charts/chart_axis.h"

namespace warplens::ui {
namespace {

std::string hint_of(const Ui& ui, const timing::Timings& timings, const std::string& side,
                    const catalog::Parameters& settings) {
  const timing::Device& device = timings.device;
  return ui.say(Str::timed_hint, side, settings_words(settings), device.driver,
                device.compute_capability, timings.command);
}

}  // namespace

void timing_bands(const AppState& app, Ui& ui, const TimingModel& model) {
  const std::string side = scene::grouped_digits(shown_side(model, app.session.choice().timing));
  if (model.recorded) {
    band(ui, ui.say(Str::timed_recorded, side, model.recorded->device.name, model.recorded->date),
         hint_of(ui, *model.recorded, side, model.settings), "timing_view.recorded");
  }
  if (model.live) {
    band(ui, ui.say(Str::timed_live, side, model.live->device.name),
         hint_of(ui, *model.live, side, model.settings), "timing_view.live");
  }
}

}  // namespace warplens::ui
