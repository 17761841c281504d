#include "app/ui/backend.h"

#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using session::Backend;
using State = session::SharedGpu::State;

void ask_backend(Ui& ui, Backend backend) {
  ui.ask([backend](AppState& app) { app.session.set_backend(backend); });
}

void choice(const AppState& app, Ui& ui, Backend backend, float width) {
  const bool is_cpu = backend == Backend::cpu;
  const bool is_on = app.session.choice().left.backend == backend;
  const std::string why_not = is_cpu ? std::string() : why_no_gpu(app, ui);
  ImGui::BeginDisabled(!why_not.empty());
  if (button(ui, is_cpu ? "backend.cpu" : "backend.gpu", is_cpu ? "CPU" : "GPU",
             is_on ? ButtonLook::primary : ButtonLook::soft, {width, 0})) {
    ask_backend(ui, backend);
  }
  ImGui::EndDisabled();
  const std::string words = is_cpu            ? std::string(ui.say(Str::backend_cpu_hint))
                            : why_not.empty() ? ui.say(Str::backend_gpu_hint, app.gpu->name())
                                              : why_not;
  tooltip(ui, words);
  if (!why_not.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
    ui.recorder.shown("backend.why_not", words);
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
  return ui.say(Str::backend_none, app.gpu->why_not());
}

void backend_widget(const AppState& app, Ui& ui) {
  const float gap = 3 * ui.scale;
  const float width = (ImGui::CalcItemWidth() - gap) / 2;
  choice(app, ui, Backend::cpu, width);
  ImGui::SameLine(0, gap);
  choice(app, ui, Backend::gpu, width);
}

void change_backend(const AppState& app, Ui& ui) {
  const bool is_on_gpu = app.session.choice().left.backend == Backend::gpu;
  if (is_on_gpu) return ask_backend(ui, Backend::cpu);
  const std::string why_not = why_no_gpu(app, ui);
  if (why_not.empty()) return ask_backend(ui, Backend::gpu);
  ui.message = {why_not, {}, true};
}

void follow_gpu(AppState& app) {
  const State state = app.gpu->state();
  const Backend now = app.session.choice().left.backend;
  if (state == State::absent && now == Backend::gpu) {
    app.session.restore_backend(Backend::cpu);
  } else if (state == State::present && now != app.settings.backend) {
    app.settings.backend = now;
    save(app);
  }
}

}  // namespace warplens::ui
