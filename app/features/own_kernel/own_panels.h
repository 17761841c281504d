// The parts of an own kernel's feature in the window, one a file.
//
//   Open… ─► open_overlay_window()     recent files and a file browser
//   card  ─► own_strip(), own_panel()  in place of the list of kernels, while one is on the stage
//            program_panel()          … while a captured launch is
//   drawer ─► errors_panel()           in place of the source, while it does not compile
//             editor_panel()           … while it is being edited
#pragma once

#include <span>

#include "app/features/own_kernel/own_states.h"
#include "app/ui/key_table.h"

namespace warplens::ui {

// Opens the overlay: for a kernel or a capture, or for the file of a form's field.
void open_files(Ui& ui, const AppState& app);
void open_file_of_field(Ui& ui, const AppState& app, const session::FormField& field);

void open_overlay_window(const AppState& app, Ui& ui, ImVec2 window);
// What a press does while it is open. False: it is closed.
[[nodiscard]] bool open_overlay_key(Ui& ui, const AppState& app, const KeyPress& press);
[[nodiscard]] std::span<const KeyRow> open_overlay_keys();
// Ctrl + O, wherever the window is.
[[nodiscard]] std::span<const KeyRow> opening_keys();

// Above the card while an own kernel or a captured launch is on the stage: the kernels or the form,
// and Open…. Returns what is left of the card.
[[nodiscard]] Area own_strip(const AppState& app, Ui& ui, const Area& area);
// Whether the card is the form.
[[nodiscard]] bool shows_form(const AppState& app, const Ui& ui);
void own_panel(const AppState& app, Ui& ui, const Area& area);
// In the form's place, of a launch captured out of a program: what was captured.
void program_panel(const AppState& app, Ui& ui, const Area& area);

// What stands there in the program's own words.
[[nodiscard]] std::string text_of(const session::CapturedProgram& program,
                                  const session::CapturedLaunch& captured);

// Above what the drawer holds of an own kernel: its code, the editor, in a lesson the form. Returns
// what is left of the drawer.
[[nodiscard]] Area drawer_strip(const AppState& app, Ui& ui, const Area& area);
void editor_panel(const AppState& app, Ui& ui, const Area& area);
// A press while the editor has the keyboard. False: it has not.
[[nodiscard]] bool editor_key(Ui& ui, const AppState& app, const KeyPress& press);
[[nodiscard]] std::span<const KeyRow> editor_keys();
// Asked before the window closes over something unsaved.
void unsaved_overlay(const AppState& app, Ui& ui, ImVec2 window);
[[nodiscard]] bool unsaved_overlay_key(Ui& ui, const AppState& app, const KeyPress& press);
[[nodiscard]] std::span<const KeyRow> unsaved_overlay_keys();
// What the app is to do once it is asked to close. True: it may.
[[nodiscard]] bool may_close(AppState& app, Ui& ui);

void errors_panel(const AppState& app, Ui& ui, const session::OwnFile& file, const Area& area);

// What it may draw beyond the app's own texts and its results, so that fonts hold its glyphs.
[[nodiscard]] std::string own_text(const AppState& app, const Ui& ui);

}  // namespace warplens::ui
