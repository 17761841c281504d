// What keys do while an overlay is open.
#include <algorithm>

#include "app/ui/overlays/overlay_window.h"

namespace warplens::ui {
namespace {

// 0: no key that moves.
int lines_of(Key key) {
  constexpr int kPage = 8;
  if (key == Key::up || key == Key::page_up) return key == Key::up ? -1 : -kPage;
  if (key == Key::down || key == Key::page_down) return key == Key::down ? 1 : kPage;
  return 0;
}

bool list_key(Ui& ui, const AppState& app, Key key) {
  if (key == Key::enter) choose_lesson(ui, app);
  const int lines = lines_of(key);
  const auto last = static_cast<std::ptrdiff_t>(lesson_rows(ui, app)) - 1;
  if (lines != 0 && last >= 0) {
    const auto chosen = static_cast<std::ptrdiff_t>(ui.overlay.chosen) + lines;
    ui.overlay.chosen = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(chosen, 0, last));
    ui.overlay.moved = true;
  }
  return true;  // letters are the search's
}

bool help_key(Ui& ui, const KeyPress& press) {
  ui.overlay.scroll += static_cast<float>(lines_of(press.key)) * 1.4f;
  if (ImGui::GetIO().WantTextInput) return true;
  if (press.key == Key::tab) {
    const bool is_keys = ui.overlay.kind == Overlay::Kind::keys;
    open_overlay(ui, is_keys ? Overlay::Kind::glossary : Overlay::Kind::keys);
  }
  if (press.key == Key::g) open_overlay(ui, Overlay::Kind::glossary);
  if (press.key == Key::i) open_overlay(ui, Overlay::Kind::introduction);
  return !press.control && press.key != Key::l && press.key != Key::t && press.key != Key::f5;
}

bool card_key(Ui& ui, const KeyPress& press) {
  if (press.key == Key::right || press.key == Key::enter || press.key == Key::space) {
    turn_card(ui, 1);
  } else if (press.key == Key::left) {
    turn_card(ui, -1);
  }
  return !press.control && press.key != Key::l && press.key != Key::t && press.key != Key::f5;
}

}  // namespace

bool overlay_key(Ui& ui, const AppState& app, const KeyPress& press) {
  const Overlay::Kind kind = ui.overlay.kind;
  if (kind == Overlay::Kind::none) return false;
  if (press.key == Key::escape || press.key == Key::f1) {
    close_overlay(ui);
    return true;
  }
  if (kind == Overlay::Kind::lessons) return list_key(ui, app, press.key);
  if (kind == Overlay::Kind::introduction) return card_key(ui, press);
  return help_key(ui, press);
}

}  // namespace warplens::ui
