#include "app/ui/panels/save_place.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "app/settings/save_folder.h"
#include "app/state/app_state.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {

float save_label_width(const Ui& ui) { return ui.fonts.body->FontSize * 6.5f; }

void save_row_label(Ui& ui, std::string_view words) {
  ImGui::AlignTextToFramePadding();
  label(ui, words, {ui.theme->muted, ui.fonts.small});
  ImGui::SameLine(save_label_width(ui));
}

void enter_save_folder(SaveMenu& menu, const std::filesystem::path& folder) {
  menu.folder = folder.string();
  menu.folders = session::folders_in(folder);
  menu.problem.clear();
}

bool choose_save_folder(Ui& ui, SaveMenu& menu) {
  const auto folder = session::chosen_folder(menu.folder);
  if (!folder.has_value()) {
    menu.problem = ui.say(folder.error());
    return false;
  }
  menu.problem.clear();
  menu.folder = folder->string();
  ui.ask([chosen = menu.folder](AppState& app) {
    if (session::save_folder(app.settings) == chosen) return;
    app.settings.save_folder = chosen;
    save(app);
  });
  return true;
}

namespace {

void subfolders(Ui& ui, SaveMenu& menu, float width) {
  if (menu.folders.empty()) return;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const auto lines = static_cast<float>(std::min<std::size_t>(menu.folders.size(), 3));
  ImGui::SetCursorPosX(save_label_width(ui));
  ImGui::BeginChild("folders", {width, lines * line}, false);
  std::optional<std::string> entered;
  for (const std::string& name : menu.folders) {
    if (ImGui::Selectable(fmt::format("{}/", name).c_str())) entered = name;
    mark(ui, fmt::format("save.folder.{}", name));
  }
  ImGui::EndChild();
  if (!entered) return;
  enter_save_folder(menu, std::filesystem::path(menu.folder) / *entered);
  (void)choose_save_folder(ui, menu);
}

}  // namespace

void save_folder_rows(Ui& ui) {
  SaveMenu& menu = ui.state<SaveMenu>();
  const float width = ui.fonts.body->FontSize * 14;
  save_row_label(ui, ui.say(Str::save_folder_row));
  push_font(ui.fonts.small);
  ImGui::SetNextItemWidth(width);
  ImGui::InputText("###save.folder", &menu.folder);
  const bool is_changed = ImGui::IsItemDeactivatedAfterEdit();
  mark(ui, "save.folder");
  if (is_changed && choose_save_folder(ui, menu)) enter_save_folder(menu, menu.folder);
  ImGui::SameLine();
  if (button(ui, "save.folder_up", ui.say(Str::save_folder_up))) {
    enter_save_folder(menu, std::filesystem::path(menu.folder).parent_path());
    (void)choose_save_folder(ui, menu);
  }
  subfolders(ui, menu, width);
  ImGui::PopFont();
  if (menu.problem.empty()) return;
  wrapped_label(ui, menu.problem, {ui.theme->bad, ui.fonts.small}, save_label_width(ui) + width);
  mark(ui, "save.problem");
}

}  // namespace warplens::ui
