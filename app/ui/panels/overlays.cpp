#include "app/ui/panels/overlays.h"

#include "app/state/own_kernel.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/panels/teaching.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

void progress(const AppState& app, Ui& ui, const Layout& layout) {
  const Area& stage = layout.stage;
  begin_overlay(ui, "progress", {stage.x + stage.width / 2, stage.y + stage.height / 2},
                {0.5f, 0.5f}, Takes::nothing);
  label(ui, fmt::format("{} {:.0f}%", ui.say(Str::working), app.session.progress() * 100));
  ImGui::ProgressBar(app.session.progress(), {ui.fonts.body->FontSize * 14, 0}, "");
  ImGui::SameLine();
  if (button(ui, "cancel", ui.say(Str::cancel))) ui.ask([](AppState& a) { a.session.cancel(); });
  end_overlay();
}

void error_line(const AppState& app, Ui& ui, ImVec2 window) {
  const std::string words = roundings_phrase(app);
  if (words.empty()) return;
  begin_overlay(ui, "error", {window.x / 2, window.y - ui.fonts.body->FontSize * 2.4f}, {0.5f, 1},
                Takes::nothing);
  ImGui::PushTextWrapPos(window.x * 0.6f);
  label(ui, words.substr(0, words.find('\n')), {ui.theme->bad, ui.fonts.body});
  ImGui::PopTextWrapPos();
  mark(ui, "error");
  if (button(ui, "error.copy", ui.say(Str::copy))) ImGui::SetClipboardText(words.c_str());
  ImGui::SameLine();
  if (button(ui, "error.dismiss", ui.say(Str::dismiss))) {
    ui.ask(dismiss);
  }
  end_overlay();
}

// What was done, above the status bar, for some seconds, or until it is dismissed or something else
// is said.
void message_line(Ui& ui, ImVec2 window) {
  constexpr double kSeconds = 8;
  Message& message = ui.state<Message>();
  if (message.words.empty() || !ui.exports.picture.empty()) return;
  if (message.since == 0) message.since = ImGui::GetTime();
  if (message.is_passing() && ImGui::GetTime() - message.since > kSeconds) {
    message = {};
    return;
  }
  begin_overlay(ui, "message", {window.x / 2, window.y - ui.fonts.body->FontSize * 2.4f}, {0.5f, 1},
                Takes::nothing);
  ImGui::PushTextWrapPos(window.x * 0.6f);
  label(ui, message.words, {message.failed ? ui.theme->bad : ui.theme->text, ui.fonts.body});
  ImGui::PopTextWrapPos();
  mark(ui, "message");
  if (!message.copyable.empty()) {
    if (button(ui, "message.copy", ui.say(Str::copy_path))) {
      ImGui::SetClipboardText(message.copyable.c_str());
    }
    ImGui::SameLine();
  }
  const bool is_done = button(ui, "message.dismiss", ui.say(Str::dismiss));
  end_overlay();
  if (is_done) message = {};
}

void film_progress(Ui& ui, const Layout& layout) {
  const FilmProgress& film = ui.exports.film;
  if (film.all == 0 || !ui.exports.picture.empty()) return;
  const Area& stage = layout.stage;
  begin_overlay(ui, "film", {stage.x + stage.width / 2, stage.y + stage.height / 2}, {0.5f, 0.5f},
                Takes::nothing);
  label(ui, ui.say(Str::film_progress, film.done, film.all));
  ImGui::ProgressBar(static_cast<float>(film.done) / static_cast<float>(film.all),
                     {ui.fonts.body->FontSize * 14, 0}, "");
  ImGui::SameLine();
  if (button(ui, "film.cancel", ui.say(Str::cancel))) ui.exports.film_cancelled = true;
  end_overlay();
}

void open_one(const AppState& app, Ui& ui, const Layout& layout, std::span<const KeyHelp> lines,
              ImVec2 window) {
  switch (ui.state<Overlay>().kind) {
    case Overlay::Kind::none:
    case Overlay::Kind::open:  // of app/features/own_kernel
    case Overlay::Kind::unsaved:
      return;
    case Overlay::Kind::keys:
      return help_overlay(ui, lines, window);
    case Overlay::Kind::glossary:
      return glossary_overlay(ui, window);
    case Overlay::Kind::lessons:
      return contents(app, ui, lines, window);
    case Overlay::Kind::documents:
      return documents_overlay(app, ui, window);
    case Overlay::Kind::introduction:
      return introduction(ui, layout, window);
    case Overlay::Kind::save:
      return save_menu(app, ui, window);
  }
}

}  // namespace

std::string roundings_phrase(const AppState& app) {
  if (const session::OwnFilePtr broken = broken_own_file(app)) {
    const run::Diagnostic& first = broken->diagnostics.front();
    return tr(text(Str::compile_status), std::filesystem::path(first.file).filename().string(),
              first.line, first.message)
        .in(app.language());
  }
  return app.session.error() ? app.session.error()->message.in(app.language()) : app.notice;
}

void dismiss(AppState& app) {
  app.notice.clear();
  if (app.session.error() || app.session.busy()) app.session.cancel();
}

void overlays(const AppState& app, Ui& ui, const Layout& layout, std::span<const KeyHelp> lines,
              ImVec2 window) {
  // A run shorter than the blink of an eye shows no progress, so that toggling does not flicker.
  constexpr double kPatience = 0.15;
  double& busy_since = ui.state<Progress>().busy_since;
  if (!app.session.busy()) busy_since = ImGui::GetTime();
  if (ImGui::GetTime() - busy_since > kPatience) progress(app, ui, layout);
  film_progress(ui, layout);
  follow_sheet(ui);
  open_wanted_menu(app, ui);
  open_wanted_item(app, ui);
  if (roundings_phrase(app).empty()) {
    message_line(ui, window);
  } else {
    error_line(app, ui, window);
  }
  open_one(app, ui, layout, lines, window);
}

}  // namespace warplens::ui
