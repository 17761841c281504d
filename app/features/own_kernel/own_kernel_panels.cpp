#include <array>

#include "app/features/own_kernel/own_kernel.h"
#include "app/features/own_kernel/own_panels.h"
#include "app/state/edited_source.h"
#include "app/state/own_kernel.h"
#include "app/ui/feature_panels.h"

namespace warplens::own_kernel {
namespace {

using ui::AppState;
using ui::Area;
using ui::KeyTurn;
using ui::Ui;

bool draw_card(const AppState& app, Ui& ui, const Area& area) {
  if (!shows_form(app, ui)) return false;
  shows_program(app) ? program_panel(app, ui, area) : own_panel(app, ui, area);
  return true;
}

bool draw_drawer(const AppState& app, Ui& ui, const Area& area) {
  if (shows_editor(app)) {
    editor_panel(app, ui, area);
  } else if (shows_form_in_drawer(app)) {
    own_panel(app, ui, area);
  } else if (const session::OwnFilePtr broken = broken_own_file(app)) {
    errors_panel(app, ui, *broken, area);
  } else {
    return false;
  }
  return true;
}

void overlay(const AppState& app, Ui& ui, ImVec2 window) {
  open_overlay_window(app, ui, window);
  unsaved_overlay(app, ui, window);
}

}  // namespace

ui::FeaturePanels panels() {
  static const std::array kKeys{
      ui::FeatureKeys{.rows = ui::opening_keys()},
      ui::FeatureKeys{ui::open_overlay_keys(), nullptr, KeyTurn::overlay, ui::open_overlay_key},
      ui::FeatureKeys{ui::editor_keys(), nullptr, KeyTurn::first, ui::editor_key},
      ui::FeatureKeys{ui::unsaved_overlay_keys(), nullptr, KeyTurn::first,
                      ui::unsaved_overlay_key}};
  return {.keys = kKeys,
          .card = {ui::own_strip, draw_card},
          .drawer = {ui::drawer_strip, draw_drawer},
          .overlay = overlay,
          .may_close = ui::may_close,
          .text = ui::own_text};
}

}  // namespace warplens::own_kernel
