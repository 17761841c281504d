#include "app/ui/feature_panels.h"

#include "app/state/app_state.h"

#include <algorithm>
#include <stdexcept>

namespace warplens::ui {
namespace {

template <class Is>
const PanelTable* find_table(const Ui& ui, Is is) {
  for (const FeaturePanels& feature : *ui.features) {
    const auto found = std::ranges::find_if(feature.tables, is);
    if (found != feature.tables.end()) return &*found;
  }
  return nullptr;
}

}  // namespace

const Panel& panel_of(const Ui& ui, session::StageView view) {
  for (const FeaturePanels& feature : *ui.features) {
    const auto found = std::ranges::find(feature.panels, view, &Panel::view);
    if (found != feature.panels.end()) return *found;
  }
  throw std::logic_error("a view without a panel");  // tests hold that each has one
}

const PanelTable* table_of_panel(const Ui& ui, std::string_view panel) {
  return find_table(ui,
                    [&](const PanelTable& each) { return panel.ends_with(name_of(each.view)); });
}

const PanelTable* table_named(const Ui& ui, std::string_view name) {
  return find_table(ui, [&](const PanelTable& each) { return each.table.name == name; });
}

std::vector<SavedTable> tables_of_panel(const AppState& app, const Ui& ui, std::string_view panel) {
  if (app.hides_costs()) return {};
  if (const PanelTable* own = table_of_panel(ui, panel)) return {own->table};
  return saved_tables(app, side_of_panel(panel));
}

Result<MakeTable> table_to_save(const AppState& app, Ui& ui, std::string_view panel,
                                std::string_view table) {
  const session::Side side = side_of_panel(panel);
  if (const PanelTable* own = table_named(ui, table)) return own->make(app, ui, side);
  return saved_table(app, side, std::string(table));
}

}  // namespace warplens::ui
