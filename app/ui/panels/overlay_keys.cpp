// What keys do while an overlay is open.
#include <algorithm>

#include "app/state/app_state.h"
#include "app/ui/panels/contents.h"
#include "app/ui/panels/first_question.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/panels/teaching.h"

namespace warplens::ui {
namespace {

constexpr Keys kMoving{Key::up, Key::down, Key::page_up, Key::page_down};

int lines_of(Key key) {
  constexpr int kPage = 8;
  const bool is_page = key == Key::page_up || key == Key::page_down;
  return (key == Key::up || key == Key::page_up ? -1 : 1) * (is_page ? kPage : 1);
}

void move_in_list(Ui& ui, const AppState& app, const KeyPress& press) {
  const auto last = static_cast<std::ptrdiff_t>(lesson_rows(ui, app)) - 1;
  if (last < 0) return;
  Overlay& list = ui.state<Overlay>();
  const auto chosen = static_cast<std::ptrdiff_t>(list.chosen) + lines_of(press.key);
  list.chosen = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(chosen, 0, last));
  list.moved = true;
}

void go_to_chosen(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  if (ui.state<TeachingState>().asks_name) {
    ui.state<TeachingState>().is_entered = true;
    return;
  }
  choose_lesson(ui, app);
}

void scroll_help(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  ui.state<Overlay>().scroll += static_cast<float>(lines_of(press.key)) * 1.4f;
}

void turn_page(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  const bool is_keys = ui.state<Overlay>().kind == Overlay::Kind::keys;
  open_overlay(ui, is_keys ? Overlay::Kind::glossary : Overlay::Kind::keys);
}

template <Overlay::Kind kind>
void goes_to(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  open_overlay(ui, kind);
}

void move_among_links(Ui& ui, const AppState& app, const KeyPress& press) {
  move_in_document(ui, app, lines_of(press.key));
}

void go_to_link(Ui& ui, const AppState& app, const KeyPress& /*press*/) { choose_link(ui, app); }

void turn_to_document(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  turn_document(ui, app);
}

void copies_document(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  copy_document(ui, app);
}

void turn_contents(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  ui.ask(list_or_map_lessons);
}

void turn_to_card(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  turn_card(ui, press.key == Key::left ? -1 : 1);
}

void answer_card(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  if (ui.state<Overlay>().chosen == 0) {
    answer_first_question(ui, static_cast<std::size_t>(digit_of(press.key)) - 1);
  }
}

void close_this(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) { close_overlay(ui); }

constexpr std::array kClosingKeys{
    KeyRow{{Key::escape, Key::f1}, kNone, close_this, "Esc  F1", Str::keys_close},
};

// Letters are the search's.
constexpr std::array kListKeys{
    KeyRow{kMoving, kNone, move_in_list, "↑  ↓  Page  Enter", Str::keys_list},
    KeyRow{Key::enter, kNone, go_to_chosen, "↑  ↓  Page  Enter", Str::keys_list},
    KeyRow{Key::tab, kNone, turn_contents, "Tab", Str::keys_help_page},
};

constexpr std::array kMapKeys{
    KeyRow{{Key::left, Key::right, Key::up, Key::down},
           kNone,
           move_on_map,
           "←  →  ↑  ↓",
           Str::keys_map},
    KeyRow{Key::tab, kNone, turn_contents, "Tab", Str::keys_help_page},
};

constexpr std::array kDocumentKeys{
    KeyRow{kMoving, kNone, move_among_links, "↑  ↓  Page  Enter", Str::keys_list},
    KeyRow{Key::enter, kNone, go_to_link, "↑  ↓  Page  Enter", Str::keys_list},
    KeyRow{Key::tab, kNone, turn_to_document, "Tab", Str::keys_help_page},
    KeyRow{Key::c, kCtrl, copies_document, "Ctrl + C", Str::keys_copy},
};

constexpr std::array kHelpKeys{
    KeyRow{kMoving, kNone, scroll_help, "↑  ↓  Page  Enter", Str::keys_list, Reach::text_field},
    KeyRow{Key::tab, kNone, turn_page, "Tab", Str::keys_help_page},
    KeyRow{Key::g, kNone, goes_to<Overlay::Kind::glossary>, "G", Str::keys_glossary},
    KeyRow{Key::i, kNone, goes_to<Overlay::Kind::introduction>, "I", Str::keys_introduction},
    KeyRow{Key::g, kShift, goes_to<Overlay::Kind::documents>, "Shift + G", Str::keys_documents},
};

constexpr std::array kCardKeys{
    KeyRow{{Key::left, Key::right, Key::enter, Key::space},
           kNone,
           turn_to_card,
           "←  →  Enter  Space",
           Str::keys_card},
    KeyRow{{Key::digit_1, Key::digit_2, Key::digit_3},
           kNone,
           answer_card,
           "1 – 3",
           Str::keys_first_question},
};

template <SaveWish::Kind kind>
void saves(Ui& ui, const AppState& app, const KeyPress& press) {
  constexpr bool tells_costs = kind == SaveWish::Kind::perfetto || kind == SaveWish::Kind::capture;
  if (tells_costs && app.hides_costs()) return;
  SaveWish wish;
  wish.kind = kind;
  if (kind == SaveWish::Kind::png) wish.times = static_cast<float>(digit_of(press.key));
  wish_file(ui, wish);
}

void saves_link(Ui& ui, const AppState& app, const KeyPress& /*press*/) { copy_link(ui, app); }

constexpr std::string_view kSaving = "1 – 4  S  G  P  C  L";
constexpr std::array kSaveKeys{
    KeyRow{{Key::digit_1, Key::digit_2, Key::digit_3, Key::digit_4},
           kNone,
           saves<SaveWish::Kind::png>,
           kSaving,
           Str::keys_save_file},
    KeyRow{Key::s, kNone, saves<SaveWish::Kind::svg>, kSaving, Str::keys_save_file},
    KeyRow{Key::g, kNone, saves<SaveWish::Kind::gif>, kSaving, Str::keys_save_file},
    KeyRow{Key::p, kNone, saves<SaveWish::Kind::perfetto>, kSaving, Str::keys_save_file},
    KeyRow{Key::c, kNone, saves<SaveWish::Kind::capture>, kSaving, Str::keys_save_file},
    KeyRow{Key::l, kNone, saves_link, kSaving, Str::keys_save_file},
};

// What acts under an overlay in which nothing is typed.
bool is_the_windows(const KeyPress& press) {
  return press.control || press.key == Key::l || press.key == Key::t || press.key == Key::f5;
}

}  // namespace

std::array<std::span<const KeyRow>, 7> overlay_keys() {
  return {kListKeys, kMapKeys, kHelpKeys, kCardKeys, kSaveKeys, kClosingKeys, kDocumentKeys};
}

bool overlay_key(Ui& ui, const AppState& app, const KeyPress& press) {
  const Overlay::Kind kind = ui.state<Overlay>().kind;
  if (kind == Overlay::Kind::none) return false;
  if (act(kClosingKeys, ui, app, press)) return true;
  if (kind == Overlay::Kind::lessons) {
    if (!shows_map(ui, app) || !act(kMapKeys, ui, app, press)) act(kListKeys, ui, app, press);
    return true;
  }
  if (kind == Overlay::Kind::save) {
    if (!ImGui::GetIO().WantTextInput) act(kSaveKeys, ui, app, press);
    return !press.control || ImGui::GetIO().WantTextInput;
  }
  if (kind == Overlay::Kind::documents) {
    return act(kDocumentKeys, ui, app, press) || !is_the_windows(press);
  }
  const bool is_typing = ImGui::GetIO().WantTextInput && kind != Overlay::Kind::introduction;
  act(kind == Overlay::Kind::introduction ? std::span<const KeyRow>(kCardKeys) : kHelpKeys, ui, app,
      press, is_typing ? Reach::text_field : Reach::free_keyboard);
  return is_typing || !is_the_windows(press);
}

}  // namespace warplens::ui
