// The small windows above the others.
#pragma once

#include "app/ui/key_table.h"
#include "app/ui/panels/overlay_states.h"

namespace warplens::ui {

// A message takes no keyboard from what is being typed.
enum class Takes { keyboard, nothing };

// At `position` with `pivot` as ImGui takes it, as large as its contents. Always paired with
// end_overlay().
void begin_overlay(Ui& ui, const char* name, ImVec2 position, ImVec2 pivot,
                   Takes takes = Takes::keyboard);
void end_overlay();

// What an open overlay makes of a press. False: nothing, it is the window's.
[[nodiscard]] bool overlay_key(Ui& ui, const AppState& app, const KeyPress& press);
// Those of each overlay, and of all.
[[nodiscard]] std::array<std::span<const KeyRow>, 7> overlay_keys();

void open_overlay(Ui& ui, Overlay::Kind kind);
// Of the hero: by key. The menu stands in the hero's corner.
void open_save_menu(Ui& ui, const AppState& app, const KeyPress& press);
// What a panel's header asked for.
void open_wanted_menu(const AppState& app, Ui& ui);
// Asks for a file of the panel whose menu is open, and closes that.
void wish_file(Ui& ui, SaveWish wish);
// To the clipboard, or why there is none into the menu.
void copy_link(Ui& ui, const AppState& app);
void close_overlay(Ui& ui);

// The overlay's text field, which takes the keyboard when it appears. True when it has changed.
[[nodiscard]] bool search_field(Ui& ui, const char* name, std::string_view hint, float width);

// The overlays, one a file.
void help_overlay(Ui& ui, std::span<const KeyHelp> lines, ImVec2 window);
void glossary_overlay(Ui& ui, ImVec2 window);
void contents(const AppState& app, Ui& ui, std::span<const KeyHelp> keys, ImVec2 window);
void documents_overlay(const AppState& app, Ui& ui, ImVec2 window);
void introduction(Ui& ui, const Layout& layout, ImVec2 window);
void save_menu(const AppState& app, Ui& ui, ImVec2 window);

// The contents show the map, not a list.
[[nodiscard]] bool shows_map(const Ui& ui, const AppState& app);
void list_or_map_lessons(AppState& app);
// Goes to what is chosen in the contents.
void choose_lesson(Ui& ui, const AppState& app);
[[nodiscard]] std::size_t lesson_rows(const Ui& ui, const AppState& app);
// Among the links of the document that is shown; goes to the chosen one; the next document.
void move_in_document(Ui& ui, const AppState& app, int by);
void choose_link(Ui& ui, const AppState& app);
void turn_document(Ui& ui, const AppState& app);
// The document that is shown, as text to the clipboard.
void copy_document(Ui& ui, const AppState& app);
// What a lesson's text leads to, once it was clicked.
void open_wanted_item(const AppState& app, Ui& ui);

// On or back by a card; closes the introduction after the last.
void turn_card(Ui& ui, int by);

}  // namespace warplens::ui
