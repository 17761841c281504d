// The help: what each key does, and the glossary, which can be searched.
#include <algorithm>

#include "app/lessons/glossary.h"
#include "app/ui/markdown_view.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/term_help.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using Kind = Overlay::Kind;

void page_button(Ui& ui, const char* name, Str words, Kind page) {
  const bool is_on = ui.state<Overlay>().kind == page;
  if (button(ui, name, ui.say(words), is_on ? ButtonLook::primary : ButtonLook::soft) && !is_on) {
    open_overlay(ui, page);
  }
  ImGui::SameLine();
}

void pages(Ui& ui) {
  page_button(ui, "help.keys", Str::help_title, Kind::keys);
  page_button(ui, "help.glossary", Str::glossary, Kind::glossary);
  page_button(ui, "help.introduction", Str::introduction, Kind::introduction);
  page_button(ui, "help.documents", Str::documents_title, Kind::documents);
  if (button(ui, "help.close", ui.say(Str::close))) close_overlay(ui);
}

// A part that scrolls, by wheel and by the keys' lines; `height` at most.
void begin_scrolled(Ui& ui, const char* name, float width, float height) {
  ImGui::BeginChild(name, {width, height}, false, ImGuiWindowFlags_NoBackground);
  const float lines = std::exchange(ui.state<Overlay>().scroll, 0.0f);
  if (lines != 0) ImGui::SetScrollY(ImGui::GetScrollY() + lines * ui.fonts.body->FontSize);
}

float room_of(const Ui& ui, ImVec2 window) { return window.y - ui.fonts.body->FontSize * 7; }

struct KeyTable {
  float keys = 0, words = 0, gap = 0;  // widths
  [[nodiscard]] float width() const { return keys + gap + words; }
};

KeyTable measure(const Ui& ui, std::span<const KeyHelp> lines) {
  KeyTable table;
  table.gap = ui.fonts.body->FontSize * 1.2f;
  for (const KeyHelp& row : lines) {
    table.keys = std::max(table.keys, text_width(row.keys, ui.fonts.mono));
    table.words = std::max(table.words, text_width(ui.say(row.what), ui.fonts.body));
  }
  return table;
}

// The line that was searched for.
void point_at(Ui& ui, float width, float height) {
  Overlay& overlay = ui.state<Overlay>();
  if (std::exchange(overlay.moved, false)) ImGui::SetScrollHereY();
  const ImVec2 low = ImGui::GetCursorScreenPos() - ImVec2{height * 0.2f, 0};
  ImGui::GetWindowDrawList()->AddRectFilled(low, low + ImVec2{width + height * 0.4f, height},
                                            packed(ui.theme->current_line), 3 * ui.scale);
}

// The term that was asked for stands first.
std::vector<std::size_t> terms_found(const Ui& ui) {
  const Overlay& overlay = ui.state<Overlay>();
  std::vector<std::size_t> found = ui.glossary->search(overlay.search);
  if (!overlay.term) return found;
  const auto asked = std::ranges::find(found, *overlay.term);
  if (asked != found.end()) std::rotate(found.begin(), asked, asked + 1);
  return found;
}

}  // namespace

void help_overlay(Ui& ui, std::span<const KeyHelp> lines, ImVec2 window) {
  begin_overlay(ui, "help.window", {window.x / 2, window.y / 2}, {0.5f, 0.5f});
  pages(ui);
  const KeyTable table = measure(ui, lines);
  const float between = 2 * table.gap;
  const std::size_t columns = 2 * table.width() + 3 * between < window.x ? 2 : 1;
  const std::size_t count = lines.size();
  const std::size_t rows = (count + columns - 1) / columns;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float height = std::min(line * static_cast<float>(rows), room_of(ui, window));
  const float width = static_cast<float>(columns) * (table.width() + between);
  begin_scrolled(ui, "help.rows", width, height);
  const ImVec2 origin = ImGui::GetCursorPos();
  for (std::size_t i = 0; i < count; ++i) {
    const KeyHelp& row = lines[i];
    const float x = origin.x + static_cast<float>(i / rows) * (table.width() + between);
    const float y = origin.y + static_cast<float>(i % rows) * line;
    ImGui::SetCursorPos({x, y});
    if (i == ui.state<Overlay>().key) {
      point_at(ui, table.width(), line);
      ui.widget_log.shown("help.pointed", row.keys);
    }
    label(ui, row.keys, {ui.theme->accent, ui.fonts.mono});
    ImGui::SetCursorPos({x + table.keys + table.gap, y});
    label(ui, ui.say(row.what));
  }
  ImGui::EndChild();
  mark(ui, "help.rows");
  end_overlay();
}

void glossary_overlay(Ui& ui, ImVec2 window) {
  const float unit = ui.fonts.body->FontSize;
  begin_overlay(ui, "glossary.window", {window.x / 2, window.y / 2}, {0.5f, 0.5f});
  pages(ui);
  const float width = std::min(unit * 46, window.x - unit * 4);
  (void)search_field(ui, "glossary.search", ui.say(Str::search_terms), width);
  mark(ui, "glossary.search");
  begin_scrolled(ui, "glossary.terms", width, std::min(unit * 30, room_of(ui, window) - unit * 2));
  const std::vector<std::size_t> found = terms_found(ui);
  for (const std::size_t term : found) {
    const lessons::Term& shown = ui.glossary->terms()[term];
    label(ui, term_heading(shown, ui.language), {ui.theme->accent, ui.fonts.bold});
    draw_markdown(ui, shown.text[ui.language], width - unit * 1.2f, Terms::plain);
    ImGui::Dummy({0, unit * 0.2f});
  }
  if (found.empty()) label(ui, ui.say(Str::nothing_found), {ui.theme->muted, ui.fonts.body});
  ui.widget_log.shown("glossary.found", [&] { return std::to_string(found.size()); });
  ImGui::EndChild();
  end_overlay();
}

}  // namespace warplens::ui
