#include "app/ui/option_rows.h"

#include <algorithm>

#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/markdown_view.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using Kind = lessons::Prediction::Kind;

// What an order or a choice says of one option.
struct OptionMark {
  std::string badge;       // its place in the order; its digit
  bool is_chosen = false;  // by the person
  bool is_right = false;   // known once the question is answered
};

std::string place_in_order(std::int64_t order, std::size_t option, std::size_t count) {
  const std::vector<std::size_t> places = lessons::places_of(order, count);
  const auto at = std::ranges::find(places, option);
  return at == places.end() ? "" : std::to_string(at - places.begin() + 1);
}

OptionMark open_mark(const lessons::Prediction& asked, const AskState& state, std::size_t option) {
  if (asked.kind != Kind::order) {
    const bool is_chosen = state.picked == static_cast<std::int64_t>(option);
    return {std::to_string(option + 1), is_chosen, false};
  }
  std::string place =
      place_in_order(state.picked.value_or(0), option, lessons::option_count(asked));
  const bool is_chosen = !place.empty();
  return {std::move(place), is_chosen, false};
}

OptionMark answered_mark(const lessons::Prediction& asked, const session::Activity& activity,
                         std::size_t option) {
  if (asked.kind != Kind::order) {
    return {std::to_string(option + 1), option_of(asked, *activity.answer) == option,
            option_of(asked, *activity.expected) == option};
  }
  const std::size_t count = lessons::option_count(asked);
  const std::string said = place_in_order(*activity.answer, option, count);
  std::string right = place_in_order(*activity.expected, option, count);
  const bool is_right = said == right;
  return {std::move(right), !is_right, is_right};
}

// A ring with what stands in it, left of the option's words.
void draw_badge(const Ui& ui, ImVec2 at, const OptionMark& mark) {
  const float size = ui.fonts.body->FontSize;
  const ImVec2 middle = at + ImVec2{size * 0.65f, size * 0.6f};
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const Color color = mark.is_right    ? ui.theme->good
                      : mark.is_chosen ? ui.theme->accent
                                       : ui.theme->muted;
  if (mark.is_chosen || mark.is_right) {
    out.AddCircleFilled(middle, size * 0.6f, packed(color));
  } else {
    out.AddCircle(middle, size * 0.6f, packed(color), 0, 1.4f * ui.scale);
  }
  const float width = text_width(mark.badge, ui.fonts.small);
  const Color ink = mark.is_chosen || mark.is_right ? ui.theme->card : ui.theme->text;
  out.AddText(ui.fonts.small, ui.fonts.small->FontSize,
              middle - ImVec2{width / 2, ui.fonts.small->FontSize / 2}, packed(ink),
              mark.badge.c_str());
}

struct OptionRow {
  lessons::Markdown words, reason;  // the reason is empty while the question is open
  OptionMark mark;
  bool is_pointed = false;  // by the keyboard
};

// The words, then the reason below them; the height that they take.
float draw_phrase(Ui& ui, const OptionRow& row, ImVec2 at, float width) {
  const float indent = ui.fonts.body->FontSize * 1.7f;
  const float padding = ui.fonts.body->FontSize * 0.3f;
  draw_badge(ui, at + ImVec2{padding, padding}, row.mark);
  ImGui::SetCursorScreenPos(at + ImVec2{indent + padding, padding});
  ImGui::BeginGroup();
  const float room = width - indent - 2 * padding;
  draw_markdown(ui, row.words, room, Terms::plain);
  if (!row.reason.empty()) draw_markdown(ui, row.reason, room);
  ImGui::EndGroup();
  return ImGui::GetItemRectSize().y + 2 * padding;
}

bool draw_row(Ui& ui, const std::string& name, const OptionRow& row, float width, bool is_open) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.ChannelsSplit(2);
  out.ChannelsSetCurrent(1);
  const float height = draw_phrase(ui, row, at, width);
  out.ChannelsSetCurrent(0);
  ImGui::SetCursorScreenPos(at);
  bool pressed = false;
  if (is_open) {
    pressed = ImGui::InvisibleButton(name.c_str(), {width, height});
  } else {
    ImGui::Dummy({width, height});
  }
  mark(ui, name);
  const float rounding = ui.fonts.body->FontSize * 0.4f;
  const bool stands_out = row.mark.is_chosen || row.mark.is_right;
  if (is_open && ImGui::IsItemHovered()) {
    out.AddRectFilled(at, at + ImVec2{width, height}, packed(ui.theme->soft), rounding);
  }
  const Color edge = row.mark.is_right ? ui.theme->good
                     : stands_out      ? ui.theme->accent
                                       : ui.theme->border;
  out.AddRect(at, at + ImVec2{width, height}, packed(edge), rounding, 0,
              (stands_out ? 2.0f : 1.0f) * ui.scale);
  out.ChannelsMerge();
  if (row.is_pointed) focus_ring(ui, at, at + ImVec2{width, height});
  return pressed;
}

lessons::Markdown as_paragraph(lessons::MarkdownBlock block) {
  block.kind = lessons::MarkdownBlock::Kind::paragraph;
  return {std::move(block)};
}

}  // namespace

void option_rows(const AppState& app, Ui& ui, const lessons::StepText& words, float width) {
  const lessons::Prediction& asked = *app.current_step().prediction;
  const session::Activity& activity = app.session.activity();
  const bool is_open = !activity.answer.has_value();
  const AskState& state = ui.state<AskState>();
  for (std::size_t option = 0; option < words.options.size(); ++option) {
    OptionRow row{as_paragraph(words.options[option]), {}, {}};
    if (is_open) {
      row.mark = open_mark(asked, state, option);
      row.is_pointed = state.has_keyboard && state.pointed == option;
    } else {
      row.mark = answered_mark(asked, activity, option);
      row.reason = as_paragraph(words.reasons[option]);
    }
    const std::string name = fmt::format("lesson.option{}", option + 1);
    if (draw_row(ui, name, row, width, is_open)) {
      pick(ui, app, static_cast<std::uint32_t>(option));
    }
  }
}

}  // namespace warplens::ui
