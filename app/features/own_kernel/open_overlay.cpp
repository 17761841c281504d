#include <algorithm>

#include "app/features/own_kernel/open_rows.h"
#include "app/session/kernel_result.h"
#include "app/state/edited_source.h"
#include "app/state/exploring.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/pick_file.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

// Beside the file that is shown, where it is the person's own; else where the program was started.
fs::path first_folder(const AppState& app) {
  const std::string& shown = app.session.selection().capture;
  std::error_code error;
  const fs::path folder = fs::path(shown).parent_path();
  const bool is_own = app.mode == Mode::explore && !shown.empty();
  return is_own && fs::is_directory(folder, error) ? folder : fs::current_path(error);
}

// The file that a field of the form names lies beside the kernel.
fs::path folder_of_kernel(const AppState& app) {
  const fs::path folder = fs::path(app.session.selection().capture).parent_path();
  std::error_code error;
  return fs::is_directory(folder, error) ? folder : first_folder(app);
}

float open_row_height(const Ui& ui) { return std::floor(ui.fonts.body->FontSize * 1.55f); }

void row_phrase(const Ui& ui, const OpenRow& row, ImVec2 at, float width) {
  const float unit = ui.fonts.body->FontSize;
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const bool is_heading = row.file == nullptr;
  const bool is_missing = !is_heading && row.file->is_missing;
  ImFont* font = is_heading ? ui.fonts.bold : ui.fonts.body;
  const Color color = is_heading ? ui.theme->accent : is_missing ? ui.theme->muted : ui.theme->text;
  const std::string name = shortened(row.name, width * (row.detail.empty() ? 1 : 0.55f), font);
  out.AddText(font, font->FontSize, at, packed(color), name.c_str());
  if (row.detail.empty()) return;
  const float left = text_width(name, font) + unit;
  const std::string detail = shortened(row.detail, width - left, ui.fonts.small);
  out.AddText(ui.fonts.small, ui.fonts.small->FontSize, at + ImVec2{left, unit * 0.12f},
              packed(is_missing ? ui.theme->bad : ui.theme->muted), detail.c_str());
}

// Brings the chosen row into sight.
void scroll_to(Ui& ui, std::size_t row, float height) {
  if (!std::exchange(ui.state<Overlay>().moved, false)) return;
  const float top = static_cast<float>(row) * height;
  const float room = ImGui::GetWindowHeight();
  if (top - height < ImGui::GetScrollY()) ImGui::SetScrollY(std::max(0.0f, top - height));
  if (top + height > ImGui::GetScrollY() + room) ImGui::SetScrollY(top + height - room);
}

void draw_row(const AppState& app, Ui& ui, const OpenRow& row, bool is_chosen) {
  const float height = open_row_height(ui);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  if (row.file == nullptr) {
    ImGui::Dummy({width, height});
  } else {
    if (ImGui::Selectable(("###" + row.mark).c_str(), is_chosen, 0, {0, height}))
      take_row(ui, app, *row.file);
    mark(ui, row.mark);
  }
  const float inset = ui.fonts.body->FontSize * (row.file == nullptr ? 0.2f : 0.7f);
  row_phrase(ui, row, at + ImVec2{inset, height * 0.14f}, width - 2 * inset);
}

// Lists may be long: only what is in sight is drawn.
void draw_rows(const AppState& app, Ui& ui, const std::vector<OpenRow>& rows) {
  const float height = open_row_height(ui);
  const auto files = files_of(rows);
  const std::size_t chosen = ui.state<Overlay>().chosen;
  const session::ListedFile* lit = chosen < files.size() ? files[chosen] : nullptr;
  const auto at = std::ranges::find(rows, lit, &OpenRow::file);
  if (lit != nullptr) scroll_to(ui, static_cast<std::size_t>(at - rows.begin()), height);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const OpenRow& row = rows[static_cast<std::size_t>(i)];
      draw_row(app, ui, row, row.file != nullptr && row.file == lit);
    }
  }
  clipper.End();
  ImGui::PopStyleVar();
}

void keep_text(Ui& ui, const std::vector<OpenRow>& rows) {
  std::string& text = ui.state<OpenState>().text;
  text.clear();
  for (const OpenRow& row : rows) (text += row.name) += row.detail;
}

void listing_part(const AppState& app, Ui& ui, float width, float height) {
  const Listing* listing = current_listing(app, ui);
  ImGui::BeginChild("open.rows", {width, height}, false, ImGuiWindowFlags_NoBackground);
  if (listing == nullptr) {
    label(ui, "…", {ui.theme->muted, ui.fonts.body});
  } else {
    const std::vector<OpenRow> rows = open_rows(ui, *listing);
    keep_text(ui, rows);
    draw_rows(app, ui, rows);
    if (files_of(rows).empty() && !listing->list.error)
      label(ui, ui.say(Str::nothing_to_open), {ui.theme->muted, ui.fonts.body});
  }
  ImGui::EndChild();
  std::string error = ui.state<OpenState>().error;
  if (error.empty() && listing != nullptr && listing->list.error)
    error = ui.say(*listing->list.error);
  if (error.empty()) return;
  label(ui, shortened(error, width, ui.fonts.body), {ui.theme->bad, ui.fonts.body});
  ui.widget_log.shown("open.error", error);
}

void open_at(Ui& ui, fs::path folder, std::optional<session::FormField> field) {
  open_overlay(ui, Overlay::Kind::open);
  OpenState& state = ui.state<OpenState>();
  auto listing = std::move(state.listing);
  state = {};
  state.folder = std::move(folder);
  state.field = field;
  state.is_open = true;
  state.listing = std::move(listing);
}

std::string title_of_overlay(const AppState& app, const Ui& ui) {
  const auto& field = ui.state<OpenState>().field;
  const auto launch = own_launch(app);
  if (!field || !launch || field->index >= launch->form.arguments.size())
    return std::string(ui.say(has_picture(app) ? Str::open_title_pictures : Str::open_title));
  const std::string& name = own::name_of(launch->form.arguments[field->index]);
  const bool is_result = field->kind == session::FormField::Kind::expected;
  return ui.say(is_result ? Str::file_of_result : Str::file_of_contents, name);
}

}  // namespace

namespace {

void pick_button(Ui& ui) {
  if (!can_pick_file()) return;
  ImGui::SameLine();
  if (!button(ui, "open.pick", ui.say(Str::pick_file))) return;
  close_overlay(ui);
  pick_file();
}

}  // namespace

void open_files(Ui& ui, const AppState& app) { open_at(ui, first_folder(app), std::nullopt); }

void open_file_of_field(Ui& ui, const AppState& app, const session::FormField& field) {
  open_at(ui, folder_of_kernel(app), field);
}

void open_overlay_window(const AppState& app, Ui& ui, ImVec2 window) {
  if (ui.state<Overlay>().kind != Overlay::Kind::open) {
    ui.state<OpenState>().is_open = false;
    return ui.state<OpenState>().listing->cancel();
  }
  if (!ui.state<OpenState>().is_open) open_files(ui, app);
  const float unit = ui.fonts.body->FontSize;
  const float width = std::min(unit * 46, window.x - unit * 4);
  begin_overlay(ui, "open.window", {window.x / 2, window.y / 2}, {0.5f, 0.5f});
  label(ui, title_of_overlay(app, ui), {ui.theme->text, ui.fonts.title});
  const float up = text_width(ui.say(Str::folder_up)) + 2 * ImGui::GetStyle().FramePadding.x;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  // ImGui keeps what is typed as long as a field has its name.
  ImGui::PushID(ui.state<OpenState>().folder.c_str());
  if (std::exchange(ui.state<OpenState>().wants_keyboard, false)) ImGui::SetKeyboardFocusHere();
  if (search_field(ui, "open.filter", ui.say(Str::type_to_filter), width - up - gap)) {
    ui.state<Overlay>().chosen = 0;
    ui.state<Overlay>().moved = true;
    ui.state<OpenState>().typed = typed_path(ui);
  }
  mark(ui, "open.filter");
  ImGui::PopID();
  ImGui::SameLine();
  if (button(ui, "open.up", ui.say(Str::folder_up))) go_up(ui);
  listing_part(app, ui, width, std::min(unit * 28, window.y - unit * 12));
  if (button(ui, "open.close", ui.say(Str::close))) close_overlay(ui);
  pick_button(ui);
  ImGui::SameLine();
  label(ui, ui.say(Str::open_hint), {ui.theme->muted, ui.fonts.small});
  end_overlay();
}

std::string own_text(const AppState& app, const Ui& ui) {
  std::string text = ui.state<OpenState>().text;
  // Its characters are kept from then on.
  const auto file = broken_own_file(app);
  if (file != nullptr && file != ui.state<ErrorsState>().file) {
    for (const auto& [name, words] : file->texts) (text += name) += words;
    for (const run::Diagnostic& each : file->diagnostics) text += each.message;
  }
  if (const EditedText* edited = edited_text(app)) text += edited->text;
  if (const auto captured = captured_launch(app))
    text += text_of(*captured_program(app), *captured);
  if (const auto launch = own_launch(app)) {
    for (const session::FormField& field : session::fields_of(launch->form))
      text += ui.say(session::field_why(launch->form, field));
    text += launch->kernel.signature;
  }
  return text;
}

}  // namespace warplens::ui
