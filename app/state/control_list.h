// The controls in the order in which Tab goes through them, and what the arrow keys do to each.
#pragma once

#include <string>
#include <vector>

#include "app/state/app_state.h"

namespace warplens::ui {

struct Control {
  enum class Kind : std::uint8_t { variant, parameter, compare, launch, entry };
  Kind kind = Kind::variant;
  session::Side side = session::Side::left;
  std::string name;  // a parameter's
  friend bool operator==(const Control&, const Control&) = default;
};

// One kernel: its variant (of an own file: which of its kernels), its parameters, what to compare
// it with, which of several launches is shown. Two: what they share, then what each has of its own.
[[nodiscard]] std::vector<Control> controls_of(const session::Session& session);

// Those in the ribbon: in a lesson the step's own, until a person asks for all.
[[nodiscard]] std::vector<Control> shown_controls(const AppState& app);
[[nodiscard]] bool hides_controls(const AppState& app);

[[nodiscard]] std::vector<catalog::Parameter> parameters_of(const session::Session& session,
                                                            session::Side side);
// Null when the side's kernel has no such parameter.
[[nodiscard]] const catalog::Parameter* find(const std::vector<catalog::Parameter>& parameters,
                                             const std::string& name);

// The values that a control offers. `values` is empty for wide ranges.
struct Offer {
  std::vector<std::int64_t> values;
  std::int64_t low = 0, high = 0;
};
[[nodiscard]] Offer offer_of(const session::Session& session, session::Side side,
                             const catalog::Parameter& parameter);

// The kernels beside the shown one in its family: what people compare it with first.
[[nodiscard]] std::vector<std::string> neighbours(const session::Session& session);

// One place on or back.
void change_control(session::Session& session, const Control& control, int by);

}  // namespace warplens::ui
