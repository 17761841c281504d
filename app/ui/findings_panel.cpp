#include "app/ui/control_widgets.h"
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

// Of two kernels, each one's findings stand below its name.
void findings_of(const AppState& app, Ui& ui, session::Side side) {
  const session::LaunchResult* launch = app.session.launch(side);
  if (launch == nullptr) return;
  if (app.session.is_comparing()) {
    label(ui, short_name(app.session.selection(side)), {ui.look->text, ui.fonts.small});
  }
  const std::vector<trace::Finding>& findings = launch->trace->findings;
  for (std::size_t i = 0; i < findings.size(); ++i) finding_line(ui, findings[i], i);
  if (!findings.empty()) return;
  ImGui::PushTextWrapPos(0);
  label(ui, ui.say(Str::no_findings), {ui.look->good, ui.fonts.small});
  ImGui::PopTextWrapPos();
}

}  // namespace

void findings_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "findings", area, ui.say(Str::findings), true);
  for (const session::Side side : session::kSides) {
    if (!app.session.choice().has(side)) continue;
    ui.recorder.set_prefix(side == session::Side::right ? "right." : "");
    findings_of(app, ui, side);
  }
  ui.recorder.set_prefix("");
  end_panel();
}

}  // namespace warplens::ui
