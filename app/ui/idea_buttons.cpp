#include "app/ui/idea_buttons.h"

#include "app/session/edits.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

float gap(const Ui& ui) { return 2 * ui.scale; }

}  // namespace

float idea_buttons_width(const AppState& app, const Ui& ui, const Control& control) {
  const catalog::IdeaGroup* group = group_of(app.session, control);
  if (group == nullptr) return 0;
  float width = -gap(ui);
  for (const auto& member : group->members) {
    width += text_width(ui.say(member.label), ui.fonts.body) +
             2 * ImGui::GetStyle().FramePadding.x + gap(ui);
  }
  return width;
}

void idea_buttons(const AppState& app, Ui& ui, const Control& control) {
  const catalog::IdeaGroup* group = group_of(app.session, control);
  if (group == nullptr) return;
  const float room = ImGui::CalcItemWidth();
  const bool fits = idea_buttons_width(app, ui, control) <= room + 1;
  const float share = room / static_cast<float>(group->members.size()) - gap(ui);
  const catalog::Family& family = *app.session.family(control.side);
  for (std::size_t i = 0; i < group->members.size(); ++i) {
    const auto& member = group->members[i];
    const std::string kernel = kernel_of(family, member);
    const bool is_on = app.session.selection(control.side).kernel == kernel;
    if (i > 0) ImGui::SameLine(0, gap(ui));
    const std::string name = fmt::format("idea.{}.{}", control.group, kernel);
    const ButtonLook look = is_on ? ButtonLook::primary : ButtonLook::soft;
    const std::string words =
        fits ? ui.say(member.label)
             : fitted(ui.say(member.label), share - 2 * ImGui::GetStyle().FramePadding.x,
                      ui.fonts.body);
    if (button(ui, name.c_str(), words, look, {fits ? 0 : share, 0}) && !is_on) {
      ui.ask(
          [kernel, side = control.side](AppState& a) { select_kernel(a.session, kernel, side); });
    }
    const catalog::Variant* variant = family.find(member.variant);
    if (variant != nullptr) {
      tooltip(ui, fmt::format("{} · {}: {}", ui.say(member.label), member.variant,
                              ui.say(variant->idea)));
    }
  }
}

}  // namespace warplens::ui
