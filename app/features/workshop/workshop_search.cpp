// Looking for a map, and taking the map along as code.
#include "app/features/workshop/workshop_controls.h"
#include "app/features/workshop/workshop_state.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"
#include "viz/swizzle/spec.h"

namespace warplens::ui {
namespace {

float small_button_width(const Ui& ui, Str words) {
  return text_width(ui.say(words), ui.fonts.small) + 2 * ImGui::GetStyle().FramePadding.x;
}

void under_way(Ui& ui, WorkshopSearch& search) {
  const float width = ui.fonts.small->FontSize * 12;
  const float part = search.all() == 0
                         ? 0.0f
                         : static_cast<float>(search.done()) / static_cast<float>(search.all());
  ImGui::ProgressBar(part, {width, ImGui::GetFrameHeight()}, "");
  mark(ui, "workshop.progress");
  ImGui::SameLine();
  if (button(ui, "workshop.cancel", ui.say(Str::cancel))) search.cancel();
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  label(ui, ui.say(Str::workshop_finding, search.done(), search.all()),
        {ui.theme->muted, ui.fonts.small});
}

void adopt(const AppState& app, Ui& ui, const swizzle::Map& map) {
  swizzle::SwizzleSpec wanted = app.session.chosen<swizzle::SwizzleSpec>();
  if (wanted.map == map) return;
  wanted.map = map;
  if (button(ui, "workshop.adopt", ui.say(Str::workshop_adopt), ButtonLook::primary)) {
    ask_swizzle(ui, wanted);
  }
  tooltip(ui, ui.say(Str::workshop_adopt_hint));
  ImGui::SameLine();
}

void result(const AppState& app, Ui& ui, WorkshopSearch& search) {
  const Result<swizzle::Found>& found = *search.found();
  const bool has_found = found.has_value();
  if (has_found) adopt(app, ui, found->best.map);
  if (button(ui, "workshop.dismiss", "×")) search.cancel();
  tooltip(ui, ui.say(Str::close));
  if (search.found() == nullptr) return;
  ImGui::SameLine();
  const std::string words = ui.say(has_found ? found->reason : found.error().message);
  ui.widget_log.shown("workshop.found", words);
  wrapped_label(ui, words, {has_found ? ui.theme->text : ui.theme->bad, ui.fonts.small});
}

void code_popup(const AppState& app, Ui& ui) {
  if (!ImGui::BeginPopup("code")) return;
  swizzle::CodeKind& kind = ui.state<WorkshopState>().code;
  for (const auto& [name, words, each] :
       {std::tuple{"workshop.code.cuda", "CUDA", swizzle::CodeKind::cuda},
        std::tuple{"workshop.code.cute", "CuTe", swizzle::CodeKind::cute}}) {
    if (button(ui, name, words, kind == each ? ButtonLook::primary : ButtonLook::soft)) {
      kind = each;
    }
    ImGui::SameLine(0, 2 * ui.scale);
  }
  const auto code = swizzle::code(app.session.chosen<swizzle::SwizzleSpec>(), kind);
  ImGui::SameLine();
  ImGui::BeginDisabled(!code.has_value());
  if (button(ui, "workshop.code.copy", ui.say(Str::copy))) {
    ImGui::SetClipboardText(code->c_str());
    ui.state<Message>() = {std::string(ui.say(Str::workshop_code_copied)), {}, false};
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndDisabled();
  const ImVec2 size{ui.fonts.mono_small->FontSize * 48, ui.fonts.mono_small->FontSize * 30};
  ImGui::BeginChild("code", size, false, ImGuiWindowFlags_HorizontalScrollbar);
  if (code.has_value()) {
    label(ui, *code, {ui.theme->text, ui.fonts.mono_small});
  } else {
    wrapped_label(ui, ui.say(code.error()), {ui.theme->bad, ui.fonts.small}, size.x);
  }
  ImGui::EndChild();
  ImGui::EndPopup();
}

bool has_a_way_back(const AppState& app) {
  return app.mode == Mode::explore || app.views.size() > 1;
}

}  // namespace

void workshop_search(const AppState& app, Ui& ui) {
  WorkshopSearch& search = *ui.state<WorkshopState>().search;
  search.follow(app.session.chosen<swizzle::SwizzleSpec>());
  ui.makes_more |= search.is_under_way();
  if (!search.is_under_way() && search.found() == nullptr) return;
  push_font(ui.fonts.small);
  if (search.is_under_way()) {
    under_way(ui, search);
  } else {
    result(app, ui, search);
  }
  ImGui::PopFont();
}

void workshop_header(const AppState& app, Ui& ui, const Area& area) {
  if (!ui.exports.picture.empty()) return;
  const float gap = 4 * ui.scale;
  const bool goes_back = has_a_way_back(app) && app.is_at_workshop();
  float width = small_button_width(ui, Str::workshop_presets) + gap +
                small_button_width(ui, Str::workshop_find) +
                small_button_width(ui, Str::workshop_code) + gap;
  if (goes_back) width += small_button_width(ui, Str::workshop_back) + gap;
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float right = area.x + area.width - panel_padding(ui) - ui.header_end;
  const float title = area.x + panel_padding(ui) +
                      text_width(ui.say(Str::swizzle_workshop), ui.fonts.bold) + 2 * gap;
  if (right - width < title) return;
  push_font(ui.fonts.small);
  ImGui::SetCursorScreenPos({right - width, area.y + panel_padding(ui) * 0.6f});
  if (goes_back) {
    if (button(ui, "workshop.back", ui.say(Str::workshop_back))) ui.ask(toggle_workshop);
    tooltip(ui, ui.say(Str::workshop_back_hint));
    ImGui::SameLine(0, gap);
  }
  workshop_presets(app, ui);
  ImGui::SameLine(0, gap);
  WorkshopSearch& search = *ui.state<WorkshopState>().search;
  if (button(ui, "workshop.find", ui.say(Str::workshop_find))) {
    search.begin(app.session.chosen<swizzle::SwizzleSpec>());
  }
  tooltip(ui, ui.say(Str::workshop_find_hint));
  ImGui::SameLine(0, gap);
  if (button(ui, "workshop.code", ui.say(Str::workshop_code))) ImGui::OpenPopup("code");
  tooltip(ui, ui.say(Str::workshop_code_hint));
  code_popup(app, ui);
  ImGui::PopFont();
  ImGui::SetCursorScreenPos({below.x, std::max(below.y, ImGui::GetCursorScreenPos().y)});
}

}  // namespace warplens::ui
