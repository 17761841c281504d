#include <algorithm>

#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/option_rows.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// How a lane stands there: asked about, chosen, right.
struct LaneLook {
  bool is_asked = false, is_chosen = false, is_right = false, is_missed = false;
};

LaneLook look_of(const AppState& app, const Ui& ui, std::uint32_t lane) {
  const lessons::Prediction& asked = *app.current_step().prediction;
  const session::Activity& activity = app.session.activity();
  const auto has = [&](std::int64_t lanes) { return (lanes >> lane & 1) != 0; };
  LaneLook look;
  look.is_asked = lessons::is_of_a_lane(asked.relation) && lane == asked.lane;
  if (!activity.answer) {
    look.is_chosen = has(ui.state<AskState>().picked.value_or(0));
    return look;
  }
  look.is_chosen = has(*activity.answer);
  look.is_right = look.is_chosen && has(*activity.expected);
  look.is_missed = !look.is_chosen && has(*activity.expected);
  return look;
}

void draw_lane(const Ui& ui, ImVec2 low, ImVec2 high, std::uint32_t lane, const LaneLook& look,
               bool is_answered) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const Color fill = look.is_asked                   ? ui.theme->text
                     : look.is_right                 ? ui.theme->good
                     : look.is_chosen && is_answered ? ui.theme->bad
                     : look.is_chosen                ? ui.theme->accent
                                                     : ui.theme->soft;
  const float rounding = (high.y - low.y) * 0.2f;
  out.AddRectFilled(low, high, packed(fill), rounding);
  if (look.is_missed) out.AddRect(low, high, packed(ui.theme->good), rounding, 0, 2 * ui.scale);
  const bool is_filled = look.is_asked || look.is_right || look.is_chosen;
  const std::string words = std::to_string(lane);
  const float size = ui.fonts.small->FontSize;
  const ImVec2 at{(low.x + high.x - text_width(words, ui.fonts.small)) / 2,
                  (low.y + high.y - size) / 2};
  out.AddText(ui.fonts.small, size, at, packed(is_filled ? ui.theme->card : ui.theme->text),
              words.c_str());
}

}  // namespace

void lane_buttons(const AppState& app, Ui& ui, float width) {
  const float gap = 3 * ui.scale;
  const float side = (width - gap * (kLanesARow - 1)) / kLanesARow;
  const float height = std::min(side, ui.fonts.body->FontSize * 1.6f);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const AskState& state = ui.state<AskState>();
  const bool is_answered = app.session.activity().answer.has_value();
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const ImVec2 low = start + ImVec2{static_cast<float>(lane % kLanesARow) * (side + gap),
                                      static_cast<float>(lane / kLanesARow) * (height + gap)};
    const ImVec2 high = low + ImVec2{side, height};
    ImGui::SetCursorScreenPos(low);
    const std::string name = fmt::format("lesson.lane{}", lane);
    if (ImGui::InvisibleButton(name.c_str(), {side, height})) pick(ui, app, lane);
    mark(ui, name);
    draw_lane(ui, low, high, lane, look_of(app, ui, lane), is_answered);
    if (!is_answered && state.has_keyboard && state.pointed == lane) focus_ring(ui, low, high);
  }
}

}  // namespace warplens::ui
