// The quiz of a question about lanes: hands are counted for each.
#include <algorithm>

#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/asking.h"
#include "app/ui/quiz.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

struct LaneCell {
  std::uint32_t lane = 0;
  int votes = 0;
  float share = 0;  // of the most that a lane has
  bool is_right = false;
};

LaneCell cell_of(const AppState& app, const QuizState& quiz, std::uint32_t lane) {
  const auto& expected = app.session.activity().expected;
  const bool is_known = !app.hides_costs() && expected.has_value();
  const int most = std::max(1, *std::ranges::max_element(quiz.votes));
  const int votes = quiz.votes[lane];
  return {lane, votes, static_cast<float>(votes) / static_cast<float>(most),
          is_known && (*expected >> lane & 1) != 0};
}

// Filled from below by its share of the hands.
void paint(const Ui& ui, const LaneCell& cell, ImVec2 low, ImVec2 high) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const float round = ui.fonts.body->FontSize * 0.2f;
  out.AddRectFilled(low, high, packed(ui.theme->soft), round);
  const Color hue = cell.is_right ? ui.theme->good : ui.theme->accent;
  if (cell.votes > 0)
    out.AddRectFilled({low.x, high.y - (high.y - low.y) * cell.share}, high,
                      packed(scene::with_alpha(hue, 0x70)), round);
  if (cell.is_right) out.AddRect(low, high, packed(hue), round, 0, 3 * ui.scale);
  const std::string lane = std::to_string(cell.lane);
  const ImVec2 middle{(low.x + high.x) / 2, (low.y + high.y) / 2};
  const float size = ui.fonts.body->FontSize;
  out.AddText(ui.fonts.bold, size,
              {middle.x - text_width(lane, ui.fonts.bold) / 2,
               cell.votes > 0 ? low.y + size * 0.1f : middle.y - size / 2},
              packed(ui.theme->text), lane.c_str());
  if (cell.votes == 0) return;
  const std::string votes = std::to_string(cell.votes);
  out.AddText(
      ui.fonts.small, ui.fonts.small->FontSize,
      {middle.x - text_width(votes, ui.fonts.small) / 2, high.y - ui.fonts.small->FontSize * 1.1f},
      packed(ui.theme->text), votes.c_str());
}

}  // namespace

void quiz_lanes(const AppState& app, Ui& ui, float width) {
  QuizState& quiz = ui.state<QuizState>();
  if (quiz.votes.size() != kWarpSize) return;
  const float gap = 3 * ui.scale;
  const ImVec2 size{(width - gap * (kLanesARow - 1)) / kLanesARow, ui.fonts.body->FontSize * 2.2f};
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const bool is_open = app.hides_costs();
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const ImVec2 low = start + ImVec2{static_cast<float>(lane % kLanesARow) * (size.x + gap),
                                      static_cast<float>(lane / kLanesARow) * (size.y + gap)};
    ImGui::SetCursorScreenPos(low);
    const std::string name = fmt::format("quiz.lane{}", lane);
    if (ImGui::InvisibleButton(name.c_str(), size) && is_open) {
      quiz.chosen = lane;
      quiz.typed.clear();
      count_hands(ui, 1);
    }
    mark(ui, name);
    paint(ui, cell_of(app, quiz, lane), low, low + size);
    if (is_open && quiz.chosen == lane) focus_ring(ui, low, low + size);
  }
}

}  // namespace warplens::ui
