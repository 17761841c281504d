#include "app/ui/window/keys.h"
#include "app/features/panels.h"
#include "app/ui/feature_panels.h"

#include <imgui_internal.h>

#include <ranges>

#include "app/ui/asking.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/panels/states.h"
#include "app/ui/quiz.h"
#include "app/ui/window/window_rows.h"

namespace warplens::ui {

namespace {

bool has_open_list() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

bool takes(const FeatureKeys& keys, Ui& ui, const AppState& app, const KeyPress& press,
           Reach least) {
  if (keys.are_on != nullptr && !keys.are_on(app)) return false;
  return keys.press != nullptr ? keys.press(ui, app, press) : act(keys.rows, ui, app, press, least);
}

bool feature_key(Ui& ui, const AppState& app, const KeyPress& press, KeyTurn turn,
                 Reach least = Reach::free_keyboard) {
  for (const FeaturePanels& feature : features::panels() | std::views::reverse) {
    for (const FeatureKeys& keys : feature.keys | std::views::reverse) {
      if (keys.turn == turn && takes(keys, ui, app, press, least)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::span<const KeyRow>> key_tables() {
  std::vector<std::span<const KeyRow>> tables{window_keys(), present_keys()};
  for (const FeaturePanels& feature : features::panels()) {
    for (const FeatureKeys& keys : feature.keys) tables.push_back(keys.rows);
  }
  for (const std::span<const KeyRow> rows : {explaining_keys(), asking_keys(), quiz_keys()}) {
    tables.push_back(rows);
  }
  for (const std::span<const KeyRow> rows : overlay_keys()) tables.push_back(rows);
  return tables;
}

std::span<const KeyHelp> key_help() {
  static const std::vector<KeyHelp> lines = help_of(key_tables());
  return lines;
}

namespace {

// While the screen is blank every key brings the picture back, and does no more than that.
bool ends_blank(Ui& ui, const AppState& app) {
  return std::exchange(ui.state<PresentState>().is_blank, false) && app.settings.presentation;
}

bool present_key(Ui& ui, const AppState& app, const KeyPress& press) {
  if (!app.settings.presentation || !act(present_keys(), ui, app, press)) return false;
  ui.state<PresentState>().hides_keys = true;
  return true;
}

}  // namespace

void handle_key(Ui& ui, const AppState& app, const KeyPress& press) {
  if (ends_blank(ui, app)) return;
  if (press.key == Key::escape && has_open_list()) {
    ui.state<OpenLists>().close = true;
    return;
  }
  if (feature_key(ui, app, press, KeyTurn::first)) return;
  if (act(window_keys(), ui, app, press, Reach::overlay)) return;
  if (feature_key(ui, app, press, KeyTurn::overlay)) return;
  if (overlay_key(ui, app, press)) return;
  if (ImGui::GetIO().WantTextInput) {
    if (!feature_key(ui, app, press, KeyTurn::usual, Reach::text_field))
      act(window_keys(), ui, app, press, Reach::text_field);
    return;
  }
  if (feature_key(ui, app, press, KeyTurn::before_questions)) return;
  if (quiz_key(ui, app, press)) return;
  if (present_key(ui, app, press)) return;
  if (asking_key(ui, app, press)) return;
  if (feature_key(ui, app, press, KeyTurn::usual)) return;
  if (!act(window_keys(), ui, app, press)) act(explaining_keys(), ui, app, press);
}

void close_lists(Ui& ui) {
  if (!std::exchange(ui.state<OpenLists>().close, false) || !has_open_list()) return;
  ImGui::ClearActiveID();
  ImGui::ClosePopupToLevel(0, true);
}

}  // namespace warplens::ui
