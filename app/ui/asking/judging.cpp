#include <algorithm>

#include "app/lessons/lesson_file.h"
#include "app/ui/asking/asking.h"
#include "app/ui/widgets.h"
#include "viz/scene/tables/metrics_view.h"

namespace warplens::ui {
namespace {

using lessons::Bound;
using lessons::Condition;
using session::Figure;

Str figure_words(Figure figure) {
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

// Of the kernel on screen, of two that on the right, which is judged by them; null while it is on
// its way, or another's turn.
const session::Sums* shown_sums(const session::Session& session, const Condition& condition) {
  const session::KernelResultPtr& result =
      session.result(session.is_comparing() ? session::Side::right : session::Side::left);
  if (!result || (!condition.kernel.empty() &&
                  !lessons::is_kernel(result->selection.kernel, condition.kernel))) {
    return nullptr;
  }
  const session::Activity& activity = session.activity();
  for (auto shown = activity.sums.rbegin(); shown != activity.sums.rend(); ++shown) {
    if (shown->of == result->selection) return &shown->sums;
  }
  return nullptr;
}

void bound_row(Ui& ui, Figure figure, const std::string& value, std::int64_t bound, bool is_most,
               bool is_kept, float width) {
  const std::string words =
      ui.say(is_most ? Str::judged_at_most : Str::judged_at_least, ui.say(figure_words(figure)),
             value, scene::with_separators(static_cast<std::uint64_t>(bound)));
  ui.recorder.shown(fmt::format("lesson.judged.{}", session::name_of(figure)), value);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  label(ui, fmt::format("{} {}", is_kept ? "✓" : "·", words),
        {is_kept ? ui.look->good : ui.look->text, ui.fonts.body});
  ImGui::PopTextWrapPos();
}

void bound_rows(Ui& ui, const Bound& bound, const session::Sums* sums, float width) {
  const std::int64_t value = sums == nullptr ? 0 : sums->at(bound.figure);
  const std::string shown =
      sums == nullptr ? "–" : scene::with_separators(static_cast<std::uint64_t>(value));
  if (bound.at_most) {
    bound_row(ui, bound.figure, shown, *bound.at_most, true, sums && value <= *bound.at_most,
              width);
  }
  if (bound.at_least) {
    bound_row(ui, bound.figure, shown, *bound.at_least, false, sums && value >= *bound.at_least,
              width);
  }
}

// Of a matrix that is to take vectors to places.
void sending_rows(const algebra::MotionSpec& now, Ui& ui, const session::MotionGoal& goal,
                  float width) {
  for (const session::Sending& each : goal.sends) {
    const algebra::Vector image = now.a * each.from;
    const bool is_kept = image == each.to;
    const auto text = [](const algebra::Fraction& number) { return printed(number); };
    const std::string words =
        ui.say(Str::motion_sends, text(each.from.x), text(each.from.y), text(each.to.x),
               text(each.to.y), text(image.x), text(image.y));
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    label(ui, fmt::format("{} {}", is_kept ? "✓" : "·", words),
          {is_kept ? ui.look->good : ui.look->text, ui.fonts.body});
    ImGui::PopTextWrapPos();
  }
}

}  // namespace

void judged_so_far(const AppState& app, Ui& ui, float width) {
  if (app.hides_costs()) return;
  for (const Condition& condition : app.current_step().done) {
    if (condition.kind == Condition::Kind::motion) {
      sending_rows(app.session.choice().motion, ui, condition.motion, width);
    }
    if (condition.kind != Condition::Kind::judged) continue;
    const session::Sums* sums = shown_sums(app.session, condition);
    for (const Bound& bound : condition.bounds) bound_rows(ui, bound, sums, width);
  }
}

}  // namespace warplens::ui
