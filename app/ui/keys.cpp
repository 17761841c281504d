#include "app/ui/keys.h"

#include <algorithm>
#include <array>

namespace warplens::ui {
namespace {

constexpr std::array kMap = {
    KeyHelp{"Space", Str::keys_play},
    KeyHelp{"←  →", Str::keys_step},
    KeyHelp{"Shift + ←  →", Str::keys_conflict},
    KeyHelp{"Home  End", Str::keys_ends},
    KeyHelp{"−  +", Str::keys_speed},
    KeyHelp{"R", Str::keys_direction},
    KeyHelp{"Page Up  Page Down", Str::keys_lesson},
    KeyHelp{"Ctrl + Z  Ctrl + Y", Str::keys_undo},
    KeyHelp{"L", Str::keys_language},
    KeyHelp{"T", Str::keys_theme},
    KeyHelp{"Ctrl + −  +", Str::keys_text},
    KeyHelp{"Ctrl + Q", Str::keys_quit},
    KeyHelp{"F1", Str::keys_help},
};

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

Command command_of(const KeyPress& press) {
  const int sign =
      press.key == Key::left || press.key == Key::page_up || press.key == Key::minus ? -1 : 1;
  switch (press.key) {
    case Key::space:
      return [](AppState& a) { a.session.toggle_playing(); };
    case Key::left:
    case Key::right:
      if (press.shift) return [sign](AppState& a) { a.session.step_conflict(sign); };
      return [sign](AppState& a) { a.session.step(sign); };
    case Key::home:
      return [](AppState& a) { a.session.seek(0); };
    case Key::end:
      return [](AppState& a) { a.session.seek(~std::size_t{0} >> 1); };
    case Key::page_up:
    case Key::page_down:
      return [sign](AppState& a) { go_to_step(a, static_cast<std::ptrdiff_t>(a.step) + sign); };
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
    case Key::r:
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

std::span<const KeyHelp> key_map() { return kMap; }

void handle_key(Ui& ui, const AppState& app, const KeyPress& press) {
  if (press.key == Key::f1) ui.help_open = !ui.help_open;
  if (press.key == Key::escape) {
    if (!ui.help_open && app.session.busy()) ui.ask([](AppState& a) { a.session.cancel(); });
    ui.help_open = false;
  }
  if (ImGui::GetIO().WantTextInput) return;
  if (Command command = command_of(press)) ui.ask(std::move(command));
}

}  // namespace warplens::ui
