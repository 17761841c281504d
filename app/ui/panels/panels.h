// One function a panel, one panel a file. Each draws into its area from const state and asks for
// changes through ui.ask().
#pragma once

#include "app/ui/panels/findings.h"
#include "app/ui/panels/ribbon.h"
#include "app/ui/ui.h"

namespace warplens::ui {

void title_bar(const AppState& app, Ui& ui, const Area& area);
void explore_panel(const AppState& app, Ui& ui, const Area& area);
void lesson_panel(const AppState& app, Ui& ui, const Area& area);
// The higher of the two sides' own controls, at the width of a half of the stage.
[[nodiscard]] float stage_controls_height(const AppState& app, const Ui& ui, float width);
// The hero of one kernel or two; each view draws the side that ui.side names.
void stage(const AppState& app, Ui& ui, const Area& area);
// The small views below the hero, or their titles where there is no room.
void small_views(const AppState& app, Ui& ui, const RowAreas& areas);
void caption_panel(const AppState& app, Ui& ui, const Area& area);
void figures_panel(const AppState& app, Ui& ui, const Area& area);
void timeline_panel(const AppState& app, Ui& ui, const Area& area);
[[nodiscard]] float metrics_height(const AppState& app, const Ui& ui, float width);
void metrics_panel(const AppState& app, Ui& ui, const Area& area);
// Chooses what the left column shows where it has tabs.
void reading_tabs(const AppState& app, Ui& ui, const Area& area);
void source_panel(const AppState& app, Ui& ui, const Area& area);
// In place of all others: the hero and its caption; above all a pointer spot and drawings, or
// nothing at all while the screen is blank.
[[nodiscard]] PresentNeeds present_needs(const AppState& app, const Ui& ui);
void present(const AppState& app, Ui& ui, const Layout& layout);
void present_marks(const AppState& app, Ui& ui, ImVec2 window);
// What the step wants changed, with its values: "pitch 34"; they can be changed there. Right of
// `left`; gives where they begin.
float present_controls(const AppState& app, Ui& ui, const Area& area, float left);
// Between the window's parts; they are dragged.
void borders(Ui& ui, const Layout& layout, ImVec2 window);
void status_bar(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
