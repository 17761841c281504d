#include <algorithm>

#include "app/state/answers.h"
#include "app/state/measured_phrases.h"
#include "app/texts/answer_phrases.h"
#include "app/ui/asking.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using Kind = lessons::Prediction::Kind;

// A count that is typed in full; nothing for an empty field and for what is none.
std::optional<std::int64_t> number_in(const std::string& typed) {
  constexpr std::size_t kMostDigits = 9;
  const bool is_count = !typed.empty() && typed.size() <= kMostDigits &&
                        std::ranges::all_of(typed, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_count) return std::nullopt;
  return std::stoll(typed);
}

// Puts the kernel behind those that are ordered already, or takes it out of them.
std::int64_t reordered(std::int64_t order, std::size_t option, std::size_t count) {
  std::vector<std::size_t> places = lessons::places_of(order, count);
  if (std::erase(places, option) == 0) places.push_back(option);
  std::int64_t digits = 0;
  for (const std::size_t place : places)
    digits = digits * 10 + static_cast<std::int64_t>(place) + 1;
  return digits;
}

}  // namespace

const lessons::Prediction* open_question(const AppState& app) {
  return app.hides_costs() ? &*app.current_step().prediction : nullptr;
}

bool hides_lanes(const AppState& app) {
  const lessons::Prediction* asked = open_question(app);
  if (asked == nullptr) return false;
  return asked->kind == Kind::cell ||
         (asked->kind == Kind::lanes && !lessons::is_of_a_lane(asked->relation));
}

void pick(Ui& ui, const AppState& app, std::uint32_t option_or_lane) {
  const lessons::Prediction* asked = open_question(app);
  if (asked == nullptr) return;
  AskState& state = ui.state<AskState>();
  state.pointed = option_or_lane;
  if (asked->kind == Kind::order) {
    state.picked = reordered(state.picked.value_or(0), option_or_lane, option_count(*asked));
  } else if (asked->kind == Kind::lanes) {
    const bool is_given = lessons::is_of_a_lane(asked->relation) && option_or_lane == asked->lane;
    const std::int64_t lane = is_given ? 0 : std::int64_t{1} << option_or_lane;
    state.picked = state.picked.value_or(0) ^ lane;
  } else {
    state.picked = option_or_lane;
  }
}

std::uint32_t told_lanes(const AppState& app) {
  const lessons::Prediction* asked = open_question(app);
  if (asked == nullptr || asked->kind != Kind::cell) return 0;
  return ((1u << asked->told) - 1) & ~(1u << asked->lane);
}

bool was_clicked() {
  constexpr float kStill = 9;  // pixels², as a hand trembles
  return ImGui::IsItemDeactivated() && ImGui::IsItemHovered() &&
         ImGui::GetIO().MouseDragMaxDistanceSqr[0] < kStill;
}

void pick_lanes(Ui& ui, const AppState& app, std::uint32_t lanes) {
  const lessons::Prediction* asked = open_question(app);
  if (asked == nullptr || asked->kind != Kind::lanes) return;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((lanes >> lane & 1) != 0) pick(ui, app, lane);
  }
}

void draw_to_pick(const AppState& app, Ui& ui, const char* name, const scene::DrawList& list,
                  ImVec2 size) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("wanted", size);
  mark(ui, name);
  draw(ui, name, list, origin);
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  if (was_clicked()) pick_lanes(ui, app, list.pick(mouse.x, mouse.y).b);
}

void pick_cell(Ui& ui, std::int64_t cell) { ui.state<AskState>().picked = cell; }

std::optional<std::int64_t> ready_answer(const AppState& app, const Ui& ui) {
  const lessons::Prediction* asked = open_question(app);
  if (asked == nullptr) return std::nullopt;
  const AskState& state = ui.state<AskState>();
  switch (asked->kind) {
    case Kind::number:
      return number_in(state.typed);
    case Kind::choice:
    case Kind::best:
      if (!state.picked) return std::nullopt;
      return answer_of(*asked, static_cast<std::size_t>(*state.picked));
    case Kind::order: {
      const std::size_t count = option_count(*asked);
      const bool is_complete = lessons::places_of(state.picked.value_or(0), count).size() == count;
      return is_complete ? state.picked : std::nullopt;
    }
    case Kind::lanes:
    case Kind::cell:
    case Kind::point:
      return state.picked;
  }
  return std::nullopt;
}

void give_answer(Ui& ui, const AppState& app) {
  const auto answer = ready_answer(app, ui);
  if (!answer || !lessons::expected_answer(app.current_step(), app.session)) return;
  const lessons::StepText words = text_of_step(app, app.current_step(), ui.language);
  ui.ask([value = *answer, said = answer_phrase(ui, *app.current_step().prediction, words, *answer,
                                                app.session)](AppState& a) {
    lessons::answer(a.current_step(), value, a.session);
    note_answer(a, said);
  });
  AskState& state = ui.state<AskState>();
  state.typed.clear();
  state.picked.reset();
  state.has_keyboard = false;
}

}  // namespace warplens::ui
