#include <algorithm>
#include <cmath>

#include "app/session/kernel_result.h"
#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/state/jumps.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/source_rows.h"
#include "app/ui/panels/states.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "viz/analysis/costed_event.h"

namespace warplens::ui {
namespace {

void line_text(const Ui& ui, const scene::SourceRow& row, ImVec2 at) {
  const std::string& text = ui.say(row.text);
  const bool is_comment = text.find_first_not_of(' ') == text.find("//");
  const Color color = is_comment ? ui.theme->muted : ui.theme->text;
  ImGui::GetWindowDrawList()->AddText(ui.fonts.mono_small, ui.fonts.mono_small->FontSize, at,
                                      packed(color), text.data(), text.data() + text.size());
}

int digits_of(std::size_t number) {
  return std::max(3, static_cast<int>(fmt::formatted_size("{}", number)));
}

float widest_global(const Ui& ui, const scene::SourceTable& table) {
  float widest = 0;
  for (const scene::SourceRow& row : table.rows) {
    widest = std::max(widest, text_width(global_figure(row.cost), ui.fonts.mono_small));
  }
  return widest;
}

// The line that a list named; else the one under the cursor.
std::size_t current_row(const scene::SourceTable& table, const trace::Site* site,
                        const ChosenLine* chosen) {
  if (chosen != nullptr && chosen->file == table.file && chosen->line > 0) {
    return std::min<std::size_t>(chosen->line - 1, table.rows.size());
  }
  return site == nullptr ? table.rows.size() : scene::row_of(table, *site);
}

const ChosenLine* chosen_line_of_side(const AppState& app, const Ui& ui) {
  return ui.side == session::Side::left ? chosen_line(app) : nullptr;
}

const scene::SourceTable* shown_table(const Ui& ui, const trace::Site* site,
                                      const ChosenLine* chosen) {
  for (const scene::SourceTable& table : ui.cache().views->sources) {
    if (chosen != nullptr && chosen->file == table.file) return &table;
  }
  for (const scene::SourceTable& table : ui.cache().views->sources) {
    if (site != nullptr && scene::row_of(table, *site) < table.rows.size()) {
      return &table;
    }
  }
  return ui.cache().views->sources.empty() ? nullptr : &ui.cache().views->sources.front();
}

// Of the findings at a row, in the person's language.
std::string finding_phrase(const Ui& ui, const trace::Trace& trace, const scene::SourceRow& row) {
  std::string words;
  for (const std::size_t index : row.findings) {
    const trace::Finding& finding = trace.findings[index];
    if (!words.empty()) words += '\n';
    words += ui.say(finding.message);
  }
  return words;
}

struct Lines {
  const scene::SourceTable& table;
  std::size_t current;  // row; past the end: none
  Columns columns;
};

// Stands still while the code scrolls across below it.
void gutter(const AppState& app, Ui& ui, const Lines& lines, std::size_t i, ImVec2 at) {
  const scene::SourceRow& row = lines.table.rows[i];
  const float height = ImGui::GetTextLineHeightWithSpacing();
  if (ImGui::GetScrollX() > 0) {
    const Color ground = i == lines.current ? ui.theme->current_line : ui.theme->card;
    ImGui::GetWindowDrawList()->AddRectFilled(at, at + ImVec2{lines.columns.text, height},
                                              packed(ground));
  }
  const ImVec2 text_at = at + ImVec2{0, (height - ui.fonts.mono_small->FontSize) / 2};
  line_number(ui, lines.columns, text_at, row.line, !row.findings.empty());
  line_costs(ui, lines.columns, text_at, row.cost, app.hides_costs());
  if (!app.hides_costs()) story_mark(ui, lines.columns, text_at, row);
}

void source_row(const AppState& app, Ui& ui, const Lines& lines, std::size_t i, ImVec2 at) {
  const scene::SourceRow& row = lines.table.rows[i];
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const float down = (height - ui.fonts.mono_small->FontSize) / 2;
  const float left = ImGui::GetWindowPos().x;
  const float right = left + ImGui::GetWindowWidth();
  if (i == lines.current) mark_row(ui, at.y, height, RowMark::current);
  line_text(ui, row, at + ImVec2{lines.columns.text, down});
  gutter(app, ui, lines, i, {left, at.y});
  if (row.findings.empty()) return;
  ImGui::GetWindowDrawList()->AddRectFilled({right - 3 * ui.scale, at.y}, {right, at.y + height},
                                            packed(ui.theme->bad));
  const trace::Trace& trace = *app.session.launch(ui.side)->trace;
  hint(ui, {left, at.y}, {right, at.y + height}, finding_phrase(ui, trace, row));
}

// The line under the cursor keeps about two fifths of the panel above it.
void follow_cursor(Ui& ui, std::size_t row, float height) {
  SourceState& state = ui.state<SourceState>();
  const ImVec2 size = ImGui::GetWindowSize();
  const bool is_same_size = size.x == state.scrolled_size.x && size.y == state.scrolled_size.y;
  if (state.scrolled_to_row == row && state.scrolled_side == ui.side && is_same_size) return;
  const float above = std::clamp(size.y - height, 0.0f, size.y * 0.4f);
  ImGui::SetScrollY((static_cast<float>(row) - std::floor(above / height)) * height);
  state.scrolled_to_row = row;
  state.scrolled_side = ui.side;
  state.scrolled_size = size;
}

// Of the marked line: what is said of it, and whether it is in view.
void record_line(const AppState& app, Ui& ui, const scene::SourceRow& row, float top) {
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const bool is_seen = top >= ImGui::GetScrollY() - 1 &&
                       top + height <= ImGui::GetScrollY() + ImGui::GetWindowHeight() + 1;
  ui.widget_log.shown("source.rows_seen", is_seen ? "1/1" : "0/1");
  ui.widget_log.shown("source.line", [&] { return ui.say(row.text); });
  if (!app.hides_costs())
    ui.widget_log.shown("source.sectors", [&] { return global_figure(row.cost); });
}

// At most: a character of three bytes or more is as wide as two letters.
std::size_t letters_of(std::string_view text) {
  std::size_t letters = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    letters += byte < 0x80 || (byte >= 0xc0 && byte < 0xe0) ? 1 : byte >= 0xe0 ? 2 : 0;
  }
  return letters;
}

float widest_line(const Ui& ui, const scene::SourceTable& table) {
  std::size_t letters = 0;
  for (const scene::SourceRow& row : table.rows) {
    const std::string& text = ui.say(row.text);
    if (text.size() > letters) letters = std::max(letters, letters_of(text));
  }
  return static_cast<float>(letters + 2) * text_width("0", ui.fonts.mono_small);
}

// The kernel's signature stays in sight above the line under the cursor.
std::size_t signature_row(const Lines& lines) {
  for (std::size_t i = std::min(lines.current, lines.table.rows.size()); i-- > 0;) {
    if (lines.table.rows[i].text.in(Language::en).find("__global__") != std::string::npos) return i;
  }
  return lines.table.rows.size();
}

void pinned_signature(Ui& ui, const Lines& lines) {
  const std::size_t row = signature_row(lines);
  const float height = ImGui::GetTextLineHeightWithSpacing();
  if (row >= lines.table.rows.size()) return;
  if (static_cast<float>(row) * height >= ImGui::GetScrollY()) return;
  const ImVec2 at = ImGui::GetWindowPos() - ImVec2{ImGui::GetScrollX(), 0};
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 low = ImGui::GetWindowPos();
  const ImVec2 high = low + ImVec2{ImGui::GetWindowWidth(), height};
  out.AddRectFilled(low, high, packed(ui.theme->soft));
  line_text(ui, lines.table.rows[row],
            at + ImVec2{lines.columns.text, (height - ui.fonts.mono_small->FontSize) / 2});
  line_number(ui, lines.columns, low, lines.table.rows[row].line, false);
  out.AddLine({low.x, high.y}, high, packed(ui.theme->border));
  ui.widget_log.shown("source.signature", [&] { return ui.say(lines.table.rows[row].text); });
}

void lines_of(const AppState& app, Ui& ui, const Lines& lines, float panel_height) {
  push_font(ui.fonts.mono_small);
  ImGui::BeginChild("lines", {0, panel_height}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const std::size_t count = lines.table.rows.size();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  if (lines.current < count) {
    follow_cursor(ui, lines.current, height);
    record_line(app, ui, lines.table.rows[lines.current],
                static_cast<float>(lines.current) * height);
  }
  const auto first = static_cast<std::size_t>(std::max(0.0f, ImGui::GetScrollY() / height));
  const auto seen = static_cast<std::size_t>(ImGui::GetWindowHeight() / height) + 2;
  for (std::size_t i = first; i < std::min(first + seen, count); ++i) {
    source_row(app, ui, lines, i, origin + ImVec2{0, static_cast<float>(i) * height});
  }
  pinned_signature(ui, lines);
  ImGui::Dummy(
      {lines.columns.text + widest_line(ui, lines.table), static_cast<float>(count) * height});
  ImGui::EndChild();
  ImGui::PopFont();
}

// Which text is shown, of which file, of which kernel where there are two.
void title_tools(const AppState& app, Ui& ui, const std::string& file) {
  SourceState& state = ui.state<SourceState>();
  ImGui::SameLine();
  push_font(ui.fonts.small);
  if (text_button(ui, "source.ptx", ui.say(state.shows_ptx ? Str::cuda : Str::ptx))) {
    state.shows_ptx = !state.shows_ptx;
  }
  ImGui::PopFont();
  tooltip(ui, ui.say(Str::ptx_hint));
  ImGui::SameLine();
  push_font(ui.fonts.mono_small);
  const std::string name = file.substr(file.rfind('/') + 1);
  const std::string words = fitted(name, ImGui::GetContentRegionAvail().x, ui.fonts.mono_small);
  if (!app.session.is_comparing()) {
    label(ui, words, {ui.theme->muted, ui.fonts.mono_small}, "source.file");
    if (words != name) tooltip(ui, name);
  } else {
    if (text_button(ui, "source.side", words)) {
      session::Side& read = ui.state<ReadSide>().side;
      read = other(read);
    }
    tooltip(ui, ui.say(Str::source_side_hint, name));
  }
  ImGui::PopFont();
}

void ptx_of(const AppState& app, Ui& ui, const trace::Site* site, const Lines& lines) {
  if (app.session.result(ui.side)->run->ptx->empty()) return muted_note(ui, Str::no_ptx);
  constexpr float kEnoughLines = 16;  // for both texts
  const float room = ImGui::GetContentRegionAvail().y;
  if (room > kEnoughLines * ui.fonts.mono_small->FontSize * 1.4f) {
    lines_of(app, ui, lines, room * 0.4f);
    ImGui::Separator();
  }
  ptx_lines(app, ui, site, lines.table.file, static_cast<std::uint32_t>(lines.current + 1));
}

// A capture may name files that it does not hold, and PTX from elsewhere may name none.
void ptx_alone(const AppState& app, Ui& ui, const trace::Site* site) {
  if (app.session.result(ui.side) == nullptr) return;
  if (app.session.result(ui.side)->run->ptx->empty()) return muted_note(ui, Str::no_ptx);
  muted_note(ui, Str::no_source);
  ptx_lines(app, ui, site, site == nullptr ? "" : site->file, site == nullptr ? 0 : site->line);
}

}  // namespace

void source_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "source", area, ui.say(Str::source));
  const ExplainedEvent* current = app.session.event(ui.side);
  const trace::Site* site = current == nullptr ? nullptr : current->site;
  const ChosenLine* chosen = chosen_line_of_side(app, ui);
  if (const scene::SourceTable* table = shown_table(ui, site, chosen)) {
    title_tools(app, ui, table->file);
    const std::size_t row = current_row(*table, site, chosen);
    const Columns columns =
        columns_of(ui, digits_of(table->rows.size()), widest_global(ui, *table));
    const Lines lines{*table, row, columns};
    columns_header(ui, lines.columns);
    if (ui.state<SourceState>().shows_ptx) {
      ptx_of(app, ui, site, lines);
    } else {
      lines_of(app, ui, lines, 0);
    }
  } else {
    ptx_alone(app, ui, site);
  }
  end_panel();
}

}  // namespace warplens::ui
