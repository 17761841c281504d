// The launch form of an own kernel, in the card's place.
#include <algorithm>

#include "app/features/own_kernel/form_widgets.h"
#include "app/session/open_own.h"
#include "app/ui/panels/panels.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

Str state_phrase(const session::OwnLaunch& launch) {
  if (launch.is_kept) return Str::form_kept;
  return launch.is_guessed ? Str::form_guessed : Str::form_unsaved;
}

void form_head(const AppState& app, Ui& ui, const session::OwnLaunch& launch) {
  const Str state = state_phrase(launch);
  const bool is_unsaved = state == Str::form_unsaved;
  label(ui, fmt::format("{}{}", is_unsaved ? "* " : "", ui.say(state)),
        {is_unsaved ? ui.theme->accent : ui.theme->muted, ui.fonts.small});
  ui.widget_log.shown("own.state", [&] { return ui.say(state); });
  wrapped_label(ui, launch.kernel.signature, {ui.theme->text, ui.fonts.mono_small});
  push_font(ui.fonts.small);
  ImGui::BeginDisabled(launch.is_kept);
  if (button(ui, "own.save", ui.say(Str::form_save),
             is_unsaved ? ButtonLook::primary : ButtonLook::soft))
    ui.ask(keep_launch);
  ImGui::EndDisabled();
  tooltip(ui, ui.say(Str::form_save_hint,
                     own::sidecar_path(app.session.selection().capture).filename().string()));
  ImGui::SameLine();
  ImGui::BeginDisabled(launch.is_guessed);
  if (button(ui, "own.guessed", ui.say(Str::form_as_guessed))) ui.ask(launch_as_guessed);
  ImGui::EndDisabled();
  tooltip(ui, ui.say(Str::form_as_guessed_hint));
  ImGui::PopFont();
}

// What was typed and not taken is of one form alone.
void forget_drafts_of_another(const AppState& app, Ui& ui, const session::OwnLaunch& launch) {
  FormState& state = ui.state<FormState>();
  const session::Selection& selection = app.session.selection();
  const std::string of = selection.capture + "\n" + launch.kernel.name;
  if (state.of != of) {
    state.shows_kernels = state.shows_kernels && !state.of.empty() &&
                          state.of.substr(0, state.of.find('\n')) == selection.capture;
    state.drafts.clear();
  }
  state.of = of;
}

}  // namespace

bool shows_form(const AppState& app, const Ui& ui) {
  return app.mode == Mode::explore && (shows_own_kernel(app) || shows_program(app)) &&
         !ui.state<FormState>().shows_kernels;
}

Area own_strip(const AppState& app, Ui& ui, const Area& area) {
  if (!shows_own_kernel(app) && !shows_program(app)) return area;
  const float unit = ui.fonts.body->FontSize;
  const float height = unit * 1.7f, gap = 2 * ui.scale;
  FormState& state = ui.state<FormState>();
  push_font(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {unit * 0.3f, ImGui::GetStyle().FramePadding.y});
  const std::string_view words = ui.say(Str::open_files);
  const float open = text_width(words) + unit * 0.8f;
  const float half = (area.width - open - 2 * gap) / 2;
  const auto choice = [&](const char* name, std::string_view what, bool shows_kernels) {
    const bool is_on = state.shows_kernels == shows_kernels;
    if (button(ui, name, shortened(what, half - unit * 0.6f),
               is_on ? ButtonLook::primary : ButtonLook::soft, {half, height}))
      state.shows_kernels = shows_kernels;
  };
  ImGui::SetCursorScreenPos(area.position());
  const std::string& path = app.session.selection().capture;
  choice("own.form", std::filesystem::path(path).filename().string(), false);
  tooltip(ui, path);
  ImGui::SameLine(0, gap);
  choice("own.kernels", ui.say(Str::kernels), true);
  ImGui::SameLine(0, gap);
  if (button(ui, "own.open", words, ButtonLook::soft, {open, height})) open_files(ui, app);
  tooltip(ui, ui.say(Str::open_files_hint));
  ImGui::PopStyleVar();
  ImGui::PopFont();
  const float used = height + gap;
  return {area.x, area.y + used, area.width, area.height - used};
}

void own_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "own", area, {}, true);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      {ImGui::GetStyle().ItemSpacing.x, ImGui::GetStyle().ItemSpacing.y * 0.5f});
  const auto launch = own_launch(app);
  if (launch) {
    forget_drafts_of_another(app, ui, *launch);
    const FormView view{*launch,
                        std::filesystem::path(app.session.selection().capture).parent_path()};
    form_head(app, ui, *launch);
    form_rows(app, ui, view);
  } else {
    muted_note(ui, app.session.busy() ? Str::form_coming : Str::form_none);
  }
  ImGui::PopStyleVar();
  end_panel();
}

}  // namespace warplens::ui
