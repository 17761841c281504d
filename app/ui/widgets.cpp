#include "app/ui/widgets.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/texts/worst_phrases.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/panel_tools.h"
#include "app/ui/term_help.h"
#include "app/ui/wrapped_text.h"
#include "viz/analysis/costed_event.h"

namespace warplens::ui {
namespace {

bool is_pointed_at(const Ui& ui, std::string_view name) {
  return std::ranges::find(ui.highlight, name) != ui.highlight.end();
}

void outline(const Ui& ui, ImVec2 low, ImVec2 high, float rounding) {
  const ImVec2 gap{4 * ui.scale, 2 * ui.scale};  // a text's first letter stays clear of the line
  ImGui::GetForegroundDrawList()->AddRect(low - gap, high + gap, packed(ui.theme->accent), rounding,
                                          0, 2 * ui.scale);
}

// Two corners apart, at the left of the title: the view becomes the large one.
void enlarge_icon(Ui& ui, session::StageView view) {
  const float side = ui.fonts.bold->FontSize;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("enlarge", {side, side})) {
    ui.ask([view](AppState& a) { show_large(a, view); });
  }
  mark(ui, fmt::format("{}.enlarge", name_of(view)));
  tooltip(ui, enlarge_phrase(ui, row_of(view).digit));
  const Color color = ImGui::IsItemHovered() ? ui.theme->accent : ui.theme->muted;
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 middle = at + ImVec2{side / 2, side / 2};
  const float reach = side * 0.34f, arm = side * 0.3f;
  for (const float sign : {-1.0f, 1.0f}) {
    const ImVec2 corner = middle + ImVec2{-sign * reach, sign * reach};
    out.AddLine(middle + ImVec2{-sign * side * 0.08f, sign * side * 0.08f}, corner, packed(color),
                1.5f * ui.scale);
    out.AddLine(corner, corner + ImVec2{sign * arm, 0}, packed(color), 1.5f * ui.scale);
    out.AddLine(corner, corner + ImVec2{0, -sign * arm}, packed(color), 1.5f * ui.scale);
  }
  ImGui::SameLine(0, side * 0.3f);
}

// Of a character's bytes all but the first.
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string enlarge_phrase(const Ui& ui, int digit) {
  if (digit == session::kNoDigit) return std::string(ui.say(Str::enlarge_view));
  return ui.say(Str::enlarge_view_key, digit);
}

void focus_ring(const Ui& ui, ImVec2 low, ImVec2 high) {
  const float line = std::max(2.0f, 2 * ui.scale);
  const float rounding = ImGui::GetStyle().FrameRounding + line;
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.AddRect(low - ImVec2{line, line}, high + ImVec2{line, line}, packed(ui.theme->text), rounding,
              0, line);
  out.AddRect(low, high, packed(ui.theme->card), rounding - line, 0, line / 2);
}

bool text_button(Ui& ui, const char* name, std::string_view words, Color color) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{text_width(words), ImGui::GetFontSize()};
  const bool pressed = ImGui::InvisibleButton(name, {std::max(size.x, 1.0f), size.y});
  mark(ui, name);
  const ImU32 paint =
      ImGui::GetColorU32(channels(color == 0 ? ui.theme->accent : color));  // fades when disabled
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.AddText(at, paint, words.data(), words.data() + words.size());
  keep_phrase(ui, words, at, ImGui::GetFont(), color == 0 ? ui.theme->accent : color);
  if (ImGui::IsItemHovered()) {
    out.AddLine(at + ImVec2{0, size.y}, at + size, paint, ui.scale);
  }
  return pressed;
}

std::string fitted(std::string_view words, float width, ImFont* font) {
  if (text_width(words, font) <= width) return std::string(words);
  while (!words.empty()) {
    while (!words.empty() && is_continuation(words.back())) words.remove_suffix(1);
    if (!words.empty()) words.remove_suffix(1);
    std::string cut = std::string(words) + "…";
    if (text_width(cut, font) <= width) return cut;
  }
  return {};
}

std::string shortened(std::string_view name, float width, ImFont* font) {
  if (text_width(name, font) <= width) return std::string(name);
  for (std::size_t kept = name.size(); kept-- > 2;) {
    std::size_t head = kept / 2, tail = name.size() - (kept - head);
    while (head > 0 && is_continuation(name[head])) --head;
    while (tail < name.size() && is_continuation(name[tail])) ++tail;
    std::string words = fmt::format("{}…{}", name.substr(0, head), name.substr(tail));
    if (text_width(words, font) <= width) return words;
  }
  return fitted(name, width, font);
}

float panel_padding(const Ui& ui) { return ui.fonts.body->FontSize * 0.55f; }

void begin_panel(Ui& ui, const char* name, const Area& area, std::string_view title, bool scrolls) {
  ui.widget_log.panel(name, area.position(), area.size());
  const float padding = panel_padding(ui);
  ImGui::SetCursorScreenPos(area.position());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  const ImGuiWindowFlags flags =
      scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::BeginChild(name, {std::max(area.width, 1.0f), std::max(area.height, 1.0f)}, true, flags);
  ImGui::PopStyleVar();
  panel_tools(ui, name, area);
  ui.header_end = panel_tools_width(ui, name);
  if (is_pointed_at(ui, name)) {
    outline(ui, area.position(), area.position() + area.size(), ImGui::GetStyle().ChildRounding);
  }
  const bool is_small = ui.small_view && name_of(*ui.small_view) == name;
  if (is_small) enlarge_icon(ui, *ui.small_view);
  if (title.empty()) return;
  const float room = ImGui::GetContentRegionAvail().x - ui.header_end;
  const std::string words = is_small ? fitted(title, room, ui.fonts.bold) : std::string(title);
  label(ui, words, {ui.theme->text, ui.fonts.bold}, std::string(name) + ".title");
  ui.widget_log.title(name, title);
  if (words != title) tooltip(ui, title);
  const bool is_view = session::stage_view_named(name).has_value();
  if (is_view && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    ui.ask([](AppState& a) { a.is_alone = !a.is_alone; });
  } else if (is_small && ImGui::IsItemClicked()) {
    ui.ask([view = *ui.small_view](AppState& a) { show_large(a, view); });
  }
}

void end_panel() { ImGui::EndChild(); }

void mark(Ui& ui, std::string_view name) {
  ui.widget_log.widget(name);
  if (is_pointed_at(ui, ui.widget_log.full(name))) {
    outline(ui, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
            ImGui::GetStyle().FrameRounding + 1);
  }
}

void outline_pointed(const Ui& ui, std::string_view name, ImVec2 low, ImVec2 high) {
  if (is_pointed_at(ui, ui.widget_log.full(name)))
    outline(ui, low, high, ImGui::GetStyle().FrameRounding + 1);
}

bool button(Ui& ui, const char* name, std::string_view words, ButtonLook look, ImVec2 size) {
  const bool primary = look == ButtonLook::primary;
  if (primary) {
    ImGui::PushStyleColor(ImGuiCol_Button, channels(ui.theme->accent));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered,
                          channels(scene::mix(ui.theme->accent, ui.theme->text, 0.15f)));
    ImGui::PushStyleColor(ImGuiCol_ButtonActive,
                          channels(scene::mix(ui.theme->accent, ui.theme->text, 0.25f)));
    ImGui::PushStyleColor(ImGuiCol_Text, channels(ui.theme->accent_text));
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
    ui.widget_log.text(name, text_width(words, look.font), ImGui::GetContentRegionAvail().x);
  }
  if (look.font != nullptr) push_font(look.font);
  ImGui::PushStyleColor(ImGuiCol_Text, channels(look.color == 0 ? ui.theme->text : look.color));
  ImGui::TextUnformatted(words.data(), words.data() + words.size());
  const bool is_one_line = ImGui::GetItemRectSize().y < 1.5f * ImGui::GetFontSize();
  if (is_one_line) {
    keep_phrase(ui, words, ImGui::GetItemRectMin(), ImGui::GetFont(),
                look.color == 0 ? ui.theme->text : look.color);
  }
  ImGui::PopStyleColor();
  if (look.font != nullptr) ImGui::PopFont();
  term_help(ui, words);
}

void right_label(Ui& ui, float right, float y, std::string_view words, ImFont* font, Color color) {
  ImGui::SetCursorPos({right - text_width(words, font), y});
  label(ui, words, {color, font});
}

namespace {

// What the pointer rests on. Where something was clicked what appears below it is read first: no
// tooltip covers it until the pointer has moved on.
struct TooltipWait {
  struct Item {
    ImVec2 at;
    double since = 0;
    int frame = 0;  // in which it was hovered last
  };
  std::vector<Item> items;
  std::optional<ImVec2> clicked;
};

bool has_moved_on(const Ui& ui, TooltipWait& wait) {
  const ImVec2 mouse = ImGui::GetMousePos();
  if (ImGui::IsMouseDown(0)) wait.clicked = mouse;
  if (!wait.clicked) return true;
  const ImVec2 way = mouse - *wait.clicked;
  const float least = ui.fonts.body->FontSize;
  if (std::abs(way.x) < least && std::abs(way.y) < least) return false;
  wait.clicked.reset();
  return true;
}

double hovered_for(TooltipWait& wait) {
  const int frame = ImGui::GetFrameCount();
  std::erase_if(wait.items, [&](const TooltipWait::Item& item) { return item.frame + 1 < frame; });
  const ImVec2 at = ImGui::GetItemRectMin();
  const auto known = std::ranges::find_if(wait.items, [&](const TooltipWait::Item& item) {
    return item.at.x == at.x && item.at.y == at.y;
  });
  if (known == wait.items.end()) {
    wait.items.push_back({at, ImGui::GetTime(), frame});
    return 0;
  }
  known->frame = frame;
  return ImGui::GetTime() - known->since;
}

bool waits(Ui& ui) {
  constexpr double kSeconds = 0.35;
  TooltipWait& wait = ui.state<TooltipWait>();
  if (!has_moved_on(ui, wait)) return true;
  const bool is_soon = hovered_for(wait) < kSeconds;
  ui.makes_more |= is_soon;  // another frame shows it
  return is_soon;
}

}  // namespace

void tooltip(Ui& ui, std::string_view words) {
  if (!ui.exports.picture.empty()) return;
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || waits(ui)) return;
  const float padding = ui.fonts.body->FontSize * 0.5f;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::BeginTooltip();
  const float width = ui.fonts.body->FontSize * 22;
  const std::string lines = broken_into_lines(words, width, ImGui::GetFont());
  ImGui::PushTextWrapPos(width);  // for a word that is wider
  ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void muted_note(Ui& ui, Str words) {
  ImGui::PushTextWrapPos(0);
  label(ui, ui.say(words), {ui.theme->muted, ui.fonts.small});
  ImGui::PopTextWrapPos();
}

void side_label(Ui& ui, std::initializer_list<std::string> wordings, std::string_view name) {
  ImGui::SameLine();
  const float room = ImGui::GetContentRegionAvail().x - ui.header_end;
  for (const std::string& words : wordings) {
    const float width = text_width(words, ui.fonts.small);
    if (width > room) continue;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
    return label(ui, words, {ui.theme->muted, ui.fonts.small}, name);
  }
  ImGui::NewLine();
}

void cost_panel(const AppState& app, Ui& ui, const Area& area, const char* name, Str title,
                void (*draw)(const AppState&, Ui&, const ExplainedEvent&)) {
  begin_panel(ui, name, area, ui.say(title));
  const ExplainedEvent* current = app.session.event(ui.side);
  if (app.hides_costs()) {
    muted_note(ui, Str::hidden_until_answer);
  } else if (current != nullptr) {
    draw(app, ui, *current);
  }
  end_panel();
}

std::string event_name(const Ui& ui, const trace::Site& site) { return access_phrase(ui, site); }

std::string accesses_name(const Ui& ui, trace::Space space) {
  if (space == trace::Space::none) return std::string(ui.say(Str::filter_accesses));
  return accesses_to(ui, space, ui.say(Str::accesses));
}

}  // namespace warplens::ui
