#include "app/lessons/check/named_widgets.h"

#include "app/session/session.h"

#include <algorithm>

namespace warplens::lessons {
namespace {

// What stands in the window whatever the step, and what views' own controls begin with.
constexpr std::array<std::string_view, 8> kAlways{
    "caption", "figures", "lesson.predict", "open", "play", "source", "timeline", "metrics"};
constexpr std::array<std::string_view, 6> kBeginnings{"editor.", "lesson.",    "motion.",
                                                      "own.",    "occupancy.", "workshop."};

bool has_parameter(const session::Session& session, session::Side side, std::string_view name) {
  const catalog::Variant* variant = session.variant(side);
  if (variant == nullptr) return session.selection(side).parameters.contains(std::string(name));
  if (name == "index") return variant->index.has_value();
  return session.family(side)->parameter_of(*variant, name) != nullptr;
}

// "bank_view" itself, and "bank_view.rows".
bool is_of_view(std::string_view name, session::StageView view) {
  const std::string_view of = session::row_of(view).name;
  return name == of || (name.starts_with(of) && name.substr(of.size()).starts_with('.'));
}

}  // namespace

bool names_a_control(const session::Session& session, std::string_view name) {
  if (name == "variant" || name == "compare" || name == "launch" || name == "entry") return true;
  return std::ranges::any_of(session::kSides, [&](session::Side side) {
    return session.choice().has(side) && has_parameter(session, side, name);
  });
}

bool names_a_widget(const Step& step, const session::Session& session, std::string_view name) {
  if (name.starts_with("right.")) name.remove_prefix(std::string_view("right.").size());
  constexpr std::string_view kControl = "control.";
  if (name.starts_with(kControl)) return names_a_control(session, name.substr(kControl.size()));
  if (std::ranges::find(kAlways, name) != kAlways.end()) return true;
  if (std::ranges::any_of(kBeginnings, [&](auto begin) { return name.starts_with(begin); })) {
    return true;
  }
  return std::ranges::any_of(step.scene.views,
                             [&](session::StageView view) { return is_of_view(name, view); });
}

}  // namespace warplens::lessons
