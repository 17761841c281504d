#include "app/ui/window/window_rows.h"

#include <algorithm>

#include "app/session/edits.h"
#include "app/session/launch_views.h"
#include "app/state/control_list.h"
#include "app/state/exploring.h"
#include "app/state/linked.h"
#include "app/state/pass_step.h"
#include "app/state/pasted.h"
#include "app/ui/asking.h"
#include "app/ui/chosen_chip.h"
#include "app/ui/matrix_navigation.h"
#include "app/ui/panels/backend.h"
#include "app/ui/panels/findings.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/panels/overlays.h"
#include "app/ui/panels/states.h"
#include "app/ui/quiz.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {
namespace {

void step_event(AppState& app, int by) { app.session.step(by); }
void step_conflict(AppState& app, int by) { app.session.step_conflict(by); }
void step_wavefront(AppState& app, int by) { step_pass(app.session, by); }

void seek_end(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  const int direction = press.key == Key::home ? -1 : 1;
  ui.ask([direction](AppState& app) { app.session.seek_end(direction); });
}

void change_speed(AppState& app, int by) {
  const auto& speeds = session::kSpeeds;
  const auto now = std::ranges::find(speeds, app.session.playback().speed) - speeds.begin();
  const auto last = static_cast<std::ptrdiff_t>(speeds.size()) - 1;
  app.session.playback().speed =
      speeds[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + by, 0, last))];
}

void change_text_size(AppState& app, int by) {
  constexpr float kStep = 0.1f, kSmallest = 0.7f, kLargest = 2.0f;
  const float wanted = app.settings.text_scale + kStep * static_cast<float>(by);
  app.settings.text_scale = std::clamp(wanted, kSmallest, kLargest);
  save(app);
}

void usual_text_size(AppState& app) {
  app.settings.text_scale = 1;
  save(app);
}

void change_monitor(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  ui.ask([&ui](AppState& app) {
    const std::string name = present_on_next_monitor(app);
    if (!name.empty()) ui.state<Message>() = {ui.say(Str::presents_on, name), {}, false};
  });
}

void turn_round(AppState& app) {
  app.session.playback().direction = -app.session.playback().direction;
}

void go_on_in_lesson(AppState& app, int by) {
  if (app.mode == Mode::lesson) go_on(app, by);
}

void begin_step_again(AppState& app) {
  if (app.mode == Mode::lesson) resume_lesson(app);
}

void undo_or_redo(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  const bool is_redo = press.key == Key::y || press.shift;
  ui.ask([is_redo](AppState& app) { is_redo ? app.session.redo() : app.session.undo(); });
}

void enlarge_view(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  const auto view = session::stage_view_of_digit(digit_of(press.key));
  if (view) ui.ask([view = *view](AppState& app) { show_large(app, view); });
}

void compare_or_end(AppState& app) {
  app.session.is_comparing() ? end_compare(app.session) : compare_with_previous(app.session);
}

void change_tracing(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  change_backend(app, ui);
}

void choose_control(Ui& ui, const AppState& app, const KeyPress& press) {
  const std::size_t count = shown_controls(app).size();
  std::size_t& chosen = ui.state<ControlsState>().chosen;
  if (count == 0) return;
  if (chosen >= count) {
    chosen = press.shift ? count - 1 : 0;
  } else {
    chosen = (chosen + (press.shift ? count - 1 : 1)) % count;
  }
}

void change_chosen_control(Ui& ui, const AppState& app, const KeyPress& press) {
  const std::vector<Control> controls = shown_controls(app);
  const std::size_t chosen = ui.state<ControlsState>().chosen;
  if (chosen >= controls.size()) return;
  ui.ask([by = direction_of(press.key), control = controls[chosen]](AppState& a) {
    change_control(a.session, control, by);
  });
}

double zoom_of(const KeyPress& press) { return press.key == Key::right_bracket ? 1.25 : 0.8; }

void zoom_events(Ui& ui, const AppState& app, const KeyPress& press) {
  scene::EventWindow& window = ui.cache().timeline_window;
  window = scene::zoomed(window, ui.cache().views->timeline.size(), app.session.cursor().event,
                         zoom_of(press));
}

void zoom_buffer(Ui& ui, const AppState& app, const KeyPress& press) {
  zoom_matrix(ui, app, zoom_of(press));
}

// By a quarter of what is looked at.
void pan_buffer(Ui& ui, const AppState& /*app*/, const KeyPress& press) {
  constexpr double kPart = 0.25;
  const double by = press.key == Key::left || press.key == Key::up ? -kPart : kPart;
  const bool across = press.key == Key::left || press.key == Key::right;
  pan_matrix(ui, across ? 0 : by, across ? by : 0);
}

void show_whole(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  show_whole_matrix(ui);
  ui.cache().timeline_window = {0, ui.cache().views->timeline.size()};
}

void show_next_buffer(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  next_buffer(ui);
}

void color_otherwise(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  next_coloring(ui);
}

void enlarge_limits(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  ui.ask([](AppState& app) { show_large(app, session::StageView::limits_view); });
}

// There, and back to what was large before.
void open_or_leave_workshop(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  ui.ask(toggle_workshop);
}

void show_next_chip(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  ++ui.state<ChosenChip>().index;
}

template <auto part>
constexpr auto toggles = [](AppState& app) { toggle_part(app, part); };
constexpr auto show_alone = [](AppState& app) { app.is_alone = !app.is_alone; };
constexpr auto show_all_controls = [](AppState& app) { app.all_controls = !app.all_controls; };

// One thing a press, what lies uppermost first.
void let_go(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  std::size_t& chosen = ui.state<ControlsState>().chosen;
  if (!roundings_phrase(app).empty() || app.session.busy()) {
    ui.ask(dismiss);
  } else if (!ui.state<Message>().words.empty()) {
    ui.state<Message>() = {};
  } else if (chosen != kNoControl) {
    chosen = kNoControl;
  } else if (app.is_alone) {
    ui.ask([](AppState& a) { a.is_alone = false; });
  } else if (app.settings.presentation) {
    ui.ask(change_presentation);
  }
}

void copy_error_or_figures(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  if (const std::string words = roundings_phrase(app); !words.empty()) {
    ImGui::SetClipboardText(words.c_str());
  } else {
    ui.exports.copy_wanted = "all";
  }
}

void save_picture(Ui& ui, const AppState& app, const KeyPress& press) {
  ui.exports.picture_wanted = press.shift ? "window" : name_of(app.views.front());
}

void paste(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  const char* pasted = ImGui::GetClipboardText();
  const std::string text = pasted == nullptr ? "" : pasted;
  if (!link::is_link(text) && !is_ptx(text)) {
    ui.state<Message>() = {std::string(ui.say(Str::nothing_to_paste)), {}, false};
    return;
  }
  ui.ask([text](AppState& app) {
    const auto opened = link::is_link(text) ? open_link(app, text) : open_pasted(app, text);
    if (!opened.has_value()) app.notice = opened.error().message.in(app.language());
  });
}

void show_next_tab(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  ReadingTab& tab = ui.state<ReadingState>().tab;
  tab = static_cast<ReadingTab>((static_cast<int>(tab) + 1) % 4);
}

void show_or_hide_ptx(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  bool& shows_ptx = ui.state<SourceState>().shows_ptx;
  shows_ptx = !shows_ptx;
}

template <Overlay::Kind kind>
void opens(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  open_overlay(ui, kind);
}

constexpr auto play_or_pause = [](AppState& app) { app.session.toggle_playing(); };
constexpr auto change_sides = [](AppState& app) { swap_sides(app.session); };
constexpr auto leave = [](AppState& app) { app.quit = true; };

constexpr Keys kLeftRight{Key::left, Key::right};
constexpr Keys kUpDown{Key::up, Key::down};
constexpr Keys kArrows{Key::left, Key::right, Key::up, Key::down};
constexpr Keys kBrackets{Key::left_bracket, Key::right_bracket};
constexpr Keys kMinusPlus{Key::minus, Key::equal};

// In the order of the help.
constexpr std::array kWindowKeys{
    KeyRow{Key::space, kNone, asks<play_or_pause>, "Space", Str::keys_play},
    KeyRow{kLeftRight, kNone, asks_by<step_event>, "←  →", Str::keys_step},
    KeyRow{{Key::comma, Key::period}, kShiftOrNot, asks_by<step_wavefront>, ",  .", Str::keys_pass},
    KeyRow{kLeftRight, kShift, asks_by<step_conflict>, "Shift + ←  →", Str::keys_conflict},
    KeyRow{{Key::home, Key::end}, kNone, seek_end, "Home  End", Str::keys_ends},
    KeyRow{kMinusPlus, kShiftOrNot, asks_by<change_speed>, "-  +", Str::keys_speed},
    KeyRow{Key::r, kNone, asks<turn_round>, "R", Str::keys_direction},
    KeyRow{{Key::page_up, Key::page_down},
           kNone,
           asks_by<go_on_in_lesson>,
           "Page Up  Page Down",
           Str::keys_lesson},
    KeyRow{{Key::z, Key::y}, kCtrlShiftOrNot, undo_or_redo, "Ctrl + Z  Ctrl + Y", Str::keys_undo},
    KeyRow{Key::r, kCtrl, asks<begin_step_again>, "Ctrl + R", Str::keys_reset},
    KeyRow{Key::e, kNone, asks<toggle_mode>, "E", Str::keys_mode},
    KeyRow{kDigits, kNone, enlarge_view, "1 – 9", Str::keys_views},
    KeyRow{Key::l, kShift, enlarge_limits, "Shift + L", Str::keys_limits},
    KeyRow{Key::z, kNone, open_or_leave_workshop, "Z", Str::keys_workshop},
    KeyRow{Key::z, kShift, asks<toggle_plane>, "Shift + Z", Str::keys_plane},
    KeyRow{Key::k, kShift, show_next_chip, "Shift + K", Str::keys_chip},
    KeyRow{Key::f, kNone, asks<show_alone>, "F", Str::keys_alone},
    KeyRow{Key::s, kNone, asks<toggles<&session::Arrangement::drawer>>, "S", Str::keys_code},
    KeyRow{Key::j, kNone, asks<toggles<&session::Arrangement::table>>, "J", Str::keys_table},
    KeyRow{Key::h, kNone, asks<toggles<&session::Arrangement::card>>, "H", Str::keys_step_text},
    KeyRow{Key::j, kShift, asks<toggles<&session::Arrangement::worst>>, "Shift + J",
           Str::keys_worst_list},
    KeyRow{Key::x, kShift, jump_to_next_worst, "Shift + X", Str::keys_worst},
    KeyRow{Key::v, kShiftOrNot, jump_to_next_finding, "V  Shift + V", Str::keys_finding},
    KeyRow{Key::u, kNone, asks<toggles<&session::Arrangement::timeline>>, "U", Str::keys_timeline},
    KeyRow{Key::q, kNone, asks<show_all_controls>, "Q", Str::keys_controls},
    KeyRow{Key::w, kNone, asks<widen_filter>, "W  Shift + W", Str::keys_filter},
    KeyRow{Key::w, kShift, asks<narrow_filter>, "W  Shift + W", Str::keys_filter},
    KeyRow{Key::b, kNone, asks<compare_or_end>, "B", Str::keys_compare},
    KeyRow{Key::x, kNone, asks<change_sides>, "X", Str::keys_swap},
    KeyRow{Key::o, kNone, asks<change_order>, "O", Str::keys_order},
    KeyRow{Key::g, kCtrl, change_tracing, "Ctrl + G", Str::keys_backend},
    KeyRow{Key::tab, kShiftOrNot, choose_control, "Tab  ↑  ↓", Str::keys_control},
    KeyRow{kUpDown, kNone, change_chosen_control, "Tab  ↑  ↓", Str::keys_control},
    KeyRow{Key::enter, kNone, want_answer, "Enter", Str::keys_answer, Reach::text_field},
    KeyRow{kBrackets, kNone, zoom_events, "[  ]", Str::keys_zoom_time},
    KeyRow{kBrackets, kShift, zoom_buffer, "Shift + [  ]", Str::keys_zoom_matrix},
    KeyRow{kArrows, kCtrl, pan_buffer, "Ctrl + ←  →  ↑  ↓", Str::keys_pan},
    KeyRow{Key::zero, kNone, show_whole, "0", Str::keys_whole},
    KeyRow{Key::n, kNone, show_next_buffer, "N", Str::keys_buffer},
    KeyRow{Key::c, kNone, color_otherwise, "C", Str::keys_color},
    KeyRow{Key::l, kNone, asks<change_language>, "L", Str::keys_language},
    KeyRow{Key::t, kNone, asks<change_theme>, "T", Str::keys_theme},
    KeyRow{kMinusPlus, kCtrlShiftOrNot, asks_by<change_text_size>, "Ctrl + -  +", Str::keys_text},
    KeyRow{Key::zero, kCtrl, asks<usual_text_size>, "Ctrl + 0", Str::keys_usual_text},
    KeyRow{Key::escape, kNone, let_go, "Esc", Str::keys_dismiss},
    KeyRow{Key::c, kCtrl, copy_error_or_figures, "Ctrl + C", Str::keys_copy},
    KeyRow{Key::q, kCtrl, asks<leave>, "Ctrl + Q", Str::keys_quit},
    KeyRow{Key::f, kCtrl, opens<Overlay::Kind::lessons>, "Ctrl + F  /", Str::keys_lessons},
    KeyRow{Key::slash, kShiftOrNot, opens<Overlay::Kind::lessons>, "Ctrl + F  /",
           Str::keys_lessons},
    KeyRow{Key::s, kCtrl, save_picture, "Ctrl + S", Str::keys_picture, Reach::overlay},
    KeyRow{Key::s, kShift, open_save_menu, "Shift + S", Str::keys_save},
    KeyRow{Key::v, kCtrl, paste, "Ctrl + V", Str::keys_paste},
    KeyRow{Key::s, kCtrlShift, save_picture, "Ctrl + Shift + S", Str::keys_window_picture,
           Reach::overlay},
    KeyRow{Key::f5, kNone, asks<change_presentation>, "F5", Str::keys_presentation,
           Reach::text_field},
    KeyRow{Key::f5, kShift, asks<change_speaker>, "Shift + F5", Str::keys_speaker,
           Reach::text_field},
    KeyRow{Key::f5, kCtrl, change_monitor, "Ctrl + F5", Str::keys_monitor, Reach::text_field},
    KeyRow{Key::m, kNone, show_next_tab, "M", Str::keys_side},
    KeyRow{Key::p, kNone, show_or_hide_ptx, "P", Str::keys_ptx},
};

void draw_or_not(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  bool& draws = ui.state<PresentState>().draws;
  draws = !draws;
}

void clear_drawing(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  ui.state<PresentState>().lines.clear();
}

// As a presenter's remote does: what is worth seeing, then the next step. A question is put to the
// class before its answer is seen. A long press goes on by a step.
void go_to_what_is_worth_seeing(Ui& ui, const AppState& app, const KeyPress& press) {
  const int by = direction_of(press.key);
  if (press.repeats > 1) return;
  if (press.repeats == 1) return ui.ask([by](AppState& a) { go_on_in_lesson(a, by); });
  if (by > 0 && app.hides_costs() && !shows_quiz(app, ui)) return toggle_quiz(ui, app, press);
  ui.ask([by](AppState& a) { go_to_stop(a, by); });
}

void change_control_or_step(Ui& ui, const AppState& app, const KeyPress& press) {
  const std::size_t chosen = ui.state<ControlsState>().chosen;
  if (chosen < shown_controls(app).size()) return change_chosen_control(ui, app, press);
  ui.ask([by = press.key == Key::down ? 1 : -1](AppState& a) { go_on_in_lesson(a, by); });
}

void blank_the_screen(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  ui.state<PresentState>().is_blank = true;
}

void show_or_hide_code(Ui& ui, const AppState& /*app*/, const KeyPress& /*press*/) {
  bool& has_code = ui.state<PresentState>().has_code;
  has_code = !has_code;
}

// Through the accesses, one by one, then to the next step.
void go_on_presenting(AppState& app, int by) {
  const session::PassingEvents& passing = app.session.passing();
  const std::size_t place = passing.place(app.session.cursor().event);
  const bool has_more = by > 0 ? place + 1 < passing.size() : place > 0;
  if (app.has_transport() && has_more) return app.session.step(by);
  go_on_in_lesson(app, by);
}

constexpr std::array kPresentKeys{
    KeyRow{{Key::page_up, Key::page_down},
           kNone,
           go_to_what_is_worth_seeing,
           "Page Down  Page Up",
           Str::keys_remote},
    KeyRow{{Key::page_up, Key::page_down},
           kShift,
           asks_by<go_on_in_lesson>,
           "↑  ↓  Shift + Page Up  Page Down",
           Str::keys_remote_step},
    KeyRow{kUpDown, kNone, change_control_or_step, "↑  ↓  Shift + Page Up  Page Down",
           Str::keys_remote_step},
    KeyRow{kLeftRight, kNone, asks_by<go_on_presenting>, "→  ←", Str::keys_remote_access},
    KeyRow{{Key::b, Key::period}, kNone, blank_the_screen, "B  .", Str::keys_blank},
    KeyRow{Key::s, kNone, show_or_hide_code, "S", Str::keys_code},
    KeyRow{Key::d, kNone, draw_or_not, "D  C", Str::keys_draw},
    KeyRow{Key::c, kNone, clear_drawing, "D  C", Str::keys_draw},
    KeyRow{Key::q, kNone, toggle_quiz, "Q", Str::keys_controls},
};

constexpr std::array kExplainingKeys{
    KeyRow{Key::g, kNone, opens<Overlay::Kind::glossary>, "G", Str::keys_glossary},
    KeyRow{Key::g, kShift, opens<Overlay::Kind::documents>, "Shift + G", Str::keys_documents},
    KeyRow{Key::i, kNone, opens<Overlay::Kind::introduction>, "I", Str::keys_introduction},
    KeyRow{Key::f1, kNone, opens<Overlay::Kind::keys>, "F1", Str::keys_help},
};

}  // namespace

std::span<const KeyRow> present_keys() { return kPresentKeys; }
std::span<const KeyRow> window_keys() { return kWindowKeys; }
std::span<const KeyRow> explaining_keys() { return kExplainingKeys; }

}  // namespace warplens::ui
