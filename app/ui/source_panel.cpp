#include <algorithm>

#include "app/ui/panels.h"
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

void header(const Ui& ui, const Columns& columns) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  right_text(out, ui.fonts.small, at.x + columns.global, at.y, ui.say(Str::cost_global),
             ui.look->muted);
  right_text(out, ui.fonts.small, at.x + columns.shared, at.y, ui.say(Str::cost_shared),
             ui.look->muted);
  ImGui::Dummy({0, ui.fonts.small->FontSize});
}

void source_line(const Ui& ui, const scene::SourceRow& row, LineFigures figures,
                 const Columns& columns, ImVec2 at, bool is_current, bool hides_costs) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeightWithSpacing();
  if (is_current) {
    const float left = ImGui::GetWindowPos().x;
    out.AddRectFilled({left, at.y}, {left + ImGui::GetWindowWidth(), at.y + line},
                      packed(ui.look->current_line));
    out.AddRectFilled({left, at.y}, {left + 3 * ui.scale, at.y + line}, packed(ui.look->accent));
  }
  const float y = at.y + (line - ui.fonts.mono_small->FontSize) / 2;
  const Color number = row.findings > 0 ? ui.look->bad : ui.look->muted;
  right_text(out, ui.fonts.mono_small, at.x + columns.number, y, fmt::format("{}", row.line),
             number);
  if (hides_costs && !figures.global.empty()) figures.global = "?";
  if (hides_costs && !figures.shared.empty()) figures.shared = "?";
  const Color costly = scene::theme(ui.look->theme).conflict;
  const auto paint = [&](bool is_costly) {
    return is_costly && !hides_costs ? costly : ui.look->text;
  };
  right_text(out, ui.fonts.mono_small, at.x + columns.global, y, figures.global,
             paint(figures.global_costly));
  right_text(out, ui.fonts.mono_small, at.x + columns.shared, y, figures.shared,
             paint(figures.shared_costly));
  const bool is_comment = row.text.find_first_not_of(' ') == row.text.find("//");
  out.AddText(ui.fonts.mono_small, ui.fonts.mono_small->FontSize, {at.x + columns.text, y},
              packed(is_comment ? ui.look->muted : ui.look->text), row.text.data(),
              row.text.data() + row.text.size());
}

const scene::SourceTable* shown_table(const Ui& ui, const CurrentEvent& current) {
  for (const scene::SourceTable& table : ui.views.sources) {
    if (current.site != nullptr && scene::row_of(table, *current.site) < table.rows.size()) {
      return &table;
    }
  }
  return ui.views.sources.empty() ? nullptr : &ui.views.sources.front();
}

void lines(const AppState& app, Ui& ui, const scene::SourceTable& table, std::size_t current,
           const Columns& columns) {
  push_font(ui.fonts.mono_small);
  ImGui::BeginChild("lines", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const float height = ImGui::GetTextLineHeightWithSpacing();
  float widest = 0;
  for (const scene::SourceRow& row : table.rows) widest = std::max(widest, text_width(row.text));
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::Dummy({columns.text + widest, height * static_cast<float>(table.rows.size())});
  if (current < table.rows.size() && ui.scrolled_to_event != current) {
    // A line keeps about two fifths of the panel above it.
    ImGui::SetScrollY(static_cast<float>(current) * height - ImGui::GetWindowHeight() * 0.4f);
    ui.scrolled_to_event = current;
  }
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const ImVec2 at = origin + ImVec2{0, static_cast<float>(i) * height};
    if (!ImGui::IsRectVisible(at, at + ImVec2{1e4f, height})) continue;
    source_line(ui, table.rows[i], figures_of(table.rows[i].cost), columns, at, i == current,
                app.hides_costs());
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace

void source_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "source", area, ui.say(Str::source));
  const CurrentEvent current = current_event(app.session);
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
