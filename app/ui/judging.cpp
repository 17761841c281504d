#include <algorithm>

#include "app/lessons/course.h"
#include "app/lessons/lesson_file.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"
#include "viz/scene/access/metrics_view.h"

namespace warplens::ui {
namespace {

using lessons::Bound;
using lessons::Condition;
using session::Figure;

Str figure_phrase(Figure figure) {
  switch (figure) {
    case Figure::total_wavefronts:
      return Str::judged_wavefronts;
    case Figure::total_conflicts:
      return Str::judged_conflicts;
    case Figure::total_sectors:
      return Str::judged_sectors;
    case Figure::total_requests:
      return Str::judged_requests;
    case Figure::shared_bytes:
      return Str::judged_shared_bytes;
    case Figure::shared_requests:
      return Str::judged_shared_requests;
    case Figure::idle_blocks:
      return Str::judged_idle_blocks;
    case Figure::wrong_elements:
      return Str::judged_wrong_elements;
    case Figure::out_of_bounds:
      return Str::judged_out_of_bounds;
    case Figure::races:
      return Str::judged_races;
    case Figure::unchecked:
      return Str::judged_unchecked;
    case Figure::global_values:
      return Str::judged_global_values;
    case Figure::shared_values:
      return Str::judged_shared_values;
    case Figure::global_loads:
      return Str::judged_global_loads;
    case Figure::shared_loads:
      return Str::judged_shared_loads;
    case Figure::idle_lanes:
    case Figure::idle_in_shared:
      return Str::judged_idle_lanes;
    default:
      return Str::judged_findings;
  }
}

std::string figure_phrase(const Ui& ui, const Bound& bound) {
  return bound.measure ? bound.measure->words(ui)
                       : std::string(ui.say(figure_phrase(bound.figure)));
}

// Of the kernel on screen, of two that on the right, which is judged: its place among those that
// were shown; nothing while it is on its way, or another's turn.
std::optional<std::size_t> judged_result(const session::Session& session,
                                         const Condition& condition) {
  const session::KernelResultPtr& result =
      session.result(session.is_comparing() ? session::Side::right : session::Side::left);
  if (!result || (!condition.kernel.empty() &&
                  !lessons::is_kernel(result->selection.kernel, condition.kernel))) {
    return std::nullopt;
  }
  const session::Activity& activity = session.activity();
  for (std::size_t i = activity.sums.size(); i-- > 0;) {
    if (activity.sums[i].of == result->selection) return i;
  }
  return std::nullopt;
}

std::string counted_phrase(std::int64_t value) {
  return scene::with_separators(static_cast<std::uint64_t>(value));
}

void bound_row(Ui& ui, const std::string& words, bool is_kept, float width) {
  wrapped_label(ui, fmt::format("{} {}", is_kept ? "✓" : "·", words),
                {is_kept ? ui.theme->good : ui.theme->text, ui.fonts.body}, width);
}

// "warp_tiles" of "gemm/warp_tiles".
std::string_view variant_of(std::string_view kernel) { return kernel.substr(kernel.find('/') + 1); }

std::string most_phrase(const Ui& ui, const Bound& bound, const std::string& shown,
                        std::optional<std::int64_t> most) {
  const std::string figure = figure_phrase(ui, bound);
  const std::string number = most ? counted_phrase(*most) : "–";
  if (!bound.of) return ui.say(Str::judged_at_most, figure, shown, number);
  return ui.say(Str::judged_within, figure, shown, number, variant_of(bound.of->kernel),
                *bound.at_most - 100);
}

void bound_rows(const session::Session& session, Ui& ui, const Bound& bound,
                std::optional<std::int64_t> value, float width) {
  const std::string shown = value ? counted_phrase(*value) : "–";
  ui.widget_log.shown({"lesson.judged.", bound.name}, shown);
  if (bound.at_most) {
    const auto most = lessons::most_of(bound, session);
    bound_row(ui, most_phrase(ui, bound, shown, most), value && most && *value <= *most, width);
  }
  if (bound.at_least) {
    bound_row(ui,
              ui.say(Str::judged_at_least, figure_phrase(ui, bound), shown,
                     counted_phrase(*bound.at_least)),
              value && *value >= *bound.at_least, width);
  }
}

void goal_rows(const session::Session& session, Ui& ui, const session::Goal& goal, float width) {
  for (const session::GoalRow& row : goal.rows(session, ui)) {
    if (!row.figure.empty()) ui.widget_log.shown({"lesson.judged.", row.figure}, row.value);
    bound_row(ui, row.words, row.is_kept, width);
  }
}

}  // namespace

void judged_so_far(const AppState& app, Ui& ui, float width) {
  if (app.hides_costs()) return;
  for (const Condition& condition : app.current_step().done) {
    if (condition.goal) goal_rows(app.session, ui, *condition.goal, width);
    if (condition.kind != Condition::Kind::judged) continue;
    const auto result = judged_result(app.session, condition);
    for (const Bound& bound : condition.bounds) {
      bound_rows(app.session, ui, bound,
                 result ? lessons::judged_value(bound, app.session, *result) : std::nullopt, width);
    }
  }
}

}  // namespace warplens::ui
