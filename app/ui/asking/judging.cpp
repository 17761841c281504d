#include <algorithm>

#include "app/lessons/lesson_file.h"
#include "app/session/errors/error_choice.h"
#include "app/ui/asking/asking.h"
#include "app/ui/widgets.h"
#include "viz/algebra/spec.h"
#include "viz/scene/access/metrics_view.h"
#include "viz/scene/charts/error_words.h"

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

Str figure_words(const Bound& bound) {
  if (!bound.place) return figure_words(bound.figure);
  return *bound.place == session::RooflineFigure::intensity ? Str::judged_intensity
                                                            : Str::judged_roof_share;
}

std::string_view figure_name(const Bound& bound) {
  if (!bound.place) return session::name_of(bound.figure);
  return session::kRooflineFigureNames[static_cast<std::size_t>(*bound.place)];
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

std::string counted_words(std::int64_t value) {
  return scene::with_separators(static_cast<std::uint64_t>(value));
}

void bound_row(Ui& ui, const std::string& words, bool is_kept, float width) {
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  label(ui, fmt::format("{} {}", is_kept ? "✓" : "·", words),
        {is_kept ? ui.look->good : ui.look->text, ui.fonts.body});
  ImGui::PopTextWrapPos();
}

// "warp_tiles" of "gemm/warp_tiles".
std::string_view variant_of(std::string_view kernel) { return kernel.substr(kernel.find('/') + 1); }

std::string most_words(const Ui& ui, const Bound& bound, const std::string& shown,
                       std::optional<std::int64_t> most) {
  const std::string_view figure = ui.say(figure_words(bound));
  const std::string number = most ? counted_words(*most) : "–";
  if (!bound.of) return ui.say(Str::judged_at_most, figure, shown, number);
  return ui.say(Str::judged_within, figure, shown, number, variant_of(bound.of->kernel),
                *bound.at_most - 100);
}

void bound_rows(const session::Session& session, Ui& ui, const Bound& bound,
                std::optional<std::int64_t> value, float width) {
  const std::string shown = value ? counted_words(*value) : "–";
  ui.recorder.shown({"lesson.judged.", figure_name(bound)}, shown);
  if (bound.at_most) {
    const auto most = lessons::most_of(bound, session);
    bound_row(ui, most_words(ui, bound, shown, most), value && most && *value <= *most, width);
  }
  if (bound.at_least) {
    bound_row(ui,
              ui.say(Str::judged_at_least, ui.say(figure_words(bound)), shown,
                     counted_words(*bound.at_least)),
              value && *value >= *bound.at_least, width);
  }
}

std::string error_figure_words(const Ui& ui, session::ErrorFigure figure, std::int64_t size) {
  using session::ErrorFigure;
  const std::string terms = scene::with_separators(static_cast<std::uint64_t>(size));
  if (figure == ErrorFigure::largest) return ui.say(Str::errors_largest_at, terms);
  if (figure == ErrorFigure::fp32) return std::string(ui.say(Str::errors_fp32));
  if (figure == ErrorFigure::other) return std::string(ui.say(Str::errors_other));
  return std::string(ui.say(Str::errors_distinct));
}

// Of the kernel on the stage, with the inputs that are asked for.
const session::ErrorAnswer* shown_answer(const session::Session& session,
                                         const session::ErrorGoal& goal) {
  const session::ErrorChoice& choice = session.chosen<session::ErrorChoice>();
  const bool is_other = (goal.inputs && choice.inputs != *goal.inputs) ||
                        choice.by_order != goal.by_order ||
                        (!goal.kernel.empty() && session.selection().kernel != goal.kernel);
  const auto questions = session.error_questions();
  if (is_other || questions.empty()) return nullptr;
  const auto* known = session.measured(questions.front());
  return known != nullptr && known->has_value() ? (*known)->get() : nullptr;
}

void error_rows(const session::Session& session, Ui& ui, const session::ErrorGoal& goal,
                float width) {
  const session::ErrorAnswer* answer = shown_answer(session, goal);
  for (const session::ErrorBound& bound : goal.bounds) {
    const auto value =
        answer ? value_of(*answer, goal.by_order, bound.figure, goal.size) : std::nullopt;
    const std::string shown = value ? scene::error_words(*value) : "–";
    const auto name = session::kErrorFigureNames[static_cast<std::size_t>(bound.figure)];
    ui.recorder.shown({"lesson.judged.", name}, shown);
    bound_row(
        ui,
        ui.say(bound.is_most ? Str::judged_at_most : Str::judged_at_least,
               error_figure_words(ui, bound.figure, goal.size), shown, counted_words(bound.bound)),
        value && keeps(*value, bound), width);
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
      sending_rows(app.session.chosen<algebra::MotionSpec>(), ui, condition.motion, width);
    }
    if (condition.kind == Condition::Kind::errors) {
      error_rows(app.session, ui, condition.errors, width);
    }
    if (condition.kind != Condition::Kind::judged) continue;
    const auto result = judged_result(app.session, condition);
    for (const Bound& bound : condition.bounds) {
      bound_rows(app.session, ui, bound,
                 result ? lessons::judged_value(bound, app.session, *result) : std::nullopt, width);
    }
  }
}

}  // namespace warplens::ui
