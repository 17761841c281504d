// What there is to look at: every kernel with its idea, and the views that can stand on the stage.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/session/edits.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/state/kernel_search.h"
#include "app/ui/control_widgets.h"
#include "app/ui/feature_panels.h"
#include "app/ui/panels/states.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using session::Side;
using session::StageView;

bool is_on_stage(const AppState& app, Side side, const std::string& kernel) {
  if (side == Side::right && !app.session.is_comparing()) return false;
  const session::Selection& selection = app.session.selection(side);
  return selection.capture.empty() && selection.kernel == kernel;
}

// Lit when it is on the stage: filled for the left side, ringed for the right one.
void kernel_back(const AppState& app, const Ui& ui, const std::string& kernel, ImVec2 low,
                 ImVec2 high) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const float rounding = ImGui::GetStyle().FrameRounding;
  if (is_on_stage(app, Side::left, kernel)) {
    out.AddRectFilled(low, high, packed(ui.theme->current_line), rounding);
    out.AddRectFilled(low, {low.x + 3 * ui.scale, high.y}, packed(ui.theme->accent));
  } else if (ImGui::IsMouseHoveringRect(low, high) && ImGui::IsWindowHovered()) {
    out.AddRectFilled(low, high, packed(ui.theme->soft), rounding);
  }
  if (is_on_stage(app, Side::right, kernel)) {
    out.AddRect(low, high, packed(ui.theme->accent), rounding, 0, 1.5f * ui.scale);
  }
}

void kernel_phrase(Ui& ui, const catalog::Variant& variant, float width) {
  const float left = ImGui::GetCursorPosX();
  label(ui, variant.name, {ui.theme->text, ui.fonts.mono_small});
  if (variant.broken) {
    const std::string words = fmt::format("× {}", ui.say(Str::broken_twin));
    const float beside = ImGui::GetItemRectSize().x + ui.fonts.small->FontSize * 0.7f;
    if (beside + text_width(words, ui.fonts.small) <= width) {
      ImGui::SameLine(left + beside);
    } else {
      ImGui::SetCursorPosX(left);
    }
    label(ui, words, {ui.theme->bad, ui.fonts.small});
  }
  ImGui::SetCursorPosX(left);
  wrapped_label(ui, ui.say(variant.idea), {ui.theme->muted, ui.fonts.small}, width);
}

// The words first, to know how high they are; then what is behind them, and the button over them.
void kernel_item(const AppState& app, Ui& ui, const catalog::Family& family,
                 const catalog::Variant& variant) {
  const std::string kernel = fmt::format("{}/{}", family.name, variant.name);
  // In whole pixels: ImGui rounds places above the window otherwise than those in it.
  const float padding = std::floor(ui.fonts.small->FontSize * 0.4f);
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.ChannelsSplit(2);
  out.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos(low + ImVec2{padding * 1.6f, padding});
  ImGui::BeginGroup();
  kernel_phrase(ui, variant, width - 3 * padding);
  ImGui::EndGroup();
  const float height = ImGui::GetItemRectSize().y + 2 * padding;
  out.ChannelsSetCurrent(0);
  kernel_back(app, ui, kernel, low, low + ImVec2{width, height});
  out.ChannelsMerge();
  ImGui::SetCursorScreenPos(low);
  if (ImGui::InvisibleButton(kernel.c_str(), {width, height})) {
    ui.ask([kernel](AppState& a) {
      // The workshop shows no kernel: the one that is chosen comes into view.
      if (a.is_at_workshop()) leave_workshop(a);
      select_kernel(a.session, kernel);
    });
  }
  mark(ui, "explore." + kernel);
  if (!is_on_stage(app, Side::left, kernel)) return;
  if (std::exchange(ui.state<ExploreState>().scrolled_to_kernel, kernel) != kernel)
    ImGui::SetScrollHereY();
}

void kernels(const AppState& app, Ui& ui) {
  const std::string& wanted = ui.state<ExploreState>().search;
  std::size_t found = 0;
  for (const catalog::Family& family : app.session.families()) {
    bool has_title = false;
    for (const catalog::Variant& variant : family.variants) {
      if (!is_about(family, variant, wanted)) continue;
      if (!std::exchange(has_title, true)) {
        label(ui, ui.say(family.title), {ui.theme->accent, ui.fonts.bold});
      }
      kernel_item(app, ui, family, variant);
      ++found;
    }
  }
  ui.widget_log.shown("explore.found", [&] { return std::to_string(found); });
  if (found == 0) {
    wrapped_label(ui, ui.say(Str::no_kernel_found), {ui.theme->muted, ui.fonts.small});
  }
}

void search(Ui& ui) {
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  ImGui::InputTextWithHint("###search", std::string(ui.say(Str::search_kernels)).c_str(),
                           &ui.state<ExploreState>().search);
  mark(ui, "explore.search");
}

ButtonLook look_of(const AppState& app, StageView view) {
  return app.stands_large(view) ? ButtonLook::primary : ButtonLook::soft;
}

// What is of no kernel.
void workshop_buttons(const AppState& app, Ui& ui) {
  const float gap = ImGui::GetStyle().ItemSpacing.x * 0.5f;
  const float all = ImGui::GetContentRegionAvail().x - gap;
  const float plane = text_width(ui.say(Str::plane)) + 3 * ImGui::GetStyle().FramePadding.x;
  if (button(ui, "explore.workshop", ui.say(Str::swizzle_workshop),
             look_of(app, StageView::swizzle_workshop), {all - plane, 0})) {
    ui.ask(toggle_workshop);
  }
  tooltip(ui, ui.say(Str::workshop_open_hint));
  ImGui::SameLine(0, gap);
  if (button(ui, "explore.plane", ui.say(Str::plane), look_of(app, StageView::plane), {plane, 0})) {
    ui.ask(toggle_plane);
  }
  tooltip(ui, ui.say(Str::plane_open_hint));
}

float view_height() { return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y * 0.5f; }

// With its key, where it has one.
std::string numbered_title(const Ui& ui, StageView view) {
  const int digit = row_of(view).digit;
  const std::string_view title = ui.say(panel_of(ui, view).title);
  return digit == session::kNoDigit ? std::string(title) : fmt::format("{}  {}", digit, title);
}

// On, and standing on the stage; on, but without room; off.
void view_line(const AppState& app, Ui& ui, StageView view) {
  const auto at = std::ranges::find(app.views, view);
  const bool is_on = at != app.views.end();
  const bool has_room =
      static_cast<std::size_t>(at - app.views.begin()) < ui.state<StageState>().views_shown;
  const std::string name(name_of(view));
  const ImVec2 at_line = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  bool checked = is_on;
  if (ImGui::Checkbox(("###" + name).c_str(), &checked)) {
    ui.ask([view](AppState& a) { toggle_view(a, view); });
  }
  mark(ui, "view." + name);
  const bool is_large = is_on && at == app.views.begin();
  ImFont* font = is_large ? ui.fonts.bold : ui.fonts.body;
  const std::string words = numbered_title(ui, view);
  const ImVec2 indent{height + ui.fonts.body->FontSize * 0.5f, (height - font->FontSize) / 2};
  ImGui::SetCursorScreenPos(at_line + indent);
  const Color color = is_large ? ui.theme->accent : has_room ? ui.theme->text : ui.theme->muted;
  push_font(font);
  if (text_button(ui, ("view." + name + ".large").c_str(), fitted(words, width - indent.x, font),
                  color)) {
    ui.ask([view](AppState& a) { show_large(a, view); });
  }
  ImGui::PopFont();
  tooltip(ui, is_on && !has_room ? std::string(ui.say(Str::view_no_room))
                                 : enlarge_phrase(ui, row_of(view).digit));
  ImGui::SetCursorScreenPos(at_line + ImVec2{0, view_height()});
}

void views(const AppState& app, Ui& ui) {
  label(ui, ui.say(Str::views), {ui.theme->accent, ui.fonts.bold});
  for (const session::StageViewRow& row : session::kStageViews) view_line(app, ui, row.view);
}

}  // namespace

void explore_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "explore", area, {});
  search(ui);
  workshop_buttons(app, ui);
  const float below = view_height() * static_cast<float>(session::kStageViews.size()) +
                      ui.fonts.bold->FontSize + 2 * ImGui::GetStyle().ItemSpacing.y;
  const float room = ImGui::GetContentRegionAvail().y;
  const float list = std::max(room - below, room * 0.4f);
  // With a scrollbar from the first frame on: lines break as they will when a place is scrolled to.
  ImGui::BeginChild("kernels", {0, list}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_AlwaysVerticalScrollbar);
  kernels(app, ui);
  ImGui::EndChild();
  ImGui::BeginChild("views", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  views(app, ui);
  ImGui::EndChild();
  end_panel();
}

}  // namespace warplens::ui
