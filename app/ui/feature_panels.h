// What the window knows of a feature: the panels of its views, and what goes with them. Rows of the
// table in app/features/panels.cpp, which Ui::features names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/settings/stage_view.h"
#include "app/state/saved_tables.h"
#include "app/texts/strings.h"
#include "app/ui/key_table.h"

namespace warplens::ui {

// Draws one of the stage's views into its area, of the side that ui.side names, from const state.
struct Panel {
  session::StageView view;
  Str title;
  void (*draw)(const AppState&, Ui&, const Area&) = nullptr;
  // What stands there, in a line; null: told of its kernel and event.
  std::string (*words)(const AppState&, const Ui&) = nullptr;
};

// When a feature's keys have their turn; handle_key() has them all.
enum class KeyTurn : std::uint8_t {
  first,             // before all others: a question over everything, an editor
  overlay,           // an overlay of the feature's own is open
  before_questions,  // the view has the keyboard, whatever a lesson asks
  usual
};

struct FeatureKeys {
  std::span<const KeyRow> rows;
  bool (*are_on)(const AppState&) = nullptr;  // null: always
  KeyTurn turn = KeyTurn::usual;
  // In place of the rows where presses that none of them has are not to go on. False: this one
  // does.
  bool (*press)(Ui&, const AppState&, const KeyPress&) = nullptr;
};

// In place of the trace's tables where a view has figures of its own.
struct PanelTable {
  session::StageView view;
  SavedTable table;
  // Errors: there is nothing to save yet.
  Result<MakeTable> (*make)(const AppState&, Ui&, session::Side) = nullptr;
  bool is_copied = false;  // to the clipboard, where the view's figures are
};

// A place of the window that a feature takes where it has something to show there.
struct Replacement {
  // A strip above what stands there; what it leaves of the area. Null: none.
  Area (*above)(const AppState&, Ui&, const Area&) = nullptr;
  // False: nothing of the feature's stands there.
  bool (*draw)(const AppState&, Ui&, const Area&) = nullptr;
};

struct FeaturePanels {
  std::span<const Panel> panels{};
  std::span<const FeatureKeys> keys{};  // the last first where several have a key
  std::span<const PanelTable> tables{};
  Replacement card{};                                              // while the person explores
  Replacement drawer{};                                            // what holds the code
  void (*overlay)(const AppState&, Ui&, ImVec2 window) = nullptr;  // over everything
  bool (*may_close)(AppState&, Ui&) = nullptr;  // false: the person is asked something first
  // Words that are made while it runs, so that fonts hold their glyphs.
  std::string (*text)(const AppState&, const Ui&) = nullptr;
  void (*update)(AppState&) = nullptr;    // once a frame
  void (*remember)(AppState&) = nullptr;  // likewise, while nothing is dragged
};

[[nodiscard]] const Panel& panel_of(const Ui& ui, session::StageView view);
// Null: the view has none of its own. Panels' names are those of their views, "right." before them
// or not.
[[nodiscard]] const PanelTable* table_of_panel(const Ui& ui, std::string_view panel);
// By the table's name; likewise.
[[nodiscard]] const PanelTable* table_named(const Ui& ui, std::string_view name);
// Those that can be saved of a panel, its view's own or the trace's.
[[nodiscard]] std::vector<SavedTable> tables_of_panel(const AppState& app, const Ui& ui,
                                                      std::string_view panel);
// Holds all that it needs. Errors: there is nothing to save yet, or no such table.
Result<MakeTable> table_to_save(const AppState& app, Ui& ui, std::string_view panel,
                                std::string_view table);

}  // namespace warplens::ui
