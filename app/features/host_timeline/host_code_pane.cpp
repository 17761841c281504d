#include "app/features/host_timeline/host_code_pane.h"

#include <algorithm>

#include "app/features/host_timeline/host_runs.h"
#include "app/features/host_timeline/host_timeline_commands.h"
#include "app/state/app_state.h"
#include "app/ui/widgets.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::ui {
namespace {

constexpr std::uint32_t kNoLine = ~0U;

float code_line_height(const ImFont* font) { return font->FontSize * 1.45f; }

struct CodeLine {
  std::uint32_t number = 0;
  timing::Action action = timing::Action::work;
  bool is_chosen = false, is_lit = false;
  ImFont* font = nullptr;
};

void draw_words(const Ui& ui, const std::string& words, ImVec2 at, float width, ImFont* font) {
  const float size = font->FontSize;
  const std::string fitting = fitted(words, width - size * 2, font);
  ImGui::GetWindowDrawList()->AddText(font, size,
                                      at + ImVec2{size * 1.6f, (code_line_height(font) - size) / 2},
                                      packed(ui.theme->text), fitting.c_str());
}

// Of a line's spans the one behind the one that is chosen, else the first.
std::size_t next_of(const std::vector<std::size_t>& spans, std::optional<std::size_t> chosen) {
  const auto at = chosen ? std::ranges::find(spans, *chosen) : spans.end();
  return at == spans.end() || at + 1 == spans.end() ? spans.front() : *(at + 1);
}

void draw_line(const Ui& ui, const CodeLine& line, const std::string& words, ImVec2 at,
               float width) {
  ImDrawList& out = *ImGui::GetWindowDrawList();
  const float height = code_line_height(line.font), size = line.font->FontSize;
  if (line.is_chosen || line.is_lit) {
    out.AddRectFilled(at, at + ImVec2{width, height},
                      packed(line.is_chosen ? ui.theme->current_line : ui.theme->soft));
  }
  const float swatch = size * 0.7f;
  const ImVec2 low = at + ImVec2{size * 0.4f, (height - swatch) / 2};
  out.AddRectFilled(low, low + ImVec2{swatch, swatch},
                    packed(scene::action_color(line.action, ui.theme->theme)));
  draw_words(ui, words, at, width, line.font);
}

}  // namespace

const host_timeline::HostCode* shown_host_code(const AppState& app,
                                               const timing::TimelineRun& run) {
  const auto& code = host_timeline::runs(app.session).code(run.scenario);
  if (!code || code->calls.empty()) return nullptr;
  const bool is_of_run =
      !host_timeline::spans_of_line(*code, run, code->calls.front().line).empty();
  return is_of_run ? &*code : nullptr;
}

ImFont* host_code_font(const Ui& ui, const host_timeline::HostCode& code, float room) {
  for (ImFont* font : {ui.fonts.mono, ui.fonts.mono_small}) {
    if (host_code_height(code, font) <= room) return font;
  }
  return nullptr;
}

float host_code_height(const host_timeline::HostCode& code, const ImFont* font) {
  return static_cast<float>(code.lines.size()) * code_line_height(font);
}

void host_code_pane(const AppState& app, Ui& ui, const timing::TimelineRun& run,
                    const host_timeline::HostCode& code, ImFont* font) {
  HostCodeState& state = ui.state<HostCodeState>();
  const auto line_of = [&](std::optional<std::size_t> span) {
    return span ? host_timeline::line_of_span(code, run, *span).value_or(kNoLine) : kNoLine;
  };
  const bool is_asked = app.hides_costs();
  const std::uint32_t chosen = is_asked ? kNoLine : line_of(host_timeline::shown_span(app.session));
  const std::uint32_t lit = is_asked ? kNoLine : line_of(state.span);
  state.line.reset();
  const float width = ImGui::GetContentRegionAvail().x, height = code_line_height(font);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  for (std::uint32_t line = 0; line < code.lines.size(); ++line) {
    if (std::ranges::find(code.calls, line, &host_timeline::HostCall::line) != code.calls.end())
      continue;
    draw_words(ui, code.lines[line], start + ImVec2{0, static_cast<float>(line) * height}, width,
               font);
  }
  for (const host_timeline::HostCall& call : code.calls) {
    const ImVec2 at = start + ImVec2{0, static_cast<float>(call.line) * height};
    ImGui::SetCursorScreenPos(at);
    const std::string name = fmt::format("host_code.line{}", call.line + 1);
    const bool pressed = ImGui::InvisibleButton(name.c_str(), {width, height});
    mark(ui, name);
    if (!is_asked && ImGui::IsItemHovered()) state.line = call.line;
    const bool is_lit = lit == call.line || state.line == call.line;
    draw_line(ui, {call.line, call.action, chosen == call.line, is_lit, font},
              code.lines[call.line], at, width);
    if (!pressed || is_asked) continue;
    const auto spans = host_timeline::spans_of_line(code, run, call.line);
    if (!spans.empty()) ui.ask(choose_span(next_of(spans, host_timeline::shown_span(app.session))));
  }
  ui.widget_log.shown("host_code.chosen", chosen == kNoLine ? "" : code.lines[chosen]);
  ui.widget_log.shown("host_code.lit", lit == kNoLine ? "" : code.lines[lit]);
}

}  // namespace warplens::ui
