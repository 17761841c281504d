// The small editor: a text field as large as its text in a window that scrolls, and beside it line
// numbers, costs and what is wrong.
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "app/features/own_kernel/error_list.h"
#include "app/session/kernel_result.h"
#include "app/session/launch_views.h"
#include "app/state/edited_source.h"
#include "app/ui/panels/source_rows.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "viz/analysis/costed_event.h"

namespace warplens::ui {
namespace {

// A line of the text, from 1.
std::size_t line_at(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  return static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
}

float widest_line(std::string_view text, float digit) {
  std::size_t widest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    widest = std::max(widest, end - at);
    at = end + 1;
  }
  return static_cast<float>(widest + 2) * digit;
}

int note_caret(ImGuiInputTextCallbackData* data) {
  auto& state = *static_cast<EditorState*>(data->UserData);
  state.follows_caret = state.follows_caret || data->CursorPos != state.caret;
  state.caret = data->CursorPos;
  return 0;
}

void take_text(Ui& ui, const EditedText& edited, const std::string& file) {
  EditorState& state = ui.state<EditorState>();
  if (state.file == file && state.generation == edited.generation) return;
  state = {file, edited.generation, edited.text, 0, false, false, 0};
}

// The costs of the text as it was traced; null where another text stands here.
const scene::SourceTable* costs_of(const AppState& app, const Ui& ui, const EditedText& edited) {
  const session::KernelResultPtr& result = app.session.result();
  const std::string file = editable_file(app);
  const bool is_of_text = !edited.is_unsaved() && result && result->selection.capture == file &&
                          result->selection.recording == edited.stamp;
  if (!is_of_text || app.session.is_comparing()) return nullptr;
  const auto& tables = ui.caches->front().views->sources;
  const auto found = std::ranges::find(tables, file, &scene::SourceTable::file);
  return found == tables.end() ? nullptr : &*found;
}

struct Gutter {
  Columns columns;
  const scene::SourceTable* costs;  // null: none
  const session::OwnFile* broken;   // null: it compiles
};

const run::Diagnostic* said_at(const Gutter& gutter, const std::string& file, std::size_t line) {
  if (gutter.broken == nullptr) return nullptr;
  const auto& all = gutter.broken->diagnostics;
  const auto said = std::ranges::find_if(
      all, [&](const run::Diagnostic& each) { return each.line == line && each.file == file; });
  return said == all.end() ? nullptr : &*said;
}

void gutter_row(const AppState& app, Ui& ui, const Gutter& gutter, std::size_t line, ImVec2 at) {
  const bool has_costs = gutter.costs != nullptr && line <= gutter.costs->rows.size();
  const scene::SourceRow* row = has_costs ? &gutter.costs->rows[line - 1] : nullptr;
  const run::Diagnostic* said = said_at(gutter, editable_file(app), line);
  const bool is_bad = said != nullptr || (row != nullptr && !row->findings.empty());
  line_number(ui, gutter.columns, at, line, is_bad);
  if (row != nullptr) line_costs(ui, gutter.columns, at, row->cost, app.hides_costs());
  const ImVec2 end = at + ImVec2{gutter.columns.text, ui.fonts.mono_small->FontSize};
  if (is_bad)
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + 3 * ui.scale, end.y},
                                              packed(ui.theme->bad));
  if (said != nullptr) return hint(ui, at, end, said->message);
  if (row == nullptr || row->findings.empty()) return;
  std::string words;
  for (const std::size_t index : row->findings)
    words += std::string(words.empty() ? "" : "\n") +
             std::string(ui.say(app.session.launch()->trace->findings[index].message));
  hint(ui, at, end, words);
}

void gutter_rows(const AppState& app, Ui& ui, const Gutter& gutter, const Area& area,
                 float scroll) {
  const float height = ui.fonts.mono_small->FontSize;
  const std::size_t lines = line_at(ui.state<EditorState>().text, std::string::npos);
  const auto first = static_cast<std::size_t>(std::max(0.0f, scroll / height));
  const auto seen = static_cast<std::size_t>(area.height / height) + 2;
  ImGui::PushClipRect(area.position(), area.position() + ImVec2{area.width, area.height}, true);
  for (std::size_t i = first; i < std::min(first + seen, lines); ++i)
    gutter_row(app, ui, gutter, i + 1,
               area.position() + ImVec2{0, static_cast<float>(i) * height - scroll});
  ImGui::PopClipRect();
}

// The line of the access under the cursor, and that of a chosen error, come into view; so does what
// is typed.
void scroll_into_view(const AppState& app, Ui& ui, float height) {
  EditorState& state = ui.state<EditorState>();
  std::size_t line = 0;
  if (std::exchange(state.follows_caret, false))
    line = line_at(state.text, static_cast<std::size_t>(state.caret));
  const ExplainedEvent* event = app.session.event();
  const std::size_t cursor =
      event != nullptr && event->site->file == state.file ? event->site->line : 0;
  if (state.cursor_line != cursor) line = state.cursor_line = cursor;
  if (const session::OwnFilePtr broken = broken_own_file(app)) {
    ErrorsState& errors = ui.state<ErrorsState>();
    if (std::exchange(errors.moved, false)) line = broken->diagnostics[errors.chosen].line;
  }
  if (line == 0) return;
  const float top = static_cast<float>(line - 1) * height;
  const float room = ImGui::GetWindowHeight() - ImGui::GetStyle().ScrollbarSize - 2 * height;
  if (top < ImGui::GetScrollY()) ImGui::SetScrollY(std::max(0.0f, top - height));
  if (top > ImGui::GetScrollY() + room) ImGui::SetScrollY(top - room);
}

void mark_lines(const AppState& app, Ui& ui, ImVec2 origin, float height) {
  const ExplainedEvent* event = app.session.event();
  if (event == nullptr || event->site->file != ui.state<EditorState>().file) return;
  mark_row(ui, origin.y + static_cast<float>(event->site->line - 1) * height, height,
           RowMark::current);
}

// Escape leaves the field; ImGui alone would take back all that was typed since it was entered.
void leave_by_escape(const EditorState& state) {
  if (state.has_keyboard && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false))
    ImGui::ClearActiveID();
}

void text_field(const AppState& app, Ui& ui, const EditedText& edited, const std::string& file) {
  EditorState& state = ui.state<EditorState>();
  const float height = ui.fonts.mono_small->FontSize;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const auto lines = static_cast<float>(line_at(state.text, std::string::npos));
  const ImVec2 size{std::max(room.x, widest_line(state.text, text_width("0"))),
                    std::max(room.y, (lines + 2) * height)};
  leave_by_escape(state);
  mark_lines(app, ui, ImGui::GetCursorScreenPos(), height);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4{0, 0, 0, 0});
  ImGui::PushID(file.c_str());
  const bool is_typed =
      ImGui::InputTextMultiline(fmt::format("###text{}", edited.generation).c_str(), &state.text,
                                size, ImGuiInputTextFlags_CallbackAlways, note_caret, &state);
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  state.has_keyboard = ImGui::IsItemActive();
  scroll_into_view(app, ui, height);
  if (is_typed) ui.ask([file, text = state.text](AppState& a) { take_typed(a, file, text); });
}

void text_with_gutter(const AppState& app, Ui& ui, const EditedText& edited,
                      const std::string& file) {
  const session::OwnFilePtr broken = broken_own_file(app);
  const scene::SourceTable* costs = costs_of(app, ui, edited);
  const Gutter gutter{columns_of(ui, 3, text_width("8·8", ui.fonts.mono_small)), costs,
                      broken.get()};
  columns_header(ui, gutter.columns);
  push_font(ui.fonts.mono_small);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ImGui::SetCursorScreenPos(at + ImVec2{gutter.columns.text, 0});
  ImGui::BeginChild("editor.text", {std::max(1.0f, room.x - gutter.columns.text), room.y}, false,
                    ImGuiWindowFlags_HorizontalScrollbar);
  text_field(app, ui, edited, file);
  const float scroll = ImGui::GetScrollY();
  ImGui::EndChild();
  mark(ui, "editor.text");
  gutter_rows(app, ui, gutter, {at.x, at.y, gutter.columns.text, room.y}, scroll);
  ImGui::PopFont();
}

void editor_tools(Ui& ui, const EditedText& edited, const std::string& file) {
  push_font(ui.fonts.small);
  ImGui::BeginDisabled(!edited.is_unsaved());
  if (button(ui, "editor.save", ui.say(Str::form_save),
             edited.is_unsaved() ? ButtonLook::primary : ButtonLook::soft))
    ui.ask([file](AppState& a) { save_edited(a, file); });
  tooltip(ui, ui.say(Str::editor_save_hint));
  ImGui::SameLine();
  if (button(ui, "editor.drop", ui.say(Str::editor_drop)))
    ui.ask([file](AppState& a) { drop_edited(a, file); });
  tooltip(ui, ui.say(Str::editor_drop_hint));
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (edited.before) {
    if (button(ui, "editor.take_back", ui.say(Str::editor_take_back)))
      ui.ask([file](AppState& a) { take_back(a, file); });
    tooltip(ui, ui.say(Str::editor_take_back_hint));
    ImGui::SameLine();
  }
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetContentRegionAvail().x;
  label(ui, shortened(file, left, ui.fonts.small), {ui.theme->muted, ui.fonts.small});
  tooltip(ui, file);
  if (edited.has_changed_on_disk)
    label(ui,
          fitted(ui.say(Str::editor_changed_on_disk), ImGui::GetContentRegionAvail().x,
                 ui.fonts.small),
          {ui.theme->bad, ui.fonts.small});
  ImGui::PopFont();
}

constexpr std::array kEditorKeys{
    KeyRow{Key::s, kCtrl,
           [](Ui& ui, const AppState& app, const KeyPress& /*press*/) {
             ui.ask([file = editable_file(app)](AppState& a) { save_edited(a, file); });
           },
           "Ctrl + S", Str::keys_picture},
};

}  // namespace

void editor_panel(const AppState& app, Ui& ui, const Area& area) {
  const std::string file = editable_file(app);
  const EditedText* edited = edited_text(app);
  const std::string name = std::filesystem::path(file).filename().string();
  const bool is_unsaved = edited != nullptr && edited->is_unsaved();
  begin_panel(ui, "editor", area, is_unsaved ? ui.say(Str::editor_unsaved, name) : name);
  ui.widget_log.shown("editor.unsaved", is_unsaved ? "1" : "0");
  ui.widget_log.shown("editor.file", file);
  if (edited != nullptr && edited->generation > 0) {
    take_text(ui, *edited, file);
    editor_tools(ui, *edited, file);
    if (const session::OwnFilePtr broken = broken_own_file(app)) {
      follow_errors(app, ui, *broken);
      ui.widget_log.shown("errors.message", [&] {
        return broken->diagnostics[ui.state<ErrorsState>().chosen].message;
      });
      error_list(ui, *broken);
    }
    text_with_gutter(app, ui, *edited, file);
    ui.widget_log.shown("editor.caret",
                        [&] { return std::to_string(ui.state<EditorState>().caret); });
    ui.widget_log.shown("editor.active",
                        [&] { return ui.state<EditorState>().has_keyboard ? "1" : "0"; });
  }
  end_panel();
}

std::span<const KeyRow> editor_keys() { return kEditorKeys; }

bool editor_key(Ui& ui, const AppState& app, const KeyPress& press) {
  const bool has_keyboard = ui.state<EditorState>().has_keyboard && ImGui::GetIO().WantTextInput;
  if (!shows_editor(app) || !has_keyboard) return false;
  const bool is_of_window =
      press.key == Key::f5 || (press.control && (press.key == Key::q || press.key == Key::o));
  if (act(kEditorKeys, ui, app, press)) return true;
  return !is_of_window;
}

}  // namespace warplens::ui
