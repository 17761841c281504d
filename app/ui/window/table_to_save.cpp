#include "app/ui/window/table_to_save.h"

#include "app/session/live/limits_table.h"
#include "app/session/live/roofline_table.h"
#include "app/state/timing/timing_table.h"
#include "app/ui/panels/states.h"
#include "app/ui/timing/timing_commands.h"

namespace warplens::ui {
namespace {

// Of the chip that the view shows.
Result<MakeTable> limits_to_save(const AppState& app, Ui& ui, session::Side side) {
  const session::LimitsModel* model =
      limits_model(ui.cache(side), app.catalogue, app.session.selection(side));
  if (model == nullptr || model->reports.empty()) {
    return fail(tr("there are no limits to save yet"));
  }
  const std::size_t chip = ui.state<LimitsState>().chip % model->reports.size();
  return MakeTable(
      [table = session::limits_table(model->kernel, model->reports[chip])] { return table; });
}

// As it is drawn.
Result<MakeTable> roofline_to_save(Ui& ui) {
  const analysis::Roofline& roofline = ui.state<RooflineState>().roofline;
  if (roofline.kernels.empty()) {
    return fail(tr("there is no roofline to save yet"));
  }
  return MakeTable([table = session::roofline_table(roofline)] { return table; });
}

}  // namespace

Result<MakeTable> table_to_save(const AppState& app, Ui& ui, const SaveWish& wish) {
  if (wish.table == kLimitsTable) return limits_to_save(app, ui, side_of_panel(wish.panel));
  if (wish.table == kRooflineTable) return roofline_to_save(ui);
  if (wish.table != kTimingTable) return saved_table(app, side_of_panel(wish.panel), wish.table);
  return MakeTable([table = timing_table(left_timing(app), app.cited)] { return table; });
}

}  // namespace warplens::ui
