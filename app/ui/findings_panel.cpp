#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

Str words_of(trace::Severity severity) {
  if (severity == trace::Severity::error) return Str::severity_error;
  if (severity == trace::Severity::warning) return Str::severity_warning;
  return Str::severity_information;
}

void finding_line(Ui& ui, const trace::Finding& finding, std::size_t number) {
  const Color color =
      finding.severity == trace::Severity::information ? ui.look->muted : ui.look->bad;
  const std::string& message = ui.language == Language::zh ? finding.message_zh : finding.message;
  const std::string words = fmt::format("{} · {}", ui.say(words_of(finding.severity)), message);
  ImGui::PushTextWrapPos(0);
  label(ui, words, {color, ui.fonts.small});
  ImGui::PopTextWrapPos();
  mark(ui, fmt::format("finding{}", number));
}

}  // namespace

void findings_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "findings", area, ui.say(Str::findings), true);
  if (const session::LaunchResult* launch = app.session.launch()) {
    const std::vector<trace::Finding>& findings = launch->trace->findings;
    for (std::size_t i = 0; i < findings.size(); ++i) finding_line(ui, findings[i], i);
    if (findings.empty()) {
      ImGui::PushTextWrapPos(0);
      label(ui, ui.say(Str::no_findings), {ui.look->good, ui.fonts.small});
      ImGui::PopTextWrapPos();
    }
  }
  end_panel();
}

}  // namespace warplens::ui
