#include <algorithm>

#include "app/ui/panels.h"
#include "app/ui/term_help.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// The costs beside a line: sectors a request, n-way.
struct LineFigures {
  std::string global, shared;
  bool global_costly = false, shared_costly = false;
};

LineFigures figures_of(const analysis::LineCost& cost) {
  const auto& [global, shared] = cost;
  LineFigures figures;
  if (global.requests > 0) {
    figures.global = fmt::format(
        "{:.4g}", static_cast<double>(global.sectors) / static_cast<double>(global.requests));
    figures.global_costly = global.sectors > global.ideal_sectors;
  }
  if (shared.wavefronts > 0) figures.shared = fmt::format("{}", shared.max_way);
  figures.shared_costly = shared.max_way > 1;
  return figures;
}

struct Columns {
  float number, global, shared, text;
};

Columns columns_of(const Ui& ui) {
  const float digit = text_width("0", ui.fonts.mono_small);
  const float gap = ui.fonts.small->FontSize * 0.7f;
  Columns columns{};
  columns.number = digit * 3;
  columns.global = columns.number + gap +
                   std::max(digit * 4, text_width(ui.say(Str::cost_global), ui.fonts.small));
  columns.shared = columns.global + gap +
                   std::max(digit * 3, text_width(ui.say(Str::cost_shared), ui.fonts.small));
  columns.text = columns.shared + gap;
  return columns;
}

void right_text(ImDrawList& out, ImFont* font, float right, float y, std::string_view words,
                Color color) {
  const float width = text_width(words, font);
  out.AddText(font, font->FontSize, {right - width, y}, packed(color), words.data(),
              words.data() + words.size());
}

void header(Ui& ui, const Columns& columns) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  right_text(out, ui.fonts.small, at.x + columns.global, at.y, ui.say(Str::cost_global),
             ui.look->muted);
  right_text(out, ui.fonts.small, at.x + columns.shared, at.y, ui.say(Str::cost_shared),
             ui.look->muted);
  const float height = ui.fonts.small->FontSize;
  const float between = (columns.global + columns.shared -
                         text_width(ui.say(Str::cost_shared), ui.fonts.small)) /
                        2;
  term_help(ui, at + ImVec2{columns.number, 0}, at + ImVec2{between, height},
            ui.say(Str::cost_global));
  term_help(ui, at + ImVec2{between, 0}, at + ImVec2{columns.shared, height},
            ui.say(Str::cost_shared));
  ImGui::Dummy({0, height});
}

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

void highlight_line(const Ui& ui, float y, float height) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const float left = ImGui::GetWindowPos().x;
  out.AddRectFilled({left, y}, {left + ImGui::GetWindowWidth(), y + height},
                    packed(ui.look->current_line));
  out.AddRectFilled({left, y}, {left + 3 * ui.scale, y + height}, packed(ui.look->accent));
}

void line_figures(const Ui& ui, LineFigures figures, const Columns& columns, ImVec2 at,
                  bool hides_costs) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  if (hides_costs && !figures.global.empty()) figures.global = "?";
  if (hides_costs && !figures.shared.empty()) figures.shared = "?";
  const Color costly = scene::theme(ui.look->theme).conflict;
  const auto paint = [&](bool is_costly) {
    return is_costly && !hides_costs ? costly : ui.look->text;
  };
  right_text(out, ui.fonts.mono_small, at.x + columns.global, at.y, figures.global,
             paint(figures.global_costly));
  right_text(out, ui.fonts.mono_small, at.x + columns.shared, at.y, figures.shared,
             paint(figures.shared_costly));
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

const scene::SourceTable* shown_table(const Ui& ui, const CurrentEvent& current) {
  for (const scene::SourceTable& table : ui.cache().sources) {
    if (current.site != nullptr && scene::row_of(table, *current.site) < table.rows.size()) {
      return &table;
    }
  }
  return ui.cache().sources.empty() ? nullptr : &ui.cache().sources.front();
}

void lines(const AppState& app, Ui& ui, const scene::SourceTable& table, std::size_t current,
           const Columns& columns) {
  push_font(ui.fonts.mono_small);
  ImGui::BeginChild("lines");
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const float inset = (height - ui.fonts.mono_small->FontSize) / 2;
  const float width = ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize - columns.text;
  const auto letters =
      static_cast<std::size_t>(std::max(0.0f, width / text_width("0", ui.fonts.mono_small)));
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  float top = 0;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const scene::SourceRow& row = table.rows[i];
    const Wrapped wrapped = wrap(with_half_indent(row.text), letters);
    const float tall = height * static_cast<float>(wrapped.pieces.size());
    if (i == current && ui.scrolled_to_event != current) {
      // A line keeps about two fifths of the panel above it.
      ImGui::SetScrollY(top - ImGui::GetWindowHeight() * 0.4f);
      ui.scrolled_to_event = current;
    }
    const ImVec2 at = origin + ImVec2{0, top};
    top += tall;
    if (!ImGui::IsRectVisible(at, at + ImVec2{width, tall})) continue;
    if (i == current) highlight_line(ui, at.y, tall);
    const ImVec2 text_at = at + ImVec2{0, inset};
    right_text(*ImGui::GetWindowDrawList(), ui.fonts.mono_small, at.x + columns.number, text_at.y,
               fmt::format("{}", row.line), !row.findings.empty() ? ui.look->bad : ui.look->muted);
    line_figures(ui, figures_of(row.cost), columns, text_at, app.hides_costs());
    line_text(ui, row, wrapped, text_at + ImVec2{columns.text, 0});
  }
  ImGui::Dummy({1, top});
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace

void source_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "source", area, ui.say(Str::source));
  const CurrentEvent current = current_event(app.session, ui.side);
  if (const scene::SourceTable* table = shown_table(ui, current)) {
    ImGui::SameLine();
    const std::string file = table->file.substr(table->file.rfind('/') + 1);
    label(ui, file, {ui.look->muted, ui.fonts.mono_small}, "source.file");
    const Columns columns = columns_of(ui);
    header(ui, columns);
    const std::size_t row =
        current.site == nullptr ? table->rows.size() : scene::row_of(*table, *current.site);
    lines(app, ui, *table, row, columns);
  }
  end_panel();
}

}  // namespace warplens::ui
