#include <algorithm>
#include <cmath>

#include "app/ui/panels/panels.h"
#include "app/ui/panels/source_rows.h"
#include "app/ui/panels/states.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// Indentation costs room that a narrow panel does not have.
std::string_view with_half_indent(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()) / 2);
}

// A line cut into pieces of at most `room` characters, after a blank, bracket or comma. Those after
// the first are set in by `hang`.
struct Wrapped {
  std::vector<std::string_view> pieces;
  std::size_t hang = 0;
};

Wrapped wrap(std::string_view text, std::size_t room) {
  constexpr std::size_t kHang = 2, kShortest = 12;
  room = std::max(room, kShortest);
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  Wrapped wrapped;
  wrapped.hang = std::min(indent + kHang, room - kShortest / 2);
  std::size_t width = room, first_break = indent;
  while (text.size() > width) {
    std::size_t place = text.find_last_of(" ],", width - 1);
    // No piece of a lone semicolon.
    if (text.size() - place < 4) place = text.rfind(' ', width - 1);
    const bool is_usable = place != std::string_view::npos && place > first_break;
    const std::size_t end = is_usable ? place + 1 : width;
    wrapped.pieces.push_back(text.substr(0, end));
    text.remove_prefix(end);
    width = room - wrapped.hang;
    first_break = 0;
  }
  wrapped.pieces.push_back(text);
  return wrapped;
}

void line_text(const Ui& ui, const scene::SourceRow& row, const Wrapped& wrapped, ImVec2 at) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const bool is_comment = row.text.find_first_not_of(' ') == row.text.find("//");
  const Color color = is_comment ? ui.look->muted : ui.look->text;
  const float letter = text_width("0", ui.fonts.mono_small);
  for (const std::string_view& piece : wrapped.pieces) {
    out.AddText(ui.fonts.mono_small, ui.fonts.mono_small->FontSize, at, packed(color), piece.data(),
                piece.data() + piece.size());
    if (&piece == &wrapped.pieces.front()) at.x += letter * static_cast<float>(wrapped.hang);
    at.y += ImGui::GetTextLineHeightWithSpacing();
  }
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

const scene::SourceTable* shown_table(const Ui& ui, const trace::Site* site) {
  for (const scene::SourceTable& table : ui.cache().views->sources) {
    if (site != nullptr && scene::row_of(table, *site) < table.rows.size()) {
      return &table;
    }
  }
  return ui.cache().views->sources.empty() ? nullptr : &ui.cache().views->sources.front();
}

// Of the findings at a row, in the person's language.
std::string finding_words(const Ui& ui, const trace::Trace& trace, const scene::SourceRow& row) {
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

void source_row(const AppState& app, Ui& ui, const Lines& lines, std::size_t i,
                const Wrapped& wrapped, ImVec2 at) {
  const scene::SourceRow& row = lines.table.rows[i];
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const float tall = height * static_cast<float>(wrapped.pieces.size());
  if (i == lines.current) mark_row(ui, at.y, tall, RowMark::current);
  const ImVec2 text_at = at + ImVec2{0, (height - ui.fonts.mono_small->FontSize) / 2};
  line_number(ui, lines.columns, text_at, row.line, !row.findings.empty());
  line_costs(ui, lines.columns, text_at, row.cost, app.hides_costs());
  if (!app.hides_costs()) story_mark(ui, lines.columns, text_at, row);
  line_text(ui, row, wrapped, text_at + ImVec2{lines.columns.text, 0});
  if (row.findings.empty()) return;
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  out.AddRectFilled({right - 3 * ui.scale, at.y}, {right, at.y + tall}, packed(ui.look->bad));
  const trace::Trace& trace = *app.session.launch(ui.side)->trace;
  hint(ui, at, {right, at.y + tall}, finding_words(ui, trace, row));
}

// A line keeps about two fifths of the panel above it, less when it would not be seen to its end,
// and nothing when it is higher than the panel. No row is cut at the panel's top.
void follow_cursor(Ui& ui, std::size_t row, float top, float tall) {
  SourceState& state = ui.state<SourceState>();
  const ImVec2 size = ImGui::GetWindowSize();
  const bool is_same_size = size.x == state.scrolled_size.x && size.y == state.scrolled_size.y;
  if (state.scrolled_to_row == row && is_same_size) return;
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const float above = std::clamp(size.y - tall, 0.0f, size.y * 0.4f);
  ImGui::SetScrollY(top - std::floor(above / height) * height);
  state.scrolled_to_row = row;
  state.scrolled_size = size;
}

// Of the marked line: what is said of it, and how many of its rows are in view.
void record_line(const AppState& app, Ui& ui, const scene::SourceRow& row, float top, float tall) {
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const float from = std::max(top, ImGui::GetScrollY());
  const float to = std::min(top + tall, ImGui::GetScrollY() + ImGui::GetWindowHeight());
  ui.recorder.shown("source.rows_seen",
                    fmt::format("{:.0f}/{:.0f}", std::floor((to - from) / height), tall / height));
  if (!app.hides_costs()) ui.recorder.shown("source.sectors", global_figure(row.cost));
}

void lines_of(const AppState& app, Ui& ui, const Lines& lines, float panel_height) {
  push_font(ui.fonts.mono_small);
  ImGui::BeginChild("lines", {0, panel_height});
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const float width =
      ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize - lines.columns.text;
  const auto letters =
      static_cast<std::size_t>(std::max(0.0f, width / text_width("0", ui.fonts.mono_small)));
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float seen_from = ImGui::GetScrollY() - height;
  const float seen_to = ImGui::GetScrollY() + ImGui::GetWindowHeight();
  float top = 0;
  for (std::size_t i = 0; i < lines.table.rows.size(); ++i) {
    const std::string& text = lines.table.rows[i].text;
    // Of a short line above or below what can be seen, only the height counts.
    if (i != lines.current && text.size() <= letters && (top < seen_from || top > seen_to)) {
      top += height;
      continue;
    }
    const Wrapped wrapped = wrap(with_half_indent(text), letters);
    const float tall = height * static_cast<float>(wrapped.pieces.size());
    if (i == lines.current) {
      follow_cursor(ui, i, top, tall);
      record_line(app, ui, lines.table.rows[i], top, tall);
    }
    if (top + tall > seen_from && top < seen_to) {
      source_row(app, ui, lines, i, wrapped, origin + ImVec2{0, top});
    }
    top += tall;
  }
  ImGui::Dummy({1, top});
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
    label(ui, words, {ui.look->muted, ui.fonts.mono_small}, "source.file");
    if (words != name) tooltip(ui, name);
  } else {
    if (text_button(ui, "source.side", words)) {
      state.side = other(state.side);
      state.scrolled_to_row = ~std::size_t{0};
    }
    tooltip(ui, ui.say(Str::source_side_hint, name));
  }
  ImGui::PopFont();
}

void ptx_of(const AppState& app, Ui& ui, const trace::Site* site, const Lines& lines) {
  if (app.session.result(ui.side)->ptx.empty()) return muted_note(ui, Str::no_ptx);
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
  if (app.session.result(ui.side)->ptx.empty()) return muted_note(ui, Str::no_ptx);
  muted_note(ui, Str::no_source);
  ptx_lines(app, ui, site, site == nullptr ? "" : site->file, site == nullptr ? 0 : site->line);
}

}  // namespace

void source_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "source", area, ui.say(Str::source));
  const ExplainedEvent* current = app.session.event(ui.side);
  const trace::Site* site = current == nullptr ? nullptr : current->site;
  if (const scene::SourceTable* table = shown_table(ui, site)) {
    title_tools(app, ui, table->file);
    const std::size_t row = site == nullptr ? table->rows.size() : scene::row_of(*table, *site);
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
