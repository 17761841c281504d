#include "app/features/workshop/workshop_keys.h"

#include <algorithm>
#include <array>

#include "app/features/workshop/workshop_controls.h"
#include "app/features/workshop/workshop_state.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "viz/swizzle/spec.h"
#include "viz/swizzle/usual_map.h"

namespace warplens::ui {
namespace {

using scene::WorkshopAccess;
using swizzle::Direction;
using swizzle::Map;

std::uint32_t count_of(const swizzle::SwizzleAnswer& answer, Direction direction) {
  return static_cast<std::uint32_t>(scene::pattern_of(answer, direction).accesses.warps.size());
}

// Accesses in one row, writing first.
void look_at_access(Ui& ui, std::uint32_t wanted) {
  WorkshopState& state = ui.state<WorkshopState>();
  const std::uint32_t writes = count_of(*state.answers->shown(), Direction::write);
  state.access = wanted < writes ? WorkshopAccess{Direction::write, wanted}
                                 : WorkshopAccess{Direction::read, wanted - writes};
  state.first_line.reset();
}

void step_access(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  const WorkshopState& state = ui.state<WorkshopState>();
  const SwizzleAnswerPtr& answer = state.answers->shown();
  if (answer == nullptr) return;
  const std::uint32_t writes = count_of(*answer, Direction::write);
  const std::uint32_t all = writes + count_of(*answer, Direction::read);
  const WorkshopAccess now = chosen_access(state, *answer);
  const std::uint32_t at = now.index + (now.direction == Direction::read ? writes : 0);
  const bool is_back = direction_of(press.key) < 0;
  look_at_access(ui, is_back ? (at == 0 ? 0 : at - 1) : std::min(at + 1, all - 1));
}

void seek_access(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  const SwizzleAnswerPtr& answer = ui.state<WorkshopState>().answers->shown();
  if (answer == nullptr) return;
  const std::uint32_t all =
      count_of(*answer, Direction::write) + count_of(*answer, Direction::read);
  look_at_access(ui, press.key == Key::home ? 0 : all - 1);
}

void change_map(AppState& app, int by) {
  constexpr std::array kKinds{Map::Kind::none,      Map::Kind::padding, Map::Kind::exclusive_or,
                              Map::Kind::shift,     Map::Kind::cute,    Map::Kind::layout,
                              Map::Kind::expression};
  swizzle::SwizzleSpec spec = app.session.chosen<swizzle::SwizzleSpec>();
  const auto now = std::ranges::find(kKinds, spec.map.kind) - kKinds.begin();
  const auto count = static_cast<std::ptrdiff_t>(kKinds.size());
  spec.map = usual_map(spec, kKinds[static_cast<std::size_t>((now + by + count) % count)]);
  app.session.choose(spec);
}

// In the order of the buttons: ↓ goes on.
void step_map(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  ui.ask([by = press.key == Key::down ? 1 : -1](AppState& app) { change_map(app, by); });
}

template <Direction direction>
constexpr auto steps_pattern = [](AppState& app, int by) { step_pattern(app, direction, by); };

void find_or_adopt(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  WorkshopSearch& search = *ui.state<WorkshopState>().search;
  if (search.is_under_way()) return;
  const swizzle::SwizzleSpec& spec = app.session.chosen<swizzle::SwizzleSpec>();
  const auto* found = search.found();
  if (found == nullptr || !found->has_value()) return search.begin(spec);
  swizzle::SwizzleSpec adopted = spec;
  adopted.map = (*found)->best.map;
  ui.ask([adopted](AppState& a) { a.session.choose(adopted); });
}

constexpr std::array kWorkshopKeys{
    KeyRow{{Key::left, Key::right}, kNone, step_access, "←  →", Str::keys_step},
    KeyRow{{Key::home, Key::end}, kNone, seek_access, "Home  End", Str::keys_ends},
    KeyRow{{Key::up, Key::down}, kNone, step_map, "↑  ↓", Str::keys_workshop_map},
    KeyRow{{Key::left_bracket, Key::right_bracket},
           kNone,
           asks_by<step_element>,
           "]  [",
           Str::keys_workshop_element},
    KeyRow{{Key::up, Key::down},
           kShift,
           asks_by<steps_pattern<Direction::write>>,
           "Shift + ↓  ↑",
           Str::keys_workshop_write},
    KeyRow{{Key::left, Key::right},
           kShift,
           asks_by<steps_pattern<Direction::read>>,
           "Shift + →  ←",
           Str::keys_workshop_read},
    KeyRow{Key::f, kShift, find_or_adopt, "Shift + F", Str::keys_workshop_find},
};

}  // namespace

scene::WorkshopAccess chosen_access(const WorkshopState& state,
                                    const swizzle::SwizzleAnswer& answer) {
  scene::WorkshopAccess access = state.access;
  const std::uint32_t count = count_of(answer, access.direction);
  access.index = std::min(access.index, std::max(count, 1u) - 1);
  return access;
}

std::span<const KeyRow> workshop_keys() { return kWorkshopKeys; }

std::string workshop_text(const AppState& /*app*/, const Ui& ui) {
  const WorkshopState& state = ui.state<WorkshopState>();
  std::string all;
  const auto add = [&](const Text& words) { all += ui.say(words); };
  if (state.answers->error()) add(state.answers->error()->message);
  if (const SwizzleAnswerPtr& answer = state.answers->shown()) {
    for (const swizzle::PatternAnswer* pattern : {&answer->write, &answer->read}) {
      if (pattern->after.fault) add(pattern->after.fault->text);
    }
  }
  if (const auto* found = state.search->found()) {
    add(found->has_value() ? (*found)->reason : found->error().message);
  }
  for (const auto& [name, draft] : state.drafts) add(draft.error);
  return all;
}

}  // namespace warplens::ui
