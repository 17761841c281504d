#include "app/ui/keys.h"

#include <algorithm>
#include <array>

#include "app/session/accepted_values.h"
#include "app/ui/panels.h"

namespace warplens::ui {
namespace {

constexpr std::array kMap = {
    KeyHelp{"Space", Str::keys_play},
    KeyHelp{"←  →", Str::keys_step},
    KeyHelp{"Shift + ←  →", Str::keys_conflict},
    KeyHelp{"Home  End", Str::keys_ends},
    KeyHelp{"-  +", Str::keys_speed},
    KeyHelp{"R", Str::keys_direction},
    KeyHelp{"Page Up  Page Down", Str::keys_lesson},
    KeyHelp{"Ctrl + Z  Ctrl + Y", Str::keys_undo},
    KeyHelp{"Tab  ↑  ↓", Str::keys_control},
    KeyHelp{"Enter", Str::keys_answer},
    KeyHelp{"[  ]", Str::keys_zoom_time},
    KeyHelp{"Shift + [  ]", Str::keys_zoom_matrix},
    KeyHelp{"C", Str::keys_color},
    KeyHelp{"L", Str::keys_language},
    KeyHelp{"T", Str::keys_theme},
    KeyHelp{"Ctrl + -  +", Str::keys_text},
    KeyHelp{"Esc", Str::keys_dismiss},
    KeyHelp{"Ctrl + C", Str::keys_copy},
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

// The names that Tab goes through: the variant, then its parameters.
std::vector<std::string> controls_of(const AppState& app) {
  std::vector<std::string> names{"variant"};
  if (app.session.variant() == nullptr) return names;
  for (const auto& parameter : app.session.family()->parameters_of(*app.session.variant())) {
    names.push_back(parameter.name);
  }
  return names;
}

void choose_control(Ui& ui, const AppState& app, bool back) {
  const std::size_t count = controls_of(app).size();
  if (ui.control >= count) {
    ui.control = back ? count - 1 : 0;
  } else {
    ui.control = (ui.control + (back ? count - 1 : 1)) % count;
  }
}

// The value `by` places on among `values`; ranges go by one.
std::int64_t next_value(const std::vector<std::int64_t>& values, std::int64_t now, int by) {
  const auto at = std::ranges::find(values, now);
  if (at == values.end()) return now + by;
  const auto last = static_cast<std::ptrdiff_t>(values.size()) - 1;
  const auto place = std::clamp<std::ptrdiff_t>(at - values.begin() + by, 0, last);
  return values[static_cast<std::size_t>(place)];
}

void change_variant(AppState& app, int by) {
  const catalog::Family* family = app.session.family();
  if (family == nullptr) return;
  const auto& variants = family->variants;
  const auto count = static_cast<std::ptrdiff_t>(variants.size());
  const auto at = std::ranges::find(variants, app.session.variant()->name, &catalog::Variant::name);
  const auto next = ((at - variants.begin() + by) % count + count) % count;
  app.session.select_kernel(
      fmt::format("{}/{}", family->name, variants[static_cast<std::size_t>(next)].name));
}

Command change_control(const Ui& ui, const AppState& app, int by) {
  const std::vector<std::string> names = controls_of(app);
  if (ui.control >= names.size()) return {};
  if (ui.control == 0) return [by](AppState& a) { change_variant(a, by); };
  return [by, name = names[ui.control]](AppState& a) {
    const auto parameters = a.session.family()->parameters_of(*a.session.variant());
    const auto it = std::ranges::find(parameters, name, &catalog::Parameter::name);
    if (it == parameters.end()) return;
    const auto& now = a.session.selection().parameters;
    auto values = session::accepted_values(*a.session.variant(), *it, now);
    if (values.empty()) values = it->choices;
    const std::int64_t value = next_value(values, now.at(name), by);
    if (session::in_range(*it, value)) a.session.set_parameter(name, value);
  };
}

void next_coloring(Ui& ui, const AppState& app) {
  using enum scene::ColorBy;
  const scene::ColorBy now = ui.cache().color_by;
  recolor_all(ui, app, now == warp ? lane : now == lane ? time : warp);
}

void zoom_timeline(Ui& ui, const AppState& app, double factor) {
  ui.cache().timeline_window = scene::zoomed(ui.cache().timeline_window, ui.cache().timeline.size(),
                                             app.session.cursor().event, factor);
}

void zoom_matrix(Ui& ui, double factor) {
  if (ui.cache().buffer >= ui.cache().buffer_windows.size()) return;
  scene::MatrixWindow& window = ui.cache().buffer_windows[ui.cache().buffer];
  window = scene::zoomed(window, ui.cache().buffers[ui.cache().buffer],
                         window.row + window.rows / 2, window.column + window.columns / 2, factor);
}

// Presses that change only how the window shows things.
void change_view(Ui& ui, const AppState& app, const KeyPress& press) {
  const double factor = press.key == Key::right_bracket ? 1.25 : 0.8;
  switch (press.key) {
    case Key::tab:
      return choose_control(ui, app, press.shift);
    case Key::up:
    case Key::down:
      if (Command change = change_control(ui, app, press.key == Key::up ? 1 : -1)) {
        ui.ask(std::move(change));
      }
      return;
    case Key::enter:
      ui.wants_answer = true;
      return;
    case Key::left_bracket:
    case Key::right_bracket:
      return press.shift ? zoom_matrix(ui, factor) : zoom_timeline(ui, app, factor);
    case Key::c:
      if (!press.control) return next_coloring(ui, app);
      if (const std::string words = error_words(app); !words.empty()) {
        ImGui::SetClipboardText(words.c_str());
      }
      return;
    default:
      return;
  }
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
    if (!ui.help_open) ui.ask(dismiss);
    ui.help_open = false;
  }
  if (ImGui::GetIO().WantTextInput) return;
  change_view(ui, app, press);
  if (Command command = command_of(press)) ui.ask(std::move(command));
}

}  // namespace warplens::ui
