#include "app/state/control_list.h"

#include <algorithm>

#include "app/session/accepted_values.h"
#include "app/session/edits.h"
#include "app/session/open_own.h"
#include "app/session/session.h"
#include "app/state/app_state.h"

namespace warplens::ui {
namespace {

using session::Session;
using session::Side;

// Larger matrices are for timing; a trace of one fills memory without showing more.
constexpr std::int64_t kLargestSide = 1024;

// What has one dimension may hold as many elements as the largest matrix.
std::int64_t largest(const catalog::ParameterRefs& parameters,
                     const catalog::Parameter& parameter) {
  if (!parameter.is_problem_size) return parameter.maximum;
  const auto dimensions =
      std::ranges::count(parameters, true, &catalog::Parameter::is_problem_size);
  return std::min(parameter.maximum, dimensions == 1 ? kLargestSide * kLargestSide : kLargestSide);
}

// The value `by` places on among `values`; ranges go by one.
std::int64_t next_value(const Offer& offer, std::int64_t now, int by) {
  const auto at = std::ranges::find(offer.values, now);
  if (at == offer.values.end()) return std::clamp(now + by, offer.low, offer.high);
  const auto last = static_cast<std::ptrdiff_t>(offer.values.size()) - 1;
  const auto place = std::clamp<std::ptrdiff_t>(at - offer.values.begin() + by, 0, last);
  return offer.values[static_cast<std::size_t>(place)];
}

std::vector<std::string> kernels_of(const catalog::Family& family) {
  std::vector<std::string> names;
  for (const catalog::Variant& variant : family.variants) {
    names.push_back(fmt::format("{}/{}", family.name, variant.name));
  }
  return names;
}

// The kernel `by` places on from `now`, round the end.
std::string next_kernel(const std::vector<std::string>& kernels, const std::string& now, int by) {
  const auto count = static_cast<std::ptrdiff_t>(kernels.size());
  const auto at = std::ranges::find(kernels, now) - kernels.begin();
  return kernels[static_cast<std::size_t>(((at + by) % count + count) % count)];
}

void change_idea(Session& session, const Control& control, int by) {
  const catalog::IdeaGroup* group = group_of(session, control);
  if (group == nullptr) return;
  std::vector<std::string> kernels;
  for (const auto& member : group->members) {
    kernels.push_back(kernel_of(*session.family(control.side), member));
  }
  const std::string& now = session.selection(control.side).kernel;
  select_kernel(session, next_kernel(kernels, now, by), control.side);
}

void change_launch(Session& session, int by) {
  const auto last = static_cast<std::ptrdiff_t>(session.launch_count()) - 1;
  const auto now = static_cast<std::ptrdiff_t>(session.cursor().launch);
  set_launch(session, static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + by, 0, last)));
}

void change_parameter(Session& session, const Control& control, int by) {
  const catalog::Parameter* parameter = parameter_of(session, control.side, control.name);
  if (parameter == nullptr) return;
  const auto& now = session.selection(control.side).parameters;
  const std::int64_t value =
      next_value(offer_of(session, control.side, *parameter), now.at(control.name), by);
  set_parameter(session, control.name, value, false, control.side);
}

bool changes_something(const Session& session, Side side, const catalog::Parameter& parameter) {
  if (parameter.minimum == parameter.maximum || parameter.choices.size() == 1) return false;
  return !parameter.matters || parameter.matters(session.selection(side).parameters);
}

void add_index(std::vector<Control>& controls, const Session& session, Side side) {
  const catalog::Variant* variant = session.variant(side);
  if (variant == nullptr || !variant->index) return;
  controls.push_back({Control::Kind::index, side, "index"});
}

// Its variant, and the buttons of the ideas that it is one of.
void add_variant(std::vector<Control>& controls, const Session& session, Side side) {
  controls.push_back({Control::Kind::variant, side, {}});
  const catalog::Variant* variant = session.variant(side);
  if (variant == nullptr) return;
  const std::vector<catalog::IdeaGroup>& groups = session.family(side)->ideas;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].has(variant->name)) controls.push_back({Control::Kind::ideas, side, {}, i});
  }
}

// That the condition wants shown, or that meets it; empty: any.
std::string_view kernel_wanted(const lessons::Condition& condition) {
  using Kind = lessons::Condition::Kind;
  if (!condition.file.path.empty()) return {};
  if (condition.kind == Kind::shown) return condition.kernel;
  if (condition.kind == Kind::judged && condition.example) return condition.example->kernel;
  return {};
}

// Every kernel that the step wants shown is one of the group's.
bool offers_what_is_wanted(const Session& session, const lessons::Step& step,
                           const Control& control) {
  const catalog::Family& family = *session.family(control.side);
  const catalog::IdeaGroup& group = *group_of(session, control);
  return std::ranges::all_of(step.done, [&](const lessons::Condition& wanted) {
    const std::string_view kernel = kernel_wanted(wanted);
    if (kernel.empty()) return true;
    return std::ranges::any_of(
        group.members, [&](const auto& member) { return kernel_of(family, member) == kernel; });
  });
}

// As a scene names them.
std::string_view scene_name(const Control& control) {
  switch (control.kind) {
    case Control::Kind::variant:
    case Control::Kind::ideas:
      return "variant";
    case Control::Kind::compare:
      return "compare";
    case Control::Kind::launch:
      return "launch";
    case Control::Kind::entry:
      return "entry";
    case Control::Kind::parameter:
    case Control::Kind::index:
      return control.name;
  }
  return {};
}

bool is_of_step(const lessons::Scene& scene, const Control& control) {
  return control.kind == Control::Kind::launch ||
         std::ranges::find(scene.controls, scene_name(control)) != scene.controls.end();
}

}  // namespace

std::vector<Control> shown_controls(const AppState& app) {
  std::vector<Control> controls = controls_of(app.session);
  if (app.mode == Mode::lesson && !app.all_controls) {
    const lessons::Scene& scene = app.current_step().scene;
    std::erase_if(controls, [&](const Control& each) { return !is_of_step(scene, each); });
    std::erase_if(controls, [&](const Control& each) {
      return each.kind == Control::Kind::ideas &&
             !offers_what_is_wanted(app.session, app.current_step(), each);
    });
    const bool has_ideas =
        std::ranges::find(controls, Control::Kind::ideas, &Control::kind) != controls.end();
    std::erase_if(controls, [&](const Control& each) {
      return has_ideas && each.kind == Control::Kind::variant;
    });
  }
  return controls;
}

bool hides_controls(const AppState& app) {
  return shown_controls(app).size() < controls_of(app.session).size();
}

catalog::ParameterRefs parameters_of(const Session& session, Side side) {
  const catalog::Variant* variant = session.variant(side);
  if (variant == nullptr) return {};
  return session.family(side)->parameters_of(*variant);
}

const catalog::Parameter* parameter_of(const Session& session, Side side, std::string_view name) {
  const catalog::Variant* variant = session.variant(side);
  return variant == nullptr ? nullptr : session.family(side)->parameter_of(*variant, name);
}

Text meaning_of(const catalog::Parameter& parameter, const catalog::Parameters& values) {
  return parameter.meaning ? parameter.meaning(values) : Text{};
}

const catalog::IdeaGroup* group_of(const Session& session, const Control& control) {
  const catalog::Family* family = session.family(control.side);
  if (family == nullptr || control.group >= family->ideas.size()) return nullptr;
  return &family->ideas[control.group];
}

std::string kernel_of(const catalog::Family& family, const catalog::IdeaGroup::Member& member) {
  return fmt::format("{}/{}", family.name, member.variant);
}

std::vector<Control> controls_of(const Session& session) {
  using Kind = Control::Kind;
  std::vector<Control> controls;
  if (!session.is_comparing()) {
    const session::Selection& shown = session.selection();
    if (session::is_kernel_file(shown.capture) || shown.is_program) {
      controls.push_back({Kind::entry, Side::left, {}});
    } else {
      add_variant(controls, session, Side::left);
    }
    for (const catalog::Parameter& parameter : parameters_of(session, Side::left)) {
      if (!changes_something(session, Side::left, parameter)) continue;
      controls.push_back({Kind::parameter, Side::left, parameter.name});
    }
    add_index(controls, session, Side::left);
    if (session.variant() != nullptr) controls.push_back({Kind::compare, Side::left, {}});
    if (session.launch_count() > 1) controls.push_back({Kind::launch, Side::left, {}});
    return controls;
  }
  std::vector<std::string> shared;
  for (const Side side : session::kSides) {
    for (const catalog::Parameter& parameter : parameters_of(session, side)) {
      const bool is_new = std::ranges::find(shared, parameter.name) == shared.end();
      if (!parameter.is_problem_size || !is_new) continue;
      controls.push_back({Kind::parameter, side, parameter.name});
      shared.push_back(parameter.name);
    }
  }
  if (session.launch_count() > 1) controls.push_back({Kind::launch, Side::left, {}});
  for (const Side side : session::kSides) {
    add_variant(controls, session, side);
    for (const catalog::Parameter& parameter : parameters_of(session, side)) {
      if (parameter.is_problem_size || !changes_something(session, side, parameter)) continue;
      controls.push_back({Kind::parameter, side, parameter.name});
    }
    add_index(controls, session, side);
  }
  return controls;
}

Offer offer_of(const Session& session, Side side, const catalog::Parameter& parameter) {
  Offer offer{session::accepted_values(*session.variant(side), parameter,
                                       session.selection(side).parameters),
              parameter.minimum, largest(parameters_of(session, side), parameter)};
  if (offer.values.empty() && !parameter.choices.empty()) offer.values = parameter.choices;
  if (!offer.values.empty()) {
    offer.low = offer.values.front();
    offer.high = offer.values.back();
  }
  return offer;
}

std::vector<std::string> neighbours(const Session& session) {
  std::vector<std::string> found;
  if (session.variant() == nullptr) return found;
  const std::vector<std::string> kernels = kernels_of(*session.family());
  const std::string& now = session.selection().kernel;
  const auto add = [&](const std::string& kernel) {
    if (kernel == now || std::ranges::find(found, kernel) != found.end()) return;
    found.push_back(kernel);
  };
  for (const catalog::IdeaGroup& group : session.family()->ideas) {
    if (!group.has(session.variant()->name)) continue;
    for (const auto& member : group.members) add(kernel_of(*session.family(), member));
  }
  for (const int by : {1, -1}) add(next_kernel(kernels, now, by));
  return found;
}

void change_control(Session& session, const Control& control, int by) {
  using Kind = Control::Kind;
  if (control.kind == Kind::entry || control.kind == Kind::index) return;  // by list, by typing
  if (control.kind == Control::Kind::parameter) return change_parameter(session, control, by);
  if (control.kind == Control::Kind::launch) return change_launch(session, by);
  if (control.kind == Control::Kind::ideas) return change_idea(session, control, by);
  if (session.family(control.side) == nullptr) return;
  const std::string next = next_kernel(kernels_of(*session.family(control.side)),
                                       session.selection(control.side).kernel, by);
  if (control.kind == Control::Kind::compare) return compare_with(session, next);
  select_kernel(session, next, control.side);
}

}  // namespace warplens::ui
