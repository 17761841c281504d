// The compiler's errors: a list that jumps to their lines, and the file's text with each error
// below its line.
#include <algorithm>

#include "app/features/own_kernel/error_list.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

bool is_error(const run::Diagnostic& said) {
  return said.severity == run::Diagnostic::Severity::error;
}

struct TextRow {
  std::size_t line = 0;  // from 1; 0: a message
  std::string_view text;
  const run::Diagnostic* said = nullptr;  // of it, or in it
};

std::string_view text_called(const session::OwnFile& file, const std::string& name) {
  for (const auto& [each, text] : file.texts)
    if (each == name) return text;
  return {};
}

std::vector<TextRow> rows_of(const session::OwnFile& file, const std::string& name) {
  std::vector<TextRow> rows;
  std::string_view rest = text_called(file, name);
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::string_view text = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(text.size() + 1, rest.size()));
    const std::size_t at = rows.size();
    rows.push_back({line, text, nullptr});
    for (const run::Diagnostic& said : file.diagnostics) {
      if (said.line != line || said.file != name) continue;
      if (rows[at].said == nullptr) rows[at].said = &said;
      rows.push_back({0, said.message, &said});
    }
  }
  return rows;
}

void choose_error(Ui& ui, std::size_t index) {
  ui.state<ErrorsState>().chosen = index;
  ui.state<ErrorsState>().moved = true;
}

}  // namespace

Color color_of(const Ui& ui, const run::Diagnostic& said) {
  return is_error(said) ? ui.theme->bad : ui.theme->muted;
}

void error_list(Ui& ui, const session::OwnFile& file) {
  constexpr std::size_t kMostLines = 6;
  const float height = ui.fonts.small->FontSize * 1.5f;
  const std::size_t shown = std::min(file.diagnostics.size(), kMostLines);
  ImGui::BeginChild("errors.list", {0, height * static_cast<float>(shown)}, false);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = 0; i < file.diagnostics.size(); ++i) {
    const run::Diagnostic& said = file.diagnostics[i];
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable(fmt::format("###error{}", i).c_str(), i == ui.state<ErrorsState>().chosen,
                          0, {0, height}))
      choose_error(ui, i);
    mark(ui, fmt::format("error{}", i + 1));
    const std::string words =
        said.file == file.path
            ? fmt::format("{}  {}", said.line, said.message)
            : fmt::format("{}:{}  {}", std::filesystem::path(said.file).filename().string(),
                          said.line, said.message);
    ImGui::GetWindowDrawList()->AddText(
        ui.fonts.small, ui.fonts.small->FontSize, at + ImVec2{4 * ui.scale, height * 0.15f},
        packed(color_of(ui, said)), fitted(words, room - 8 * ui.scale, ui.fonts.small).c_str());
    tooltip(ui, words);
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

namespace {

// Under what the compiler's mark points at.
void underline(const Ui& ui, const TextRow& row, ImVec2 at, float height) {
  const std::size_t column = row.said->column;
  if (column == 0 || column > row.text.size()) return;
  const float digit = text_width("0", ui.fonts.mono_small);
  const float left = at.x + digit * static_cast<float>(column - 1);
  ImGui::GetWindowDrawList()->AddLine({left, at.y + height - ui.scale},
                                      {left + digit, at.y + height - ui.scale},
                                      packed(color_of(ui, *row.said)), 2 * ui.scale);
}

void text_row(Ui& ui, const TextRow& row, ImVec2 at, float numbers, float height) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  ImFont* mono = ui.fonts.mono_small;
  const float left = ImGui::GetWindowPos().x;
  if (row.said != nullptr) {
    out.AddRectFilled({left, at.y}, {left + ImGui::GetWindowWidth(), at.y + height},
                      packed(scene::mix(ui.theme->card, color_of(ui, *row.said), 0.12f)));
    out.AddRectFilled({left, at.y}, {left + 3 * ui.scale, at.y + height},
                      packed(color_of(ui, *row.said)));
  }
  const float down = (height - mono->FontSize) / 2;
  const ImVec2 text = at + ImVec2{numbers, down};
  if (row.line == 0) {
    out.AddText(ui.fonts.small, ui.fonts.small->FontSize, text, packed(color_of(ui, *row.said)),
                row.text.data(), row.text.data() + row.text.size());
    return;
  }
  const std::string number = std::to_string(row.line);
  const float width = text_width(number + " ", mono);
  out.AddText(mono, mono->FontSize, {text.x - width, text.y},
              packed(row.said == nullptr ? ui.theme->muted : color_of(ui, *row.said)),
              number.c_str());
  out.AddText(mono, mono->FontSize, text, packed(ui.theme->text), row.text.data(),
              row.text.data() + row.text.size());
  if (row.said != nullptr) underline(ui, row, {text.x, at.y}, height);
}

void scroll_to_chosen(Ui& ui, const std::vector<TextRow>& rows, const run::Diagnostic& chosen,
                      float height) {
  if (!std::exchange(ui.state<ErrorsState>().moved, false)) return;
  const auto at = std::ranges::find_if(
      rows, [&](const TextRow& row) { return row.line == chosen.line && row.line != 0; });
  if (at == rows.end()) return;
  const float above = std::floor(ImGui::GetWindowHeight() * 0.35f / height) * height;
  ImGui::SetScrollY(std::max(0.0f, static_cast<float>(at - rows.begin()) * height - above));
}

// The line that the message stands below.
void record_place(Ui& ui, const std::vector<TextRow>& rows, std::size_t message) {
  std::size_t line = message;
  while (line > 0 && rows[line].line == 0) --line;
  ui.widget_log.shown("errors.line", [&] {
    return fmt::format("{}: {}", rows[line].line, std::string(rows[line].text));
  });
}

void text_of_errors(Ui& ui, const session::OwnFile& file) {
  const ErrorsState& state = ui.state<ErrorsState>();
  const run::Diagnostic& chosen = file.diagnostics[state.chosen];
  const std::vector<TextRow> rows = rows_of(file, chosen.file);
  push_font(ui.fonts.mono_small);
  ImGui::BeginChild("errors.text", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const float height = ImGui::GetTextLineHeightWithSpacing();
  const float numbers = text_width("00000 ", ui.fonts.mono_small);
  scroll_to_chosen(ui, rows, chosen, height);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const auto first = static_cast<std::size_t>(std::max(0.0f, ImGui::GetScrollY() / height));
  const auto seen = static_cast<std::size_t>(ImGui::GetWindowHeight() / height) + 2;
  std::size_t letters = 0;
  for (const TextRow& row : rows) letters = std::max(letters, row.text.size());
  for (std::size_t i = first; i < std::min(first + seen, rows.size()); ++i) {
    text_row(ui, rows[i], origin + ImVec2{0, static_cast<float>(i) * height}, numbers, height);
    if (rows[i].line == 0 && rows[i].said == &chosen) record_place(ui, rows, i);
  }
  ImGui::Dummy({numbers + text_width("0") * static_cast<float>(letters),
                static_cast<float>(rows.size()) * height});
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace

void follow_errors(const AppState& app, Ui& ui, const session::OwnFile& file) {
  ErrorsState& state = ui.state<ErrorsState>();
  if (state.file.get() == &file) return;
  state = {broken_own_file(app), 0, true};
  const auto first = std::ranges::find_if(file.diagnostics, is_error);
  if (first != file.diagnostics.end())
    state.chosen = static_cast<std::size_t>(first - file.diagnostics.begin());
}

void errors_panel(const AppState& app, Ui& ui, const session::OwnFile& file, const Area& area) {
  follow_errors(app, ui, file);
  const auto errors = std::ranges::count_if(file.diagnostics, is_error);
  const std::string name = std::filesystem::path(file.path).filename().string();
  begin_panel(ui, "errors", area,
              ui.say(errors == 1 ? Str::one_compile_error : Str::compile_errors, name, errors));
  ui.widget_log.shown("errors.count", [&] { return std::to_string(errors); });
  ui.widget_log.shown("errors.message",
                      [&] { return file.diagnostics[ui.state<ErrorsState>().chosen].message; });
  error_list(ui, file);
  ImGui::Separator();
  text_of_errors(ui, file);
  end_panel();
}

}  // namespace warplens::ui
