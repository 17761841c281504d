#include "app/ui/window/keys.h"

#include "app/ui/overlays/overlays.h"

#include <algorithm>
#include <array>

#include "app/state/control_list.h"
#include "app/state/exploring.h"
#include "app/state/pass_step.h"
#include "app/ui/overlays/overlay_window.h"
#include "app/ui/panels/backend.h"
#include "app/ui/panels/matrix_navigation.h"
#include "app/ui/panels/panels.h"
#include "app/ui/timing/host_timeline_commands.h"
#include "app/ui/timing/timing_commands.h"

namespace warplens::ui {
namespace {

void change_speed(AppState& app, int by) {
  const auto& speeds = session::kSpeeds;
  const auto now = std::ranges::find(speeds, app.session.playback().speed) - speeds.begin();
  const auto last = static_cast<std::ptrdiff_t>(speeds.size()) - 1;
  app.session.set_speed(
      speeds[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + by, 0, last))]);
}

void change_text_size(AppState& app, int by) {
  constexpr float kStep = 0.1f, kSmallest = 0.7f, kLargest = 2.0f;
  const float wanted = app.settings.text_scale + kStep * static_cast<float>(by);
  app.settings.text_scale = std::clamp(wanted, kSmallest, kLargest);
  save(app);
}

void toggle_setting(AppState& app, std::string session::Settings::*setting, const char* one,
                    const char* other) {
  app.settings.*setting = app.settings.*setting == one ? other : one;
  save(app);
}

void choose_control(Ui& ui, const AppState& app, bool back) {
  const std::size_t count = controls_of(app.session).size();
  if (ui.control >= count) {
    ui.control = back ? count - 1 : 0;
  } else {
    ui.control = (ui.control + (back ? count - 1 : 1)) % count;
  }
}

Command change_control_by(const Ui& ui, const AppState& app, int by) {
  const std::vector<Control> controls = controls_of(app.session);
  if (ui.control >= controls.size()) return {};
  return
      [by, control = controls[ui.control]](AppState& a) { change_control(a.session, control, by); };
}

void zoom_timeline(Ui& ui, const AppState& app, double factor) {
  ui.cache().timeline_window = scene::zoomed(ui.cache().timeline_window, ui.cache().timeline.size(),
                                             app.session.cursor().event, factor);
}

void show_whole(Ui& ui) {
  show_whole_matrix(ui);
  ui.cache().timeline_window = {0, ui.cache().timeline.size()};
}

// Ctrl + arrow: by a quarter of what is looked at.
void pan(Ui& ui, Key key) {
  constexpr double kPart = 0.25;
  const double sign = key == Key::left || key == Key::up ? -kPart : kPart;
  const bool across = key == Key::left || key == Key::right;
  pan_matrix(ui, across ? 0 : sign, across ? sign : 0);
}

// Presses that change only how the window shows things.
void change_view(Ui& ui, const AppState& app, const KeyPress& press) {
  const double factor = press.key == Key::right_bracket ? 1.25 : 0.8;
  switch (press.key) {
    case Key::tab:
      return choose_control(ui, app, press.shift);
    case Key::left:
    case Key::right:
      if (press.control) pan(ui, press.key);
      return;
    case Key::zero:
      return show_whole(ui);
    case Key::n:
      return next_buffer(ui);
    case Key::up:
    case Key::down:
      if (press.control) return pan(ui, press.key);
      if (Command change = change_control_by(ui, app, press.key == Key::up ? 1 : -1)) {
        ui.ask(std::move(change));
      }
      return;
    case Key::enter:
      ui.wants_answer = true;
      return;
    case Key::left_bracket:
    case Key::right_bracket:
      return press.shift ? zoom_matrix(ui, app, factor) : zoom_timeline(ui, app, factor);
    case Key::c:
      if (!press.control) return next_coloring(ui, app);
      if (const std::string words = error_words(app); !words.empty()) {
        ImGui::SetClipboardText(words.c_str());
      } else {
        ui.copy_wanted = "all";
      }
      return;
    case Key::f:
    case Key::slash:
      if (press.control || press.key == Key::slash) open_overlay(ui, Overlay::Kind::lessons);
      return;
    case Key::p:
      ui.shows_ptx = !ui.shows_ptx;
      return;
    case Key::g:
      if (press.control) return change_backend(app, ui);
      return open_overlay(ui, Overlay::Kind::glossary);
    case Key::i:
      return open_overlay(ui, Overlay::Kind::introduction);
    case Key::m:
      ui.tab = static_cast<ReadingTab>((static_cast<int>(ui.tab) + 1) % 4);
      return;
    default:
      return;
  }
}

session::StageView view_of(Key digit) {
  return session::stage_view_of_digit(digit_of(digit)).value();
}

Command command_of(const KeyPress& press) {
  const int sign =
      press.key == Key::left || press.key == Key::page_up || press.key == Key::minus ? -1 : 1;
  switch (press.key) {
    case Key::space:
      return [](AppState& a) { a.session.toggle_playing(); };
    case Key::comma:
    case Key::period:
      return [by = press.key == Key::comma ? -1 : 1](AppState& a) { step_pass(a.session, by); };
    case Key::left:
    case Key::right:
      if (press.control) return {};
      if (press.shift) return [sign](AppState& a) { a.session.step_conflict(sign); };
      return [sign](AppState& a) { a.session.step(sign); };
    case Key::home:
      return [](AppState& a) { a.session.seek(0); };
    case Key::end:
      return [](AppState& a) { a.session.seek(~std::size_t{0} >> 1); };
    case Key::page_up:
    case Key::page_down:
      return [sign](AppState& a) {
        if (a.mode == Mode::lesson) go_on(a, sign);
      };
    case Key::z:
      if (!press.control) return {};
      if (press.shift) return [](AppState& a) { a.session.redo(); };
      return [](AppState& a) { a.session.undo(); };
    case Key::y:
      if (!press.control) return {};
      return [](AppState& a) { a.session.redo(); };
    case Key::l:
      return [](AppState& a) { toggle_setting(a, &session::Settings::language, "zh", "en"); };
    case Key::t:
      return [](AppState& a) { toggle_setting(a, &session::Settings::theme, "dark", "light"); };
    case Key::f5:
      return [](AppState& a) {
        a.settings.presentation = !a.settings.presentation;
        save(a);
      };
    case Key::e:
      return toggle_mode;
    case Key::b:
      return [](AppState& a) {
        a.session.is_comparing() ? a.session.end_compare() : a.session.compare_with_previous();
      };
    case Key::x:
      return [](AppState& a) { a.session.swap_sides(); };
    case Key::k:
      return next_cache;
    case Key::o:
      return change_order;
    case Key::digit_1:
    case Key::digit_2:
    case Key::digit_3:
    case Key::digit_4:
    case Key::digit_5:
    case Key::digit_6:
    case Key::digit_7:
    case Key::digit_8:
    case Key::digit_9:
      return [view = view_of(press.key)](AppState& a) { show_large(a, view); };
    case Key::r:
      if (press.control) {
        return [](AppState& a) {
          if (a.mode == Mode::lesson) resume_lesson(a);
        };
      }
      return [](AppState& a) { a.session.set_direction(-a.session.playback().direction); };
    case Key::q:
      if (!press.control) return {};
      return [](AppState& a) { a.quit = true; };
    case Key::minus:
    case Key::equal:
      if (press.control) return [sign](AppState& a) { change_text_size(a, sign); };
      return [sign](AppState& a) { change_speed(a, sign); };
    default:
      return {};
  }
}

}  // namespace

void handle_key(Ui& ui, const AppState& app, const KeyPress& press) {
  if (press.key == Key::s && press.control) {
    ui.picture_wanted = press.shift ? "window" : name_of(app.views.front());
    return;
  }
  if (overlay_key(ui, app, press)) return;
  if (ImGui::GetIO().WantTextInput) {
    ui.wants_answer |= press.key == Key::enter;
    return;
  }
  if (press.key == Key::f1) return open_overlay(ui, Overlay::Kind::keys);
  if (press.key == Key::escape) {
    ui.message = {};
    ui.control = kNoControl;
    return ui.ask(dismiss);
  }
  if (host_timeline_key(ui, app, press) || timing_key(ui, app, press)) return;
  change_view(ui, app, press);
  if (Command command = command_of(press)) ui.ask(std::move(command));
}

}  // namespace warplens::ui
