#include "app/ui/widgets.h"

#include <algorithm>

namespace warplens::ui {
namespace {

bool is_pointed_at(const Ui& ui, std::string_view name) {
  return std::ranges::find(ui.highlight, name) != ui.highlight.end();
}

void outline(const Ui& ui, ImVec2 low, ImVec2 high, float rounding) {
  const float gap = 2 * ui.scale;
  ImGui::GetForegroundDrawList()->AddRect(low - ImVec2{gap, gap}, high + ImVec2{gap, gap},
                                          packed(ui.look->accent), rounding, 0, 2 * ui.scale);
}

}  // namespace

void begin_panel(Ui& ui, const char* name, const Area& area, std::string_view title, bool scrolls) {
  ui.recorder.panel(name, area.position(), area.size());
  const float padding = ui.fonts.body->FontSize * 0.55f;
  ImGui::SetCursorScreenPos(area.position());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  const ImGuiWindowFlags flags =
      scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::BeginChild(name, {std::max(area.width, 1.0f), std::max(area.height, 1.0f)}, true, flags);
  ImGui::PopStyleVar();
  if (is_pointed_at(ui, name)) {
    outline(ui, area.position(), area.position() + area.size(), ImGui::GetStyle().ChildRounding);
  }
  if (!title.empty())
    label(ui, title, {ui.look->text, ui.fonts.bold}, std::string(name) + ".title");
}

void end_panel() { ImGui::EndChild(); }

void mark(Ui& ui, std::string_view name) {
  ui.recorder.widget(name);
  if (is_pointed_at(ui, name)) {
    outline(ui, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
            ImGui::GetStyle().FrameRounding + 1);
  }
}

bool button(Ui& ui, const char* name, std::string_view words, ButtonLook look, ImVec2 size) {
  const bool primary = look == ButtonLook::primary;
  if (primary) {
    ImGui::PushStyleColor(ImGuiCol_Button, channels(ui.look->accent));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                          channels(scene::mix(ui.look->accent, ui.look->text, 0.15f)));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive,
                          channels(scene::mix(ui.look->accent, ui.look->text, 0.25f)));
    ImGui::PushStyleColor(ImGuiCol_Text, channels(ui.look->accent_text));
  }
  const bool pressed = ImGui::Button(fmt::format("{}###{}", words, name).c_str(), size);
  if (primary) ImGui::PopStyleColor(4);
  mark(ui, name);
  return pressed;
}

float text_width(std::string_view words, ImFont* font) {
  ImFont* with = font == nullptr ? ImGui::GetFont() : font;
  return with->CalcTextSizeA(with->FontSize, FLT_MAX, 0, words.data(), words.data() + words.size())
      .x;
}

void label(Ui& ui, std::string_view words, TextLook look, std::string_view name) {
  if (!name.empty()) {
    ui.recorder.text(name, text_width(words, look.font), ImGui::GetContentRegionAvail().x);
  }
  if (look.font != nullptr) push_font(look.font);
  ImGui::PushStyleColor(ImGuiCol_Text, channels(look.color == 0 ? ui.look->text : look.color));
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopStyleColor();
  if (look.font != nullptr) ImGui::PopFont();
}

void tooltip(Ui& ui, std::string_view words) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  const float padding = ui.fonts.body->FontSize * 0.5f;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.fonts.body->FontSize * 22);
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

CurrentEvent current_event(const session::Session& session, session::Side side) {
  CurrentEvent current;
  const session::LaunchResult* launch = session.launch(side);
  if (launch == nullptr) return current;
  const std::size_t event = session.cursor(side).event;
  current.trace = launch->trace.get();
  if (event >= current.trace->events.size()) return current;
  current.view = current.trace->events.view(event);
  current.site = &current.trace->sites[current.view.site];
  current.cost = &launch->costs[event];
  return current;
}

std::string_view kind_name(const Ui& ui, const trace::Site& site) {
  switch (site.kind) {
    case trace::EventKind::load:
    case trace::EventKind::load_matrix:
      return ui.say(Str::event_load);
    case trace::EventKind::store:
    case trace::EventKind::store_matrix:
      return ui.say(Str::event_store);
    case trace::EventKind::atomic:
      return ui.say(Str::event_atomic);
    case trace::EventKind::barrier:
      return ui.say(Str::event_barrier);
    case trace::EventKind::branch:
      return ui.say(Str::event_branch);
    case trace::EventKind::async_copy:
      return ui.say(Str::async_copy);
  }
  return ui.say(Str::event_other);
}

std::string_view space_name(const Ui& ui, const trace::Site& site) {
  if (site.space == trace::Space::global) return ui.say(Str::space_global);
  if (site.space == trace::Space::shared) return ui.say(Str::space_shared);
  return {};
}

}  // namespace warplens::ui
