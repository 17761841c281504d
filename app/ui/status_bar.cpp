#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// "64 × 96" from the family's matrix parameters, or the kernel's name where it has none.
std::string size_words(const session::Selection& selection) {
  const auto rows = selection.parameters.find("rows");
  const auto cols = selection.parameters.find("cols");
  if (rows == selection.parameters.end() || cols == selection.parameters.end()) {
    return selection.kernel;
  }
  return fmt::format("{}×{}", rows->second, cols->second);
}

Str verdict_words(run::Verdict verdict) {
  if (verdict == run::Verdict::match) return Str::result_match;
  if (verdict == run::Verdict::mismatch) return Str::result_mismatch;
  return Str::result_unchecked;
}

}  // namespace

void status_bar(const AppState& app, Ui& ui, const Area& area) {
  ui.recorder.panel("status_bar", area.position(), area.size());
  ImDrawList& out = *ImGui::GetWindowDrawList();
  out.AddRectFilled(area.position(), area.position() + area.size(), packed(ui.look->card));
  out.AddLine(area.position(), {area.x + area.width, area.y}, packed(ui.look->border));
  if (!app.session.result()) return;

  const session::KernelResult& result = *app.session.result();
  const trace::Trace& trace = *result.launches.front().trace;
  const std::string backend = trace.backend == "cpu" ? "CPU" : trace.backend;
  const std::string words = fmt::format(
      "{}   ·   {}   ·   {}", ui.say(Str::traced_here, size_words(result.selection), backend),
      ui.say(verdict_words(result.verdict)), ui.say(Str::rules_from));
  const float margin = ui.fonts.body->FontSize * 0.7f;
  ui.recorder.text("status", text_width(words, ui.fonts.small), area.width - 2 * margin);
  const bool is_wrong = result.verdict == run::Verdict::mismatch;
  ImGui::SetCursorScreenPos(
      {area.x + margin, area.y + (area.height - ui.fonts.small->FontSize) / 2});
  label(ui, words, {is_wrong ? ui.look->bad : ui.look->muted, ui.fonts.small});
}

}  // namespace warplens::ui
