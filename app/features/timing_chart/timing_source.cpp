#include "app/features/timing_chart/timing_source.h"

#include <string>
#include <vector>

#include "app/settings/timing_choice.h"
#include "app/state/app_state.h"
#include "app/ui/band.h"
#include "app/ui/panel_tools.h"
#include "app/ui/widgets.h"
#include "viz/scene/charts/chart_axis.h"

namespace warplens::ui {
namespace {

struct Source {
  const char* name = nullptr;
  std::string words, hint;
};

std::string hint_of(const Ui& ui, const timing::Timings& timings, const std::string& side,
                    const catalog::Parameters& settings) {
  const timing::Device& device = timings.device;
  return ui.say(Str::timed_hint, side, settings_phrase(settings), device.driver,
                device.compute_capability, timings.command);
}

std::vector<Source> sources_of(const AppState& app, const Ui& ui, const TimingModel& model) {
  const std::string side =
      scene::grouped_digits(shown_side(model, app.session.chosen<session::TimingChoice>()));
  std::vector<Source> sources;
  if (model.recorded) {
    sources.push_back(
        {"timing_view.recorded",
         ui.say(Str::timed_recorded, model.recorded->device.name, model.recorded->days()),
         hint_of(ui, *model.recorded, side, model.settings)});
  }
  if (model.live) {
    sources.push_back({"timing_view.live", ui.say(Str::timed_live, model.live->device.name),
                       hint_of(ui, *model.live, side, model.settings)});
  }
  return sources;
}

}  // namespace

void timing_source(const AppState& app, Ui& ui, const TimingModel& model) {
  float tools = panel_tools_width(ui, name_of(session::StageView::timing_view));
  for (const Source& source : sources_of(app, ui, model)) {
    const float unit = ui.fonts.small->FontSize;
    ImGui::SameLine(0, unit * 0.7f);
    const float needed = text_width(source.words, ui.fonts.small) + unit * 1.2f;
    if (needed > ImGui::GetContentRegionAvail().x - tools) {
      ImGui::NewLine();
      tools = 0;  // they stand in the first line
    }
    band(ui, source.words, source.hint, source.name);
  }
}

}  // namespace warplens::ui
