// The controls in the order in which Tab goes through them, and what the arrow keys do to each.
#pragma once

#include <string>
#include <vector>

#include "app/session/side.h"
#include "kernels/catalog/family.h"

namespace warplens::session {
class Session;
}

namespace warplens::ui {

struct AppState;

struct Control {
  enum class Kind : std::uint8_t { variant, ideas, parameter, compare, launch, entry, index };
  Kind kind = Kind::variant;
  session::Side side = session::Side::left;
  std::string name;       // a parameter's; "index"
  std::size_t group = 0;  // of the family's ideas
  friend bool operator==(const Control&, const Control&) = default;
};

// One kernel: its variant (of an own file: which of its kernels; of a captured program:
// which of its launches), the ideas that it is one of, its
// parameters, the index that a person may write, what to compare it with, which of several launches
// is shown. Two: what they share, then what each has of its own. What changes nothing beside the
// others' values is left out.
[[nodiscard]] std::vector<Control> controls_of(const session::Session& session);

// Those in the ribbon: in a lesson the step's own, until a person asks for all. Where what the step
// wants shown differs by one idea, its buttons stand for the variant.
[[nodiscard]] std::vector<Control> shown_controls(const AppState& app);
[[nodiscard]] bool hides_controls(const AppState& app);

[[nodiscard]] catalog::ParameterRefs parameters_of(const session::Session& session,
                                                   session::Side side);
// Null when the side's kernel has no such parameter.
[[nodiscard]] const catalog::Parameter* parameter_of(const session::Session& session,
                                                     session::Side side, std::string_view name);

// What a parameter's value says in words, in both languages; empty where there is no more to say.
[[nodiscard]] Text meaning_of(const catalog::Parameter& parameter,
                              const catalog::Parameters& values);

// The group of a control of ideas; null when the family has no such group.
[[nodiscard]] const catalog::IdeaGroup* group_of(const session::Session& session,
                                                 const Control& control);
// A member's kernel: "transpose/tile_xor".
[[nodiscard]] std::string kernel_of(const catalog::Family& family,
                                    const catalog::IdeaGroup::Member& member);

// The values that a control offers. `values` is empty for wide ranges.
struct Offer {
  std::vector<std::int64_t> values;
  std::int64_t low = 0, high = 0;
};
[[nodiscard]] Offer offer_of(const session::Session& session, session::Side side,
                             const catalog::Parameter& parameter);

// What people compare the shown kernel with first: those that differ from it by one idea, and those
// beside it in its family.
[[nodiscard]] std::vector<std::string> neighbours(const session::Session& session);

// One place on or back.
void change_control(session::Session& session, const Control& control, int by);

}  // namespace warplens::ui
