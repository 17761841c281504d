#include "app/ui/panels/backend.h"

#include "app/session/edits.h"
#include "app/session/session.h"
#include "app/session/shared_gpu.h"
#include "app/state/app_state.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Backend;
using State = session::SharedGpu::State;

void ask_backend(Ui& ui, Backend backend) {
  ui.ask([backend](AppState& app) { set_backend(app.session, backend); });
}

bool is_anything_traced(const session::Session& session) {
  return session.variant(session::Side::left) != nullptr ||
         session.variant(session::Side::right) != nullptr;
}

std::string hint(const AppState& app, const Ui& ui, Backend backend) {
  if (backend == Backend::cpu) return std::string(ui.say(Str::backend_cpu_hint));
  std::string why_not = why_no_gpu(app, ui);
  return why_not.empty() ? ui.say(Str::backend_gpu_hint, app.gpu->name()) : why_not;
}

void choice(const AppState& app, Ui& ui, Backend backend, float height) {
  const bool is_cpu = backend == Backend::cpu;
  const bool is_on = app.session.choice().left.backend == backend;
  const bool is_possible = is_cpu || can_trace_on_gpu(app);
  ImGui::BeginDisabled(!is_possible);
  if (button(ui, is_cpu ? "backend.cpu" : "backend.gpu", is_cpu ? "CPU" : "GPU",
             is_on ? ButtonLook::primary : ButtonLook::soft, {0, height})) {
    ask_backend(ui, backend);
  }
  ImGui::EndDisabled();
  const std::string words = hint(app, ui, backend);
  tooltip(ui, words);
  if (!is_possible && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
    ui.widget_log.shown("backend.why_not", words);
  }
}

}  // namespace

bool can_trace_on_gpu(const AppState& app) { return app.gpu->state() == State::present; }

std::string why_no_gpu(const AppState& app, const Ui& ui) {
  switch (app.gpu->state()) {
    case State::present:
      return {};
    case State::unknown:
      return std::string(ui.say(Str::backend_looking));
    case State::absent:
      break;
  }
  return ui.say(Str::backend_none, ui.say(app.gpu->why_not()));
}

float backend_switch(const AppState& app, Ui& ui, const Area& area) {
  if (!is_anything_traced(app.session)) return area.x;
  const float gap = 2 * ui.scale, edge = 2 * ui.scale;
  const float height = area.height - 2 * edge;
  push_font(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.fonts.small->FontSize * 0.4f, 0});
  ImGui::SetCursorScreenPos({area.x, area.y + (area.height - ui.fonts.small->FontSize) / 2});
  label(ui, ui.say(Str::backend), {ui.theme->muted, ui.fonts.small});
  float x = ImGui::GetItemRectMax().x + ui.fonts.small->FontSize * 0.4f;
  for (const Backend backend : {Backend::cpu, Backend::gpu}) {
    ImGui::SetCursorScreenPos({x, area.y + edge});
    choice(app, ui, backend, height);
    x = ImGui::GetItemRectMax().x + gap;
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  return x;
}

void change_backend(const AppState& app, Ui& ui) {
  const bool is_on_gpu = app.session.choice().left.backend == Backend::gpu;
  if (is_on_gpu) return ask_backend(ui, Backend::cpu);
  const std::string why_not = why_no_gpu(app, ui);
  if (why_not.empty()) return ask_backend(ui, Backend::gpu);
  ui.state<Message>() = {why_not, {}, true};
}

void follow_gpu(AppState& app) {
  const State state = app.gpu->state();
  const Backend now = app.session.choice().left.backend;
  if (state == State::absent && now == Backend::gpu) {
    restore_backend(app.session, Backend::cpu);
  } else if (state == State::present && now != app.settings.backend) {
    app.settings.backend = now;
    save(app);
  }
}

}  // namespace warplens::ui
