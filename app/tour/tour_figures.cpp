#include "app/tour/tour_figures.h"

#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/metric_names.h"
#include "app/ui/control_widgets.h"
#include "app/ui/feature_panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Side;

std::string parameter_phrase(const catalog::Parameters& parameters) {
  std::string words;
  for (const auto& [name, value] : parameters) {
    words += fmt::format("{}{}={}", words.empty() ? "" : " ", name, value);
  }
  return words;
}

// A file without its folder, which is nobody else's business.
std::string kernel_name(const session::Selection& selection) {
  return selection.capture.empty() ? selection.kernel : short_name(selection);
}

std::vector<Side> shown_sides(const AppState& app) {
  std::vector<Side> sides{Side::left};
  if (app.session.is_comparing()) sides.push_back(Side::right);
  return sides;
}

Str phrase_of(trace::Verdict verdict) {
  if (verdict == trace::Verdict::match) return Str::result_match;
  return verdict == trace::Verdict::mismatch ? Str::result_mismatch : Str::result_unchecked;
}

void add_findings(const Ui& ui, const session::KernelResult& result, const trace::Trace& trace,
                  KernelFigures& figures) {
  figures.verdict = ui.say(phrase_of(result.run->verdict));
  figures.is_wrong = result.run->verdict == trace::Verdict::mismatch;
  for (const trace::Finding& finding : trace.findings) {
    figures.findings.push_back(ui.say(finding.message));
  }
}

// A step of plane or space is about no kernel.
bool is_about_motion(const AppState& app) {
  return app.stands_large(session::StageView::plane) || app.stands_large(session::StageView::space);
}

}  // namespace

std::string access_phrase(const AppState& app, const Ui& ui, Side side) {
  const ExplainedEvent* current = app.session.event(side);
  if (current == nullptr) return {};
  const std::size_t event = app.session.cursor(side).event;
  return fmt::format("{} · {} {} · {} {} · {}",
                     ui.say(Str::event_of, scene::with_separators(event + 1),
                            scene::with_separators(current->trace->events.size())),
                     ui.say(Str::block), current->view.block, ui.say(Str::warp), current->view.warp,
                     event_name(ui, *current->site));
}

std::string view_phrase(const AppState& app, const Ui& ui, session::StageView view) {
  return panel_of(ui, view).words(app, ui);
}

std::string kernel_phrase(const AppState& app, const Ui& ui) {
  if (is_about_motion(app)) return view_phrase(app, ui, app.views.front());
  std::string words;
  for (const Side side : shown_sides(app)) {
    const session::Selection& selection = app.session.result(side)->selection;
    words += fmt::format("{}{} {} ({})", words.empty() ? "" : " | ", ui.say(Str::kernel),
                         kernel_name(selection), parameter_phrase(selection.parameters));
  }
  return words;
}

std::vector<KernelFigures> kernel_figures(const AppState& app, const Ui& ui) {
  std::vector<KernelFigures> all;
  if (app.hides_costs() || is_about_motion(app)) return all;
  for (const Side side : shown_sides(app)) {
    const session::LaunchResult* launch = app.session.launch(side);
    const ExplainedEvent* current = app.session.event(side);
    if (launch == nullptr || current == nullptr) continue;
    const session::KernelResult& result = *app.session.result(side);
    const trace::TracedLaunch& shape = launch->trace->launch;
    KernelFigures figures;
    figures.kernel = kernel_name(result.selection);
    figures.parameters = parameter_phrase(result.selection.parameters);
    figures.launch = app.session.cursor(side).launch;
    figures.access = access_phrase(app, ui, side);
    figures.event = scene::event_metrics(*current);
    figures.totals = scene::kernel_metrics(launch->totals);
    figures.shared_bytes = ui.say(
        Str::bytes, scene::with_separators(shape.static_shared_bytes + shape.dynamic_shared_bytes));
    add_findings(ui, result, *launch->trace, figures);
    all.push_back(std::move(figures));
  }
  return all;
}

}  // namespace warplens::ui
