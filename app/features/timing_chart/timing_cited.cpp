#include "app/features/timing_chart/timing_cited.h"

#include <algorithm>

#include "app/features/timing_chart/cited_bars.h"
#include "app/settings/timing_choice.h"
#include "app/state/app_state.h"
#include "app/ui/band.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using timing::Cited;
using timing::CitedDocument;
using timing::CitedRow;
using timing::CitedTable;

std::string stated(const Ui& ui, const Both& words) {
  return words.en.empty() ? std::string(ui.say(Str::not_stated)) : ui.say(words);
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& each : words) {
    if (!each.empty()) all += (all.empty() ? "" : " · ") + each;
  }
  return all;
}

std::string source_phrase(const Ui& ui, const CitedDocument& document) {
  return ui.say(Str::cited_source, joined({document.title, document.author, document.link}));
}

std::string size_phrase(const Ui& ui, const CitedTable& table) {
  return ui.say(Str::cited_size, stated(ui, table.size), stated(ui, table.device));
}

// "Pitch 33"; what the choice is called where it has a name of its own: "16 × 16".
std::string setting_phrase(const Ui& ui, const catalog::Family& family, const std::string& name,
                           std::int64_t value) {
  const auto parameter = std::ranges::find(family.parameters, name, &catalog::Parameter::name);
  if (parameter == family.parameters.end()) return fmt::format("{} {}", name, value);
  const auto choice = std::ranges::find(parameter->choices, value);
  const auto index = static_cast<std::size_t>(choice - parameter->choices.begin());
  if (index < parameter->choice_labels.size()) return ui.say(parameter->choice_labels[index]);
  return fmt::format("{} {}", ui.say(parameter->label), value);
}

// "tile_padded · Pitch 33"; a dash where none of ours does the same.
std::string ours_phrase(const Ui& ui, const catalog::Family& family, const CitedRow& row) {
  if (row.variant.empty()) return "–";
  std::vector<std::string> words{row.variant};
  for (const auto& [name, value] : row.parameters)
    words.push_back(setting_phrase(ui, family, name, value));
  return joined(words);
}

std::vector<std::string> head_cells(const Ui& ui, const CitedTable& table) {
  std::vector<std::string> cells{std::string(ui.say(Str::cited_name)),
                                 std::string(ui.say(Str::cited_ours))};
  for (const Both& column : table.columns) cells.push_back(ui.say(column));
  return cells;
}

std::vector<std::string> cells_of(const Ui& ui, const catalog::Family& family,
                                  const CitedRow& row) {
  std::vector<std::string> cells{ui.say(row.name), ours_phrase(ui, family, row)};
  cells.insert(cells.end(), row.figures.begin(), row.figures.end());
  return cells;
}

// Who is cited; without the tables below what is cited of the kernels on the stage.
std::string band_phrase(const Ui& ui, const AppState& app, const TimingModel& model,
                        bool has_tables) {
  std::vector<std::string> figures, titles;
  for (const CitedTable* table : app.cited.of(model.family->name)) {
    titles.push_back(app.cited.documents[table->document].title);
    if (has_tables) continue;
    for (const CitedRow& row : table->rows) {
      const bool is_on_stage = std::ranges::any_of(model.on_stage, [&](session::Side side) {
        return app.session.variant(side)->name == row.variant;
      });
      if (!is_on_stage) continue;
      figures.push_back(fmt::format("{} {} ({})", ours_phrase(ui, *model.family, row),
                                    joined(row.figures), stated(ui, table->size)));
    }
  }
  return ui.say(Str::cited_band, joined(figures.empty() ? titles : figures));
}

// As wide as their widest cell; where the panel is narrower, the names give way.
std::vector<float> column_widths(const std::vector<std::vector<std::string>>& rows, float gap,
                                 float room) {
  std::vector<float> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], text_width(row[i]) + gap);
    }
  }
  float figures = 0;
  for (std::size_t i = 2; i < widths.size(); ++i) figures += widths[i];
  const float names = widths[0] + widths[1];
  const float share = std::clamp((room - figures) / names, 0.0f, 1.0f);
  widths[0] *= share;
  widths[1] *= share;
  return widths;
}

void table_row(Ui& ui, const std::vector<std::string>& cells, const std::vector<float>& widths,
               Color color) {
  const float gap = ui.fonts.small->FontSize;
  float x = ImGui::GetCursorPosX();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) ImGui::SameLine(x);
    const std::string shown = shortened(cells[i], std::max(widths[i] - gap, 0.0f));
    label(ui, shown.empty() ? " " : shown, {color, nullptr});
    if (shown != cells[i]) tooltip(ui, cells[i]);
    x += widths[i];
  }
}

// Where one table alone leaves the stage room: its rows, with a bar below each printed figure.
constexpr float kHighestCitedRow = 7, kLowestCitedRow = 2.2f;  // in text sizes

// Names as wide as they are, and the figures share what is left.
std::vector<float> spread_widths(std::vector<float> widths, float room) {
  const auto figures = static_cast<float>(widths.size() - 2);
  const float left = room - widths[0] - widths[1];
  for (std::size_t i = 2; i < widths.size(); ++i) {
    widths[i] = std::max(widths[i], left / figures);
  }
  return widths;
}

void figure_bars(const Ui& ui, const CitedTable& table, std::size_t row,
                 const std::vector<float>& widths, const Area& below) {
  float x = below.x + widths[0] + widths[1];
  for (std::size_t column = 0; column + 2 < widths.size(); ++column) {
    const float room = widths[column + 2] - ui.fonts.body->FontSize * 2;
    const std::vector<float> shares = bar_shares(table, column);
    if (!shares.empty()) {
      ImGui::GetWindowDrawList()->AddRectFilled(
          {x, below.y}, {x + room * shares[row], below.y + below.height}, packed(ui.theme->accent),
          ui.fonts.body->FontSize * 0.15f);
    }
    x += widths[column + 2];
  }
}

void rows_with_bars(Ui& ui, const CitedTable& table,
                    const std::vector<std::vector<std::string>>& rows,
                    const std::vector<float>& widths, float height) {
  const float line = ImGui::GetTextLineHeightWithSpacing();
  table_row(ui, rows.front(), widths, ui.theme->muted);
  for (std::size_t row = 0; row + 1 < rows.size(); ++row) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    table_row(ui, rows[row + 1], widths, ui.theme->text);
    figure_bars(ui, table, row, widths, {at.x, at.y + line, 0, (height - line) * 0.55f});
    ImGui::SetCursorScreenPos({at.x, at.y + height});
  }
  wrapped_label(ui, ui.say(Str::cited_bars), {ui.theme->muted, ui.fonts.small});
}

void table_lines(const AppState& app, Ui& ui, const TimingModel& model, const CitedTable& table,
                 bool is_alone) {
  const TextLook muted{ui.theme->muted, nullptr};
  wrapped_label(ui, source_phrase(ui, app.cited.documents[table.document]),
                {ui.theme->text, nullptr});
  wrapped_label(ui, size_phrase(ui, table), muted);
  std::vector<std::vector<std::string>> rows{head_cells(ui, table)};
  for (const CitedRow& row : table.rows) rows.push_back(cells_of(ui, *model.family, row));
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const auto widths = column_widths(rows, ui.fonts.small->FontSize, room.x);
  const float unit = ImGui::GetFontSize();
  constexpr float kOtherLines = 6;  // the names of the columns, and the notes
  const float height =
      std::min((room.y - kOtherLines * unit) / static_cast<float>(table.rows.size()),
               kHighestCitedRow * unit);
  if (is_alone && height >= kLowestCitedRow * unit) {
    rows_with_bars(ui, table, rows, spread_widths(widths, room.x), height);
  } else {
    for (const auto& row : rows) {
      table_row(ui, row, widths, &row == &rows.front() ? ui.theme->muted : ui.theme->text);
    }
  }
  if (!table.note.en.empty()) wrapped_label(ui, ui.say(table.note), muted);
  ImGui::Dummy({1, ui.fonts.small->FontSize * 0.4f});
}

void cited_tables(const AppState& app, Ui& ui, const TimingModel& model) {
  constexpr float kWide = 40;  // in text sizes
  ImGui::BeginChild("cited", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const bool is_large =
      !ui.small_view && ImGui::GetContentRegionAvail().x > kWide * ui.fonts.body->FontSize;
  push_font(is_large ? ui.fonts.body : ui.fonts.small);
  const auto tables = app.cited.of(model.family->name);
  for (const CitedTable* table : tables) {
    table_lines(app, ui, model, *table, is_large && tables.size() == 1);
  }
  ImGui::PopFont();
  ImGui::EndChild();
  mark(ui, "timing_view.cited_tables");
}

}  // namespace

bool is_cited(const AppState& app, const TimingModel& model) {
  return !app.cited.of(model.family->name).empty();
}

bool shows_cited(const AppState& app, const TimingModel& model) {
  return app.session.chosen<session::TimingChoice>().tab == session::TimingTab::cited &&
         is_cited(app, model);
}

void cited_timings(const AppState& app, Ui& ui, const TimingModel& model) {
  constexpr float kLowest = 4;  // in text sizes
  ui.widget_log.shown("timing_view.cited_tables",
                      [&] { return cited_phrase(ui, app.cited, *model.family); });
  const float band_height = ImGui::GetTextLineHeightWithSpacing();
  const bool has_tables =
      ImGui::GetContentRegionAvail().y - band_height >= ui.fonts.small->FontSize * kLowest;
  band(ui, band_phrase(ui, app, model, has_tables), std::string(ui.say(Str::cited_hint)),
       "timing_view.cited");
  if (has_tables) cited_tables(app, ui, model);
}

std::string cited_phrase(const Ui& ui, const Cited& cited, const catalog::Family& family) {
  std::string all;
  for (const CitedTable* table : cited.of(family.name)) {
    if (!all.empty()) all += "\n";
    all += source_phrase(ui, cited.documents[table->document]) + "\n" + size_phrase(ui, *table);
    for (const CitedRow& row : table->rows) all += "\n" + joined(cells_of(ui, family, row));
    if (!table->note.en.empty()) all += "\n" + ui.say(table->note);
  }
  return all;
}

}  // namespace warplens::ui
