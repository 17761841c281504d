// The small editor of an own kernel's source: what is typed stays here until it is saved, and is
// not lost by looking at something else meanwhile.
#pragma once

#include "app/state/app_state.h"

namespace warplens::ui {

// The .cu on the left side that may be edited; empty: there is none.
[[nodiscard]] std::string editable_file(const AppState& app);
// Its text as far as it was read; null: it is not being edited.
[[nodiscard]] const EditedText* edited_text(const AppState& app);

// The drawer opens with this part of an own kernel; the editor reads the file.
void show_in_drawer(AppState& app, lessons::DrawerPart part);
// The drawer shows the editor, or the form, of an own kernel.
[[nodiscard]] bool shows_editor(const AppState& app);
[[nodiscard]] bool shows_form_in_drawer(const AppState& app);

void take_typed(AppState& app, const std::string& file, std::string text);
// To disk, where it is watched; a notice says what hinders it.
void save_edited(AppState& app, const std::string& file);
Result<void> save_text(EditedText& edited, const std::string& file);
// Back to what the file holds.
void drop_edited(AppState& app, const std::string& file);
// Puts a text that the app made of `before` in its place, in the editor and on disk. Errors:
// something is unsaved, the file holds something else than `before`, it cannot be written.
Result<void> replace_text(AppState& app, const std::string& file, const std::string& before,
                          std::string after);
// Undoes it.
void take_back(AppState& app, const std::string& file);
// Files with something unsaved.
[[nodiscard]] std::vector<std::string> unsaved_files(const AppState& app);

// Reads what is to be edited, and again what another program saved. To be called every frame.
void follow_edited(AppState& app);

}  // namespace warplens::ui
