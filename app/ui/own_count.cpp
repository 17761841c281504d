#include "app/ui/own_count.h"

#include <fmt/format.h>

#include "app/session/kernel_result.h"
#include "app/state/own_kernel.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"
#include "kernels/machine/launch/run_options.h"

namespace warplens::ui {
namespace {

using Demands = std::vector<analysis::LaunchDemand>;

struct OwnCountWork final : ViewJob<session::KernelResultPtr, Demands> {
  std::shared_ptr<machine::Progress> progress = std::make_shared<machine::Progress>();
  session::KernelResultPtr cancelled;  // not counted until somebody asks again
};

float share_of(const machine::Progress& progress) {
  const auto all = progress.blocks_total.load();
  return all == 0 ? 0 : static_cast<float>(progress.blocks_done.load()) / static_cast<float>(all);
}

OwnCountWork& work_of(Ui& ui) { return ui.cache(session::Side::left).works.of<OwnCountWork>(); }

}  // namespace

std::optional<OwnCount> own_count(const AppState& app, Ui& ui) {
  const auto count = count_of_own(app);
  if (ui.side != session::Side::left || !count) return std::nullopt;
  OwnCountWork& work = work_of(ui);
  const session::KernelResultPtr& result = app.session.result();
  if (work.cancelled == result) return OwnCount{.is_cancelled = true};
  if (work.job.request() == nullptr || *work.job.request() != result) {
    work.progress = std::make_shared<machine::Progress>();
    work.job.start(result, [count = *count, progress = work.progress](const std::stop_token& stop) {
      return count(stop, progress.get());
    });
  }
  OwnCount now{.share = share_of(*work.progress)};
  const Result<Demands>* made = work.job.result();
  ui.makes_more |= work.job.is_under_way();
  if (made == nullptr) return now;
  if (made->has_value()) {
    now.demands = &**made;
  } else {
    now.error = &made->error();
  }
  return now;
}

void own_count_line(Ui& ui, const OwnCount& count, const char* view) {
  if (count.demands != nullptr) return;
  if (count.error != nullptr) {
    return wrapped_label(ui, ui.say(*count.error), {ui.theme->bad, ui.fonts.small});
  }
  OwnCountWork& work = work_of(ui);
  if (count.is_cancelled) {
    label(ui, ui.say(Str::own_cancelled), {ui.theme->muted, ui.fonts.small});
    ImGui::SameLine();
    if (text_button(ui, fmt::format("{}.again", view).c_str(), ui.say(Str::own_again))) {
      work.cancelled.reset();
    }
    return;
  }
  label(ui, ui.say(Str::own_counting, fmt::format("{:.0f}%", count.share * 100)),
        {ui.theme->muted, ui.fonts.small}, fmt::format("{}.counting", view));
  ImGui::SameLine();
  if (text_button(ui, fmt::format("{}.cancel", view).c_str(), ui.say(Str::own_cancel))) {
    work.cancelled = *work.job.request();
    work.job.cancel();
  }
  tooltip(ui, ui.say(Str::own_cancel_hint));
}

}  // namespace warplens::ui
