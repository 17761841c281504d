// What keys do while Open… lists files, and the key that opens it.
#include <algorithm>

#include "app/features/own_kernel/open_rows.h"
#include "app/ui/panels/overlay_window.h"

namespace warplens::ui {
namespace {

void move_among_files(Ui& ui, const AppState& app, const KeyPress& press) {
  const Listing* listing = current_listing(app, ui);
  if (listing == nullptr) return;
  const auto last = static_cast<std::ptrdiff_t>(files_of(open_rows(ui, *listing)).size()) - 1;
  if (last < 0) return;
  constexpr std::ptrdiff_t kPage = 8;
  const bool is_page = press.key == Key::page_up || press.key == Key::page_down;
  const bool is_back = press.key == Key::up || press.key == Key::page_up;
  const std::ptrdiff_t by = (is_page ? kPage : 1) * (is_back ? -1 : 1);
  Overlay& overlay = ui.state<Overlay>();
  const auto chosen = static_cast<std::ptrdiff_t>(overlay.chosen) + by;
  overlay.chosen = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(chosen, 0, last));
  overlay.moved = true;
}

void take_chosen(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  const Listing* listing = current_listing(app, ui);
  if (listing == nullptr) return;
  const auto files = files_of(open_rows(ui, *listing));
  const std::size_t chosen = ui.state<Overlay>().chosen;
  if (chosen < files.size()) take_row(ui, app, session::ListedFile(*files[chosen]));
}

// While something is typed it takes that back, which the text field does.
void up_when_nothing_is_typed(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  if (ui.state<Overlay>().search.empty()) go_up(ui);
}

void close_it(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) { close_overlay(ui); }

void open_by_key(Ui& ui, const AppState& app, const KeyPress& /*press*/) { open_files(ui, app); }

constexpr std::array kOpenKeys{
    KeyRow{{Key::up, Key::down, Key::page_up, Key::page_down},
           kNone,
           move_among_files,
           "↑  ↓  Page  Enter",
           Str::keys_list},
    KeyRow{Key::enter, kNone, take_chosen, "↑  ↓  Page  Enter", Str::keys_list},
    KeyRow{Key::backspace, kNone, up_when_nothing_is_typed, "Backspace", Str::keys_folder_up},
    KeyRow{{Key::escape, Key::f1}, kNone, close_it, "Esc  F1", Str::keys_close},
};

constexpr std::array kOpeningKeys{
    KeyRow{Key::o, kCtrl, open_by_key, "Ctrl + O", Str::keys_open, Reach::text_field},
};

}  // namespace

std::span<const KeyRow> open_overlay_keys() { return kOpenKeys; }
std::span<const KeyRow> opening_keys() { return kOpeningKeys; }

bool open_overlay_key(Ui& ui, const AppState& app, const KeyPress& press) {
  if (ui.state<Overlay>().kind != Overlay::Kind::open) return false;
  act(kOpenKeys, ui, app, press);
  return true;
}

}  // namespace warplens::ui
