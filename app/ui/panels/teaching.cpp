#include "app/ui/panels/teaching.h"

#include <fmt/ranges.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "app/settings/save_folder.h"
#include "app/state/answers.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/widgets.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

void tell(Ui& ui, std::string words, std::string copyable = {}, bool failed = false) {
  ui.state<Message>() = {std::move(words), std::move(copyable), failed};
}

std::string last_line(const fs::path& log) {
  auto text = run::read_text(log, std::size_t{1} << 16).value_or(std::string());
  while (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

// This program once more, without a window: it draws while this one goes on.
Result<fs::path> make_sheet(const std::vector<std::string>& arguments, const fs::path& folder,
                            const std::stop_token& stop) {
  TRY(const auto place, run::TemporaryFolder::make());
  const fs::path log = place.path() / "log";
  TRY(const int status, run::run_process(arguments, log, stop));
  if (status != 0) return fail(Error{{last_line(log)}});
  return folder / "index.html";
}

std::vector<std::string> sheet_command(const AppState& app, const fs::path& folder) {
  std::error_code ignored;
  std::vector<std::string> words{fs::read_symlink("/proc/self/exe", ignored).string(),
                                 "sheet",
                                 "--answers",
                                 "--lesson",
                                 app.current_lesson().id,
                                 "--lang",
                                 app.settings.language,
                                 "-o",
                                 folder.string()};
  for (const fs::path& own : app.own_lessons.folders) {
    words.insert(words.end(), {"--lessons", fs::absolute(own, ignored).string()});
  }
  return words;
}

void begin_sheet(const AppState& app, Ui& ui) {
  const fs::path folder =
      session::save_folder(app.settings) /
      fmt::format("warplens-sheet-{}-{}", app.current_lesson().id, app.settings.language);
  ui.state<TeachingState>().sheet->start(
      {}, [words = sheet_command(app, folder), folder](const std::stop_token& stop) {
        return make_sheet(words, folder, stop);
      });
  tell(ui, std::string(ui.say(Str::sheet_making)));
}

void save_answers(const AppState& app, Ui& ui) {
  const auto file = export_answers(app, ui.state<TeachingState>().name);
  if (!file.has_value()) return tell(ui, ui.say(file.error().message), {}, true);
  tell(ui, ui.say(Str::answers_saved, app.settings.answers.size(), file->string()), file->string());
  ui.state<TeachingState>().asks_name = false;
}

void ask_name(const AppState& app, Ui& ui) {
  TeachingState& state = ui.state<TeachingState>();
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ui.fonts.body->FontSize * 12);
  if (std::exchange(state.wants_keyboard, false)) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("###answers.name", std::string(ui.say(Str::export_name_hint)).c_str(),
                           &state.name);
  mark(ui, "answers.name");
  ImGui::SameLine();
  ImGui::BeginDisabled(state.name.empty());
  const bool pressed = button(ui, "answers.save", ui.say(Str::export_save), ButtonLook::primary);
  ImGui::EndDisabled();
  const bool entered = std::exchange(state.is_entered, false);
  if ((pressed || entered) && !state.name.empty()) save_answers(app, ui);
}

void path_button(const AppState& app, Ui& ui, const lessons::CoursePath& path) {
  const bool is_on = followed_path(app) == &path;
  const std::string words = ui.say(Str::path_of, ui.say(path.title), path.minutes());
  ImGui::SameLine();
  if (button(ui, ("path." + path.id).c_str(), words,
             is_on ? ButtonLook::primary : ButtonLook::soft)) {
    ui.ask([id = is_on ? std::string() : path.id](AppState& a) { follow_path(a, id); });
    if (!is_on) close_overlay(ui);
  }
  tooltip(ui,
          is_on ? std::string(ui.say(Str::path_leave)) : ui.say(Str::path_hint, path.steps.size()));
}

void paths(const AppState& app, Ui& ui) {
  for (const lessons::CoursePath& path : app.paths) path_button(app, ui, path);
}

}  // namespace

void teaching_row(const AppState& app, Ui& ui) {
  TeachingState& state = ui.state<TeachingState>();
  ImGui::SameLine();
  ImGui::BeginDisabled(state.sheet->request() != nullptr);
  if (button(ui, "sheet.make", ui.say(Str::sheet_make))) begin_sheet(app, ui);
  ImGui::EndDisabled();
  tooltip(ui, ui.say(Str::sheet_make_hint));
  ImGui::SameLine();
  ImGui::BeginDisabled(app.settings.answers.empty());
  if (button(ui, "answers.export", ui.say(Str::export_answers)))
    state.asks_name = state.wants_keyboard = !state.asks_name;
  ImGui::EndDisabled();
  tooltip(ui, ui.say(app.settings.answers.empty() ? Str::answers_none : Str::export_answers_hint));
  if (state.asks_name && !app.settings.answers.empty()) return ask_name(app, ui);
  paths(app, ui);
}

void follow_sheet(Ui& ui) {
  auto& sheet = *ui.state<TeachingState>().sheet;
  ui.makes_more |= sheet.is_under_way();
  const auto made = sheet.take();
  if (!made) return;
  if (made->has_value()) {
    tell(ui, ui.say(Str::sheet_made, (*made)->string()), (*made)->string());
  } else {
    tell(ui, ui.say(Str::sheet_failed, ui.say(made->error().message)), {}, true);
  }
}

}  // namespace warplens::ui
